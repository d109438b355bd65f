import {
  type Adjusted,
  barsAhead,
  inputFields,
  periodOfGroup,
  periodReach,
  type BarField,
  type Period,
  type PeriodGroup,
} from "../../vocabulary/index.ts";
import { indicatorSelect } from "../indicators/index.ts";
import { seriesOf, type Series, type SeriesId } from "../plan/expression.ts";
import type { LookupRelation, Plan } from "../plan/plan.ts";
import type { Binding } from "./binding.ts";
import { dailyBars, securitiesOf } from "./indicators.ts";
import { pointsSql } from "./minutes.ts";
import type { Names } from "./names.ts";
import { lookupSeries, seriesColumn } from "./stage-columns.ts";

type PeriodSeries = Extract<Series, { kind: "period" }>;
type PeriodIndicator = Extract<Series, { kind: "period-indicator" }>;
type Of<Kind> = Kind & { readonly id: SeriesId };

/** Number of the week or month that a date lies in, one more for the next: a week begins on Monday. */
export const PERIOD_NUMBERS = {
  week: (date: string): string => `intDiv(toInt32(toUInt16(toMonday(toDate(${date})))), 7)`,
  month: (date: string): string => `toInt32(toYear(${date}) * 12 + toMonth(${date}))`,
} as const satisfies Readonly<Record<Period, (date: string) => string>>;

/**
 * Aggregates that make one bar of the days of a period: open of the first, close of the last, vwap weighted by volume over
 * the days that have one. `over` is the frame of a bar so far, empty where bars are grouped.
 */
export function barOfDays(field: BarField, over = "", table = "b"): string {
  const [value, session] = [`${table}.${field}`, `${table}.session`];
  // In the order of the sessions: a sum does not depend on the order in which the engine took the bars.
  const sum = (each: string): string =>
    `arraySum(each -> each.2, arraySort(each -> each.1, groupArrayIf((${session}, ifNull(${each}, 0)), isNotNull(${each}))${over}))`;
  const some = (each: string): string => `countIf(isNotNull(${each}))${over} > 0`;
  switch (field) {
    case "open":
      return `argMin(${value}, ${session})${over}`;
    case "high":
      return `max(${value})${over}`;
    case "low":
      return `min(${value})${over}`;
    case "close":
      return `argMax(${value}, ${session})${over}`;
    case "volume":
      return sum(value);
    case "num_trades":
      return `if(${some(value)}, ${sum(value)}, NULL)`;
    case "vwap": {
      const weight = `if(isNull(${value}), NULL, ${table}.volume)`;
      return `if(${some(value)}, ${sum(`${value} * ${table}.volume`)} / nullIf(${sum(weight)}, 0), NULL)`;
    }
  }
}

/** SELECT of every session of the calendar with the number of its period and the first and last session of that. */
export const sessionPeriods = (period: Period, names: Pick<Names, "table">): string =>
  `SELECT session, ${PERIOD_NUMBERS[period]("date")} AS period, min(session) OVER (PARTITION BY period) AS begins, max(session) OVER (PARTITION BY period) AS ends FROM ${names.table("session")}`;

/** What a SELECT of weeks or months as security-days see them is made from. */
interface PeriodLookup {
  readonly plan: Plan;
  readonly relation: LookupRelation;
  readonly names: Names;
  readonly binding: Binding;
  readonly group: PeriodGroup;
  readonly adjusted: Adjusted;
}

/**
 * SELECT of weeks or months as the security-days of a lookup see them, a column `v<series>` each: of bars, whole or so far, or
 * of indicators on whole ones. All series share period, basis and which of these they are.
 */
export function periodSelect(plan: Plan, relation: LookupRelation, names: Names, binding: Binding): string {
  const bars: Of<PeriodSeries>[] = [];
  const indicators: Of<PeriodIndicator>[] = [];
  for (const id of lookupSeries(plan, relation)) {
    const series = seriesOf(plan.series, id);
    if (series.kind === "period") bars.push({ id, ...series });
    else if (series.kind === "period-indicator") indicators.push({ id, ...series });
    else throw new RangeError(`series ${id} is of no week or month`);
  }
  const [first] = [...bars, ...indicators];
  if (first === undefined) throw new RangeError(`${relation.name} has no series`);
  const lookup = { plan, relation, names, binding, group: first.group, adjusted: first.adjusted };
  if (indicators.length > 0) return indicatorsOfPeriods(lookup, indicators);
  return bars[0]?.soFar ? barsSoFar(lookup, bars) : wholeBars(lookup, bars);
}

/** Sessions that bars of these periods are made of, for all days of the lookup. */
function reachOf({ relation, group }: PeriodLookup, series: readonly { readonly offset: number }[]) {
  const days = relation.days.length === 0 ? [0] : relation.days;
  const reaches = series.map(({ offset }) => periodReach(group, offset));
  return {
    from: relation.sessions.from + Math.min(...days) + Math.min(...reaches.map(({ from }) => from)),
    to: relation.sessions.to + Math.max(...days) + Math.max(...reaches.map(({ to }) => to)),
  };
}

const session = ({ binding }: PeriodLookup, number: number): string => binding.bind(Math.max(0, number), "UInt16");

/**
 * Daily bars `b` beside the period `c` that they lie in. A period that the market's data do not hold from its first session to
 * its last has none: its bar would be another once data are added.
 */
function daysInPeriods(
  lookup: PeriodLookup,
  fields: readonly BarField[],
  sessions: { readonly from: number; readonly to: number },
  whole: boolean,
): string {
  const { plan, relation, names, group, adjusted } = lookup;
  const read: readonly BarField[] = fields.includes("vwap") ? [...new Set([...fields, "volume"] as const)] : fields;
  const where = `session BETWEEN ${session(lookup, sessions.from)} AND ${session(lookup, sessions.to)} AND ${securitiesOf(plan, relation, names)}`;
  const within = `c.begins >= ${session(lookup, plan.market.from)}${whole ? ` AND c.ends <= ${session(lookup, plan.market.to)}` : ""}`;
  return `(${dailyBars(plan, read, adjusted, where, names)}) AS b INNER JOIN (${sessionPeriods(periodOfGroup(group).name, names)}) AS c ON b.session = c.session WHERE ${within}`;
}

function barsSoFar(lookup: PeriodLookup, series: readonly Of<PeriodSeries>[]): string {
  const { plan, relation, names, binding } = lookup;
  const fields = [...new Set(series.map(({ field }) => field))];
  const part = "PARTITION BY b.security_id, c.period ORDER BY b.session";
  const over = ` OVER (${part} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
  const next = `leadInFrame(toUInt32(b.session), 1, toUInt32(c.ends + 1)) OVER (${part} ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)`;
  const values = fields.map((field) => `${barOfDays(field, over)} AS so_${field}`);
  const made = `SELECT b.security_id AS security_id, b.session AS at, ${next} AS next, ${values.join(", ")} FROM ${daysInPeriods(lookup, fields, reachOf(lookup, series), false)}`;
  // Each bar is what is seen of its period until the security's next one.
  const columns = series.map(({ id, field }) => `so_${field} AS ${seriesColumn(id)}`);
  return `SELECT security_id, session, ${columns.join(", ")} FROM (SELECT *, toUInt16(arrayJoin(range(toUInt32(at), next))) AS session FROM (${made})) WHERE session <= ${session(lookup, plan.market.to)} AND ${pointsSql(plan, relation, names, binding)}`;
}

function wholeBars(lookup: PeriodLookup, series: readonly Of<PeriodSeries>[]): string {
  const fields = [...new Set(series.map(({ field }) => field))];
  const values = fields.map((field) => `${barOfDays(field)} AS of_${field}`);
  const made = `SELECT b.security_id AS security_id, c.period AS period, ${values.join(", ")} FROM ${daysInPeriods(lookup, fields, reachOf(lookup, series), true)} GROUP BY b.security_id, c.period`;
  return seenFrom(
    lookup,
    made,
    series.map(({ id, offset, field }) => ({ id, offset, column: `of_${field}` })),
  );
}

/** Over all weeks or months that a security has, so that the value does not hang on where reading begins. */
function indicatorsOfPeriods(lookup: PeriodLookup, series: readonly Of<PeriodIndicator>[]): string {
  const { market } = lookup.plan;
  const recipes = series.map(({ id, recipe }) => ({ id: `of_${seriesColumn(id)}`, recipe }));
  const fields = [...new Set(recipes.flatMap(({ recipe }) => inputFields(recipe)))].filter(
    (field) => field !== "source",
  );
  const ahead = Math.max(0, ...recipes.map(({ recipe }) => barsAhead(recipe)));
  const to = ahead > 0 ? market.to : reachOf(lookup, series).to;
  const values = fields.map((field) => `${barOfDays(field)} AS of_${field}`);
  const days = daysInPeriods(lookup, fields, { from: market.from, to }, true);
  const bars = `SELECT b.security_id AS security_id, toUInt16(c.period) AS session, ${values.join(", ")} FROM ${days} GROUP BY b.security_id, c.period`;
  const named = fields.map((field) => `of_${field} AS ${field}`);
  const input = `(SELECT ${["security_id", "session", ...named].join(", ")} FROM (${bars}))`;
  const made = `SELECT *, toInt32(session) AS period FROM (${indicatorSelect({ input, kind: "daily", series: recipes })})`;
  return seenFrom(
    lookup,
    made,
    series.map(({ id, offset }) => ({ id, offset, column: `of_${seriesColumn(id)}` })),
  );
}

/** Values by period as seen from the sessions of the periods that are so far away from them. */
function seenFrom(
  lookup: PeriodLookup,
  made: string,
  series: readonly { readonly id: SeriesId; readonly offset: number; readonly column: string }[],
): string {
  const { plan, relation, names, binding, group } = lookup;
  const offsets = [...new Set(series.map(({ offset }) => offset))];
  const columns = series.map(
    ({ id, offset, column }) => `anyOrNullIf(${column}, away = ${offset}) AS ${seriesColumn(id)}`,
  );
  const moved = `SELECT *, arrayJoin(${binding.bind(offsets, "Array(Int32)")}) AS away, period - away AS seen_from FROM (${made})`;
  const seen = `SELECT security_id, seen_from, ${columns.join(", ")} FROM (${moved}) GROUP BY security_id, seen_from`;
  const data = `session BETWEEN ${session(lookup, plan.market.from)} AND ${session(lookup, plan.market.to)}`;
  const ids = series.map(({ id }) => `v.${seriesColumn(id)} AS ${seriesColumn(id)}`);
  const sessions = `SELECT * FROM (${sessionPeriods(periodOfGroup(group).name, names)}) WHERE ${data}`;
  const on = `SELECT v.security_id AS security_id, c.session AS session, ${ids.join(", ")} FROM (${seen}) AS v INNER JOIN (${sessions}) AS c ON v.seen_from = c.period`;
  return `SELECT * FROM (${on}) WHERE ${pointsSql(plan, relation, names, binding)}`;
}
