import type { Unit, ValueType } from "../../vocabulary/index.ts";

/**
 * Type and unit of a part. `unknown` and null mark a part with a mistake: what contains it is not checked again, so that
 * one mistake gives one message.
 */
export interface Value {
  readonly type: ValueType | "unknown";
  /** For numbers; `plain` is without a unit, null is unknown (or not a number). */
  readonly unit: Unit | null;
}

export const UNKNOWN: Value = { type: "unknown", unit: null };
export const plain: Value = { type: "number", unit: "plain" };
export const number = (unit: Unit | null): Value => ({ type: "number", unit });
export const valueOfType = (type: ValueType): Value => ({ type, unit: type === "number" ? "plain" : null });

/** The unit of numbers that are added or compared; `unit-percent` and `unit-mismatch` are the two mistakes. */
export function commonUnit(a: Unit | null, b: Unit | null): Unit | null | "unit-percent" | "unit-mismatch" {
  if (a === null || b === null) return null;
  if (a === b || b === "plain") return a;
  if (a === "plain") return b;
  const pair = new Set([a, b]);
  return pair.has("ratio") && pair.has("percent") ? "unit-percent" : "unit-mismatch";
}

export const unitOr = (unit: ReturnType<typeof commonUnit>): Unit | null =>
  unit === "unit-percent" ? "percent" : unit === "unit-mismatch" ? null : unit;

/** Whether numbers of a unit move a date or time. */
const moves = (type: "date" | "time", unit: Unit | null): boolean =>
  unit === null || unit === "plain" || unit === (type === "date" ? "days" : "minutes");

/** One step of a sum; the code of the mistake where it has no meaning. */
export function addValues(a: Value, op: "+" | "-", b: Value): Value | "date-arithmetic" | "not-a-number" | "unit" {
  if (a.type === "unknown" || b.type === "unknown") return UNKNOWN;
  if (a.type === "number" && b.type === "number") {
    const unit = commonUnit(a.unit, b.unit);
    return unit === "unit-mismatch" || unit === "unit-percent" ? "unit" : number(unit);
  }
  for (const type of ["date", "time"] as const) {
    if (a.type === type && b.type === type) {
      return op === "-" ? number(type === "date" ? "days" : "minutes") : "date-arithmetic";
    }
    if (a.type === type && b.type === "number") return moves(type, b.unit) ? valueOfType(type) : "date-arithmetic";
    if (a.type === "number" && b.type === type && op === "+")
      return moves(type, a.unit) ? valueOfType(type) : "date-arithmetic";
  }
  const dated = [a, b].some(({ type }) => type === "date" || type === "time");
  const numeric = [a, b].every(({ type }) => type === "date" || type === "time" || type === "number");
  return dated && numeric ? "date-arithmetic" : "not-a-number";
}

/** One step of a product of numbers; never a mistake of units. */
export function multiplyUnits(a: Unit | null, op: "*" | "/", b: Unit | null): Unit | null {
  if (a === null || b === null) return null;
  if (op === "*") {
    const pair = new Set([a, b]);
    if (pair.has("price") && pair.has("shares")) return "currency";
    if (b === "plain" || b === "ratio") return a === "plain" ? b : a;
    return a === "plain" || a === "ratio" ? b : "plain";
  }
  if (b === "plain") return a;
  if (a === b) return "ratio";
  if (b === "ratio") return a;
  return a === "currency" && b === "shares" ? "price" : "plain";
}
