import type { Page } from "playwright";

/** Who looks: not signed in, an account that has just begun, the demo account with its requests, an administrator. */
export type Viewer = "nobody" | "new" | "demo" | "admin";

/** What the addresses of a made product need. */
export interface Ids {
  /** A finished run with rows, one with an outcome, one without any rows, and an account to look at. */
  readonly run: string;
  readonly studied: string;
  /** The chart of one of its rows, which has a trade. */
  readonly traded: string;
  /** Has parameters and days that are held out. */
  readonly swept: string;
  readonly empty: string;
  /** With an outcome, but of one day alone. */
  readonly oneDay: string;
  readonly account: string;
  readonly symbol: string;
  /** Address of the page of mails that were not sent, with its key. */
  readonly outbox: string;
}

/**
 * Calls of the screen are left without an answer, or answered with a failure of the server, the session stays; nobody
 * answers at all; or the session is none any more.
 */
export type Calls = "answered" | "held" | "failed" | "away" | "ended";

/** A screen in a state. */
export interface Picture {
  /** Path of `SCREENS`, or `*` for an address that is none. */
  readonly screen: string;
  /** `full`, `empty`, `loading`, `error`, `no rights`, or what is open on it. */
  readonly state: string;
  readonly viewer: Viewer;
  readonly address: (ids: Ids) => string;
  readonly calls?: Calls;
  /** Imports a market of its own first, which only the product of the screenshots has at hand. */
  readonly imports?: true;
  /** Is looked at only: stories of its own reach it, so the widths of it are not measured again. */
  readonly seenElsewhere?: true;
  /** Brings it into the state; the page is there. */
  readonly act?: (page: Page, ids: Ids) => Promise<unknown>;
}
