import { BackupError, makeBackup, readConfig, restoreBackup, withDatabase } from "../server/index.ts";
import type { BackupReport } from "../server/index.ts";
import type { Call, ExitStatus } from "./command.ts";
import { count } from "./progress.ts";
import { openCallMarket, withMarket } from "./with-market.ts";

/** `backup FILE`: beside a server that runs on the data folder, or without one. */
export async function backup(call: Call): Promise<ExitStatus> {
  const [file = ""] = call.arguments;
  const options = { market: call.options["market"] === true, force: call.options["force"] === true };
  return reportBackup(call, `Saved to ${file}`, () =>
    withMarket(call, (market) =>
      withDatabase(call.data, readConfig(call.env).databaseUrl, (database) =>
        makeBackup({ database, market, data: call.data }, file, options),
      ),
    ),
  );
}

/** `restore FILE`: while no server runs on the data folder. */
export async function restore(call: Call): Promise<ExitStatus> {
  const [file = ""] = call.arguments;
  const { databaseUrl: url } = readConfig(call.env);
  return reportBackup(call, `Restored from ${file}`, () =>
    restoreBackup({ data: call.data, url, openMarket: () => openCallMarket(call) }, file, {
      force: call.options["force"] === true,
    }),
  );
}

async function reportBackup(call: Call, done: string, work: () => Promise<BackupReport>): Promise<ExitStatus> {
  try {
    const { rows, results, market } = await work();
    const parts = [`${count(rows)} rows of accounts`, `${count(results)} results`, ...(market ? ["the market"] : [])];
    call.out(`${done}: ${parts.join(", ")}.\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    call.err(`${error.message}\n`);
    return 1;
  }
}
