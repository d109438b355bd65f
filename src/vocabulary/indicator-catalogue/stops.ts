import {
  add,
  bars,
  close,
  decimal,
  fold,
  high,
  highest,
  low,
  lowest,
  middle,
  multiply,
  steps,
  subtract,
  trueRange,
  wilder,
  type Group,
} from "./algebra.ts";
import type { Fold } from "../recipe.ts";

const { state, input, constant, min, max, greater, less, when } = steps;

/** Places in the state. */
const [UPPER, LOWER, RISING, CLOSE, VALUE] = [0, 1, 2, 3, 4] as const;

/** Supertrend (Seban) as Pine's ta.supertrend: bands that only tighten, and a turn where the close leaves the one in force. */
function supertrend(n: number, factor: number, result: number): Fold {
  const width = multiply(factor, wilder(trueRange, n));
  const [price, top, bottom] = [input(0), input(1), input(2)];
  const upper = when(greater(state(CLOSE), state(UPPER)), top, min(top, state(UPPER)));
  const lower = when(less(state(CLOSE), state(LOWER)), bottom, max(bottom, state(LOWER)));
  const rising = when(greater(state(RISING), 0), when(less(price, lower), -1, 1), when(greater(price, upper), 1, -1));
  return {
    inputs: [close, add(middle, width), subtract(middle, width)],
    start: [top, bottom, constant(-1), price, top],
    cases: [],
    otherwise: [upper, lower, rising, price, when(greater(rising, 0), lower, upper)],
    result,
    minimum: 1,
    warmup: 250,
  };
}

/** Lines that a position is stopped on; PSAR stands with the trends. */
export const STOPS: Group = [
  {
    name: "supertrend",
    code: "SUPERTREND",
    title: "Supertrend",
    group: "Trend",
    parameters: [bars(10), decimal("multiplier", 3, 0.01, 100)],
    source: null,
    lines: [
      { name: "value", unit: "price", title: "the band in force" },
      { name: "dir", unit: "plain", title: "1 in a rise, −1 in a fall" },
    ],
    recipe: (n = 10, factor = 3) => ({
      value: fold(supertrend(n, factor, VALUE)),
      dir: fold(supertrend(n, factor, RISING)),
    }),
  },
  {
    name: "cksp",
    code: "CKSP",
    title: "Chande Kroll stop",
    group: "Trend",
    parameters: [bars(10), decimal("multiplier", 1, 0.01, 100), bars(9, { name: "stop" })],
    source: null,
    lines: [
      { name: "long", unit: "price", title: "stop of a long position" },
      { name: "short", unit: "price", title: "stop of a short position" },
    ],
    recipe: (n = 10, factor = 1, stop = 9) => {
      const width = multiply(factor, wilder(trueRange, n));
      return {
        long: highest(subtract(highest(high, n), width), stop),
        short: lowest(add(lowest(low, n), width), stop),
      };
    },
  },
  {
    name: "chandelier",
    code: "CHANDELIER",
    title: "Chandelier exit",
    group: "Trend",
    parameters: [bars(22), decimal("multiplier", 3, 0.01, 100)],
    source: null,
    lines: [
      { name: "long", unit: "price", title: "exit of a long position" },
      { name: "short", unit: "price", title: "exit of a short position" },
    ],
    recipe: (n = 22, factor = 3) => {
      const width = multiply(factor, wilder(trueRange, n));
      return { long: subtract(highest(high, n), width), short: add(lowest(low, n), width) };
    },
  },
];
