import { add, bars, decimal, efficiency, fold, lag, multiply, single, source, steps, type Group } from "./algebra.ts";
import type { Fold, Recipe } from "../recipe.ts";

const { state, input, constant, less } = steps;
const value = (title: string) => single("source", title);

/** s + k (x − s) with a share `k` that changes from bar to bar; s begins as the value before the first k. */
function following(k: Recipe, warmup: number): Recipe {
  const [x, before, share] = [input(0), input(1), input(2)];
  return fold({
    inputs: [source, lag(source), k],
    start: [steps.add(before, steps.multiply(share, steps.subtract(x, before)))],
    cases: [],
    otherwise: [steps.add(state(0), steps.multiply(share, steps.subtract(x, state(0))))],
    result: 0,
    minimum: 1,
    warmup,
  });
}

function kaufman(n: number, fast: number, slow: number): Recipe {
  const [quick, idle] = [2 / (fast + 1), 2 / (slow + 1)];
  const root = add(multiply(efficiency(source, n), quick - idle), idle);
  return following(multiply(root, root), Math.max(250, WARMUP.kama * slow));
}

/** The average of the first n values, then s + (x − s) / (k n (x / s)⁴). */
function mcGinley(n: number, k: number): Fold {
  const [count, s, x] = [state(0), state(1), input(0)];
  const next = steps.add(count, 1);
  const ratio = steps.divide(x, s);
  const square = steps.multiply(ratio, ratio);
  const share = steps.multiply(k * n, steps.multiply(square, square));
  // A step is never longer than the way: where x / s is small the formula would overshoot without bound.
  const move = steps.divide(steps.subtract(x, s), steps.max(share, 1));
  return {
    inputs: [source],
    start: [constant(1), x],
    cases: [{ when: [less(count, n)], state: [next, steps.add(s, steps.divide(steps.subtract(x, s), next))] }],
    otherwise: [next, steps.when(steps.equal(s, 0), x, steps.when(steps.equal(x, 0), s, steps.add(s, move)))],
    result: 1,
    minimum: n,
    warmup: n + 17 * Math.ceil(n * Math.max(k, 1)),
  };
}

/** Coefficients of Ehlers' two-pole super smoother of period n. */
export function superSmoother(n: number): { readonly c1: number; readonly c2: number; readonly c3: number } {
  const decay = Math.exp((-Math.SQRT2 * Math.PI) / n);
  const [c2, c3] = [2 * decay * Math.cos((Math.SQRT2 * Math.PI) / n), -(decay ** 2)];
  return { c1: 1 - c2 - c3, c2, c3 };
}

function smoothed(n: number): Fold {
  const { c1, c2, c3 } = superSmoother(n);
  const [last, one, two, x] = [state(0), state(1), state(2), input(0)];
  const old = steps.add(steps.multiply(c2, one), steps.multiply(c3, two));
  return {
    inputs: [source],
    start: [x, x, x],
    cases: [],
    otherwise: [x, steps.add(steps.multiply(c1 / 2, steps.add(x, last)), old), one],
    result: 1,
    minimum: n,
    warmup: Math.max(250, 6 * n),
  };
}

function jurik(n: number, phase: number, power: number): Fold {
  const beta = (0.45 * (n - 1)) / (0.45 * (n - 1) + 2);
  const alpha = beta ** power;
  const [e0, e1, e2, s, x] = [state(0), state(1), state(2), state(3), input(0)];
  const { add, multiply, subtract } = steps;
  const f0 = add(multiply(1 - alpha, x), multiply(alpha, e0));
  const f1 = add(multiply(1 - beta, subtract(x, f0)), multiply(beta, e1));
  const ahead = add(f0, multiply(phase / 100 + 1.5, f1));
  const f2 = add(multiply((1 - alpha) ** 2, subtract(ahead, s)), multiply(alpha ** 2, e2));
  return {
    inputs: [source],
    start: [x, constant(0), constant(0), x],
    cases: [],
    otherwise: [f0, f1, f2, add(s, f2)],
    result: 3,
    minimum: n,
    warmup: Math.max(250, 8 * n),
  };
}

/**
 * Bars of warm-up for each bar of length. An adaptive average forgets as fast as the price moves: on 20 stocks of 1,259 days
 * KAMA(10, 2, 30) had a start within 1e-8 after 250 bars, VIDYA(14) within 1e-7 after 500.
 */
const WARMUP = { kama: 30, vidya: 60 } as const;

/** Moving averages that only a recursion can say. */
export const ADAPTIVE: Group = [
  {
    name: "kama",
    code: "KAMA",
    title: "Kaufman adaptive moving average",
    group: "Overlap",
    parameters: [bars(10), bars(2, { name: "fast" }), bars(30, { name: "slow" })],
    source: "close",
    lines: value("Kaufman adaptive moving average"),
    recipe: (n = 10, fast = 2, slow = 30) => ({ value: kaufman(n, fast, slow) }),
    refuse: (_n = 10, fast = 2, slow = 30) => (fast > slow ? "fast must not exceed slow" : null),
  },
  {
    name: "vidya",
    code: "VIDYA",
    title: "Variable index dynamic average",
    group: "Overlap",
    parameters: [bars(14)],
    source: "close",
    lines: value("variable index dynamic average"),
    recipe: (n = 14) => ({
      value: following(multiply(efficiency(source, n), 2 / (n + 1)), Math.max(250, WARMUP.vidya * n)),
    }),
  },
  {
    name: "mcgd",
    code: "MCGD",
    title: "McGinley dynamic",
    group: "Overlap",
    parameters: [bars(14), decimal("factor", 1, 0.1, 10)],
    source: "close",
    lines: value("McGinley dynamic"),
    recipe: (n = 14, k = 1) => ({ value: fold(mcGinley(n, k)) }),
  },
  {
    name: "ssf",
    code: "SSF",
    title: "Super smoother",
    group: "Overlap",
    parameters: [bars(10, { least: 2 })],
    source: "close",
    lines: value("super smoother"),
    recipe: (n = 10) => ({ value: fold(smoothed(n)) }),
  },
  {
    name: "jma",
    code: "JMA",
    title: "Jurik moving average (open form)",
    group: "Overlap",
    parameters: [bars(7), decimal("phase", 50, -100, 100), decimal("power", 2, 1, 10)],
    source: "close",
    lines: value("moving average in the manner of Jurik's"),
    recipe: (n = 7, phase = 50, power = 2) => ({ value: fold(jurik(n, phase, power)) }),
  },
];
