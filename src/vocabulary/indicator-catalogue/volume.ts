import {
  add,
  average,
  bars,
  change,
  close,
  defaulted,
  divide,
  equal,
  field,
  greater,
  lag,
  multiply,
  sessionTotal,
  sign,
  single,
  sum,
  total,
  typical,
  volume,
  when,
  type Group,
} from "./algebra.ts";

const moneyFlow = multiply(typical, volume);
const barPrice = defaulted(field("vwap"), typical);
const anchored = (from: "extended" | "regular") =>
  divide(sessionTotal(multiply(barPrice, volume), from), sessionTotal(volume, from));

export const VOLUME: Group = [
  {
    name: "obv",
    code: "OBV",
    title: "On balance volume",
    group: "Volume",
    parameters: [],
    source: null,
    lines: single("shares", "on balance volume"),
    recipe: () => ({ value: total(defaulted(multiply(sign(change(close)), volume), 0)) }),
    formula: "Running total of the volume, with the sign of the change of the close; 0 on the first bar.",
    reference:
      "Granville 1963; Tulip obv, Pine ta.obv. The level depends on the first bar: only its changes mean something.",
  },
  {
    name: "mfi",
    code: "MFI",
    title: "Money flow index",
    group: "Volume",
    parameters: [bars(14)],
    source: null,
    lines: single("plain", "money flow, 0 to 100"),
    recipe: (n = 14) => {
      const move = change(typical);
      const up = sum(multiply(greater(move, 0), moneyFlow), n);
      const down = sum(multiply(greater(0, move), moneyFlow), n);
      return { value: when(equal(down, 0), 100, divide(multiply(100, up), add(up, down))) };
    },
    formula:
      "100 × up / (up + down), the sums over n bars of typical price × volume on bars where the typical price rose or fell; " +
      "100 where down is 0.",
    reference: "Quong and Soudack 1989; Pine ta.mfi, TA-Lib MFI.",
  },
  {
    name: "vwap",
    code: "VWAP",
    words: "session VWAP",
    title: "Session VWAP from 04:00",
    group: "Volume",
    parameters: [],
    source: null,
    intradayOnly: true,
    lines: single("price", "volume-weighted average price since 04:00"),
    recipe: () => ({ value: anchored("extended") }),
    formula:
      "Sum of price × volume / sum of volume since 04:00; price is the bar's vwap, (high + low + close) / 3 without one.",
    reference: "Pine ta.vwap on an extended session.",
  },
  {
    name: "vwap_rth",
    code: "VWAP_RTH",
    title: "Session VWAP from 09:30",
    group: "Volume",
    parameters: [],
    source: null,
    intradayOnly: true,
    lines: single("price", "volume-weighted average price since 09:30"),
    recipe: () => ({ value: anchored("regular") }),
    formula:
      "As VWAP, over the bars of the session that start at 09:30 or later; null before. A 60 minute bar that starts at 09:00 does not count.",
    reference: "Pine ta.vwap on a regular session.",
  },
  {
    name: "rolling_vwap",
    code: "ROLLING_VWAP",
    words: "rolling VWAP",
    dailyCard: "VWAP",
    title: "Rolling VWAP",
    group: "Volume",
    parameters: [bars(20)],
    source: null,
    lines: single("price", "volume-weighted average price of n bars"),
    recipe: (n = 20) => ({ value: divide(sum(multiply(barPrice, volume), n), sum(volume, n)) }),
    formula:
      "Sum of price × volume / sum of volume over n bars; price is the bar's vwap, (high + low + close) / 3 without one; " +
      "null where the volume is 0.",
    reference:
      "bukosabino ta VolumeWeightedAveragePrice, ta4j VWAPIndicator, which have (high + low + close) / 3 throughout; " +
      "over one day it is the daily VWAP where that is given.",
  },
  {
    name: "avgvol",
    code: "AVGVOL",
    title: "Average volume",
    group: "Volume",
    parameters: [bars(50)],
    source: null,
    lines: single("shares", "average volume"),
    recipe: (n = 50) => ({ value: average(volume, n) }),
    formula: "Average volume of the last n bars, the current one included.",
    reference: "TA-Lib SMA of volume.",
  },
  {
    name: "rvol",
    code: "RVOL",
    title: "Relative volume",
    group: "Volume",
    parameters: [bars(50)],
    source: null,
    lines: single("ratio", "volume against its average"),
    recipe: (n = 50) => ({ value: divide(volume, lag(average(volume, n))) }),
    formula: "Volume / average volume of the n bars before.",
    reference: "House definition: the current bar is not in its own average.",
  },
];
