import { access } from "node:fs/promises";
import { COMMAND_LINE, record, type Action } from "../audit.ts";
import { clusterFolder } from "../db/index.ts";
import { withAccounts } from "./roles.ts";

/**
 * Writes what a command changed in a market into the security log, as its screen does. A data folder without accounts has
 * no log, and none is made for it.
 */
export async function recordCommand(
  data: string,
  url: string | null,
  action: Extract<Action, "identity-settled" | "market-rolled-back">,
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
