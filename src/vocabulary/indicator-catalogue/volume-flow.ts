import {
  average,
  bars,
  defaulted,
  growth,
  latest,
  change,
  close,
  divide,
  ema,
  equal,
  fold,
  greater,
  high,
  lag,
  less,
  low,
  middle,
  min,
  multiply,
  rolling,
  single,
  subtract,
  sum,
  total,
  typical,
  volume,
  when,
  type Group,
} from "./algebra.ts";
import { volumeForce } from "./klinger.ts";
import { fastBelowSlow } from "./momentum.ts";
import type { Recipe } from "../recipe.ts";

/** Volume times the place of the close within the bar, -1 to 1; 0 for a bar without a range. */
const flow: Recipe = multiply(
  when(
    equal(high, low),
    multiply(0, close),
    divide(subtract(subtract(multiply(2, close), high), low), subtract(high, low)),
  ),
  volume,
);

/** Price moves weighed with volume. */
export const VOLUME_FLOW: Group = [
  {
    name: "ad",
    code: "AD",
    title: "Accumulation and distribution",
    group: "Volume",
    aliases: ["adl"],
    parameters: [],
    source: null,
    lines: single("shares", "accumulation and distribution"),
    recipe: () => ({ value: total(flow) }),
  },
  {
    name: "adosc",
    code: "ADOSC",
    title: "Chaikin oscillator",
    group: "Volume",
    parameters: [bars(3, { name: "fast" }), bars(10, { name: "slow" })],
    source: null,
    lines: single("shares", "distance of the fast average of AD from the slow one"),
    // The distance of AD from its own EMA(n), seed and all, is (n − 1) / 2 × the smoothing of what AD gains, seeded with the
    // weights 0 … n − 1. So the level of AD drops out, and with it the dependence on the first bar.
    recipe: (fast = 3, slow = 10) => {
      const gained = defaulted(flow, multiply(0, latest(flow)));
      const behind = (n: number): Recipe =>
        multiply((n - 1) / 2, { op: "smooth", x: gained, n, alpha: 2 / (n + 1), kind: "ema", rising: true });
      return { value: subtract(behind(slow), behind(fast)) };
    },
    refuse: fastBelowSlow,
  },
  {
    name: "cmf",
    code: "CMF",
    title: "Chaikin money flow",
    group: "Volume",
    parameters: [bars(20)],
    source: null,
    lines: single("ratio", "money flow, −1 to 1"),
    recipe: (n = 20) => ({ value: divide(sum(flow, n), sum(volume, n)) }),
  },
  {
    name: "efi",
    code: "EFI",
    title: "Elder force index",
    group: "Volume",
    parameters: [bars(13)],
    source: null,
    lines: single("plain", "force index", { price: 1, volume: 1 }),
    recipe: (n = 13) => ({ value: ema(multiply(change(close), volume), n) }),
  },
  {
    name: "emv",
    code: "EMV",
    title: "Ease of movement",
    group: "Volume",
    aliases: ["eom"],
    parameters: [bars(14)],
    source: null,
    lines: single("plain", "ease of movement", { price: 2, volume: -1 }),
    recipe: (n = 14) => ({
      value: average(divide(multiply(1e8, multiply(change(middle), subtract(high, low))), volume), n),
    }),
  },
  {
    name: "kvo",
    code: "KVO",
    title: "Klinger volume oscillator",
    group: "Volume",
    parameters: [bars(34, { name: "fast" }), bars(55, { name: "slow" }), bars(13, { name: "signal" })],
    source: null,
    lines: [
      { name: "line", unit: "plain", title: "Klinger oscillator", scale: { price: 0, volume: 1 } },
      { name: "signal", unit: "plain", title: "signal line", scale: { price: 0, volume: 1 } },
    ],
    recipe: (fast = 34, slow = 55, n = 13) => {
      const force = fold(volumeForce());
      const line = subtract(ema(force, fast), ema(force, slow));
      return { line, signal: ema(line, n) };
    },
    refuse: fastBelowSlow,
  },
  {
    name: "vfi",
    code: "VFI",
    title: "Volume flow indicator",
    group: "Volume",
    parameters: [bars(130)],
    source: null,
    lines: single("plain", "volume flow"),
    recipe: (n = 130) => {
      const usual = lag(average(volume, n));
      const capped = min(volume, multiply(2.5, usual));
      const cutoff = multiply(multiply(0.2, close), rolling("deviation", growth(typical), 30));
      const move = change(typical);
      const signed = when(
        greater(move, cutoff),
        capped,
        when(less(move, multiply(-1, cutoff)), multiply(-1, capped), multiply(0, capped)),
      );
      return { value: ema(divide(sum(signed, n), usual), 3) };
    },
  },
];
