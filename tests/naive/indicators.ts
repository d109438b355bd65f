import { ADAPTIVE } from "./indicators/adaptive.ts";
import { CYCLE } from "./indicators/cycle.ts";
import { STOPS } from "./indicators/stops.ts";
import { TRANSFORM } from "./indicators/transform.ts";
import { OVERLAP } from "./indicators/overlap.ts";
import { BANDS } from "./indicators/bands.ts";
import { TREND } from "./indicators/trend.ts";
import { MOMENTUM } from "./indicators/momentum.ts";
import { MOMENTUM_AVERAGES } from "./indicators/momentum-averages.ts";
import { MOMENTUM_BARS } from "./indicators/momentum-bars.ts";
import { MOMENTUM_FORECAST } from "./indicators/momentum-forecast.ts";
import { MOMENTUM_STRENGTH } from "./indicators/momentum-strength.ts";
import { VOLUME } from "./indicators/volume.ts";
import { VOLUME_FLOW } from "./indicators/volume-flow.ts";
import { VOLUME_LINES } from "./indicators/volume-lines.ts";
import { VOLATILITY } from "./indicators/volatility.ts";
import { VOLATILITY_RANGE } from "./indicators/volatility-range.ts";
import { STATISTICS } from "./indicators/statistics.ts";
import type { NaiveBar, NaiveField, Lines, Twins } from "./indicators/series.ts";

export type { NaiveBar, NaiveField } from "./indicators/series.ts";

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
