import type { Indicator } from "../indicators.ts";
import { ADAPTIVE } from "./adaptive.ts";
import { BANDS } from "./bands.ts";
import { MOMENTUM } from "./momentum.ts";
import { OVERLAP } from "./overlap.ts";
import { STATISTICS } from "./statistics.ts";
import { STOPS } from "./stops.ts";
import { TRANSFORM } from "./transform.ts";
import { TREND } from "./trend.ts";
import { VOLATILITY } from "./volatility.ts";
import { VOLUME } from "./volume.ts";

/** Every indicator. One more is one entry in the file of its group; a guard test says what an entry lacks. */
export const INDICATORS: readonly Indicator[] = [
  ...OVERLAP,
  ...ADAPTIVE,
  ...BANDS,
  ...TREND,
  ...STOPS,
  ...MOMENTUM,
  ...VOLUME,
  ...VOLATILITY,
  ...STATISTICS,
  ...TRANSFORM,
];
