import { ofSnapshot, type Snapshot } from "../../market/index.ts";
import { barsAhead } from "../../vocabulary/index.ts";
import { indicatorSelect, intradayBars, settledRecipe, type IndicatorLine } from "../indicators/index.ts";
import { profileOf } from "../profile.ts";
import { inItsShard } from "../sql/cluster.ts";
import { timeOf } from "./bars.ts";
import { periodBars, shownSql, sizeOf, type ChartSeries } from "./relation.ts";

export interface ChartLine {
  /** Null before the first value, and wherever a scan has none. */
  readonly values: readonly (number | null)[];
  /** Leading values that still depend, by more than 1e-6, on where the history begins. */
  readonly unsettled: number;
}

interface ChartLines {
  /** Of every bar shown, as chartBars names them. */
  readonly times: readonly string[];
  readonly lines: readonly ChartLine[];
}

/**
 * Lines of indicators on the bars of a chart, by the statements of a scan: over every bar of the security from its first
 * one, within the day over premarket and after hours too whatever the chart shows.
 */
export const chartIndicators = ofSnapshot(async function chartIndicatorsOnce(
  market: Snapshot,
  series: ChartSeries,
  lines: readonly IndicatorLine[],
  span: { readonly first: number; readonly last: number },
  signal?: AbortSignal,
): Promise<ChartLines> {
  const { minutes, period } = sizeOf(series.timeframe);
  const settled = lines.map((line) => settledRecipe(line));
  const recipes = settled.map(({ recipe }, index) => ({ id: `v${index}`, recipe }));
  const ahead = recipes.some(({ recipe }) => barsAhead(recipe) > 0);
  // Bars after the last one matter only to what reads ahead; a week is whole whatever day it is asked for.
  const until = ahead || period === "week" || period === "month" ? "1" : "session <= {last:UInt16}";
  const table = market.localTable;
  const { hasOffhours } = await profileOf(market);
  const { adjusted } = series;
  const input =
    period === null
      ? intradayBars({
          table,
          timeframe: minutes,
          adjusted,
          where: `security_id = {security:UInt32} AND ${until}`,
        })
      : periodBars({ table, hasOffhours }, period, adjusted, until);
  const kind = period === null ? "intraday" : "daily";
  const values = indicatorSelect({ input: `(${inItsShard(market, input)})`, kind, series: recipes });
  const shown = minutes === null ? "1" : shownSql(series.hours, series.session, minutes);
  const keys = minutes === null ? "session" : "session, minute";
  const rows = await market.query<Record<string, number | null> & { session: number; minute?: number; bars: number }>({
    sql: `SELECT ${keys}, bars${recipes.map(({ id }) => `, ${id}`).join("")} FROM (${values}) WHERE session BETWEEN {first:UInt16} AND {last:UInt16} AND ${shown} ORDER BY ${keys}`,
    params: { security: series.security, ...span },
    ...(signal ? { signal } : {}),
  });
  return {
    times: rows.map(({ session, minute }) => timeOf(session, minute)),
    lines: settled.map(({ warmup }, index) => ({
      values: rows.map((row) => row[`v${index}`] ?? null),
      unsettled: warmup === null ? rows.length : rows.filter(({ bars }) => bars < warmup).length,
    })),
  };
});
