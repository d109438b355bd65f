import {
  average,
  bars,
  decimal,
  divide,
  highest,
  lowest,
  multiply,
  quantile,
  rolling,
  single,
  source,
  subtract,
  sum,
  type Group,
} from "./algebra.ts";

const value = (title: string) => single("source", title);

/** Rolling statistics; the first four are the functions AVG, MAX, MIN and SUM of the cards, over bars. */
export const STATISTICS: Group = [
  {
    name: "avg",
    code: "AVG",
    words: "rolling average",
    title: "Rolling average",
    group: "Statistics",
    parameters: [bars(20)],
    source: "close",
    lines: value("rolling average"),
    recipe: (n = 20) => ({ value: average(source, n) }),
  },
  {
    name: "max",
    code: "MAX",
    words: "rolling highest",
    title: "Rolling highest",
    group: "Statistics",
    parameters: [bars(20)],
    source: "close",
    lines: value("rolling highest"),
    recipe: (n = 20) => ({ value: highest(source, n) }),
  },
  {
    name: "min",
    code: "MIN",
    words: "rolling lowest",
    title: "Rolling lowest",
    group: "Statistics",
    parameters: [bars(20)],
    source: "close",
    lines: value("rolling lowest"),
    recipe: (n = 20) => ({ value: lowest(source, n) }),
  },
  {
    name: "sum",
    code: "SUM",
    words: "rolling total",
    title: "Rolling total",
    group: "Statistics",
    parameters: [bars(20)],
    source: "close",
    lines: value("rolling total"),
    recipe: (n = 20) => ({ value: sum(source, n) }),
  },
  {
    name: "var",
    code: "VAR",
    title: "Variance",
    group: "Statistics",
    aliases: ["variance"],
    parameters: [bars(20, { least: 2 })],
    source: "close",
    lines: single("plain", "population variance", "source squared"),
    recipe: (n = 20) => ({ value: rolling("variance", source, n) }),
  },
  {
    name: "median",
    code: "MEDIAN",
    title: "Rolling median",
    group: "Statistics",
    parameters: [bars(30)],
    source: "close",
    lines: value("rolling median"),
    recipe: (n = 30) => ({ value: quantile(source, n, 0.5) }),
  },
  {
    name: "quantile",
    code: "QUANTILE",
    title: "Rolling quantile",
    group: "Statistics",
    parameters: [bars(30), decimal("level", 0.5, 0, 1)],
    source: "close",
    lines: value("rolling quantile"),
    recipe: (n = 30, level = 0.5) => ({ value: quantile(source, n, level) }),
  },
  {
    name: "skew",
    code: "SKEW",
    title: "Rolling skew",
    group: "Statistics",
    // As CCI: every bar carries its frame.
    parameters: [bars(30, { least: 3, most: 250 })],
    source: "close",
    lines: single("plain", "skewness"),
    recipe: (n = 30) => {
      const deviation = rolling("deviation", source, n);
      const cube = multiply(deviation, multiply(deviation, deviation));
      return {
        value: multiply(Math.sqrt(n * (n - 1)) / (n - 2), divide(rolling("thirdMoment", source, n), cube)),
      };
    },
  },
  {
    name: "kurtosis",
    code: "KURTOSIS",
    title: "Rolling kurtosis",
    group: "Statistics",
    parameters: [bars(30, { least: 4, most: 250 })],
    source: "close",
    lines: single("plain", "excess kurtosis"),
    recipe: (n = 30) => {
      const variance = rolling("variance", source, n);
      const ratio = divide(rolling("fourthMoment", source, n), multiply(variance, variance));
      return {
        value: multiply((n - 1) / ((n - 2) * (n - 3)), subtract(multiply(n + 1, ratio), 3 * (n - 1))),
      };
    },
  },
  {
    name: "zscore",
    code: "ZSCORE",
    title: "Z-score",
    group: "Statistics",
    parameters: [bars(20, { least: 2 })],
    source: "close",
    lines: single("plain", "distance from the average in standard deviations"),
    recipe: (n = 20) => ({ value: divide(subtract(source, average(source, n)), rolling("deviation", source, n)) }),
  },
];
