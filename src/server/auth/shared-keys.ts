import { sql } from "kysely";
import type { Db } from "../db/index.ts";
import { StartError } from "../start-error.ts";
import { keyFile } from "./keyring.ts";
import type { Keyring } from "./keyring.ts";

/**
 * Notes the name of the key that seals in a database which several data folders may use. Keys of the environment are what
 * their operator wants; a data folder's own key must be the one that is noted, for no other server could open what it seals.
 * Throws StartError.
 */
export async function shareKeys(
  db: Db,
  keyring: Keyring,
  { data, fromEnvironment }: { readonly data: string; readonly fromEnvironment: boolean },
): Promise<void> {
  const [first = ""] = keyring.names;
  const { key_name: noted } = await db
    .updateTable("installation")
    .set({ key_name: fromEnvironment ? first : sql<string>`coalesce(key_name, ${first})` })
    .returning("key_name")
    .executeTakeFirstOrThrow();
  if (noted !== null && keyring.names.includes(noted)) return;
  throw new StartError(
    `The secrets of this database are encrypted with another key than that of ${keyFile(data)}, by a server with another data folder. ` +
      "Set SECRETS_KEYS for every server and worker, to what the other folder's secrets.key holds. " +
      "Where that is lost, set it to what this one holds: second factors and secrets of webhooks then have to be set up again.",
  );
}
