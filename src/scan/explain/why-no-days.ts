import type { DataPoint } from "../../formula/index.ts";
import type { TwoSeriesCall } from "../../vocabulary/index.ts";
import { literalAt } from "../plan/arguments.ts";
import type { History } from "./history.ts";
import { asOwn, type NullContext } from "./null-context.ts";
import type { Part } from "./parts.ts";
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

/** Why a function of two series has no value; null where it is because one of its parts has none. */
export function whyNoPairs(name: TwoSeriesCall, { node, day, parts }: Part, context: NullContext): Reason | null {
  const { history } = context;
  const session = context.session + day;
  const days = node.kind === "call" ? literalAt(node.args, 0) : 0;
  const from = session - (name === "relative_strength" ? days : days - 1);
  if (!history.within(from) || !history.within(session)) return outside(from, session, history);
  const other = parts[1]?.node;
  const unknown = other?.kind === "data" && asOwn(other.point, context) === null;
  if (unknown || name === "relative_strength") return null;
  return reason("few-pairs", { from: history.date(from), to: history.date(session), days });
}
