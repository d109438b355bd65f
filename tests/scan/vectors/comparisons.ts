import { CYCLE } from "./comparisons/cycle.ts";
import { STOPS } from "./comparisons/stops.ts";
import { TRANSFORM } from "./comparisons/transform.ts";
import { OVERLAP } from "./comparisons/overlap.ts";
import { BANDS } from "./comparisons/bands.ts";
import { TREND } from "./comparisons/trend.ts";
import { MOMENTUM } from "./comparisons/momentum.ts";
import { MOMENTUM_OTHERS } from "./comparisons/momentum-others.ts";
import { VOLUME } from "./comparisons/volume.ts";
import { VOLUME_OTHERS } from "./comparisons/volume-others.ts";
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
  ...CYCLE,
  ...TRANSFORM,
  ...MOMENTUM,
  ...MOMENTUM_OTHERS,
  ...VOLUME,
  ...VOLUME_OTHERS,
  ...VOLATILITY,
  ...STATISTICS,
];
