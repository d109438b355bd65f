import { ROUNDING } from "../../vocabulary/index.ts";
import type { Expression, ScalarFunction } from "./expression.ts";

/** undefined: not foldable; null: the result is null. Only finite results fold. */
export function foldNumbers(of: ScalarFunction, args: readonly Expression[]): number | null | undefined {
  const numbers: number[] = [];
  for (const arg of args) {
    if (arg.op !== "constant" || typeof arg.value !== "number" || arg.type !== "number") return undefined;
    numbers.push(arg.value);
  }
  const [a = 0, b = 0] = numbers;
  const result =
    of === "add"
      ? a + b
      : of === "subtract" && Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b))
        ? 0
        : of === "subtract" || of === "subtractExact"
          ? a - b
          : of === "multiply"
            ? a * b
            : of === "negate"
              ? -a
              : of === "divide"
                ? a / b
                : undefined;
  if (result === undefined) return undefined;
  return Number.isFinite(result) ? result : null;
}
