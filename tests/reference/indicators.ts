import { ADAPTIVE } from "./naive/adaptive.ts";
import { CYCLE } from "./naive/cycle.ts";
import { STOPS } from "./naive/stops.ts";
import { TRANSFORM } from "./naive/transform.ts";
import { OVERLAP } from "./naive/overlap.ts";
import { BANDS } from "./naive/bands.ts";
import { TREND } from "./naive/trend.ts";
import { MOMENTUM } from "./naive/momentum.ts";
import { MOMENTUM_AVERAGES } from "./naive/momentum-averages.ts";
import { MOMENTUM_BARS } from "./naive/momentum-bars.ts";
import { MOMENTUM_FORECAST } from "./naive/momentum-forecast.ts";
import { MOMENTUM_STRENGTH } from "./naive/momentum-strength.ts";
import { VOLUME } from "./naive/volume.ts";
import { VOLUME_FLOW } from "./naive/volume-flow.ts";
import { VOLUME_LINES } from "./naive/volume-lines.ts";
import { VOLATILITY } from "./naive/volatility.ts";
import { VOLATILITY_RANGE } from "./naive/volatility-range.ts";
import { STATISTICS } from "./naive/statistics.ts";
import type { NaiveBar, NaiveField, Lines, Twins } from "./naive/series.ts";

export type { NaiveBar, NaiveField } from "./naive/series.ts";

/**
 * Every indicator once more, as plain loops written from the definitions (Wilder 1978, Appel, Bollinger, …), not from the
 * catalogue's recipes: what the engine is compared with. Values are computed bar by bar over the bars of one security.
 */
const TWINS: Twins = {
  ...OVERLAP,
  ...ADAPTIVE,
  ...BANDS,
  ...TREND,
  ...STOPS,
  ...MOMENTUM,
  ...MOMENTUM_AVERAGES,
  ...MOMENTUM_STRENGTH,
  ...MOMENTUM_BARS,
  ...MOMENTUM_FORECAST,
  ...VOLUME,
  ...VOLUME_FLOW,
  ...VOLUME_LINES,
  ...VOLATILITY,
  ...VOLATILITY_RANGE,
  ...STATISTICS,
  ...CYCLE,
  ...TRANSFORM,
};

/**
 * The lines of an indicator over the bars of one security, oldest first. `source` is the field it is computed from, where
 * it takes one; `close` unless given.
 */
export function naiveIndicator(
  name: string,
  parameters: readonly number[],
  bars: readonly NaiveBar[],
  source: NaiveField = "close",
): Lines {
  const compute = TWINS[name];
  if (!compute) throw new RangeError(`no naive ${name}`);
  const lines = compute({ bars, x: bars.map((bar) => bar[source] ?? null), p: parameters });
  return Object.fromEntries(
    Object.entries(lines).map(([line, values]) => [
      line,
      values.map((value) => (value !== null && Number.isFinite(value) ? value : null)),
    ]),
  );
}
