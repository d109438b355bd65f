import { sql } from "kysely";
import type { Transaction } from "kysely";
import { hashOf } from "../../auth/secrets.ts";
import type { MailedSecretTable, Schema } from "../../db/index.ts";
import { ProblemAnswer } from "../../problem.ts";

/** The purpose of a mailed secret that was used. */
export interface UsedSecret {
  readonly account: string;
  /** The address that it confirms in place of the account's; null for everything else. */
  readonly email: string | null;
  /** The sign-up that it confirms; null for everything else. */
  readonly signUp: string | null;
}

/** Uses a mailed secret, which works once, and returns its purpose. Throws the same answer where it is unknown, used or too old. */
export async function useMailedSecret(
  transaction: Transaction<Schema>,
  text: string,
  purposes: readonly MailedSecretTable["purpose"][],
): Promise<UsedSecret> {
  const spent = await transaction
    .updateTable("mailed_secret")
    .set({ used_at: new Date() })
    .where("secret_hash", "=", hashOf(text))
    .where("purpose", "in", purposes)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["account_id as account", "email", "sign_up_id as signUp"])
    .executeTakeFirst();
  if (spent === undefined) throw invalidLink();
  return spent;
}

export function invalidLink(): ProblemAnswer {
  const message = "This link has been used or has expired. Ask for a new one.";
  return new ProblemAnswer("invalid-request", message, [{ path: "token", message }]);
}
