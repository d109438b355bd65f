import { record } from "../audit.ts";
import type { Actor } from "../auth/actor.ts";
import { hashPassword, passwordRefusal } from "../auth/passwords.ts";
import { newSecret } from "../auth/secrets.ts";
import type { Secret } from "../auth/secrets.ts";
import { newId } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import type { AccountParts } from "./account-parts.ts";

export interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Makes an account that waits for its confirmation, and gives what its browser is known by then. Whoever signs up first has
 * no claim: every sign-up keeps its own name and password until a mailed link is opened. Where there is an account already
 * its owner is told by mail, and the answer is the same after the same work: nobody learns who has an account.
 */
export async function signUp(parts: AccountParts, actor: Actor, { name, email, password }: SignUp): Promise<Secret> {
  const { db, jobs, allowances } = parts;
  await allowances.take("signUpAddress", actor.address);
  const reason = passwordRefusal(password, email);
  if (reason !== null) throw new ProblemAnswer("invalid-request", reason, [{ path: "password", message: reason }]);
  const hashed = await hashPassword(password);
  const browser = newSecret();
  const mayMail = await allowances.has("signUpMail", email);
  await db.transaction().execute(async (transaction) => {
    const made = await transaction
      .insertInto("account")
      .values({
        id: newId(),
        email,
        name,
        password_hash: null,
        role: null,
        status: "pending_confirmation",
        totp_secret: null,
        totp_last_step: null,
      })
      .onConflict((conflict) => conflict.column("email").where("deleted_at", "is", null).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (made !== undefined) await record(transaction, { action: "sign-up", account: made.id, actor });
    const { id, status } = await transaction
      .selectFrom("account")
      .select(["id", "status"])
      .where("email", "=", email)
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow();
    if (status !== "pending_confirmation") {
      // One mail a day at most, whoever keeps asking.
      const once = { singletonKey: `already_registered ${id}`, singletonSeconds: 86_400 };
      await jobs.enqueue(transaction, "account-mail", { account: id, mail: "already_registered" }, once);
      return;
    }
    // Links went there within the hour: any of them opens the account.
    if (!mayMail) return;
    const sign_up = newId();
    await transaction
      .insertInto("sign_up")
      .values({ id: sign_up, account_id: id, name, password_hash: hashed, browser_hash: browser.hash })
      .execute();
    await jobs.enqueue(transaction, "account-mail", { account: id, mail: "confirm_email", sign_up });
  });
  return browser;
}
