import { children, printCode, type Node } from "../../src/formula/index.ts";
import { evaluate } from "./evaluate.ts";
import type { Columns } from "./place.ts";
import { sessionNumber, type ReferenceMarket, type Security } from "./market.ts";
import { Random } from "./random.ts";
import { isDate, isTime, type Value } from "./values.ts";

/** A cell on which the two computations differ. */
export interface Disagreement {
  readonly code: string;
  readonly tree: Node;
  readonly symbol: string;
  readonly date: string;
  readonly expected: Value;
  readonly got: Value;
}

/** Equal, numbers within a relative distance: 1e-9, or 1e-6 where an indicator takes part. */
export function same(expected: Value, got: Value, relative: number): boolean {
  if (typeof expected === "number" && typeof got === "number")
    return Math.abs(expected - got) <= relative * Math.max(Math.abs(expected), Math.abs(got)) + 1e-300;
  if (isDate(expected) && isDate(got)) return expected.date === got.date;
  if (isTime(expected) && isTime(got)) return expected.time === got.time;
  return expected === got;
}

/** How close the cells of a formula have to be. */
export function closeness(tree: Node, columns: Columns): number {
  const reads = (node: Node): boolean => {
    if (node.kind === "data") return node.point.group === "indicator";
    if (node.kind === "column") {
      const named = columns.get(node.name.trim().toLowerCase());
      return named !== undefined && reads(named);
    }
    return children(node).some(reads);
  };
  return reads(tree) ? 1e-6 : 1e-9;
}

const TRIALS = 24;

/**
 * Whether a cell hangs on the last bits of floating point: with noise of that size on every inexact step, the value of the
 * engine is among what comes out. Such cells prove nothing; there must be few of them.
 */
export function hangsOnRounding(
  tree: Node,
  market: ReferenceMarket,
  security: Security,
  date: string,
  columns: Columns,
  got: Value,
): boolean {
  const random = new Random(1);
  const noise = (value: number): number => value * (1 + random.of([-1, 0, 0, 1]) * (0.2 + random.next()) * 1e-14);
  const session = sessionNumber(date);
  const values = Array.from({ length: TRIALS }, () => evaluate(tree, market, security, session, columns, noise));
  if (values.some((value) => same(value, got, 1e-12))) return true;
  const numbers = values.filter((value) => typeof value === "number");
  if (typeof got !== "number" || numbers.length === 0) return false;
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return got >= low - (high - low) && got <= high + (high - low);
}

/** A disagreement in words, to be copied into a report. */
export function describe({ code, symbol, date, expected, got }: Disagreement): string {
  return `${symbol} ${date}  ${code}\n    expected ${JSON.stringify(expected)}, engine ${JSON.stringify(got)}`;
}

/** The parts of a formula, innermost first, that are formulas of their own. */
export function partsOf(tree: Node, columns: Columns): readonly Node[] {
  const found = new Map<string, Node>();
  const visit = (node: Node): void => {
    children(node).forEach(visit);
    if (node.kind === "column") {
      const named = columns.get(node.name.trim().toLowerCase());
      if (named) visit(named);
    }
    if (node.kind !== "number" && node.kind !== "text" && node.kind !== "time" && node.kind !== "date")
      found.set(printCode(node), node);
  };
  visit(tree);
  return [...found.values()];
}
