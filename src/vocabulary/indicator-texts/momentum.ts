import type { IndicatorTexts } from "./text.ts";

export const MOMENTUM_TEXTS: IndicatorTexts = {
  rsi: {
    formula:
      "100 × gain / (gain + loss), both Wilder-smoothed over n changes (n + 1 values); 100 where the average loss is 0.",
    reference: "Wilder 1978; Pine ta.rsi, TA-Lib RSI.",
  },
  macd: {
    formula:
      "line = EMA(fast) − EMA(slow), each with its own seed; signal = EMA(signal) of line; hist = line − signal.",
    reference: "Appel; Pine ta.macd. TA-Lib delays the seed of the fast EMA to that of the slow one.",
  },
  ppo: {
    formula: "line = 100 × (EMA(fast) − EMA(slow)) / EMA(slow); signal = EMA(signal) of line; hist = line − signal.",
    reference: "Appel; StockCharts.",
  },
  stoch: {
    formula: "k = SMA(smooth) of 100 × (close − lowest low) / (highest high − lowest low); d = SMA(signal) of k.",
    reference: "Lane; TA-Lib STOCH (whose default is 5, 3, 3), Pine ta.stoch.",
  },
  stochf: {
    formula: "k = 100 × (close − lowest low) / (highest high − lowest low) of n bars; d = SMA(signal) of k.",
    reference: "Lane; TA-Lib STOCHF.",
  },
  willr: {
    formula: "−100 × (highest high − close) / (highest high − lowest low) of n bars.",
    reference: "Williams; TA-Lib WILLR, Pine ta.wpr.",
  },
  cci: {
    formula: "(TP − SMA(n) of TP) / (0.015 × mean absolute deviation of TP), TP = (high + low + close) / 3.",
    reference: "Lambert 1980; TA-Lib CCI.",
  },
  roc: {
    formula: "100 × (value / value n bars before − 1).",
    reference: "TA-Lib ROC, Pine ta.roc. Tulip gives a fraction.",
  },
  mom: {
    formula: "value − value n bars before.",
    reference: "TA-Lib MOM, Pine ta.mom.",
  },
};
