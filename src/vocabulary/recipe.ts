import type { BarField } from "./fields.ts";

/**
 * The algebra in which an indicator is defined: plain data over the bars of one security, oldest first. The scan prints
 * it as SQL, the checks derive minimum bars and warm-up from it; nothing else needs to know an indicator by name.
 *
 * Null behaviour: arithmetic with null is null, x / 0 is null; a rolling node is null until it has `n` bars in its frame
 * and whenever one value in the frame is null; smoothing counts bars from the first bar on which its input is not null.
 *
 * Equality: numbers within ROUNDING of the larger magnitude are equal. No comparison tells them apart, `subtract` makes 0 of
 * them, a frame of them is flat (deviations, moments and slope are 0), and ties and runs count them as the same. So the sign
 * of a difference, and a division by one, never hang on the last bits of a split factor. A fold's `subtract` alone is plain:
 * compare the two values rather than their difference with 0. Nor add a small difference to a large value: it may be 0.
 */
export type Recipe =
  | { readonly op: "field"; readonly field: BarField }
  /** The source field the formula names (`close` unless written). */
  | { readonly op: "source" }
  | { readonly op: "constant"; readonly value: number }
  | { readonly op: "add" | "subtract" | "multiply" | "divide"; readonly a: Recipe; readonly b: Recipe }
  /** 1 where it holds, else 0. */
  | { readonly op: ComparisonOp; readonly a: Recipe; readonly b: Recipe }
  | { readonly op: "max" | "min"; readonly a: Recipe; readonly b: Recipe }
  | { readonly op: "abs" | "sqrt" | "ln" | "exp" | "sign" | "sin" | "atan"; readonly x: Recipe }
  | { readonly op: "if"; readonly test: Recipe; readonly yes: Recipe; readonly no: Recipe }
  /** First of the two that is not null. */
  | { readonly op: "default"; readonly x: Recipe; readonly otherwise: Recipe }
  /** Value `n` bars before; a negative `n` reads ahead and moves known-at. Null where there is no such bar. */
  | { readonly op: "lag"; readonly x: Recipe; readonly n: number }
  /** The latest value that is not null, this bar's or that of one before. */
  | { readonly op: "latest"; readonly x: Recipe }
  /** Bars in a row, this one included, on which `x` is what it is now; null where `x` is, and a null ends the row. */
  | { readonly op: "run"; readonly x: Recipe }
  /**
   * Over the last `n` bars, current one included. `deviation` and the moments are the population's, the moments central;
   * `slope`/`intercept`/`endpoint` are least squares on x = 0 … n-1; `below` counts the values less than the current one;
   * bars are counted since the latest of equal extremes.
   */
  | { readonly op: "rolling"; readonly of: Rolling; readonly x: Recipe; readonly n: number }
  /** The value below which a share `level` of the last `n` lies, on the line between the two next to it. */
  | { readonly op: "quantile"; readonly x: Recipe; readonly n: number; readonly level: number }
  /** Population covariance of the last `n` pairs. */
  | { readonly op: "covariance"; readonly a: Recipe; readonly b: Recipe; readonly n: number }
  /** Weighted moving average with weights 1 … n, the newest bar heaviest. */
  | { readonly op: "weighted"; readonly x: Recipe; readonly n: number }
  /** `weights[0]` times the value + `weights[1]` times the one before …, over as many bars as there are weights. */
  | { readonly op: "filter"; readonly x: Recipe; readonly weights: readonly number[] }
  /**
   * Over as many of the last bars as `length` says, rounded half up and at most `most`: the average, or the sum of the values
   * times the cosine or sine of 2π k / length, k being the bars since. Null until there are `most` bars with a value.
   */
  | {
      readonly op: "varying";
      readonly of: "average" | "cosine" | "sine";
      readonly x: Recipe;
      readonly length: Recipe;
      readonly most: number;
    }
  /**
   * Exponential smoothing with factor `alpha` and the memory of a length of `n`, seeded with the plain average of the first
   * `seed` values, `n` where left out; with `rising` (and a seed of 2 at least) with their average by the weights 0, 1, 2 ….
   */
  | {
      readonly op: "smooth";
      readonly x: Recipe;
      readonly n: number;
      readonly alpha: number;
      readonly kind: "ema" | "wilder";
      readonly seed?: number;
      readonly rising?: true;
    }
  /** Running total from the first bar (of the session for `perSession`); null values count as nothing. */
  | { readonly op: "total"; readonly x: Recipe; readonly perSession?: "extended" | "regular" }
  /** Sequential state machine; see Fold. */
  | { readonly op: "fold"; readonly fold: Fold };

export type ComparisonOp = "greater" | "less" | "greaterEqual" | "lessEqual" | "equal";
export type Rolling =
  | "sum"
  | "average"
  | "highest"
  | "lowest"
  | "deviation"
  | "variance"
  | "meanDeviation"
  | "slope"
  | "intercept"
  | "endpoint"
  | "thirdMoment"
  | "fourthMoment"
  | "below"
  | "barsSinceHighest"
  | "barsSinceLowest";

/**
 * A recursion that no window can say (Parabolic SAR, KAMA). The state is a list of numbers; on each bar the new state is that
 * of the first case whose test holds, in which `{ op: "state", index }` is the previous state and `{ op: "input", index }`
 * this bar's inputs. Starts at the first bar on which every input is not null, with `start` computed from that bar's inputs; a
 * bar with a null input leaves the state as it is and shows null. Steps are finite numbers: x / 0 and ln of 0 have to be ruled out
 * by a case or an `if`. A step that stands in several places is computed once.
 */
export interface Fold {
  readonly inputs: readonly Recipe[];
  readonly start: readonly Step[];
  readonly cases: readonly FoldCase[];
  /** The new state where no case holds. */
  readonly otherwise: readonly Step[];
  /** Which of the state's numbers is the indicator's value. */
  readonly result: number;
  /** Bars before the first value may be shown, the starting bar counting as one. */
  readonly minimum: number;
  /** Bars after which the start no longer matters to 1e-6; Infinity for cumulative ones. */
  readonly warmup: number;
}

export interface FoldCase {
  /** Every one must hold (not be 0). */
  readonly when: readonly Step[];
  readonly state: readonly Step[];
}

export type Step =
  | { readonly op: "state" | "input"; readonly index: number }
  | { readonly op: "constant"; readonly value: number }
  | {
      readonly op: "add" | "subtract" | "multiply" | "divide" | "max" | "min" | ComparisonOp;
      readonly a: Step;
      readonly b: Step;
    }
  | { readonly op: "abs" | "ln" | "atan"; readonly x: Step }
  | { readonly op: "if"; readonly test: Step; readonly yes: Step; readonly no: Step };
