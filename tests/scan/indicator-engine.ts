import { indicatorSelect, type BarKind } from "../../src/scan/indicators/index.ts";
import { INDICATORS, withSource, type BarField, type Indicator } from "../../src/vocabulary/index.ts";
import type { Market } from "../../src/market/index.ts";
import type { NaiveBar } from "../naive/indicators.ts";

export function indicatorNamed(name: string): Indicator {
  const entry = INDICATORS.find((indicator) => indicator.name === name);
  if (!entry) throw new RangeError(`no indicator ${name}`);
  return entry;
}

export const defaultsOf = (indicator: Indicator): readonly number[] =>
  indicator.parameters.map((parameter) => parameter.default);

/** A table of bars of many securities, for indicators to run over. */
export async function createBars(market: Market, table = "bars"): Promise<void> {
  const fields = ["open", "high", "low", "close", "volume", "num_trades", "vwap"];
  await market.command(
    `CREATE OR REPLACE TABLE ${market.database}.${table} (security_id UInt32, session UInt16, minute UInt16, ${fields
      .map((field) => `${field} Nullable(Float64)`)
      .join(", ")}) ENGINE = MergeTree ORDER BY (security_id, session, minute)`,
  );
}

/** Securities are numbered as given. */
export async function insertBars(
  market: Market,
  histories: readonly (readonly [security: number, bars: readonly NaiveBar[]])[],
  table = "bars",
): Promise<void> {
  await market.insert(
    table,
    histories.flatMap(([security, bars]) => bars.map((bar) => ({ minute: 0, ...bar, security_id: security }))),
  );
}

export interface IndicatorRun {
  readonly indicator: Indicator;
  readonly parameters: readonly number[];
  readonly source?: BarField;
}

export type IndicatorRow = Readonly<Record<string, number | null>>;

/** A value of each line, by `run<index>_<line>`, for every bar in order, security by security. */
export async function runIndicators(
  market: Market,
  securities: readonly number[],
  runs: readonly IndicatorRun[],
  { kind = "daily", table = "bars" }: { kind?: BarKind; table?: string } = {},
): Promise<ReadonlyMap<number, readonly IndicatorRow[]>> {
  const series = runs.flatMap(({ indicator, parameters, source = "close" }, run) =>
    Object.entries(indicator.recipe(...parameters)).map(([line, recipe]) => ({
      id: `run${run}_${line}`,
      recipe: withSource(recipe, source),
    })),
  );
  const input = `(SELECT * FROM ${market.database}.${table} WHERE security_id IN (${securities.join(", ")}))`;
  const order = kind === "daily" ? "session" : "session, minute";
  const rows = await market.query<IndicatorRow>(
    `SELECT * FROM (${indicatorSelect({ input, kind, series })}) ORDER BY security_id, ${order}`,
  );
  return Map.groupBy(rows, (row) => row["security_id"] ?? 0);
}
