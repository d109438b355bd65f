import { record } from "../audit.ts";
import type { Actor, SignedIn } from "../auth/actor.ts";
import { hashPassword, passwordFits, passwordRefusal } from "../auth/passwords.ts";
import { endSessions } from "../auth/sessions.ts";
import { ProblemAnswer } from "../problem.ts";
import type { AccountParts } from "./account-parts.ts";
import { spend } from "./mailed-secret.ts";

const refused = (path: string, message: string): ProblemAnswer =>
  new ProblemAnswer("invalid-request", message, [{ path, message }]);

/** Mails a link where there is an account; the answer tells nothing. */
export async function forgotPassword(
  { db, jobs, allowances }: AccountParts,
  actor: Actor,
  email: string,
): Promise<void> {
  await allowances.take("mailAddress", actor.address);
  await allowances.take("mailAccount", email);
  await db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom("account")
      .select("id")
      .where("email", "=", email)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (found === undefined) return;
    await record(transaction, { action: "password-forgotten", account: found.id, actor });
    await jobs.enqueue(transaction, "account-mail", { account: found.id, mail: "reset_password" });
  });
}

/** Sets the password by a mailed secret; whoever was signed in is not any more. Confirms the address too: the mail arrived. */
export async function resetPassword(parts: AccountParts, actor: Actor, token: string, password: string): Promise<void> {
  const { db, allowances } = parts;
  await allowances.take("secretAddress", actor.address);
  // Before the transaction: hashing takes longer than a row should stay locked.
  const hashed = await hashPassword(password);
  await db.transaction().execute(async (transaction) => {
    const { account: id } = await spend(transaction, token, ["reset_password"]);
    const { email } = await transaction
      .selectFrom("account")
      .select("email")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    // Refused: the transaction is rolled back and the link still works.
    const reason = passwordRefusal(password, email);
    if (reason !== null) throw refused("password", reason);
    await transaction
      .updateTable("account")
      .set(({ eb }) => ({
        password_hash: hashed,
        status: eb
          .case()
          .when("status", "=", "pending_confirmation")
          .then("active" as const)
          .else(eb.ref("status"))
          .end(),
        updated_at: new Date(),
      }))
      .where("id", "=", id)
      .execute();
    await endSessions(transaction, id);
    await record(transaction, { action: "password-reset", account: id, actor });
  });
}

/** Changes the password of whoever knows the old one, or sets the first; all other sessions end. */
export async function changePassword(
  { db, allowances }: AccountParts,
  actor: SignedIn,
  oldPassword: string,
  newPassword: string,
): Promise<void> {
  const { id, email } = actor.account;
  await allowances.take("signInAccount", email);
  const { password_hash: stored } = await db
    .selectFrom("account")
    .select("password_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (!(await passwordFits(stored, oldPassword))) throw refused("old_password", "The old password is wrong.");
  const reason = passwordRefusal(newPassword, email);
  if (reason !== null) throw refused("new_password", reason);
  const password_hash = await hashPassword(newPassword);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("account")
      .set({ password_hash, updated_at: new Date() })
      .where("id", "=", id)
      .execute();
    await endSessions(transaction, id, actor.kind === "user" ? actor.session : null);
    await record(transaction, { action: "password-changed", account: id, actor });
  });
}
