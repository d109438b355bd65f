import type { CompareOp, Node } from "../tree.ts";
import { literal, rangeOf } from "./facts.ts";

/** Bounds of a part on every row on which it is known, both included. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

const between = (least: number, most: number): Bounds => ({ least, most });

/** Bounds that follow from the definition of a function, for all arguments; null where there are none. */
export function boundsOf(node: Node): Bounds | null {
  const value = literal(node);
  if (value !== null) return between(value, value);
  if (node.kind !== "call") return null;
  const [, second] = node.args;
  switch (node.name) {
    case "count": {
      const range = rangeOf(second);
      return range && between(0, range.to - range.from + 1);
    }
    case "bars_since": {
      const limit = literal(second);
      return limit === null ? null : between(0, limit);
    }
    case "sign":
    case "first_touch":
      return between(-1, 1);
    case "pct_rank":
      return between(0, 100);
    case "rank":
      return between(1, Infinity);
    case "abs":
    case "sqrt":
    case "exp":
      return between(0, Infinity);
    default:
      return null;
  }
}

/** Numbers closer than this share of the larger one may count as equal, so nothing is concluded from them. */
const NEAR = 1e-8;
const near = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR * Math.max(Math.abs(a), Math.abs(b));
const clearlyBelow = (a: number, b: number): boolean => a < b && !near(a, b);

/** Whether `left op right` holds for no two numbers of these bounds. Equal bounds are equal exactly: whole numbers, or one literal. */
export function neverHolds(left: Bounds, op: CompareOp, right: Bounds): boolean {
  switch (op) {
    case "<":
      return clearlyBelow(right.most, left.least) || right.most === left.least;
    case ">":
      return clearlyBelow(left.most, right.least) || left.most === right.least;
    case "<=":
      return clearlyBelow(right.most, left.least);
    case ">=":
      return clearlyBelow(left.most, right.least);
    case "=":
      return clearlyBelow(left.most, right.least) || clearlyBelow(right.most, left.least);
    case "!=":
      return left.least === left.most && right.least === right.most && left.least === right.least;
  }
  return op satisfies never;
}

/** Whether `x op a` and `x op b` exclude each other for one and the same x. */
export function exclude(a: Bound, b: Bound): boolean {
  return empty(lowest(a), highest(b)) || empty(lowest(b), highest(a));
}

/** A comparison of a value with a literal, the literal on the right. */
export interface Bound {
  readonly op: CompareOp;
  readonly at: number;
}

interface End {
  readonly at: number;
  readonly open: boolean;
}

const lowest = ({ op, at }: Bound): End | null =>
  op === ">" ? { at, open: true } : op === ">=" || op === "=" ? { at, open: false } : null;
const highest = ({ op, at }: Bound): End | null =>
  op === "<" ? { at, open: true } : op === "<=" || op === "=" ? { at, open: false } : null;
const empty = (low: End | null, high: End | null): boolean =>
  low !== null && high !== null && (clearlyBelow(high.at, low.at) || (low.at === high.at && (low.open || high.open)));
