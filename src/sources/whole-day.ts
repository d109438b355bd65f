import { sessionOf, SESSIONS } from "../market/index.ts";
import type { Session } from "../market/index.ts";
import { DAY_MS, inNewYork } from "../vocabulary/index.ts";

/** Minutes of extended trading after the close, on half days too: to 20:00 or 17:00 in New York. */
const EXTENDED_MINUTES = 240;
/** When a day without a session is over. */
const DAY_ENDS_AT = 20 * 60;
const MINUTE_MS = 60_000;

/** The last day that is over in New York, extended trading included: never a half day as a day. */
export function lastWholeDay(now: Date): string {
  const { date, minute } = inNewYork(now);
  const session = sessionOf(date);
  const end = session === null ? DAY_ENDS_AT : session.close + EXTENDED_MINUTES;
  return minute >= end ? date : new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);
}

/** The last session that is over; null before the calendar begins. */
export function lastWholeSession(now: Date): Session | null {
  const day = lastWholeDay(now);
  return SESSIONS.findLast(({ date }) => date <= day) ?? null;
}

/** When a session is over, extended trading included. */
export function sessionEnd({ date, close }: Session): Date {
  const minute = close + EXTENDED_MINUTES;
  // New York is four or five hours behind UTC.
  const inSummer = new Date(Date.parse(`${date}T00:00:00Z`) + (minute + 240) * MINUTE_MS);
  return inNewYork(inSummer).minute === minute ? inSummer : new Date(inSummer.getTime() + 60 * MINUTE_MS);
}
