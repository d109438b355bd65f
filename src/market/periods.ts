import { DAY_MS, type Period } from "../vocabulary/index.ts";
import { SESSIONS } from "./calendar.ts";

/** Number of the period that a date lies in, one more for the next; a week begins on Monday. */
function periodNumber(period: Period, date: string): number {
  if (period === "month") return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  // The first of January 1970 was a Thursday.
  return Math.floor((Date.parse(date) / DAY_MS + 3) / 7);
}

type Spans = ReadonlyMap<number, { readonly from: number; readonly to: number }>;

function spansOf(period: Period): Spans {
  const spans = new Map<number, { from: number; to: number }>();
  for (const { session, date } of SESSIONS) {
    const number = periodNumber(period, date);
    const known = spans.get(number);
    if (known) known.to = session;
    else spans.set(number, { from: session, to: session });
  }
  return spans;
}

const known = new Map<Period, Spans>();

/** First and last session of the period so many from that of a session; null outside the calendar. */
export function periodSessions(
  period: Period,
  session: number,
  offset = 0,
): { readonly from: number; readonly to: number } | null {
  const date = SESSIONS[session]?.date;
  if (date === undefined) return null;
  const spans = known.get(period) ?? spansOf(period);
  known.set(period, spans);
  return spans.get(periodNumber(period, date) + offset) ?? null;
}
