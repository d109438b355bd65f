import { HOUR_MS } from "../../../vocabulary/index.ts";
import { notInTrash } from "../../db/index.ts";
import type { Db, MailedSecretTable } from "../../db/index.ts";
import type { JobData } from "../../jobs/job-kinds.ts";
import { greeting } from "../../mail/mail-text.ts";
import type { Mail } from "../../mail/mailer.ts";
import { newSecret } from "../../auth/secrets.ts";

export const CONFIRM_HOURS = 48;
const RESET_HOURS = 1;
const EMAIL_CHANGE_HOURS = 24;
/** How long the confirmation of another address may take. */
export const EMAIL_CHANGE_MS = EMAIL_CHANGE_HOURS * HOUR_MS;

/**
 * The mail to send now, its secret made here and stored only as a hash; null where there is nothing left to say.
 * Links carry the secret behind #, which browsers do not send to any server.
 */
export async function accountMail(
  db: Db,
  { account, mail: kind, to: other, sign_up }: JobData<"account-mail">,
  publicUrl: string,
): Promise<Mail | null> {
  const found = await db
    .selectFrom("account")
    .select(["email", "name", "status", "new_email"])
    .where("id", "=", account)
    .where(notInTrash("account"))
    .executeTakeFirst();
  if (found === undefined) return null;
  const { email: to, status, new_email: wanted } = found;
  const hello = greeting(found.name);
  const link = async (
    purpose: MailedSecretTable["purpose"],
    path: string,
    hours: number,
    what: { readonly email?: string; readonly sign_up_id?: string } = {},
  ): Promise<string> => {
    const secret = newSecret();
    await db
      .insertInto("mailed_secret")
      .values({
        secret_hash: secret.hash,
        account_id: account,
        purpose,
        ...what,
        expires_at: new Date(Date.now() + hours * HOUR_MS),
      })
      .execute();
    return `${publicUrl}${path}#token=${secret.text}`;
  };
  switch (kind) {
    case "confirm_email": {
      if (status !== "pending_confirmation") return null;
      const of = sign_up === undefined ? undefined : await signUpOf(db, sign_up);
      const address = await link("confirm_email", "/confirm-email", CONFIRM_HOURS, of && { sign_up_id: of.id });
      // No name: the reader may not be the person who signed up.
      return {
        to,
        subject: "Confirm your e-mail address",
        text: `${greeting("")}open this link to confirm your e-mail address and start using Scanbook. It works for two days.\n\n${address}\n\nIf you did not sign up, ignore this e-mail.\n`,
      };
    }
    case "reset_password": {
      if (status === "blocked") return null;
      const address = await link("reset_password", "/reset-password", RESET_HOURS);
      return {
        to,
        subject: "Choose a new password",
        text: `${status === "active" ? hello : greeting("")}open this link to choose a new password. It works once and for one hour.\n\n${address}\n\nIf you did not ask for this, ignore this e-mail; your password stays as it is.\n`,
      };
    }
    case "already_registered":
      return {
        to,
        subject: "You already have an account",
        text: `${hello}someone, probably you, tried to sign up with this address. You already have an account:\n\n${publicUrl}/login\n\nIf you forgot the password:\n\n${publicUrl}/forgot-password\n`,
      };
    case "updates_paused":
      if (status !== "active") return null;
      return {
        to,
        subject: "Daily updates are paused",
        text: `${hello}your subscription has no daily updates any more, so your data requests are no longer re-run by themselves. Their results stay, and you can run them yourself at any time. The requests keep their switch: with a subscription that has daily updates they go on.\n\n${publicUrl}/subscriptions\n`,
      };
    case "email_change_asked":
      if (status !== "active" || wanted === null) return null;
      return {
        to,
        subject: "A change of your e-mail address was requested",
        text: `${hello}someone, probably you, asked to change the e-mail address of your account to ${wanted}. It changes once the link that was mailed there is opened.\n\nIf it was not you, someone is signed in as you and knows your password. Choose another one, which ends all other sessions and what was asked for:\n\n${publicUrl}/user-profile/settings?part=sign-in\n`,
      };
    case "confirm_new_email": {
      if (status !== "active" || wanted === null) return null;
      if (await hasAccount(db, wanted)) {
        return {
          to: wanted,
          subject: "This address has an account already",
          text: `${greeting("")}someone, probably you, asked to use this address for another account. It already has an account, so nothing has changed:\n\n${publicUrl}/login\n`,
        };
      }
      const address = await link("change_email", "/confirm-email?another", EMAIL_CHANGE_HOURS, { email: wanted });
      return {
        to: wanted,
        subject: "Confirm your new e-mail address",
        // No name: the reader may not be the person who asked.
        text: `${greeting("")}open this link to use this e-mail address for your account. It works once and for one day; after that, sign in with this address.\n\n${address}\n\nIf you did not ask for this, ignore this e-mail.\n`,
      };
    }
    case "email_changed":
      if (other === undefined) return null;
      return {
        to: other,
        subject: "Your e-mail address was changed",
        text: `${hello}the e-mail address of your account is ${to} from now on. Mails go there, and you sign in with it; this address no longer has an account.\n\nIf it was not you, contact whoever runs this server at once.\n`,
      };
    default:
      return kind satisfies never;
  }
}

const signUpOf = async (db: Db, id: string) =>
  db.selectFrom("sign_up").select("id").where("id", "=", id).executeTakeFirst();

const hasAccount = async (db: Db, email: string): Promise<boolean> =>
  (await db
    .selectFrom("account")
    .select("id")
    .where("email", "=", email)
    .where(notInTrash("account"))
    .executeTakeFirst()) !== undefined;
