import { FIRST_PRICE, bukosabino, lean, skender, tulip, type Comparison } from "./comparison.ts";

export const MOMENTUM: readonly Comparison[] = [
  skender("rsi", "rsi", [14], { lines: { value: "rsi" } }),
  bukosabino("cs-rsi.csv", "rsi", [14], {
    lines: { value: "RSI" },
    differs: "seeds with 0 instead of an average, and is too short to forget it; agrees with skender and lean",
  }),
  lean("spy_with_indicators.txt", "rsi", [14], { lines: { value: "RSI 14 Wilder" } }),
  skender("macd", "macd", [12, 26, 9], { lines: { line: "macd", signal: "signal", hist: "histogram" } }),
  bukosabino("cs-macd.csv", "macd", [12, 26, 9], {
    lines: { line: "MACD_line", signal: "MACD_signal", hist: "MACD_diff" },
    differs: FIRST_PRICE,
  }),
  lean("spy_with_indicators.txt", "macd", [12, 26, 9], { lines: { line: "MACD 12 26" }, single: true }),
  bukosabino("cs-ppo.csv", "ppo", [12, 26, 9], {
    lines: { line: "PPO", signal: "PPO_Signal_Line", hist: "PPO_Histogram" },
    differs: FIRST_PRICE,
  }),
  skender("pvo", "ppo", [12, 26, 9], {
    source: "volume",
    lines: { line: "pvo", signal: "signal", hist: "histogram" },
  }),
  bukosabino("cs-pvo.csv", "ppo", [12, 26, 9], {
    source: "volume",
    lines: { line: "PVO", signal: "PVO_Signal_Line", hist: "PVO_Histogram" },
    differs: FIRST_PRICE,
  }),
  skender("stoch", "stoch", [14, 3, 3], { lines: { k: "k", d: "d" } }),
  tulip("atoz", "stoch 5 3 3", "stoch", [5, 3, 3], { lines: { k: "stoch_k", d: "stoch_d" } }),
  tulip("untest", "stoch 5 3 3", "stoch", [5, 3, 3], { lines: { k: "stoch_k", d: "stoch_d" } }),
  lean("spy_with_stoch12k3.txt", "stoch", [12, 3, 5], { lines: { k: "Stochastics 12 %K 3", d: "%D 5" }, single: true }),
  skender("willr", "willr", [14], { lines: { value: "williamsR" } }),
  skender("cci", "cci", [20], { lines: { value: "cci" } }),
  lean("spy_with_cci.txt", "cci", [14], { lines: { value: "Commodity Channel Index (CCI) 14" }, single: true }),
  skender("roc-wb", "roc", [20], { lines: { value: "roc" } }),
  tulip("extra", "roc 3", "roc", [3], { lines: { value: ["roc", 100] } }),
  tulip("untest", "roc 5", "roc", [5], { lines: { value: ["roc", 100] } }),
  lean("spy_with_rocp50.txt", "roc", [50], { lines: { value: "Rate of Change % 50" }, single: true }),
];
