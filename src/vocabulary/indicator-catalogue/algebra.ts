import type { BarField } from "../fields.ts";
import type { Fold, Recipe, Rolling, Step } from "../recipe.ts";
import { ROUNDING } from "../rounding.ts";
import type { Indicator, IndicatorParameter } from "../indicators.ts";

/** The words in which catalogue entries are written; each builds one node of the algebra. */
export const field = (name: BarField): Recipe => ({ op: "field", field: name });
export const open = field("open");
export const high = field("high");
export const low = field("low");
export const close = field("close");
export const volume = field("volume");
export const source: Recipe = { op: "source" };
export const constant = (value: number): Recipe => ({ op: "constant", value });

type Operand = Recipe | number;
const recipe = (x: Operand): Recipe => (typeof x === "number" ? constant(x) : x);
type BinaryOp = Exclude<Extract<Recipe, { a: Recipe }>["op"], "covariance">;
const binary =
  (op: BinaryOp) =>
  (a: Operand, b: Operand): Recipe => ({ op, a: recipe(a), b: recipe(b) });

export const add = binary("add");
export const subtract = binary("subtract");
export const multiply = binary("multiply");
export const divide = binary("divide");
export const greater = binary("greater");
export const less = binary("less");
export const equal = binary("equal");
export const max = binary("max");
export const min = binary("min");
export const sin = (x: Recipe): Recipe => ({ op: "sin", x });
export const atan = (x: Recipe): Recipe => ({ op: "atan", x });
export const abs = (x: Recipe): Recipe => ({ op: "abs", x });
export const sign = (x: Recipe): Recipe => ({ op: "sign", x });
export const sqrt = (x: Recipe): Recipe => ({ op: "sqrt", x });
export const ln = (x: Recipe): Recipe => ({ op: "ln", x });
export const exp = (x: Recipe): Recipe => ({ op: "exp", x });
export const when = (test: Recipe, yes: Operand, no: Operand): Recipe => ({
  op: "if",
  test,
  yes: recipe(yes),
  no: recipe(no),
});
export const defaulted = (x: Recipe, otherwise: Operand): Recipe => ({
  op: "default",
  x,
  otherwise: recipe(otherwise),
});
export const lag = (x: Recipe, n = 1): Recipe => ({ op: "lag", x, n });
export const change = (x: Recipe, n = 1): Recipe => subtract(x, lag(x, n));
export const latest = (x: Recipe): Recipe => ({ op: "latest", x });
export const run = (x: Recipe): Recipe => ({ op: "run", x });
export const rolling = (of: Rolling, x: Recipe, n: number): Recipe => ({ op: "rolling", of, x, n });
export const average = (x: Recipe, n: number): Recipe => rolling("average", x, n);
export const sum = (x: Recipe, n: number): Recipe => rolling("sum", x, n);
export const highest = (x: Recipe, n: number): Recipe => rolling("highest", x, n);
export const lowest = (x: Recipe, n: number): Recipe => rolling("lowest", x, n);
export const quantile = (x: Recipe, n: number, level: number): Recipe => ({ op: "quantile", x, n, level });
/** weights[0] times the value + weights[1] times the one before … */
export const filter = (x: Recipe, weights: readonly number[]): Recipe => ({ op: "filter", x, weights });
export const varying = (of: "average" | "cosine" | "sine", x: Recipe, length: Recipe, most: number): Recipe => ({
  op: "varying",
  of,
  x,
  length,
  most,
});
export const weighted = (x: Recipe, n: number): Recipe => ({ op: "weighted", x, n });
/** alpha = 2 / (n + 1), seeded with the average of the first n. */
export const ema = (x: Recipe, n: number): Recipe => ({ op: "smooth", x, n, alpha: 2 / (n + 1), kind: "ema" });
/** Wilder: alpha = 1 / n, seeded with the average of the first n. */
export const wilder = (x: Recipe, n: number): Recipe => ({ op: "smooth", x, n, alpha: 1 / n, kind: "wilder" });
export const total = (x: Recipe): Recipe => ({ op: "total", x });
export const sessionTotal = (x: Recipe, perSession: "extended" | "regular"): Recipe => ({ op: "total", x, perSession });
export const fold = (machine: Fold): Recipe => ({ op: "fold", fold: machine });

/** -1, 0 or 1: which way `x` went from one bar to the next. */
export const direction = (x: Recipe): Recipe => sign(change(x));
/** Logarithm of what the bar multiplied `x` with; exactly 0 where it did not move. */
export const growth = (x: Recipe): Recipe => when(equal(x, lag(x)), 0, ln(divide(x, lag(x))));
/** Highest less lowest of the last n; 0 where no more than rounding on a `scale` of its own, so that dividing by it is null. */
export const spread = (x: Recipe, n: number, scale: Operand): Recipe => {
  const range = subtract(highest(x, n), lowest(x, n));
  return when(greater(range, multiply(ROUNDING, scale)), range, 0);
};
/** Moving average with symmetric weights 1, 2 … 2, 1 over n bars. */
export const triangular = (x: Recipe, n: number): Recipe =>
  average(average(x, Math.floor(n / 2) + 1), Math.ceil(n / 2));

/** Middle of the range of n bars. */
export const midprice = (n: number): Recipe => divide(add(highest(high, n), lowest(low, n)), 2);

/** (high + low) / 2 */
export const middle: Recipe = divide(add(high, low), 2);
/** (high + low + close) / 3 */
export const typical: Recipe = divide(add(add(high, low), close), 3);

/** Greatest of high - low and the distances of both from the previous close; null on the first bar. */
export const strictTrueRange: Recipe = max(
  subtract(high, low),
  max(abs(subtract(high, lag(close))), abs(subtract(low, lag(close)))),
);
/** True range, high - low on the first bar (Wilder 1978; Pine's `ta.tr(true)`, Tulip, StockCharts). */
export const trueRange: Recipe = defaulted(strictTrueRange, subtract(high, low));

/** Way made in n bars against the way gone, 0 to 1 (Kaufman's efficiency ratio); 0 where nothing moved. */
export const efficiency = (x: Recipe, n: number): Recipe => {
  const way = sum(abs(change(x)), n);
  return when(equal(way, 0), 0, divide(abs(change(x, n)), way));
};

/** Steps of a fold. */
type StepOperand = Step | number;
const step = (x: StepOperand): Step => (typeof x === "number" ? { op: "constant", value: x } : x);
type BinaryStepOp = Extract<Step, { a: Step }>["op"];
const binaryStep =
  (op: BinaryStepOp) =>
  (a: StepOperand, b: StepOperand): Step => ({ op, a: step(a), b: step(b) });
export const steps = {
  state: (index: number): Step => ({ op: "state", index }),
  input: (index: number): Step => ({ op: "input", index }),
  constant: (value: number): Step => step(value),
  add: binaryStep("add"),
  subtract: binaryStep("subtract"),
  multiply: binaryStep("multiply"),
  divide: binaryStep("divide"),
  max: binaryStep("max"),
  min: binaryStep("min"),
  greater: binaryStep("greater"),
  less: binaryStep("less"),
  equal: binaryStep("equal"),
  abs: (x: Step): Step => ({ op: "abs", x }),
  ln: (x: Step): Step => ({ op: "ln", x }),
  atan: (x: Step): Step => ({ op: "atan", x }),
  when: (test: Step, yes: StepOperand, no: StepOperand): Step => ({
    op: "if",
    test,
    yes: step(yes),
    no: step(no),
  }),
};

/** Longest length any indicator takes. */
const MAX_LENGTH = 1_000;
/** Longest filter: each bar carries its values with it. */
export const MAX_FILTER_BARS = 200;

/** A number of bars. */
export const bars = (value: number, { name = "length", least = 1, most = MAX_LENGTH } = {}): IndicatorParameter => ({
  name,
  default: value,
  min: least,
  max: most,
  integer: true,
});

export const decimal = (name: string, value: number, least: number, most: number): IndicatorParameter => ({
  name,
  default: value,
  min: least,
  max: most,
  integer: false,
});

/** The one line of an indicator that has one. */
export const single = (
  unit: Indicator["lines"][number]["unit"],
  title: string,
  scale?: Indicator["lines"][number]["scale"],
): Indicator["lines"] => [{ name: "value", unit, title, ...(scale && { scale }) }];

/** The entries of one file. */
export type Group = readonly Indicator[];
