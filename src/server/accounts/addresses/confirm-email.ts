import type { Transaction } from "kysely";
import { record } from "../../audit.ts";
import type { Actor } from "../../auth/actor.ts";
import { hashPassword, passwordRefusal } from "../../auth/passwords.ts";
import { hashOf } from "../../auth/secrets.ts";
import { isDuplicate, notInTrash } from "../../db/index.ts";
import type { Schema } from "../../db/index.ts";
import type { AccountParts } from "../account-parts.ts";
import { addressTaken, changeEmail } from "./change-email.ts";
import { endAccess } from "../end-access.ts";
import { completeSignIn } from "../sign-in/complete-sign-in.ts";
import type { SignInOrigin, SignedInAccount } from "../sign-in/complete-sign-in.ts";
import { useMailedSecret, invalidLink } from "./mailed-secret.ts";
import type { UsedSecret } from "./mailed-secret.ts";
import { invalidField } from "../proofs.ts";

interface Confirmation {
  readonly token: string;
  readonly password?: string | undefined;
  /** The cookie of a browser that signed up. */
  readonly browser: string | null;
  /** Where a session may begin; null for programs, which are given none. */
  readonly entrance: Omit<SignInOrigin, "by"> | null;
}

interface Confirmed {
  readonly email: string;
  /** True in the browser that signed up: the person there typed the password and reads the mail. */
  readonly signedIn: SignedInAccount | null;
}

interface Chosen {
  readonly password: string;
  readonly hashed: string;
}

/** Confirms the address the secret was mailed to, the account's first or another one; only a new account's browser is signed in. */
export async function confirmEmail(
  { db, jobs, allowances }: AccountParts,
  actor: Actor,
  { token, password, browser, entrance }: Confirmation,
): Promise<Confirmed> {
  await allowances.take("secretAddress", actor.address);
  // Before the transaction: hashing takes longer than a row should stay locked.
  const chosen = password === undefined ? null : { password, hashed: await hashPassword(password) };
  try {
    return await db.transaction().execute(async (transaction) => {
      const spent = await useMailedSecret(transaction, token, ["confirm_email", "change_email"]);
      if (spent.email === null) return confirm(transaction, actor, spent, { chosen, browser, entrance });
      await changeEmail(transaction, jobs, actor, spent.account, spent.email);
      return { email: spent.email, signedIn: null };
    });
  } catch (error) {
    // Another account took the address at the same moment.
    throw isDuplicate(error) ? addressTaken() : error;
  }
}

/**
 * Opens an account for the reader of its mail. Others may have signed up with the address before, so the password of a
 * sign-up counts only in the browser that signed up; in any other browser the password is chosen when the link is opened.
 */
async function confirm(
  transaction: Transaction<Schema>,
  actor: Actor,
  { account, signUp }: UsedSecret,
  { chosen, browser, entrance }: { readonly chosen: Chosen | null } & Pick<Confirmation, "browser" | "entrance">,
): Promise<Confirmed> {
  const found = await transaction
    .selectFrom("account")
    .select(["id", "email", "name", "role", "status", "totp_confirmed_at"])
    .where("id", "=", account)
    .where(notInTrash("account"))
    .forNoKeyUpdate()
    .executeTakeFirst();
  // A blocked account stays blocked, and one that is active was confirmed by other means.
  if (found?.status !== "pending_confirmation") throw invalidLink();
  const kept = await transaction
    .selectFrom("sign_up")
    .select(["name", "password_hash", "browser_hash"])
    .where("id", "=", signUp ?? "")
    .executeTakeFirst();
  const same = browser !== null && kept?.browser_hash?.equals(hashOf(browser)) === true;
  const password_hash = chosen?.hashed ?? (same ? kept.password_hash : null);
  // Refused: the transaction is rolled back and the link still works.
  if (password_hash === null) throw invalidField("password", "Choose a password for the account.");
  const refused = chosen === null ? null : passwordRefusal(chosen.password, found.email);
  if (refused !== null) throw invalidField("password", refused);
  await transaction
    .updateTable("account")
    .set({
      status: "active",
      password_hash,
      ...(kept === undefined ? {} : { name: kept.name }),
      updated_at: new Date(),
    })
    .where("id", "=", account)
    .execute();
  await endAccess(transaction, account, "email-confirmed");
  await record(transaction, { action: "email-confirmed", account, actor });
  const { email } = found;
  if (!same || entrance === null || found.totp_confirmed_at !== null) return { email, signedIn: null };
  const proved = { ...found, name: kept.name };
  return { email, signedIn: await completeSignIn(transaction, actor, proved, { ...entrance, by: "sign-up" }) };
}
