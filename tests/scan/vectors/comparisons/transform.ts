import { lean, tulip, type Comparison } from "./comparison.ts";

export const TRANSFORM: readonly Comparison[] = [
  lean("spy_heikin_ashi.txt", "ha", [], { lines: { o: "HA_Open", h: "HA_High", l: "HA_Low", c: "HA_Close" } }),
  tulip("atoz", "typprice", "typprice", [], { lines: { value: "typprice" } }),
  tulip("untest", "typprice", "typprice", [], { lines: { value: "typprice" } }),
  lean("spy_with_keltner.csv", "typprice", [], { lines: { value: "TypicalPrice" } }),
];
