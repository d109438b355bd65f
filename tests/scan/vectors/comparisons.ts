import { STOPS } from "./comparisons/stops.ts";
import { TRANSFORM } from "./comparisons/transform.ts";
import { OVERLAP } from "./comparisons/overlap.ts";
import { BANDS } from "./comparisons/bands.ts";
import { TREND } from "./comparisons/trend.ts";
import { MOMENTUM } from "./comparisons/momentum.ts";
import { VOLUME } from "./comparisons/volume.ts";
import { VOLATILITY } from "./comparisons/volatility.ts";
import { STATISTICS } from "./comparisons/statistics.ts";
import type { Comparison } from "./comparisons/comparison.ts";

export type { Comparison } from "./comparisons/comparison.ts";

/** Every reference that covers an indicator of the catalogue. */
export const COMPARISONS: readonly Comparison[] = [
  ...OVERLAP,
  ...BANDS,
  ...TREND,
  ...STOPS,
  ...TRANSFORM,
  ...MOMENTUM,
  ...VOLUME,
  ...VOLATILITY,
  ...STATISTICS,
];
