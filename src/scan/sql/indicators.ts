import { barsAhead, DIVIDEND_FIELDS, inputFields, type Adjusted, type BarField } from "../../vocabulary/index.ts";
import { DIVIDEND_FACTOR, dividendsAfter, indicatorSelect, intradayBars, valuesAt } from "../indicators/index.ts";
import { earlierStarts } from "../plan/coverage.ts";
import { seriesOf, type Series } from "../plan/expression.ts";
import type { LookupRelation, Plan } from "../plan/plan.ts";
import type { Binding } from "./binding.ts";
import { pointsSql } from "./minutes.ts";
import { qualifiedRows, type Names } from "./names.ts";
import { lookupSeries, seriesColumn } from "./stage-columns.ts";
import { barSql } from "./windows.ts";

type IndicatorSeries = Extract<Series, { kind: "indicator" }>;
type BarNumber = Extract<Series, { kind: "bar-number" }>;

/**
 * SELECT of indicator values at the security-days of a lookup, a column `v<series>` each; all series share bar size and
 * basis. Daily bars are read from where the slowest series has settled to 1e-6 on the first day asked for, or from a
 * security's first bar; intraday bars always from the first, since smoothing runs across sessions.
 */
export function indicatorSelectOf(plan: Plan, relation: LookupRelation, names: Names, binding: Binding): string {
  const series: { id: number; series: IndicatorSeries }[] = [];
  const numbers: { id: number; series: BarNumber }[] = [];
  for (const id of lookupSeries(plan, relation)) {
    const each = seriesOf(plan.series, id);
    if (each.kind === "indicator") series.push({ id, series: each });
    else if (each.kind === "bar-number") numbers.push({ id, series: each });
    else throw new RangeError(`${relation.name}: series ${id} is no indicator`);
  }
  const bars = series[0]?.series.bars ?? null;
  const adjusted = series[0]?.series.adjusted ?? false;
  const recipes = series.map(({ id, series: { recipe } }) => ({ id: seriesColumn(id), recipe }));
  // Bars after the last row asked for matter only to an indicator that reads ahead.
  const last = relation.sessions.to + Math.max(0, ...relation.days);
  const until = recipes.some(({ recipe }) => barsAhead(recipe) > 0)
    ? "1"
    : `session <= ${binding.bind(last, "UInt16")}`;
  const securities = securitiesOf(plan, relation, names);
  const points = pointsSql(plan, relation, names, binding);
  if (bars === null) {
    const fields = [...new Set(recipes.flatMap(({ recipe }) => inputFields(recipe)))].filter(
      (field) => field !== "source",
    );
    const warmup = relation.wholeHistory ? null : slowest([...series, ...numbers].map((each) => each.series));
    const input = settledBars(plan, relation, warmup, binding, (where) =>
      dailyBars(plan, fields, adjusted, `${until} AND ${securities} AND ${where}`, names),
    );
    const daily = { input: `(${input})`, kind: "daily", series: recipes, where: points } as const;
    if (numbers.length === 0) return indicatorSelect({ ...daily, withoutBars: true });
    const columns = [
      ...recipes.map(({ id }) => id),
      ...numbers.map(({ id }) => `toFloat64(bars) AS ${seriesColumn(id)}`),
    ];
    return `SELECT ${["security_id", "session", ...columns].join(", ")} FROM (${indicatorSelect(daily)})`;
  }
  const input = intradayBars({
    table: names.table,
    timeframe: bars.timeframe,
    adjusted,
    where: `${until} AND ${securities}`,
  });
  const onBars = recipes.map(({ id, recipe }) => ({ id: `bar_${id}`, recipe }));
  const values = indicatorSelect({ input: `(${input})`, kind: "intraday", series: onBars });
  const at = recipes.map(({ id }) => ({ id, column: `bar_${id}`, at: bars.at }));
  const columns = recipes.map(({ id }) => id).join(", ");
  return `SELECT security_id, session, ${columns} FROM (${valuesAt({ input: `(SELECT * FROM (${values}) WHERE ${points})`, timeframe: bars.timeframe, series: at })})`;
}

/** Bars after which every series has settled; null where one depends on its first bar for ever. */
function slowest(series: readonly (IndicatorSeries | BarNumber)[]): number | null {
  let bars = 0;
  for (const { warmup } of series) {
    if (warmup === null) return null;
    bars = Math.max(bars, warmup);
  }
  return bars;
}

/**
 * The bars from `warmup` bars before the first day on. A stretch of sessions is read that holds so many bars of a
 * security that trades nearly every day, and a longer one of those that may have fewer in it.
 */
function settledBars(
  plan: Plan,
  relation: LookupRelation,
  warmup: number | null,
  binding: Binding,
  bars: (where: string) => string,
): string {
  const first = relation.sessions.from + Math.min(0, ...relation.days);
  const start = warmup === null ? 0 : first - Math.ceil(warmup * 1.05) - 10;
  if (warmup === null || start <= plan.market.from) return bars("1");
  const recent = `session >= ${binding.bind(start, "UInt16")}`;
  const earlier = earlierStarts(plan.coverage, { from: start, to: first - 1 }, warmup).map(
    ({ from, securities }) =>
      // Ids are whole numbers made by the importer, so they are safe to print.
      `(session >= ${binding.bind(Math.min(start, from), "UInt16")} AND security_id IN (${securities.join(", ")}))`,
  );
  return bars(earlier.length === 0 ? recent : `(${[recent, ...earlier].join(" OR ")})`);
}

export function securitiesOf(plan: Plan, relation: LookupRelation, names: Names): string {
  return relation.rows === null
    ? names.ofPass("security_id")
    : `security_id IN (${qualifiedRows(plan, relation.rows, names, "security_id")})`;
}

/**
 * SELECT of daily bars, keyed by security and session. A day with minutes outside the regular session only is no bar.
 */
export function dailyBars(
  plan: Pick<Plan, "hasOffhours">,
  fields: readonly BarField[],
  adjusted: Adjusted,
  where: string,
  names: Pick<Names, "table">,
): string {
  const withoutDividends = (field: BarField): string =>
    adjusted === "dividends" && DIVIDEND_FIELDS.has(field) ? ` * ${DIVIDEND_FACTOR}` : "";
  const columns = fields.map(
    (field) =>
      `${barSql(plan, field, adjusted !== false && field !== "num_trades")}${withoutDividends(field)} AS ${field}`,
  );
  const bars = `${where} AND ${plan.hasOffhours ? "source != 2" : "1"}`;
  const daily = names.table("daily");
  const from =
    adjusted === "dividends"
      ? `(SELECT * FROM ${daily} WHERE ${bars}) AS d ${dividendsAfter("d", names)}`
      : `${daily} AS d WHERE ${bars}`;
  return `SELECT ${["d.security_id AS security_id", "d.session AS session", ...columns].join(", ")} FROM ${from}`;
}
