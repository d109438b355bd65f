import type { BarField } from "../../../src/vocabulary/index.ts";
import type { Place } from "./collections.ts";

/** One line of an indicator against one column of a reference. */
export interface Comparison extends Place {
  readonly indicator: string;
  readonly parameters: readonly number[];
  readonly source?: BarField;
  /** The reference's column for each line that it has; a factor where it is in another unit. */
  readonly lines: Readonly<Record<string, string | readonly [column: string, factor: number]>>;
  /** Computed in single precision: right to 1e-5 of the largest value, not of each. */
  readonly single?: true;
  /** Why they differ, and who agrees instead. Fails when they do agree. */
  readonly differs?: string;
}

type Rest = Omit<Comparison, "collection" | "file" | "block" | "indicator" | "parameters">;

const skender = (file: string, indicator: string, parameters: readonly number[], rest: Rest): Comparison => ({
  collection: "skender",
  file: `${file}.standard.json.gz`,
  indicator,
  parameters,
  ...rest,
});
const tulip = (
  file: string,
  block: string,
  indicator: string,
  parameters: readonly number[],
  rest: Rest,
): Comparison => ({
  collection: "tulip",
  file: `${file}.txt`,
  block,
  indicator,
  parameters,
  ...rest,
});
const table =
  (collection: "bukosabino-ta" | "lean") =>
  (file: string, indicator: string, parameters: readonly number[], rest: Rest): Comparison => ({
    collection,
    file,
    indicator,
    parameters,
    ...rest,
  });
/** Reasons that several references share. */
const FIRST_PRICE = "seeds the EMA with the first price, and is too short to forget it; agrees with skender";
const WILDER_SUMS = "seeds Wilder's sums with n − 1 values, and is too short to forget it; agrees with lean";

const bukosabino = table("bukosabino-ta");
const lean = table("lean");

/** Every reference that covers an indicator of the catalogue. */
export const COMPARISONS: readonly Comparison[] = [
  skender("sma", "sma", [20], { lines: { value: "sma" } }),
  skender("starc", "sma", [5], { lines: { value: "centerline" } }),
  tulip("atoz", "sma 5", "sma", [5], { lines: { value: "sma" } }),
  tulip("untest", "sma 5", "sma", [5], { lines: { value: "sma" } }),
  lean("spy_with_indicators.txt", "sma", [14], { lines: { value: "SMA14" } }),
  // The file's headings of 5 and 15 are exchanged.
  lean("spy_with_rma.csv.gz", "sma", [5], { lines: { value: "SMA15" } }),
  lean("spy_with_rma.csv.gz", "sma", [15], { lines: { value: "SMA5" } }),
  lean("spy_dpo.csv", "sma", [21], { lines: { value: "Sma(21)" } }),
  lean("spy_acceleration_bands_20_4.txt", "sma", [20], { lines: { value: "MiddleBand" } }),

  skender("ema", "ema", [20], { lines: { value: "ema" } }),
  skender("macd", "ema", [26], { lines: { value: "slowEma" } }),
  lean("spy_ema.csv", "ema", [14], { lines: { value: "EMA14" } }),
  lean("spy_with_indicators.txt", "ema", [14], { lines: { value: "EMA14" } }),
  bukosabino("cs-macd.csv", "ema", [12], { lines: { value: "short_ema" } }),

  tulip("atoz", "wma 5", "wma", [5], { lines: { value: "wma" } }),
  tulip("untest", "wma 5", "wma", [5], { lines: { value: "wma" } }),
  bukosabino("cs-wma.csv", "wma", [9], { lines: { value: "WMA" } }),

  tulip("atoz", "wilders 5", "rma", [5], { lines: { value: "wilders" } }),
  tulip("untest", "wilders 5", "rma", [5], { lines: { value: "wilders" } }),
  lean("spy_with_rma.csv.gz", "rma", [5], {
    lines: { value: "RMA5" },
    differs: "another indicator of that name: SMA(3 n) − SMA(2 n) + SMA(n); agrees with tulip wilders",
  }),

  skender("dema", "dema", [14], { lines: { value: "dema" } }),
  tulip("atoz", "dema 5", "dema", [5], { lines: { value: "dema" }, differs: FIRST_PRICE }),
  tulip("untest", "dema 5", "dema", [5], { lines: { value: "dema" }, differs: FIRST_PRICE }),

  skender("tema", "tema", [20], { lines: { value: "tema" } }),
  lean("spy_tema.txt", "tema", [5], { lines: { value: "TEMA_5" } }),
  tulip("atoz", "tema 5", "tema", [5], { lines: { value: "tema" }, differs: FIRST_PRICE }),
  tulip("untest", "tema 5", "tema", [5], { lines: { value: "tema" }, differs: FIRST_PRICE }),

  tulip("extra", "linreg 5", "lsma", [5], { lines: { value: "linreg" } }),
  tulip("untest", "linreg 5", "lsma", [5], { lines: { value: "linreg" } }),
  tulip("extra", "linregslope 5", "lr_slope", [5], { lines: { value: "linregslope" } }),
  tulip("untest", "linregslope 5", "lr_slope", [5], { lines: { value: "linregslope" } }),

  bukosabino("cs-bbands.csv", "bbands", [20, 2], { lines: { upper: "HighBand", mid: "MiddleBand", lower: "LowBand" } }),
  bukosabino("cs-bbands.csv", "bbw", [20, 2], { lines: { value: ["WidthBand", 0.01] } }),
  bukosabino("cs-bbands.csv", "bbpct", [20, 2], { lines: { value: "PercentageBand" } }),
  lean("spy_sm.csv.gz", "bbands", [20, 2], { lines: { upper: "bb high", mid: "mid_bb", lower: "bb low" } }),

  skender("donchian", "donchian", [20], {
    lines: { upper: "upperBand", mid: "centerline", lower: "lowerBand" },
    differs: "leaves the current bar out; agrees with bukosabino-ta",
  }),
  bukosabino("cs-dc.csv", "donchian", [20], {
    lines: { upper: "upper_band", mid: "middle_band", lower: "lower_band" },
  }),

  lean("spy_with_adx.txt.gz", "adx", [14], { lines: { value: "ADX 14" } }),
  lean("spy_with_adx.txt.gz", "plus_di", [14], { lines: { value: "+DI14" } }),
  lean("spy_with_adx.txt.gz", "minus_di", [14], { lines: { value: "-DI14" } }),
  lean("spy_with_adx.txt.gz", "dx", [14], { lines: { value: "DX" } }),
  tulip("atoz", "adx 14", "adx", [14], { lines: { value: "adx" }, differs: WILDER_SUMS }),
  tulip("extra", "adx 14", "adx", [14], { lines: { value: "adx" }, differs: WILDER_SUMS }),
  tulip("untest", "adx 5", "adx", [5], { lines: { value: "adx" }, differs: WILDER_SUMS }),

  skender("aroon", "aroon", [25], {
    lines: { up: "aroonUp", down: "aroonDown" },
    differs: "of equal extremes the earliest counts; agrees with tulip and lean (AROONOSC), where the latest does",
  }),

  lean("spy_aroon_oscillator.txt", "aroonosc", [14], { lines: { value: "Aroon Oscillator 14" } }),
  tulip("extra", "aroonosc 5", "aroonosc", [5], { lines: { value: "aroonosc" } }),
  tulip("untest", "aroonosc 5", "aroonosc", [5], { lines: { value: "aroonosc" } }),

  tulip("atoz", "psar .02 .2", "psar", [0.02, 0.2], { lines: { value: "psar" } }),
  tulip("untest", "psar .2 2", "psar", [0.2, 2], { lines: { value: "psar" } }),
  lean("spy_sarext.txt.gz", "psar", [0.02, 0.2], {
    lines: { value: "SAR" },
    differs: "turns on a touch as TA-Lib does, which moves 12 of 5,849 bars; agrees with tulip, on penetration",
  }),

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

  skender("obv", "obv", [], { lines: { value: "obv" } }),
  bukosabino("cs-obv.csv", "obv", [], { lines: { value: "OBV" } }),
  tulip("atoz", "obv", "obv", [], { lines: { value: "obv" } }),
  tulip("untest", "obv", "obv", [], { lines: { value: "obv" } }),

  skender("vwap", "vwap", [], { lines: { value: "vwap" } }),

  skender("atr-stop", "atr", [21], { lines: { value: "atr" } }),
  bukosabino("cs-atr.csv", "atr", [14], { lines: { value: "ATR" } }),
  lean("spy_atr.txt", "atr", [14], {
    lines: { value: "Average True Range 14" },
    differs: "simple average of the true range; agrees with bukosabino-ta and skender, Wilder's",
  }),
  tulip("extra", "natr 4", "natr", [4], {
    lines: { value: "natr" },
    differs: "made by hand from averages rounded to four decimals; agrees with tulip untest",
  }),
  tulip("untest", "natr 5", "natr", [5], { lines: { value: "natr" } }),
  lean("spy_tr.txt", "trange", [], { lines: { value: "TR" } }),
  bukosabino("cs-atr.csv", "trange", [], { lines: { value: "TR" } }),

  skender("stdev", "stddev", [14], { lines: { value: "stdDev" } }),
  skender("stdev", "avg", [14], { lines: { value: "mean" } }),
  skender("stdev", "zscore", [14], { lines: { value: "zScore" } }),
  tulip("atoz", "stddev 5", "stddev", [5], { lines: { value: "stddev" } }),
  tulip("extra", "stddev 3", "stddev", [3], { lines: { value: "stddev" } }),
  tulip("untest", "stddev 5", "stddev", [5], { lines: { value: "stddev" } }),
  tulip("extra", "var 3", "var", [3], { lines: { value: "var" } }),
  tulip("untest", "var 5", "var", [5], { lines: { value: "var" } }),
  lean("spy_max.txt", "max", [5], { lines: { value: "MAX_5" } }),
  lean("spy_min.txt", "min", [5], { lines: { value: "MIN_5" } }),
  tulip("extra", "max 3", "max", [3], { lines: { value: "max" } }),
  tulip("extra", "min 3", "min", [3], { lines: { value: "min" } }),
  tulip("untest", "max 5", "max", [5], { lines: { value: "max" } }),
  tulip("untest", "min 5", "min", [5], { lines: { value: "min" } }),
];
