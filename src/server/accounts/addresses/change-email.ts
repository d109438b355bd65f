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
import { endAccess } from "../end-access.ts";
import { invalidLink } from "./mailed-secret.ts";
import { proveOwner, invalidField } from "../proofs.ts";

/**
 * Asks for another address: a link goes there, a notice to the one it is to replace, and nothing else changes yet. The
 * answer does not reveal whether the address has an account; only the mail does.
 */
export async function askEmailChange(
  parts: AccountParts,
  actor: SignedIn,
  { email, password }: z.output<typeof ChangeEmailBody>,
): Promise<void> {
  const { db, jobs, allowances } = parts;
  const { id, email: now } = actor.account;
  if (email === now) throw invalidField("email", "This is already the address of the account.");
  const proof = await proveOwner(parts, actor, password);
  await allowances.take("mailAddress", actor.address);
  await allowances.take("mailAccount", email);
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("account")
      .set({ new_email: email, new_email_at: sql`now()`, updated_at: sql`now()` })
      .where("id", "=", id)
      // The proof is void where the password was replaced at the same moment.
      .where("password_hash", "is not distinct from", proof)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw invalidField("password", "The password is wrong.");
    // Removes links to an address that was asked for before.
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

export const addressTaken = (): ProblemAnswer => invalidField("token", "This address already has an account.");

/**
 * The change itself, by the link that was mailed to the address. All sessions end, and every other link that went to the
 * old address is void. Throws where the account is gone or the address belongs to another account by now.
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
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found === undefined) throw invalidLink();
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
