import { access } from "node:fs/promises";
import type { SecurityAction } from "../../vocabulary/index.ts";
import { COMMAND_LINE, record } from "../audit.ts";
import { clusterFolder } from "../db/index.ts";
import { withAccounts } from "./roles.ts";

/**
 * Writes what a command changed in a market into the security log, as its screen does. A data folder without accounts has
 * no log, and none is made for it.
 */
export async function recordCommand(
  data: string,
  url: string | null,
  action: Extract<SecurityAction, "identity-settled" | "market-rolled-back">,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (url === null && !(await isThere(clusterFolder(data)))) return;
  await withAccounts(data, url, (db) => record(db, { action, account: null, actor: COMMAND_LINE, details }));
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
