import {
  abs,
  add,
  atan,
  average,
  bars,
  change,
  decimal,
  divide,
  equal,
  filter,
  fold,
  greater,
  less,
  MAX_FILTER_BARS,
  middle,
  multiply,
  run,
  sign,
  sin,
  single,
  source,
  sqrt,
  steps,
  subtract,
  varying,
  when,
  type Group,
} from "./algebra.ts";
import type { Fold, Recipe } from "../recipe.ts";
import { superSmoother } from "./adaptive.ts";
import { cyclePeriod, mesa, smoothPrice } from "./hilbert.ts";
import { ROUNDING } from "../rounding.ts";

/** Longest cycle that the Hilbert indicators know. */
const MAX_CYCLE_BARS = 50;

/** Average of the price over one cycle, smoothed over four bars: what is left without the cycle. */
const trendline = filter(varying("average", middle, cyclePeriod, MAX_CYCLE_BARS), [0.4, 0.3, 0.2, 0.1]);

/** Phase of the dominant cycle in degrees, -45 to 315; parts under 1e-9 of the price are rounding. */
function cyclePhase(): Recipe {
  const part = (of: "sine" | "cosine"): Recipe => {
    const sum = varying(of, smoothPrice, cyclePeriod, MAX_CYCLE_BARS);
    return when(greater(abs(sum), multiply(ROUNDING, smoothPrice)), sum, 0);
  };
  const [real, imaginary] = [part("sine"), part("cosine")];
  const angle = when(
    equal(imaginary, 0),
    multiply(90, sign(real)),
    multiply(180 / Math.PI, atan(divide(real, imaginary))),
  );
  // The smoothing lags by a bar.
  const turned = add(add(angle, 90), divide(360, cyclePeriod));
  const phase = when(less(imaginary, 0), add(turned, 180), turned);
  return when(greater(phase, 315), subtract(phase, 360), phase);
}

/** 1 in a trend, 0 in a cycle. */
function trendMode(): Recipe {
  const phase = cyclePhase();
  const sine = (lead: number): Recipe => sin(multiply(Math.PI / 180, add(phase, lead)));
  const since = run(greater(sine(0), sine(45)));
  const whole = divide(360, cyclePeriod);
  const turning = change(phase);
  const asCycle = multiply(greater(turning, multiply(0.67, whole)), less(turning, multiply(1.5, whole)));
  const cycle = when(less(since, multiply(0.5, cyclePeriod)), 0, subtract(1, asCycle));
  const apart = abs(divide(subtract(smoothPrice, trendline), trendline));
  return when(less(apart, 0.015), cycle, 1);
}

/** Sine of the phase of a cycle of n bars, by one term of the Fourier transform, and the same an eighth of a turn on. */
function mesaSine(n: number): Readonly<Record<"sine" | "lead", Recipe>> {
  const turn = (of: (angle: number) => number): Recipe =>
    filter(
      source,
      Array.from({ length: n }, (_value, k) => of((2 * Math.PI * k) / n)),
    );
  const [real, imaginary] = [turn(Math.cos), turn(Math.sin)];
  const length = sqrt(add(multiply(real, real), multiply(imaginary, imaginary)));
  const radius = when(greater(length, multiply(ROUNDING, abs(source))), length, 0);
  return {
    sine: divide(real, radius),
    lead: divide(multiply(Math.SQRT1_2, subtract(real, imaginary)), radius),
  };
}

/** High-passed by a pole of `duration`, smoothed by the two poles of `length`. */
function roofed(duration: number, length: number): Fold {
  const { add, multiply, subtract, state, input, constant } = steps;
  const turn = (2 * Math.PI) / duration;
  const alpha = (1 - Math.sin(turn)) / Math.cos(turn);
  const { c1, c2, c3 } = superSmoother(length);
  const [last, high, one, two, x] = [state(0), state(1), state(2), state(3), input(0)];
  const passed = add(multiply(0.5 * (1 + alpha), subtract(x, last)), multiply(alpha, high));
  const smooth = add(multiply(c1 / 2, add(passed, high)), add(multiply(c2, one), multiply(c3, two)));
  return {
    inputs: [source],
    start: [x, constant(0), constant(0), constant(0)],
    cases: [],
    otherwise: [x, passed, smooth, one],
    result: 2,
    minimum: 1,
    warmup: Math.max(250, 6 * (duration + length)),
  };
}

function evenBetter(duration: number, length: number): Recipe {
  const wave = fold(roofed(duration, length));
  const power = sqrt(average(multiply(wave, wave), 3));
  return divide(average(wave, 3), when(greater(power, multiply(ROUNDING, abs(source))), power, 0));
}

/** Cycles of the price, after Ehlers. */
export const CYCLE: Group = [
  {
    name: "mama",
    code: "MAMA",
    title: "MESA adaptive moving average",
    group: "Overlap",
    parameters: [decimal("fast", 0.5, 0.01, 0.99), decimal("slow", 0.05, 0.01, 0.99)],
    source: null,
    lines: [
      { name: "mama", unit: "price", title: "MESA adaptive moving average" },
      { name: "fama", unit: "price", title: "following adaptive moving average" },
    ],
    recipe: (fast = 0.5, slow = 0.05) => mesa(fast, slow),
    refuse: (fast = 0.5, slow = 0.05) => (slow > fast ? "slow must not exceed fast" : null),
  },
  {
    name: "ht_trendline",
    code: "HT_TRENDLINE",
    title: "Hilbert instantaneous trendline",
    group: "Overlap",
    parameters: [],
    source: null,
    lines: single("price", "instantaneous trendline"),
    recipe: () => ({ value: trendline }),
  },
  {
    name: "ht_dcperiod",
    code: "HT_DCPERIOD",
    title: "Hilbert dominant cycle period",
    group: "Cycle",
    parameters: [],
    source: null,
    lines: single("count", "bars of the dominant cycle, 6 to 50"),
    recipe: () => ({ value: cyclePeriod }),
  },
  {
    name: "ht_trendmode",
    code: "HT_TRENDMODE",
    title: "Hilbert trend or cycle mode",
    group: "Cycle",
    parameters: [],
    source: null,
    lines: single("plain", "1 in a trend, 0 in a cycle"),
    recipe: () => ({ value: trendMode() }),
  },
  {
    name: "msw",
    code: "MSW",
    title: "MESA sine wave",
    group: "Cycle",
    parameters: [bars(5, { least: 3, most: MAX_FILTER_BARS })],
    source: "close",
    lines: [
      { name: "sine", unit: "plain", title: "sine of the phase, −1 to 1" },
      { name: "lead", unit: "plain", title: "sine of the phase and 45°, −1 to 1" },
    ],
    recipe: (n = 5) => mesaSine(n),
  },
  {
    name: "ebsw",
    code: "EBSW",
    title: "Even better sinewave",
    group: "Cycle",
    parameters: [bars(40, { least: 5 }), bars(10, { name: "smoothing", least: 2 })],
    source: "close",
    lines: single("plain", "swing, −1 to 1"),
    recipe: (duration = 40, length = 10) => ({ value: evenBetter(duration, length) }),
  },
];
