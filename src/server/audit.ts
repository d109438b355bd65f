import type { Transaction } from "kysely";
import type { Actor } from "./auth/actor.ts";
import { actorId } from "./auth/actor.ts";
import type { Db, Schema } from "./db/index.ts";

/** What the security log records. */
export type Action =
  | "sign-up"
  | "sign-in"
  | "sign-in-failed"
  | "sign-out"
  | "email-confirmed"
  | "email-change-asked"
  | "email-changed"
  | "password-forgotten"
  | "password-reset"
  | "password-changed"
  | "profile-changed"
  | "session-ended"
  | "token-made"
  | "token-revoked"
  | "second-factor-on"
  | "second-factor-off"
  | "identity-linked"
  | "denied"
  | "use-as-start"
  | "use-as-stop"
  | "role-changed"
  | "status-changed"
  | "account-deleted"
  | "account-restored"
  | "webhook-made"
  | "webhook-changed"
  | "webhook-deleted"
  | "updates-run"
  | "import-started"
  | "market-rolled-back"
  | "market-day-asked"
  | "finding-settled"
  | "bar-restated"
  | "identity-settled"
  /** Checkout, subscription, cards. */
  | "payment"
  /** Anything else that an admin did in somebody's account. */
  | "changed-as";

/** The user of the command line, who is not signed in. */
export const COMMAND_LINE: Actor = { kind: "anonymous", address: "command line" };

interface Entry {
  readonly action: Action;
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
