import { clock, NAMED_SESSIONS, REGULAR_CLOSE } from "../vocabulary/index.ts";
import type { Minute } from "../vocabulary/index.ts";
import type { Day } from "./tree.ts";

/**
 * When a value became public, relative to the row's day. `close` is the end of the regular session, which half days move;
 * a number is clock time, 1440 the end of the day.
 */
export interface KnownAt {
  readonly day: Day;
  readonly minute: Minute | "close";
}

const minutes = ({ minute }: KnownAt): number => (minute === "close" ? REGULAR_CLOSE : minute);

/** Negative where `a` comes first. The close counts as 16:00. */
export const compareKnownAt = (a: KnownAt, b: KnownAt): number => a.day - b.day || minutes(a) - minutes(b);

/** The later of two; null is a constant, known always. */
export function later(a: KnownAt | null, b: KnownAt | null): KnownAt | null {
  if (a === null || b === null) return a ?? b;
  return compareKnownAt(a, b) >= 0 ? a : b;
}

export const onDay = (known: KnownAt | null, shift: Day): KnownAt | null =>
  known && { day: known.day + shift, minute: known.minute };

/** Known once the bar that starts at `end` is complete; windows that follow the calendar end with the session. */
export function afterWindow(day: Day, start: Minute, end: Minute): KnownAt {
  const named = NAMED_SESSIONS.find((session) => session.start === start && session.end === end)?.name;
  return { day, minute: named === "regular" || named === "afternoon" ? "close" : end + 1 };
}

/** Only after the close of the row's day: what a column tags *Outcome*. */
export const isOutcome = (known: KnownAt | null): boolean =>
  known !== null && compareKnownAt(known, { day: 0, minute: "close" }) > 0;

/** As a sentence goes on after "known": `before the open`, `at 09:30`, `at the close`, `1 day later at the close`. */
export function knownAtText({ day, minute }: KnownAt): string {
  const time = minute === "close" ? "at the close" : minute === 0 ? "before the open" : `at ${clock(minute)}`;
  return day === 0 ? time : `${daysText(day)} ${time}`;
}

const daysText = (day: Day): string =>
  `${Math.abs(day) === 1 ? "1 day" : `${Math.abs(day)} days`} ${day > 0 ? "later" : "ago"}`;

/** `09:30`, `close`, `1 day later, close`, `2 days ago, 16:30`. */
export function knownAtLabel({ day, minute }: KnownAt): string {
  const time = minute === "close" ? "close" : clock(minute);
  return day === 0 ? time : `${daysText(day)}, ${time}`;
}
