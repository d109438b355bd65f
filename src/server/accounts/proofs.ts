import type { SignedIn } from "../auth/actor.ts";
import { returnAttempt, takeAttempt } from "../auth/allowances.ts";
import type { Keyring } from "../auth/keyring.ts";
import { passwordFits } from "../auth/passwords.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { secondFactorFits } from "./second-factor.ts";

/** A stolen session is not enough for what locks its owner out: whoever asks proves again who he is. */

/** Throws unless this is the account's password. An account without one has to choose one first. */
export async function provePassword(db: Db, actor: SignedIn, password: string): Promise<void> {
  const { id } = actor.account;
  const { password_hash: stored } = await db
    .selectFrom("account")
    .select("password_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (stored === null) throw wrong("password", "This account has no password yet. Choose one by Forgot password.");
  await takeAttempt(db, "proofAccount", id);
  if (!(await passwordFits(stored, password))) throw wrong("password", "The password is wrong.");
  await returnAttempt(db, "proofAccount", id);
}

/** Throws unless this is a code or a recovery code of the account; it is used up. */
export async function proveCode(db: Db, keyring: Keyring, actor: SignedIn, code: string): Promise<void> {
  const { id } = actor.account;
  await takeAttempt(db, "proofAccount", id);
  if (!(await secondFactorFits(db, keyring, id, code))) throw wrong("code", "That code is wrong or was used already.");
  await returnAttempt(db, "proofAccount", id);
}

export const wrong = (path: string, message: string): ProblemAnswer =>
  new ProblemAnswer("invalid-request", message, [{ path, message }]);
