import { bukosabino, skender, tulip, type Comparison } from "./comparison.ts";

export const VOLUME: readonly Comparison[] = [
  skender("obv", "obv", [], { lines: { value: "obv" } }),
  bukosabino("cs-obv.csv", "obv", [], { lines: { value: "OBV" } }),
  tulip("atoz", "obv", "obv", [], { lines: { value: "obv" } }),
  tulip("untest", "obv", "obv", [], { lines: { value: "obv" } }),
  skender("vwap", "vwap", [], { lines: { value: "vwap" } }),
  // Anchored at the first of 502 bars: on the last one it is that of all.
  skender("vwap", "rolling_vwap", [502], { lines: { value: "vwap" } }),
];
