import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { SecurityAction } from "../../vocabulary/index.ts";
import { endSessions } from "../auth/sessions.ts";
import { own } from "../db/index.ts";
import type { Schema } from "../db/index.ts";

/** The means of access to an account that an event ends. */
interface EndedAccess {
  /** `others` keeps the calling session, `as somebody` ends those in which an admin uses the app as another user. */
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
  /** API tokens: the caller chooses, or they stay. They do not work for an account that is not active. */
  readonly tokens: "asked" | "stay";
}

const ALL_ACCESS = {
  sessions: "all",
  links: true,
  emailChange: true,
  signIns: true,
  tickets: true,
  devices: true,
  tokens: "stay",
} as const;
const NO_ACCESS = {
  sessions: "none",
  links: false,
  emailChange: false,
  signIns: false,
  tickets: false,
  devices: false,
  tokens: "stay",
} as const;

/** Every event that changes who has access to an account, and what it ends: the only place that decides this. */
export const ENDED_BY_EVENT = {
  "email-confirmed": { ...ALL_ACCESS, sessions: "none" },
  "password-reset": { ...ALL_ACCESS, tokens: "asked" },
  "password-changed": { ...ALL_ACCESS, sessions: "others", tokens: "asked" },
  "email-change-asked": NO_ACCESS,
  "email-changed": ALL_ACCESS,
  "second-factor-on": { ...ALL_ACCESS, sessions: "others" },
  "second-factor-off": { ...NO_ACCESS, sessions: "as somebody", signIns: true },
  /** Blocked. */
  "status-changed": ALL_ACCESS,
  /** Taken away. */
  "role-changed": ALL_ACCESS,
  "account-deleted": ALL_ACCESS,
} as const satisfies Partial<Record<SecurityAction, EndedAccess>>;

interface EndedCounts {
  readonly sessions: number;
  readonly tokens: number;
}

/** Ends the event's means of access, except the session that calls; `tokens` says whether the caller chose to revoke them. */
export async function endAccess(
  transaction: Transaction<Schema>,
  account: string,
  event: keyof typeof ENDED_BY_EVENT,
  { except = null, tokens = false }: { readonly except?: string | null; readonly tokens?: boolean } = {},
): Promise<EndedCounts> {
  const ends: EndedAccess = ENDED_BY_EVENT[event];
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
    sessions: await sessionsEnded(transaction, account, ends.sessions, except),
    tokens: ends.tokens === "asked" && tokens ? await revokeAll(transaction, account) : 0,
  };
}

async function sessionsEnded(
  transaction: Transaction<Schema>,
  account: string,
  which: EndedAccess["sessions"],
  except: string | null,
): Promise<number> {
  switch (which) {
    case "all":
      return endSessions(transaction, account);
    case "others":
      return endSessions(transaction, account, except);
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
