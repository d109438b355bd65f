import type { Minute } from "./types.ts";

/** A stretch of the trading day; both minutes are bars named by their start, both included. */
interface SessionRow {
  readonly name: string;
  readonly start: Minute;
  readonly end: Minute;
  /** Other words that are read. */
  readonly words: readonly string[];
}

const SESSION_ROWS = [
  { name: "premarket", start: 240, end: 569, words: ["pre-market", "pre market"] },
  {
    name: "regular",
    start: 570,
    end: 959,
    words: ["regular session", "regular hours", "regular trading hours", "market hours"],
  },
  {
    name: "after hours",
    start: 960,
    end: 1199,
    words: ["after-hours", "afterhours", "postmarket", "post-market", "post market"],
  },
  { name: "morning", start: 570, end: 719, words: [] },
  { name: "afternoon", start: 720, end: 959, words: [] },
] as const satisfies readonly SessionRow[];

export interface NamedSession extends SessionRow {
  readonly name: (typeof SESSION_ROWS)[number]["name"];
}

/**
 * The named trading sessions. A window that equals one of them follows the calendar on a
 * half day: `regular` and `afternoon` end with the session, `after hours` starts with its close.
 */
export const NAMED_SESSIONS: readonly NamedSession[] = SESSION_ROWS;

export const EXTENDED_OPEN: Minute = 240;
export const REGULAR_OPEN: Minute = 570;
export const REGULAR_CLOSE: Minute = 960;
/** Start of the last minute bar of a day, 19:59. */
export const LAST_MINUTE: Minute = 1199;

/**
 * The clock window a pair of times stands for on a day whose regular session closes at `close`.
 * Equal to a named session: follows the calendar; else clock time as written. May be empty (end < start), for example
 * the afternoon of a day that closes at 12:00.
 */
export function windowOn(start: Minute, end: Minute, close: Minute): { start: Minute; end: Minute } {
  const named = NAMED_SESSIONS.find((s) => s.start === start && s.end === end)?.name;
  switch (named) {
    case "regular":
    case "afternoon":
      return { start, end: close - 1 };
    case "morning":
      return { start, end: Math.min(end, close - 1) };
    case "after hours":
      return { start: close, end };
    case "premarket":
    case undefined:
      return { start, end };
  }
}

/** 570 as `09:30`. */
export function clock(minute: Minute): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}
