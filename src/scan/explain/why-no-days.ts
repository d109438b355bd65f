import type { DataPoint } from "../../formula/index.ts";
import type { History } from "./history.ts";
import { reason, type Reason } from "./reasons.ts";

/** Days of which the market has no data. */
export function outside(from: number, to: number, history: History): Reason {
  const { firstSession, lastSession } = history.market;
  return reason("outside-data", {
    from: history.date(from),
    to: history.date(to),
    first: history.date(firstSession ?? 0),
    last: history.date(lastSession ?? 0),
  });
}

/** Why a range of another security's days has no value. */
export function whyNoDays(
  { days, field }: Extract<DataPoint, { group: "daily-range" | "daily-at" }>,
  session: number,
  history: History,
): Reason {
  const [from, to] = [session + days.from, session + days.to];
  if (!history.within(from) || !history.within(to)) return outside(from, to, history);
  const bars = history.barsWithin(from, to);
  const [last] = bars.slice(-1);
  return last === undefined
    ? reason("empty-range", { from: history.date(from), to: history.date(to), sessions: to - from + 1, bars: 0 })
    : reason("field-missing", { field, date: history.date(last) });
}
