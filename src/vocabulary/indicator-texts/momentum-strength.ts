import type { IndicatorTexts } from "./text.ts";

export const MOMENTUM_STRENGTH_TEXTS: IndicatorTexts = {
  stochrsi: {
    formula:
      "k = SMA(smooth) of the place of RSI(n) in its range of the last stochastic bars, 0 to 100, null where that range is under 1e-7; d = SMA(signal) of k.",
    reference: "Chande and Kroll 1994; Pine's Stochastic RSI. Tulip gives the place itself, 0 to 1.",
  },
  cmo: {
    formula: "100 × (gains − losses) / (gains + losses), the sums over n changes; null where nothing moved.",
    reference: "Chande 1994; Pine ta.cmo, Tulip cmo. TA-Lib smooths gains and losses as Wilder does.",
  },
  ultosc: {
    formula:
      "100 × (4 a + 2 b + c) / 7, where a, b, c are the sums over fast, middle, slow bars of close − min(low, previous close), divided by those of the true range; from the second bar.",
    reference: "Williams 1976; TA-Lib ULTOSC, Tulip ultosc.",
  },
  crsi: {
    formula:
      "Average of RSI(n), of RSI(streak) of the number of bars in a row that rose (or fell, negative; 0 unchanged), and of the percentage of the rank changes before that were smaller than this one, in percent.",
    reference: "Connors and Alvarez 2012; Pine's Connors RSI.",
  },
  imi: {
    formula: "100 × gains / (gains + losses), the sums over n bars of close − open; null where no bar moved.",
    reference: "Chande 1994; TA-Lib IMI.",
  },
  psl: {
    formula: "100 × bars of the last n on which the value rose / n.",
    reference: "As charted in Japan.",
  },
  er: {
    formula: "|value − value n bars before| / sum of the n absolute changes between; null where nothing moved.",
    reference: "Kaufman 1995; StockCharts' KAMA.",
  },
  qqe: {
    formula:
      "Level that trails EMA(smooth) of RSI(n) at a distance of factor × EMA(2 n − 1) of EMA(2 n − 1) of its absolute change: below it, it never falls, above it, it never rises, until crossed. Differences under 1e-7 do not cross.",
    reference: "Ignatov's QQE for MetaTrader.",
  },
  kdj: {
    formula:
      "k = Wilder smoothing over signal bars of the fast %K of n bars, d = the same of k, j = 3 k − 2 d; a bar without a range is passed over.",
    reference: "Lane's stochastic as charted in China, which starts K and D at 50.",
  },
};
