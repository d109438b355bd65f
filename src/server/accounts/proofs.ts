import type { SignedIn } from "../auth/actor.ts";
import { passwordFits } from "../auth/passwords.ts";
import { ProblemAnswer } from "../problem.ts";
import type { AccountParts } from "./account-parts.ts";
import { secondFactorFits } from "./access/second-factor.ts";

/** For actions that could lock the owner out a session is not enough, since it may be stolen: the caller proves their identity again. */

/** Throws unless this is the account's password, and gives its hash. An account without one has to choose one first. */
export async function provePassword(
  { db, allowances }: AccountParts,
  actor: SignedIn,
  password: string,
): Promise<string> {
  const { id } = actor.account;
  const { password_hash: stored } = await db
    .selectFrom("account")
    .select("password_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (stored === null)
    throw invalidField("password", "This account has no password yet. Choose one by Forgot password.");
  await allowances.take("proofAccount", id);
  if (!(await passwordFits(stored, password))) throw invalidField("password", "The password is wrong.");
  await allowances.giveBack("proofAccount", id);
  return stored;
}

/** How long ago the owner of an account without a password may have signed in. */
const MAX_SIGN_IN_AGE_MS = 900_000;

/**
 * Throws unless this is the account's password; where there is none, unless this session is a few minutes old at most. Returns
 * the hash that it was compared with: the change that follows is for an account that still has it.
 */
export async function proveOwner(
  parts: AccountParts,
  actor: SignedIn,
  password: string | undefined,
): Promise<string | null> {
  const { password_hash: stored } = await parts.db
    .selectFrom("account")
    .select("password_hash")
    .where("id", "=", actor.account.id)
    .executeTakeFirstOrThrow();
  if (stored !== null) {
    if (password === undefined) throw invalidField("password", "Enter your password.");
    return provePassword(parts, actor, password);
  }
  const recent = await parts.db
    .selectFrom("session")
    .select("id")
    .where("id", "=", actor.kind === "token" ? "" : actor.session)
    .where("created_at", ">", new Date(Date.now() - MAX_SIGN_IN_AGE_MS))
    .executeTakeFirst();
  if (recent === undefined) throw new ProblemAnswer("conflict", "Sign in again first: your sign-in is too long ago.");
  return null;
}

/** Throws unless this is a code or a recovery code of the account; it is used up. */
export async function proveCode(
  { db, keyring, allowances }: AccountParts,
  actor: SignedIn,
  code: string,
): Promise<void> {
  const { id } = actor.account;
  await allowances.take("proofAccount", id);
  if (!(await secondFactorFits(db, keyring, id, code)))
    throw invalidField("code", "That code is wrong or was used already.");
  await allowances.giveBack("proofAccount", id);
}

export const invalidField = (path: string, message: string): ProblemAnswer =>
  new ProblemAnswer("invalid-request", message, [{ path, message }]);
