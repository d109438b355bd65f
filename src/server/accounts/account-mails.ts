import type { Db } from "../db/index.ts";
import type { JobData } from "../jobs/job-kinds.ts";
import type { Mail } from "../mail/mailer.ts";
import { newSecret } from "../auth/secrets.ts";

type Kind = JobData<"account-mail">["mail"];

const HOUR = 3_600_000;
const CONFIRM_HOURS = 48;
const RESET_HOURS = 1;

/**
 * The mail as it is to be sent now, its secret made here and kept as a hash only; null where there is nothing to say any
 * more. Links carry the secret behind #, which browsers send to nobody.
 */
export async function accountMail(db: Db, account: string, kind: Kind, publicUrl: string): Promise<Mail | null> {
  const found = await db
    .selectFrom("account")
    .select(["email", "name", "status"])
    .where("id", "=", account)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { email: to, name, status } = found;
  const link = async (purpose: "confirm_email" | "reset_password", path: string, hours: number): Promise<string> => {
    const secret = newSecret();
    await db
      .insertInto("mailed_secret")
      .values({
        secret_hash: secret.hash,
        account_id: account,
        purpose,
        expires_at: new Date(Date.now() + hours * HOUR),
      })
      .execute();
    return `${publicUrl}${path}#token=${secret.text}`;
  };
  switch (kind) {
    case "confirm_email": {
      if (status !== "pending_confirmation") return null;
      const address = await link("confirm_email", "/confirm-email", CONFIRM_HOURS);
      return {
        to,
        subject: "Confirm your e-mail address",
        text: `Hello ${name},\n\nopen this link to confirm your e-mail address and start using Scanbook. It works for two days.\n\n${address}\n\nIf you did not sign up, ignore this mail.\n`,
      };
    }
    case "reset_password": {
      if (status === "blocked") return null;
      const address = await link("reset_password", "/reset-password", RESET_HOURS);
      return {
        to,
        subject: "Choose a new password",
        text: `Hello ${name},\n\nopen this link to choose a new password. It works once and for one hour.\n\n${address}\n\nIf you did not ask for it, ignore this mail; your password stays as it is.\n`,
      };
    }
    case "already_registered":
      return {
        to,
        subject: "You already have an account",
        text: `Hello ${name},\n\nsomebody, probably you, tried to sign up with this address. You already have an account:\n\n${publicUrl}/login\n\nIf you forgot the password:\n\n${publicUrl}/forgot-password\n`,
      };
    case "updates_paused":
      if (status !== "active") return null;
      return {
        to,
        subject: "Daily updates are paused",
        text: `Hello ${name},\n\nyour subscription has no daily updates any more, so your data requests are no longer re-run by themselves. Their results stay, and you can run them yourself at any time. The requests keep their switch: with a subscription that has daily updates they go on.\n\n${publicUrl}/subscriptions\n`,
      };
    default:
      return kind satisfies never;
  }
}
