import { periodOfGroup, periodReach, type BarField, type Period } from "../../vocabulary/index.ts";
import { seriesOf, type Series, type SeriesId } from "../plan/expression.ts";
import type { LookupRelation, Plan } from "../plan/plan.ts";
import type { Binding } from "./binding.ts";
import { dailyBars, securitiesOf } from "./indicators.ts";
import { pointsSql } from "./minutes.ts";
import type { Names } from "./names.ts";
import { lookupSeries, seriesColumn } from "./stage-columns.ts";

type PeriodSeries = Extract<Series, { kind: "period" }>;

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

/**
 * SELECT of bars of weeks or months as the security-days of a lookup see them, a column `v<series>` each; all series share
 * period, basis and whether they are so far. A period that the market's data do not hold from its first session to its last
 * has no bar: that would be another once data are added.
 */
export function periodSelect(plan: Plan, relation: LookupRelation, names: Names, binding: Binding): string {
  const series = lookupSeries(plan, relation).map((id) => ({ id, series: periodSeries(plan, id) }));
  const [first] = series;
  if (first === undefined) throw new RangeError(`${relation.name} has no series`);
  const { group, adjusted, soFar } = first.series;
  const { name: period } = periodOfGroup(group);
  const { market } = plan;
  const bind = (session: number): string => binding.bind(Math.max(0, session), "UInt16");
  const days = relation.days.length === 0 ? [0] : relation.days;
  const reaches = series.map((each) => periodReach(group, each.series.offset));
  const from = relation.sessions.from + Math.min(...days) + Math.min(...reaches.map((each) => each.from));
  const to = relation.sessions.to + Math.max(...days) + Math.max(...reaches.map((each) => each.to));
  const fields = [...new Set(series.map((each) => each.series.field))];
  const read: readonly BarField[] = fields.includes("vwap") ? [...new Set([...fields, "volume"] as const)] : fields;
  const where = `session BETWEEN ${bind(from)} AND ${bind(to)} AND ${securitiesOf(plan, relation, names)}`;
  const bars = dailyBars(plan, read, adjusted, where, names);
  const within = `c.begins >= ${bind(market.from)}${soFar ? "" : ` AND c.ends <= ${bind(market.to)}`}`;
  const input = `(${bars}) AS b INNER JOIN (${sessionPeriods(period, names)}) AS c ON b.session = c.session WHERE ${within}`;
  const points = pointsSql(plan, relation, names, binding);
  if (soFar) {
    const part = "PARTITION BY b.security_id, c.period ORDER BY b.session";
    const over = ` OVER (${part} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
    const next = `leadInFrame(toUInt32(b.session), 1, toUInt32(c.ends + 1)) OVER (${part} ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)`;
    const values = fields.map((field) => `${barOfDays(field, over)} AS so_${field}`);
    const made = `SELECT b.security_id AS security_id, b.session AS at, ${next} AS next, ${values.join(", ")} FROM ${input}`;
    // Each bar is what is seen of its period until the security's next one.
    const columns = series.map((each) => `so_${each.series.field} AS ${seriesColumn(each.id)}`);
    return `SELECT security_id, session, ${columns.join(", ")} FROM (SELECT *, toUInt16(arrayJoin(range(toUInt32(at), next))) AS session FROM (${made})) WHERE session <= ${bind(market.to)} AND ${points}`;
  }
  const values = fields.map((field) => `${barOfDays(field)} AS of_${field}`);
  const made = `SELECT b.security_id AS security_id, c.period AS period, ${values.join(", ")} FROM ${input} GROUP BY b.security_id, c.period`;
  return seenFrom(
    plan,
    series.map(({ id, series: { offset, field } }) => ({ id, offset, column: `of_${field}` })),
    {
      made,
      period,
      points,
      names,
      binding,
    },
  );
}

/** Values by period as seen from the sessions of the periods that are so far away from them. */
export function seenFrom(
  { market }: Plan,
  series: readonly { readonly id: SeriesId; readonly offset: number; readonly column: string }[],
  {
    made,
    period,
    points,
    names,
    binding,
  }: {
    readonly made: string;
    readonly period: Period;
    readonly points: string;
    readonly names: Names;
    readonly binding: Binding;
  },
): string {
  const offsets = [...new Set(series.map(({ offset }) => offset))];
  const columns = series.map(
    ({ id, offset, column }) => `anyOrNullIf(${column}, away = ${offset}) AS ${seriesColumn(id)}`,
  );
  const moved = `SELECT *, arrayJoin(${binding.bind(offsets, "Array(Int32)")}) AS away, period - away AS seen_from FROM (${made})`;
  const seen = `SELECT security_id, seen_from, ${columns.join(", ")} FROM (${moved}) GROUP BY security_id, seen_from`;
  const data = `session BETWEEN ${binding.bind(market.from, "UInt16")} AND ${binding.bind(market.to, "UInt16")}`;
  const ids = series.map(({ id }) => `v.${seriesColumn(id)} AS ${seriesColumn(id)}`);
  const on = `SELECT v.security_id AS security_id, c.session AS session, ${ids.join(", ")} FROM (${seen}) AS v INNER JOIN (SELECT * FROM (${sessionPeriods(period, names)}) WHERE ${data}) AS c ON v.seen_from = c.period`;
  return `SELECT * FROM (${on}) WHERE ${points}`;
}

function periodSeries(plan: Plan, id: SeriesId): PeriodSeries {
  const series = seriesOf(plan.series, id);
  if (series.kind !== "period") throw new RangeError(`series ${id} is of no week or month`);
  return series;
}
