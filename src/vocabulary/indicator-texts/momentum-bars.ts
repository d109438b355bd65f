import type { IndicatorTexts } from "./text.ts";

export const MOMENTUM_BARS_TEXTS: IndicatorTexts = {
  bop: {
    formula: "SMA(n) of (close − open) / (high − low), 0 for a bar without a range.",
    reference: "Livshin 2001; TA-Lib BOP and Tulip bop are the one of a single bar: length 1.",
  },
  eri: {
    formula: "bull = high − EMA(n) of the close, bear = low − EMA(n) of the close.",
    reference: "Elder 1993; Pine's Bull Bear Power.",
  },
  rvgi: {
    formula:
      "line = sum over n bars of close − open / sum over n bars of high − low, each smoothed with symmetric weights over smooth bars (1 2 2 1 for 4); signal = line smoothed likewise.",
    reference: "Ehlers 2002; Pine's Relative Vigor Index.",
  },
  fisher: {
    formula:
      "v = 0.66 × (place of (high + low) / 2 in its range of n bars − 0.5) + 0.67 × v before, ±0.999 where that is beyond ±0.99; line = 0.5 × ln((1 + v) / (1 − v)) + 0.5 × line before; without a range the place is the middle. signal = line, signal bars before.",
    reference: "Ehlers 2002; Tulip fisher, Pine's Fisher Transform.",
  },
  squeeze: {
    formula:
      "Bollinger bands SMA(length) ± deviations × population deviation; channel SMA(channel) ± multiple × SMA(channel) of the true range; mom = end of the regression line over channel bars of close − average of (highest high + lowest low) / 2 and SMA(channel).",
    reference:
      "Carter 2005; LazyBear's Squeeze Momentum with the bands' own deviations. Equal bands are neither on nor off.",
  },
};
