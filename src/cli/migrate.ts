import { migrate } from "../server/index.ts";
import type { Call, ExitStatus } from "./command.ts";
import { settings } from "./settings.ts";
import { withServersMarket } from "./with-market.ts";

/** `migrate`: brings the account database, its queues and the market to this version, and ends. */
export async function migrateCommand(call: Call): Promise<ExitStatus> {
  const config = settings(call);
  if (config === null) return 1;
  await migrate(call.data, config);
  // Opening the market makes and alters its tables.
  await withServersMarket(call, async () => undefined);
  call.out("The account database and the market are at this version.\n");
  return 0;
}
