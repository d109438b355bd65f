import { warmupBars } from "../../../src/vocabulary/index.ts";
import type { Market } from "../../../src/market/index.ts";
import { indicatorNamed, insertBars, runIndicators, type IndicatorRow } from "../indicator-engine.ts";
import { readVector } from "./collections.ts";
import type { Comparison } from "./comparisons.ts";
import type { Printed } from "./vector.ts";

/** How one line of a comparison came out. */
export interface Agreement {
  readonly line: string;
  /** Values compared, from the bar from which all agree on. */
  readonly compared: number;
  /** Bars of the reference before the first agreeing stretch that reaches its end, counted from its first value. */
  readonly late: number;
  readonly verdict: "from the first value" | "after warm-up" | "differs";
  /** The last disagreement, for whoever has to explain it. */
  readonly last: string;
}

/** Near zero a difference is compared with the largest value of the series instead. */
const RELATIVE = 1e-6;

/** Compares every line of every comparison on the engine, vectors as securities 1 … n of the table `bars`. */
export async function agreements(
  market: Market,
  comparisons: readonly Comparison[],
): Promise<ReadonlyMap<Comparison, readonly Agreement[]>> {
  const results = new Map<Comparison, readonly Agreement[]>();
  for (const [index, comparison] of comparisons.entries()) {
    const { bars, columns } = readVector(comparison);
    const indicator = indicatorNamed(comparison.indicator);
    const kind = indicator.intradayOnly ? "intraday" : "daily";
    // A session total runs over one long session of the reference's bars.
    const placed = bars.map((bar, i) => (indicator.intradayOnly ? { ...bar, session: 0, minute: i } : bar));
    await insertBars(market, [[index + 1, placed]]);
    const run = {
      indicator,
      parameters: comparison.parameters,
      ...(comparison.source ? { source: comparison.source } : {}),
    };
    const rows = (await runIndicators(market, [index + 1], [run], { kind })).get(index + 1) ?? [];
    const recipes = indicator.recipe(...comparison.parameters);
    results.set(
      comparison,
      Object.entries(comparison.lines).map(([line, place]) => {
        const [column, factor] = typeof place === "string" ? [place, 1] : place;
        const expected = columns.get(column);
        const recipe = recipes[line];
        if (!expected || !recipe)
          throw new Error(`${comparison.file}: no ${column} or no ${comparison.indicator}.${line}`);
        const floor = comparison.single ? 1e-5 : RELATIVE * 1e-3;
        return agreement(line, rows, expected, factor, floor, warmupBars(recipe));
      }),
    );
  }
  return results;
}

function agreement(
  line: string,
  rows: readonly IndicatorRow[],
  expected: readonly (Printed | null)[],
  factor: number,
  floor: number,
  warmup: number,
): Agreement {
  const scale = Math.max(0, ...expected.map((value) => Math.abs((value?.value ?? 0) * factor)));
  const agrees = (i: number): boolean => {
    const reference = expected[i];
    if (!reference) return true;
    const engine = rows[i]?.[`run0_${line}`] ?? null;
    const [value, half] = [reference.value * factor, reference.half * Math.abs(factor) * (1 + 1e-9)];
    return engine !== null && Math.abs(engine - value) <= Math.max(RELATIVE * Math.abs(value), floor * scale, half);
  };
  const last = expected.findLastIndex((_value, i) => !agrees(i));
  const first = expected.findIndex((value) => value !== null);
  const compared = expected.slice(last + 1).filter((value) => value !== null).length;
  const verdict = last < 0 ? "from the first value" : compared > 0 && last < warmup ? "after warm-up" : "differs";
  return {
    line,
    compared,
    late: last < 0 ? 0 : last + 1 - first,
    verdict: compared === 0 ? "differs" : verdict,
    last:
      last < 0
        ? ""
        : `bar ${last} of ${expected.length}: ${rows[last]?.[`run0_${line}`]}, reference ${(expected[last]?.value ?? NaN) * factor}`,
  };
}
