import { record } from "../audit.ts";
import type { Actor } from "../auth/actor.ts";
import { hashPassword, passwordRefusal } from "../auth/passwords.ts";
import { newId } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import type { AccountParts } from "./account-parts.ts";

export interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Makes an account that waits for its confirmation. Where there is one already its owner is told by mail, and the answer is
 * the same after the same work: nobody learns who has an account.
 */
export async function signUp(parts: AccountParts, actor: Actor, { name, email, password }: SignUp): Promise<void> {
  const { db, jobs, allowances } = parts;
  await allowances.take("signUpAddress", actor.address);
  const reason = passwordRefusal(password, email);
  if (reason !== null) throw new ProblemAnswer("invalid-request", reason, [{ path: "password", message: reason }]);
  const hashed = await hashPassword(password);
  await db.transaction().execute(async (transaction) => {
    const made = await transaction
      .insertInto("account")
      .values({
        id: newId(),
        email,
        name,
        password_hash: hashed,
        role: null,
        status: "pending_confirmation",
        totp_secret: null,
        totp_last_step: null,
      })
      .onConflict((conflict) => conflict.column("email").where("deleted_at", "is", null).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (made !== undefined) {
      await record(transaction, { action: "sign-up", account: made.id, actor });
      await jobs.enqueue(transaction, "account-mail", { account: made.id, mail: "confirm_email" });
      return;
    }
    const { id, status } = await transaction
      .selectFrom("account")
      .select(["id", "status"])
      .where("email", "=", email)
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow();
    // One mail a day at most, whoever keeps asking.
    const mail = status === "pending_confirmation" ? "confirm_email" : "already_registered";
    await jobs.enqueue(
      transaction,
      "account-mail",
      { account: id, mail },
      { singletonKey: `${mail} ${id}`, singletonSeconds: 86_400 },
    );
  });
}
