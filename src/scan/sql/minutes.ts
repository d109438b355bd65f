import type { Minute } from "../../vocabulary/index.ts";
import { NAMED_SESSIONS } from "../../vocabulary/index.ts";
import { seriesOf, type Series, type SeriesId } from "../plan/expression.ts";
import type { LookupRelation, Plan } from "../plan/plan.ts";
import type { Binding } from "./binding.ts";
import { qualifiedRows, type Names } from "./names.ts";
import { lookupSeries } from "./stage-columns.ts";

type Window = Extract<Series, { kind: "intraday" }>;
type AtExtreme = Extract<Series, { kind: "intraday-at" }>;

/**
 * SELECT of windows of minutes: one group per security and session that has minute bars, a column `v<series>` each.
 * From `bucket` the same values come from thirty times fewer rows.
 */
export function minutesSelect(plan: Plan, relation: LookupRelation, names: Names, binding: Binding): string {
  const series = lookupSeries(plan, relation).map((id) => ({ id, series: intradaySeries(plan, id) }));
  const fromBuckets = relation.of === "bucket";
  const table = names.table(fromBuckets ? "bucket" : "minute");
  const columns = series.map(({ id, series: each }) => {
    const value =
      each.kind === "intraday-at"
        ? atExtremeSql(plan, each, binding)
        : fromBuckets
          ? bucketSql(plan, each, binding)
          : windowSql(plan, each, binding);
    return `${value} AS v${id}`;
  });
  const select = `SELECT security_id, session, ${columns.join(", ")} FROM ${table} WHERE ${pointsSql(plan, relation, names, binding)} GROUP BY security_id, session`;
  const adjusted = series.filter(({ series: each }) => each.adjusted);
  if (adjusted.length === 0) return select;
  // One factor holds for a whole day, so the aggregate is adjusted, not its bars.
  const values = series.map(({ id, series: each }) =>
    !each.adjusted
      ? `m.v${id} AS v${id}`
      : each.field === "volume"
        ? `m.v${id} / f.split_factor AS v${id}`
        : `m.v${id} * f.split_factor AS v${id}`,
  );
  const factors = `SELECT security_id, session, split_factor FROM ${names.table("daily")} WHERE ${pointsSql(plan, relation, names, binding, "(security_id, session)")}`;
  return `SELECT m.security_id AS security_id, m.session AS session, ${values.join(", ")} FROM (${select}) AS m LEFT JOIN (${factors}) AS f ON m.security_id = f.security_id AND m.session = f.session`;
}

/** Condition that limits a table to the security-days of a lookup. */
export function pointsSql(
  plan: Plan,
  relation: LookupRelation,
  names: Names,
  binding: Binding,
  key: "(session, security_id)" | "(security_id, session)" = "(session, security_id)",
): string {
  const days = relation.days.length === 0 ? [0] : relation.days;
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  const between = `session BETWEEN ${binding.bind(Math.max(0, relation.sessions.from + first), "UInt16")} AND ${binding.bind(relation.sessions.to + last, "UInt16")}`;
  if (relation.rows === null) return `${between} AND ${names.ofPass("security_id")}`;
  // The rows' own days, as nearly always, are planned faster than moved ones.
  const moved =
    first === 0 && last === 0
      ? "session"
      : `toUInt16(toInt32(session) + arrayJoin(${binding.bind(days, "Array(Int32)")}))`;
  const columns = key === "(session, security_id)" ? `${moved}, security_id` : `security_id, ${moved}`;
  return `${between} AND ${key} IN (${qualifiedRows(plan, relation.rows, names, columns)})`;
}

function intradaySeries(plan: Plan, id: SeriesId): Window | AtExtreme {
  const series = seriesOf(plan.series, id);
  if (series.kind !== "intraday" && series.kind !== "intraday-at") throw new RangeError(`series ${id} is not intraday`);
  return series;
}

/**
 * Bars that start within the window. Windows equal to a named session follow the calendar on half days; any other
 * window is clock time.
 */
export function within(plan: Plan, start: Minute, end: Minute, column: "minute" | "bucket", binding: Binding): string {
  const minute = (value: Minute): string => binding.bind(value, "UInt16");
  const clock = `${column} BETWEEN ${minute(start)} AND ${minute(end)}`;
  const named = NAMED_SESSIONS.find((session) => session.start === start && session.end === end)?.name;
  if (plan.halfDays.length === 0 || named === undefined || named === "premarket") return clock;
  const sessions = binding.bind(
    plan.halfDays.map((day) => day.session),
    "Array(UInt16)",
  );
  const closes = binding.bind(
    plan.halfDays.map((day) => day.close),
    "Array(UInt16)",
  );
  const close = `transform(session, ${sessions}, ${closes}, toUInt16(960))`;
  switch (named) {
    case "regular":
    case "afternoon":
      return `(${column} >= ${minute(start)} AND ${column} < ${close})`;
    case "morning":
      return `(${clock} AND ${column} < ${close})`;
    case "after hours":
      return `(${column} >= ${close} AND ${column} <= ${minute(end)})`;
  }
}

function windowSql(plan: Plan, series: Window, binding: Binding): string {
  const inside = within(plan, series.start, series.end, "minute", binding);
  const { field, func } = series;
  if (field === "time")
    return func === "last" || func === "max" ? `maxOrNullIf(minute, ${inside})` : `minOrNullIf(minute, ${inside})`;
  switch (func) {
    case "first":
      return `toFloat64(argMinOrNullIf(${field}, minute, ${inside}))`;
    case "last":
      return `toFloat64(argMaxOrNullIf(${field}, minute, ${inside}))`;
    case "max":
      return `toFloat64(maxOrNullIf(${field}, ${inside}))`;
    case "min":
      return `toFloat64(minOrNullIf(${field}, ${inside}))`;
    case "avg":
      // Sums of decimals and integers are exact, so buckets and minutes give the same average.
      return `toFloat64(sumOrNullIf(${field}, ${inside})) / nullIf(countIf(${inside} AND isNotNull(${field})), 0)`;
    case "sum":
      if (field === "volume") return `toFloat64(sumIf(volume, ${inside}))`;
      if (field === "num_trades") return tradesSql(`sumOrNullIf(num_trades, ${inside})`, `countIf(${inside})`);
      return `toFloat64(sumOrNullIf(${field}, ${inside}))`;
  }
}

/** No bar in the window is 0 trades; bars without a count are null. */
function tradesSql(sum: string, bars: string): string {
  return `if(${bars} = 0, 0., toFloat64(${sum}))`;
}

function bucketSql(plan: Plan, series: Window, binding: Binding): string {
  const inside = within(plan, series.start, series.end, "bucket", binding);
  switch (`${series.func} ${series.field}`) {
    case "first open":
      return `toFloat64(argMinOrNullIf(open, bucket, ${inside}))`;
    case "max high":
      return `toFloat64(maxOrNullIf(high, ${inside}))`;
    case "min low":
      return `toFloat64(minOrNullIf(low, ${inside}))`;
    case "last close":
      return `toFloat64(argMaxOrNullIf(close, bucket, ${inside}))`;
    case "avg close":
      return `toFloat64(sumOrNullIf(close_sum, ${inside})) / nullIf(sumIf(bars, ${inside}), 0)`;
    case "sum volume":
      return `toFloat64(sumIf(volume, ${inside}))`;
    case "avg volume":
      return `toFloat64(sumOrNullIf(volume, ${inside})) / nullIf(sumIf(bars, ${inside}), 0)`;
    case "sum num_trades": {
      const counted = `sumIf(trades_bars, ${inside})`;
      return tradesSql(`if(${counted} = 0, NULL, sumIf(num_trades, ${inside}))`, `countIf(${inside})`);
    }
    case "avg num_trades":
      return `toFloat64(sumOrNullIf(num_trades, ${inside})) / nullIf(sumIf(trades_bars, ${inside}), 0)`;
    case "avg vwap":
      return `toFloat64(sumOrNullIf(vwap_sum, ${inside})) / nullIf(sumIf(vwap_bars, ${inside}), 0)`;
    default:
      throw new RangeError(`no bucket for ${series.func} ${series.field}`);
  }
}

/** Field of the bar on which another is highest or lowest; the earliest of equals. */
function atExtremeSql(plan: Plan, series: AtExtreme, binding: Binding): string {
  const inside = within(plan, series.start, series.end, "minute", binding);
  const by = series.by === "time" ? "minute" : series.by;
  const value = series.field === "time" ? "minute" : series.field;
  const [pick, order] =
    series.of === "max" ? ["argMaxOrNullIf", "-toInt32(minute)"] : ["argMinOrNullIf", "toInt32(minute)"];
  const picked = `tupleElement(${pick}(tuple(toNullable(${value})), tuple(assumeNotNull(${by}), ${order}), ${inside} AND isNotNull(${by})), 1)`;
  return series.field === "time" ? picked : `toFloat64(${picked})`;
}
