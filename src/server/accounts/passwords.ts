import type { z } from "zod";
import type { ChangePasswordBody, ResetBody } from "../../contract/index.ts";
import { record } from "../audit.ts";
import type { Actor, SignedIn } from "../auth/actor.ts";
import { rememberDevice } from "../auth/known-devices.ts";
import { hashPassword, passwordFits, passwordRefusal } from "../auth/passwords.ts";
import type { Secret } from "../auth/secrets.ts";
import { newId, notInTrash } from "../db/index.ts";
import type { AccountParts } from "./account-parts.ts";
import { endAccess } from "./end-access.ts";
import { useMailedSecret } from "./addresses/mailed-secret.ts";
import { invalidField } from "./proofs.ts";

/**
 * Mails a link where there is an account. The answer and the work are the same without one: a job makes the mail, and
 * makes none where there is no account.
 */
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
      .where(notInTrash("account"))
      .executeTakeFirst();
    await record(transaction, { action: "password-forgotten", account: found?.id ?? null, actor });
    await jobs.enqueue(transaction, "account-mail", { account: found?.id ?? newId(), mail: "reset_password" });
  });
}

/**
 * Sets the password by a mailed secret and ends all sessions. Confirms the address too: the mail arrived. The browser
 * becomes a known one, so that guesses of others cannot lock its owner out; returns the secret of its cookie.
 */
export async function resetPassword(
  parts: AccountParts,
  actor: Actor,
  { token, password, revoke_tokens: tokens }: z.output<typeof ResetBody>,
): Promise<Secret> {
  const { db, allowances } = parts;
  await allowances.take("secretAddress", actor.address);
  // Before the transaction: hashing takes longer than a row should stay locked.
  const hashed = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    const { account: id } = await useMailedSecret(transaction, token, ["reset_password"]);
    const { email } = await transaction
      .selectFrom("account")
      .select("email")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    // Refused: the transaction is rolled back and the link still works.
    const reason = passwordRefusal(password, email);
    if (reason !== null) throw invalidField("password", reason);
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
    const details = await endAccess(transaction, id, "password-reset", { tokens });
    await record(transaction, { action: "password-reset", account: id, actor, details: { ...details } });
    return rememberDevice(transaction, id, null);
  });
}

/** Changes the password by the old one and ends all other sessions. Returns how many tokens were revoked. */
export async function changePassword(
  { db, allowances }: AccountParts,
  actor: SignedIn,
  { old_password: old, new_password: fresh, revoke_tokens: tokens }: z.output<typeof ChangePasswordBody>,
): Promise<void> {
  const { id, email } = actor.account;
  await allowances.take("proofAccount", id);
  const { password_hash: stored } = await db
    .selectFrom("account")
    .select("password_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (!(await passwordFits(stored, old))) throw invalidField("old_password", "The old password is wrong.");
  await allowances.giveBack("proofAccount", id);
  const reason = passwordRefusal(fresh, email);
  if (reason !== null) throw invalidField("new_password", reason);
  const password_hash = await hashPassword(fresh);
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("account")
      .set({ password_hash, updated_at: new Date() })
      .where("id", "=", id)
      // Must not replace one that was set at the same moment by a mailed link.
      .where("password_hash", "=", stored)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw invalidField("old_password", "The old password is wrong.");
    const except = actor.kind === "user" ? actor.session : null;
    const details = await endAccess(transaction, id, "password-changed", { except, tokens });
    await record(transaction, { action: "password-changed", account: id, actor, details: { ...details } });
  });
}
