import type { Indicator } from "../indicators.ts";
import { ADAPTIVE } from "./adaptive.ts";
import { BANDS } from "./bands.ts";
import { CYCLE } from "./cycle.ts";
import { MOMENTUM } from "./momentum.ts";
import { MOMENTUM_AVERAGES } from "./momentum-averages.ts";
import { MOMENTUM_BARS } from "./momentum-bars.ts";
import { MOMENTUM_FORECAST } from "./momentum-forecast.ts";
import { MOMENTUM_STRENGTH } from "./momentum-strength.ts";
import { OVERLAP } from "./overlap.ts";
import { STATISTICS } from "./statistics.ts";
import { STOPS } from "./stops.ts";
import { TRANSFORM } from "./transform.ts";
import { TREND } from "./trend.ts";
import { VOLATILITY } from "./volatility.ts";
import { VOLATILITY_RANGE } from "./volatility-range.ts";
import { VOLUME } from "./volume.ts";
import { VOLUME_FLOW } from "./volume-flow.ts";
import { VOLUME_LINES } from "./volume-lines.ts";

/** Every indicator. One more is one entry in the file of its group; a guard test says what an entry lacks. */
export const INDICATORS: readonly Indicator[] = [
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
];
