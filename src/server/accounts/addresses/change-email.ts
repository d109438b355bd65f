import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { ChangeEmailBody } from "../../../contract/index.ts";
import { record } from "../../audit.ts";
import type { Actor, SignedIn } from "../../auth/actor.ts";
import { notInTrash, own } from "../../db/index.ts";
import type { Schema } from "../../db/index.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { ProblemAnswer } from "../../problem.ts";
import type { AccountParts } from "../account-parts.ts";
import { EMAIL_CHANGE_MS } from "./account-mails.ts";
import { endAccess } from "../endings.ts";
import { voidLink } from "./mailed-secret.ts";
import { proveOwner, wrong } from "../proofs.ts";

/**
 * Asks for another address: a link goes there, a notice to the one it is to replace, and nothing else changes yet. The
 * answer does not tell whether the address has an account; the mail does, to whoever reads it there.
 */
export async function askEmailChange(
  parts: AccountParts,
  actor: SignedIn,
  { email, password }: z.output<typeof ChangeEmailBody>,
): Promise<void> {
  const { db, jobs, allowances } = parts;
  const { id, email: now } = actor.account;
  if (email === now) throw wrong("email", "This is already the address of the account.");
  const proof = await proveOwner(parts, actor, password);
  await allowances.take("mailAddress", actor.address);
  await allowances.take("mailAccount", email);
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("account")
      .set({ new_email: email, new_email_at: sql`now()`, updated_at: sql`now()` })
      .where("id", "=", id)
      // What was proved holds no more where the password was replaced in the same moment.
      .where("password_hash", "is not distinct from", proof)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw wrong("password", "The password is wrong.");
    // Links to an address that is not wanted any more.
    await transaction
      .deleteFrom("mailed_secret")
      .where(own("mailed_secret", id))
      .where("purpose", "=", "change_email")
      .execute();
    await record(transaction, { action: "email-change-asked", account: id, actor, details: { to: email } });
    await jobs.enqueue(transaction, "account-mail", { account: id, mail: "confirm_new_email" });
    await jobs.enqueue(transaction, "account-mail", { account: id, mail: "email_change_asked" });
  });
}

export const addressTaken = (): ProblemAnswer => wrong("token", "This address already has an account.");

/**
 * The change itself, by the link that was mailed to the address. All sessions end, and every other link that went to the
 * old address is void. Throws where the account, or the address, is somebody else's business by now.
 */
export async function changeEmail(
  transaction: Transaction<Schema>,
  jobs: Jobs,
  actor: Actor,
  account: string,
  email: string,
): Promise<void> {
  const found = await transaction
    .selectFrom("account")
    .select("email")
    .where("id", "=", account)
    .where(notInTrash("account"))
    .where("status", "=", "active")
    .where("new_email", "=", email)
    .where("new_email_at", ">", new Date(Date.now() - EMAIL_CHANGE_MS))
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw voidLink();
  const taken = await transaction
    .selectFrom("account")
    .select("id")
    .where("email", "=", email)
    .where(notInTrash("account"))
    .executeTakeFirst();
  if (taken !== undefined) throw addressTaken();
  await transaction
    .updateTable("account")
    .set({ email, updated_at: sql`now()` })
    .where("id", "=", account)
    .execute();
  await endAccess(transaction, account, "email-changed");
  await record(transaction, { action: "email-changed", account, actor, details: { from: found.email, to: email } });
  await jobs.enqueue(transaction, "account-mail", { account, mail: "email_changed", to: found.email });
}
