import {
  add,
  close,
  defaulted,
  divide,
  equal,
  high,
  lag,
  latest,
  low,
  max,
  min,
  multiply,
  open,
  single,
  subtract,
  typical,
  when,
  type Group,
} from "./algebra.ts";
import type { Recipe } from "../recipe.ts";

/** Half of the previous candle's open and close: smoothing by a half, from the middle of the first bar's open and close. */
function heikinAshi() {
  const c = divide(add(add(open, high), add(low, close)), 4);
  const before = defaulted(lag(latest(c)), divide(add(open, close), 2));
  // Null wherever the bar is, so that it is passed over.
  const whole = when(equal(c, c), before, 0);
  const o: Recipe = { op: "smooth", x: whole, n: 3, alpha: 0.5, kind: "ema", seed: 1 };
  return { o, h: max(high, max(o, c)), l: min(low, min(o, c)), c };
}

function pivots() {
  const [h, l] = [lag(high), lag(low)];
  const p = lag(typical);
  const range = subtract(h, l);
  return {
    p,
    r1: subtract(multiply(2, p), l),
    r2: add(p, range),
    r3: add(h, multiply(2, subtract(p, l))),
    s1: subtract(multiply(2, p), h),
    s2: subtract(p, range),
    s3: subtract(l, multiply(2, subtract(h, p))),
  };
}

const price = (name: string, title: string) => ({ name, unit: "price", title }) as const;

/** Other ways to draw the same bars. */
export const TRANSFORM: Group = [
  {
    name: "ha",
    code: "HA",
    title: "Heikin-Ashi",
    group: "Transform",
    aliases: ["heikin_ashi"],
    parameters: [],
    source: null,
    lines: [price("o", "open"), price("h", "high"), price("l", "low"), price("c", "close")],
    recipe: () => heikinAshi(),
  },
  {
    name: "pivots",
    code: "PIVOTS",
    title: "Floor pivots",
    group: "Transform",
    parameters: [],
    source: null,
    lines: [
      price("p", "pivot"),
      price("r1", "first resistance"),
      price("r2", "second resistance"),
      price("r3", "third resistance"),
      price("s1", "first support"),
      price("s2", "second support"),
      price("s3", "third support"),
    ],
    recipe: () => pivots(),
  },
  {
    name: "typprice",
    code: "TYPPRICE",
    title: "Typical price",
    group: "Transform",
    aliases: ["hlc3"],
    parameters: [],
    source: null,
    lines: single("price", "typical price"),
    recipe: () => ({ value: typical }),
  },
  {
    name: "wclprice",
    code: "WCLPRICE",
    title: "Weighted close",
    group: "Transform",
    parameters: [],
    source: null,
    lines: single("price", "weighted close"),
    recipe: () => ({ value: divide(add(add(high, low), multiply(2, close)), 4) }),
  },
];
