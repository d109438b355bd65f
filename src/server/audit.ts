import type { Transaction } from "kysely";
import type { SecurityAction } from "../vocabulary/index.ts";
import type { Actor } from "./auth/actor.ts";
import { actorId } from "./auth/actor.ts";
import type { Db, Schema } from "./db/index.ts";

/** The user of the command line, who is not signed in. */
export const COMMAND_LINE: Actor = { kind: "anonymous", address: "command line" };

interface Entry {
  readonly action: SecurityAction;
  /** The account concerned; null where there is none (a failed sign-in). */
  readonly account: string | null;
  readonly actor: Actor;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes one entry. Given a transaction, the change and its entry are stored together or not at all. */
export async function record(db: Db | Transaction<Schema>, { action, account, actor, details }: Entry): Promise<void> {
  await db
    .insertInto("security_log")
    .values({
      action,
      account_id: account,
      actor_id: actor.kind === "anonymous" ? null : actorId(actor),
      address: actor.address,
      details: JSON.stringify(details ?? {}),
    })
    .execute();
}
