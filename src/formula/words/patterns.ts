import type { PeriodGroup } from "../../vocabulary/index.ts";
import type { Day, DayRange } from "../tree.ts";

/**
 * Phrases with a number in them, each one token. `canonical` and `accepted` are examples, for the reference; `match`
 * reads one at the beginning of a text whose comments are blanks.
 */
export interface NumberPattern<Value> {
  readonly canonical: string;
  readonly accepted: readonly string[];
  readonly match: (text: string) => (Value & { readonly length: number }) | null;
}

const UNIT = String.raw`(?:trading\s+)?(?:days?|sessions?)`;

const within = (source: string): RegExp => new RegExp(`^${source}(?![\\p{L}\\d_])`, "iu");

const AGO = within(String.raw`(\d{1,9})[\s-]+${UNIT}\s+(ago|back|earlier)`);
const LATER = within(String.raw`(?:(\d{1,9})[\s-]+${UNIT}\s+(?:later|ahead|from\s+now)|in\s+(\d{1,9})\s+${UNIT})`);
const REFUSED = within(String.raw`(\d{1,9})[\s-]+${UNIT}\s+(before|prior|previously|after|afterwards|hence)`);
const LAST = within(
  String.raw`(?:(?:of|over|in|during|for|within)\s+)?(?:the\s+)?(last|past|previous|prior)\s+(\d{1,9})\s+${UNIT}`,
);
const MINUTE = String.raw`[\s-]*(?:minutes?|mins?)`;
const BARS = within(
  String.raw`(?:on|of|in)\s+(?:the\s+)?(?:(\d{1,9})${MINUTE}|(?:1|one)[\s-]*hour|hourly)\s+(?:bars?|candles?|chart)`,
);
const MINUTES = within(String.raw`(\d{1,9})${MINUTE}`);
const DAYS = within(String.raw`(\d{1,9})[\s-]+${UNIT}`);

const signed = (value: number, sign: -1 | 1): Day => (value === 0 ? 0 : sign * value);

/** One day: `5 days ago`. `refused` where the words are understood and not those of the language. */
export const DAY: NumberPattern<{ readonly day: Day; readonly refused: boolean }> = {
  canonical: "5 days ago",
  accepted: ["5 sessions ago", "5 trading days ago", "5 days back", "5 days earlier", "2 days later", "in 2 days"],
  match: (text) => {
    const ago = AGO.exec(text);
    if (ago) return { day: signed(Number(ago[1]), -1), refused: false, length: ago[0].length };
    const later = LATER.exec(text);
    if (later) return { day: signed(Number(later[1] ?? later[2]), 1), refused: false, length: later[0].length };
    const other = REFUSED.exec(text);
    if (!other) return null;
    const sign = /^(?:after|hence)/i.test(other[2] ?? "") ? 1 : -1;
    return { day: signed(Number(other[1]), sign), refused: true, length: other[0].length };
  },
};

const PERIODS = within(String.raw`(\d{1,9})[\s-]+(week|month)s?\s+(ago|back|earlier|later|ahead)`);

/** A week or month, counted from that of the row's day: `2 weeks ago`. */
export const PERIODS_AWAY: NumberPattern<{ readonly group: PeriodGroup; readonly offset: number }> = {
  canonical: "2 weeks ago",
  accepted: ["2 weeks back", "2 weeks earlier", "1 month later", "1 month ahead"],
  match: (text) => {
    const found = PERIODS.exec(text);
    if (!found) return null;
    const sign = /^(?:later|ahead)/i.test(found[3] ?? "") ? 1 : -1;
    const group = /^w/i.test(found[2] ?? "") ? "weekly" : "monthly";
    return { group, offset: signed(Number(found[1]), sign), length: found[0].length };
  },
};

/** A range that ends today (`last`, `past`) or the session before (`previous`, `prior`). */
export const LAST_DAYS: NumberPattern<{ readonly days: DayRange }> = {
  canonical: "from 9 days ago to today",
  accepted: ["of the last 10 days", "over the last 10 days", "of the previous 10 days", "last 10 sessions"],
  match: (text) => {
    const found = LAST.exec(text);
    if (!found) return null;
    const to = /^p(?:revious|rior)/i.test(found[1] ?? "") ? -1 : 0;
    const count = Number(found[2]);
    // No days at all: a range that goes backwards, which the checks refuse.
    return { days: { from: signed(count - 1, -1) + to, to }, length: found[0].length };
  },
};

/** Bars of so many minutes, behind an indicator. */
export const BAR_SIZE: NumberPattern<{ readonly minutes: number }> = {
  canonical: "on 5 minute bars",
  accepted: ["on 5-minute bars", "on 5 min bars", "on hourly bars"],
  match: (text) => {
    const found = BARS.exec(text);
    return found ? { minutes: Number(found[1] ?? 60), length: found[0].length } : null;
  },
};

/** Bars of so many minutes, in front of an indicator. */
export const MINUTE_COUNT: NumberPattern<{ readonly minutes: number }> = {
  canonical: "on 5 minute bars",
  accepted: ["5 minute EMA(200)", "5min EMA(200)"],
  match: (text) => {
    const found = MINUTES.exec(text);
    return found ? { minutes: Number(found[1]), length: found[0].length } : null;
  },
};

/** The first parameter of an indicator, or how many days a function looks at, in front of either. */
export const DAY_COUNT: NumberPattern<{ readonly count: number }> = {
  canonical: "EMA(20)",
  accepted: ["20 day EMA", "20-day EMA", "20 day average volume"],
  match: (text) => {
    const found = DAYS.exec(text);
    return found ? { count: Number(found[1]), length: found[0].length } : null;
  },
};

/** A hyphenated name that ends in a quarter: a statement item, listed or not. */
export const STATEMENT: NumberPattern<object> = {
  canonical: "total-revenue-1q",
  accepted: ["total revenue 1Q", "revenue-1q"],
  match: (text) => {
    const found = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*-[1-9]\d?q(?![-\p{L}\d_])/iu.exec(text);
    return found && { length: found[0].length };
  },
};
