import { DAY_SECONDS } from "../../../vocabulary/index.ts";
import { record } from "../../audit.ts";
import type { Actor } from "../../auth/actor.ts";
import { hashPassword, passwordRefusal } from "../../auth/passwords.ts";
import { hashOf, newSecret } from "../../auth/secrets.ts";
import type { Secret } from "../../auth/secrets.ts";
import { newId, notInTrash } from "../../db/index.ts";
import { ProblemAnswer } from "../../problem.ts";
import type { AccountParts } from "../account-parts.ts";

interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Makes an account that waits for its confirmation, and returns the secret of the browser's cookie. The first sign-up has
 * no claim: each keeps its own name and password until a mailed link is opened. Where there is an account already, its
 * owner gets a mail, and the answer is the same after the same work, so that it does not reveal who has an account.
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
      .where(notInTrash("account"))
      .executeTakeFirstOrThrow();
    if (status !== "pending_confirmation") {
      // At most one mail a day, however often somebody asks.
      const mailOnceADay = { singletonKey: `already_registered ${id}`, singletonSeconds: DAY_SECONDS };
      await jobs.enqueue(transaction, "account-mail", { account: id, mail: "already_registered" }, mailOnceADay);
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

/**
 * Mails the link of a sign-up again: of this browser's own, else of the newest one. The answer is the same whether there
 * is such an account, another one or none: a job makes the mail, and makes none where no account waits.
 */
export async function resendConfirmation(
  { db, jobs, allowances }: AccountParts,
  actor: Actor,
  { email, browser }: { readonly email: string; readonly browser: string | null },
): Promise<void> {
  await allowances.take("mailAddress", actor.address);
  if (!(await allowances.has("signUpMail", email))) return;
  await db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom("account as a")
      .leftJoin("sign_up as s", "s.account_id", "a.id")
      .select(["a.id", "s.id as sign_up"])
      .where("a.email", "=", email)
      .where(notInTrash("account as a"))
      .orderBy(
        (query) => query("s.browser_hash", "=", hashOf(browser ?? "")),
        (order) => order.desc().nullsLast(),
      )
      .orderBy("s.created_at", "desc")
      .limit(1)
      .executeTakeFirst();
    const data = { account: found?.id ?? newId(), mail: "confirm_email" as const, sign_up: found?.sign_up ?? newId() };
    await jobs.enqueue(transaction, "account-mail", data);
  });
}
