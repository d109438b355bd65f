import { ROUNDING } from "../../vocabulary/index.ts";
import type { CompareOp } from "../../vocabulary/index.ts";

/** A value compared with one threshold after the other: `value > threshold`. */
export interface Thresholds {
  readonly op: Exclude<CompareOp, "=" | "!=">;
  /** The loosest first: where one is met, those before it are. */
  readonly limits: readonly number[];
  /** Both sides compare as they are; else within the tolerance of computed numbers. */
  readonly exact: boolean;
}

/** How many of the thresholds each value meets, by the rule by which the engine compares; none where it is NaN. */
export function metOf(values: Float64Array, { op, limits, exact }: Thresholds): Int32Array {
  const sign = op === ">" || op === ">=" ? 1 : -1;
  const isStrict = op === ">" || op === "<";
  const tolerance = exact ? 0 : ROUNDING;
  const found = new Int32Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? NaN;
    let [met, unmet] = [0, limits.length];
    while (met < unmet) {
      const middle = (met + unmet) >> 1;
      const limit = limits[middle] ?? NaN;
      const above = sign * (value - limit);
      const slack = tolerance * Math.max(Math.abs(value), Math.abs(limit));
      if (isStrict ? above > slack : above >= -slack) met = middle + 1;
      else unmet = middle;
    }
    found[row] = met;
  }
  return found;
}
