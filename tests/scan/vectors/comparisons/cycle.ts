import { lean, tulip, type Comparison } from "./comparison.ts";

export const CYCLE: readonly Comparison[] = [
  lean("spy_mama.csv", "mama", [0.5, 0.05], { lines: { mama: "mama", fama: "fama" } }),
  tulip("untest", "msw 5", "msw", [5], { lines: { sine: "msw_sine", lead: "msw_lead" } }),
];
