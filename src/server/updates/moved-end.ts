import { SESSIONS, sessionFrom } from "../../market/index.ts";

/** Date of the last session on or before a date; null before the calendar. */
function sessionUpTo(date: string): string | null {
  const next = sessionFrom(date);
  if (next === null) return SESSIONS.at(-1)?.date ?? null;
  return next.date === date ? date : (SESSIONS[next.session - 1]?.date ?? null);
}

/**
 * The last day of a request for data up to `now` when it was last run on data up to `seen`: a request that ended with the
 * data then (on its last session, or on a closed day right after it) ends with the data now; any other keeps its end.
 */
export function movedEnd(end: string, seen: string, now: string): string {
  return sessionUpTo(end) === seen && end < now ? now : end;
}

/** A request as it was sent, with another last day. */
export function withEnd(source: unknown, end: string): unknown {
  if (!isObject(source) || !isObject(source["Date_Range"])) return source;
  return { ...source, Date_Range: { ...source["Date_Range"], end_date: end } };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
