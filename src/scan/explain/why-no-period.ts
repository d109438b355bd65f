import { periodGroup } from "../../formula/index.ts";
import type { DataPoint } from "../../formula/index.ts";
import { periodSessions } from "../../market/index.ts";
import { barsAhead, minimumBars, periodOfGroup } from "../../vocabulary/index.ts";
import type { History } from "./history.ts";
import { reason, type Reason } from "./reasons.ts";
import { recipeOf } from "./recipe-of.ts";
import { whyNoDays } from "./why-no-days.ts";

type PeriodIndicator = Extract<DataPoint, { group: "period-indicator" }>;

/** The sessions that make a bar of a week or month, seen from a session. */
export function spanOfPeriod(
  point: Extract<DataPoint, { offset: number }>,
  session: number,
): { readonly from: number; readonly to: number } | null {
  const span = periodSessions(periodOfGroup(periodGroup(point)).name, session, point.offset);
  return span && "soFar" in point && point.soFar ? { from: span.from, to: session } : span;
}

/** Weeks or months with a bar, all of them in the market's data, up to one. */
export function periodsUpTo(
  point: Extract<DataPoint, { group: "period-indicator" }>,
  last: number,
  history: History,
): readonly { readonly from: number; readonly to: number }[] {
  const spans = new Map<number, { readonly from: number; readonly to: number }>();
  for (const session of history.pricedUpTo(last)) {
    const span = periodSessions(periodOfGroup(point.bars).name, session);
    if (span && history.within(span.from) && history.within(span.to)) spans.set(span.from, span);
  }
  return [...spans.values()];
}

/** Why a week or month has no bar. */
export function whyNoPeriod(point: Extract<DataPoint, { offset: number }>, session: number, history: History): Reason {
  const span = spanOfPeriod(point, session) ?? { from: session, to: session };
  const days = { from: span.from - session, to: span.to - session };
  return whyNoDays(
    { group: "daily-range", func: "first", field: "field" in point ? point.field : "close", days, basis: point.basis },
    session,
    history,
  );
}

/** Why an indicator on weeks or months has no value. */
export function whyNoPeriodIndicator(point: PeriodIndicator, session: number, history: History): Reason {
  const span = spanOfPeriod(point, session);
  if (span === null || !history.within(span.from) || !history.within(span.to) || !history.within(session))
    return whyNoPeriod(point, session, history);
  if (!history.pricedUpTo(span.to).some((day) => day >= span.from)) return whyNoPeriod(point, session, history);
  const recipe = recipeOf(point);
  const [needs, ahead] = recipe ? [minimumBars(recipe), barsAhead(recipe)] : [1, 0];
  const has = periodsUpTo(point, span.to, history).length;
  if (has < needs) return reason("too-few-bars", { has, needs });
  const after = periodsUpTo(point, history.lastBar, history).length - has;
  return after < ahead
    ? reason("too-few-bars-after", { has: after, needs: ahead })
    : reason("indicator-undefined", { bars: has });
}
