import { bukosabino, lean, skender, tulip, type Comparison } from "./comparison.ts";

const FIRST_FORCE =
  "seeds the EMA of the same volume force with its first value, and is too short to forget it; agrees with the naive twin";

export const VOLUME_OTHERS: readonly Comparison[] = [
  skender("adl", "ad", [], { lines: { value: "adl" } }),
  bukosabino("cs-accum.csv", "ad", [], { lines: { value: "ADLine" } }),
  lean("spy_ad_osc.txt", "adosc", [3, 10], { lines: { value: "AdOsc_3_10" } }),
  skender("cmf", "cmf", [20], { lines: { value: "cmf" } }),
  tulip("extra", "cmf 21", "cmf", [21], { lines: { value: "cmf" } }),
  lean("spy_with_ForceIndex.csv", "efi", [20], { lines: { value: "ForceIndex20" } }),
  skender("force", "efi", [2], { lines: { value: "forceIndex" } }),
  tulip("atoz", "emv", "emv", [1], { lines: { value: ["emv", 1e4] } }),
  tulip("untest", "emv", "emv", [1], { lines: { value: ["emv", 1e4] } }),
  bukosabino("cs-easeofmovement.csv", "emv", [1], { lines: { value: "EMV" } }),
  bukosabino("cs-easeofmovement.csv", "emv", [14], { lines: { value: "SMA_EMV" } }),
  tulip("atoz", "kvo 34 55", "kvo", [34, 55, 13], { lines: { line: "kvo" }, differs: FIRST_FORCE }),
  tulip("untest", "kvo 2 5", "kvo", [2, 5, 13], { lines: { line: "kvo" }, differs: FIRST_FORCE }),
  skender("kvo", "kvo", [34, 55, 13], {
    lines: { line: "oscillator", signal: "signal" },
    differs:
      "its force has 2 × (dm / cm − 1) as first printed, never above 0; agrees with tulip's 2 × dm / cm − 1, seeds apart",
  }),
  bukosabino("cs-vpt.csv", "pvt", [], { lines: { value: "unsmoothed vpt" } }),
  tulip("atoz", "wad", "wad", [], { lines: { value: "wad" } }),
  tulip("untest", "wad", "wad", [], { lines: { value: "wad" } }),
  tulip("atoz", "vosc 2 5", "vosc", [2, 5], { lines: { value: "vosc" } }),
  tulip("untest", "vosc 2 5", "vosc", [2, 5], { lines: { value: "vosc" } }),
  tulip("extra", "marketfi", "marketfi", [], { lines: { value: "marketfi" } }),
  tulip("untest", "marketfi", "marketfi", [], { lines: { value: "marketfi" } }),
];
