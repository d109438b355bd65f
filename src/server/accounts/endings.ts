import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Action } from "../audit.ts";
import { endSessions } from "../auth/sessions.ts";
import { own } from "../db/index.ts";
import type { Schema } from "../db/index.ts";

/** What of the ways into an account an event ends. */
interface Ends {
  /** `others` leaves the session that calls, `as somebody` ends those in which an admin uses the app as somebody. */
  readonly sessions: "all" | "others" | "as somebody" | "none";
  /** Mailed links that were not opened yet, of every kind, and sign-ups that wait for one. */
  readonly links: boolean;
  /** Another address that was asked for and waits for its confirmation. */
  readonly emailChange: boolean;
  /** Sign-ins with Google that wait for the password or the code. */
  readonly signIns: boolean;
  /** Downloads that wait to be fetched. */
  readonly tickets: boolean;
  /** Browsers that have signed in before. */
  readonly devices: boolean;
  /** API tokens: whoever calls is asked, or they stay. Of an account that is not active they open nothing. */
  readonly tokens: "asked" | "stay";
}

const EVERYTHING = {
  sessions: "all",
  links: true,
  emailChange: true,
  signIns: true,
  tickets: true,
  devices: true,
  tokens: "stay",
} as const;
const NOTHING = {
  sessions: "none",
  links: false,
  emailChange: false,
  signIns: false,
  tickets: false,
  devices: false,
  tokens: "stay",
} as const;

/** Every event that changes who may open an account, and what it ends: the one place that says so. */
export const ENDINGS = {
  "email-confirmed": { ...EVERYTHING, sessions: "none" },
  "password-reset": { ...EVERYTHING, tokens: "asked" },
  "password-changed": { ...EVERYTHING, sessions: "others", tokens: "asked" },
  "email-change-asked": NOTHING,
  "email-changed": EVERYTHING,
  "second-factor-on": { ...EVERYTHING, sessions: "others" },
  "second-factor-off": { ...NOTHING, sessions: "as somebody", signIns: true },
  /** Blocked. */
  "status-changed": EVERYTHING,
  /** Taken away. */
  "role-changed": EVERYTHING,
  "account-deleted": EVERYTHING,
} as const satisfies Partial<Record<Action, Ends>>;

export interface Ended {
  readonly sessions: number;
  readonly tokens: number;
}

/** Ends what the event ends; `but` is the session that calls, `tokens` whether its caller asked to revoke them. */
export async function endAccess(
  transaction: Transaction<Schema>,
  account: string,
  event: keyof typeof ENDINGS,
  { but = null, tokens = false }: { readonly but?: string | null; readonly tokens?: boolean } = {},
): Promise<Ended> {
  const ends: Ends = ENDINGS[event];
  if (ends.links) {
    await transaction
      .deleteFrom("mailed_secret")
      .where(own("mailed_secret", account))
      .where("used_at", "is", null)
      .execute();
    await transaction.deleteFrom("sign_up").where(own("sign_up", account)).execute();
  }
  if (ends.emailChange) {
    await transaction
      .updateTable("account")
      .set({ new_email: null, new_email_at: null })
      .where("id", "=", account)
      .execute();
  }
  if (ends.signIns) await transaction.deleteFrom("pending_sign_in").where(own("pending_sign_in", account)).execute();
  if (ends.tickets) await transaction.deleteFrom("download_ticket").where(own("download_ticket", account)).execute();
  if (ends.devices) await transaction.deleteFrom("known_device").where(own("known_device", account)).execute();
  return {
    sessions: await sessionsEnded(transaction, account, ends.sessions, but),
    tokens: ends.tokens === "asked" && tokens ? await revokeAll(transaction, account) : 0,
  };
}

async function sessionsEnded(
  transaction: Transaction<Schema>,
  account: string,
  which: Ends["sessions"],
  but: string | null,
): Promise<number> {
  switch (which) {
    case "all":
      return endSessions(transaction, account);
    case "others":
      return endSessions(transaction, account, but);
    case "as somebody": {
      const { numDeletedRows } = await transaction
        .deleteFrom("session")
        .where("actor_id", "=", account)
        .executeTakeFirst();
      return Number(numDeletedRows);
    }
    case "none":
      return 0;
    default:
      return which satisfies never;
  }
}

async function revokeAll(transaction: Transaction<Schema>, account: string): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable("api_token")
    .set({ revoked_at: sql`now()` })
    .where(own("api_token", account))
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
