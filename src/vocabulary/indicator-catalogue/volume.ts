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
  },
];
