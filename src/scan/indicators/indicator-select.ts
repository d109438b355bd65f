import type { Recipe } from "../../vocabulary/index.ts";
import { Lowering } from "./lower.ts";
import { printGraph } from "./print-graph.ts";

/** Bars of a day each, keyed by session, or bars within the day, keyed by session and first minute. */
export type BarKind = "daily" | "intraday";

interface IndicatorSeries {
  /** Column of the value; letters, digits and underscores, the first a letter. */
  readonly id: string;
  /** Without `source` (see withSource). */
  readonly recipe: Recipe;
}

const KEYS = {
  daily: ["security_id", "session"],
  intraday: ["security_id", "session", "minute"],
} as const satisfies Record<BarKind, readonly string[]>;

/** The column, or a RangeError: only names that the compiler made are printed into a statement. */
export function columnName(name: string): string {
  if (!/^[a-z][a-z0-9_]*$/i.test(name)) throw new RangeError(`not a column: ${name}`);
  return name;
}

/**
 * A SELECT of indicator values over a relation of bars.
 *
 * `input` is a table or a parenthesised SELECT with the columns security_id, session, for intraday bars minute, and
 * those of open, high, low, close, volume, num_trades, vwap that the recipes read (inputFields), as Float64 or
 * Nullable(Float64), one row a bar, already on one basis. It is read once. Result: the keys, `bars` (number of the bar
 * within its security, from 1; a value is unstable while it is below warmupBars) unless `withoutBars`, and one
 * Nullable(Float64) for each series, never NaN or infinite; in no order; of the rows for which `where` holds, a condition
 * on the keys. Nothing but names of the catalogue, numbers and that condition gets into the text.
 */
export function indicatorSelect(request: {
  readonly input: string;
  readonly kind: BarKind;
  readonly series: readonly IndicatorSeries[];
  readonly withoutBars?: boolean;
  readonly where?: string;
}): string {
  const keys = KEYS[request.kind];
  const lowering = new Lowering();
  const { graph } = lowering;
  // Part of the last SELECT of the graph, as is the condition: one around it is planned again.
  const outputs = [
    ...(request.withoutBars ? [] : [graph.output("bars", (name) => `toUInt32(${name})`, lowering.bars())]),
    ...request.series.map(({ id, recipe }) =>
      graph.output(columnName(id), (name) => `ifNotFinite(toNullable(${name}), NULL)`, lowering.lower(recipe)),
    ),
  ];
  return printGraph(graph, keys, request.input, outputs, request.where);
}
