import { printCode } from "../code/print-code.ts";
import { sameTree } from "../same-tree.ts";
import type { CompareOp, DayRange, Node } from "../tree.ts";
import type { Check } from "./checking.ts";
import { literal, rangeOf } from "./facts.ts";

type Compare = Extract<Node, { kind: "compare" }>;
type And = Extract<Node, { kind: "and" | "or" }>;

/** Conditions that no row can meet. */
export const checkNeverTrue: Check = ({ nodes, report }) => {
  for (const node of nodes) {
    if (node.kind === "compare") {
      const reason = impossible(node);
      if (reason !== null) report("never-true", node, { reason });
    } else if (node.kind === "call" && node.name === "between") {
      const [, low, high] = node.args.map(literal);
      if (typeof low === "number" && typeof high === "number" && low > high)
        report("never-true", node, { reason: "the lower end is above the upper one" });
    } else if (node.kind === "and") {
      const pair = contradiction(node);
      if (pair) report("never-true", { from: pair[0].from, to: pair[1].to }, { reason: "both cannot hold" });
    }
  }
};

const TURNED: Readonly<Record<CompareOp, CompareOp>> = {
  "<": ">",
  ">": "<",
  "<=": ">=",
  ">=": "<=",
  "=": "=",
  "!=": "!=",
};

function impossible({ op, left, right }: Compare): string | null {
  const [a, b] = [literal(left), literal(right)];
  if (a !== null && b !== null) return holds(a, op, b) ? null : `${printCode(left)} ${op} ${printCode(right)} is false`;
  if (sameTree(left, right)) return op === "<" || op === ">" || op === "!=" ? "a value equals itself" : null;
  return beyondExtreme(left, op, right) ?? beyondExtreme(right, TURNED[op], left);
}

function holds(a: number, op: CompareOp, b: number): boolean {
  switch (op) {
    case "<":
      return a < b;
    case ">":
      return a > b;
    case "<=":
      return a <= b;
    case ">=":
      return a >= b;
    case "=":
      return a === b;
    case "!=":
      return a !== b;
  }
  return op satisfies never;
}

interface Extremum {
  readonly of: "max" | "min";
  /** What it is the extremum of, on the day 0 of its range, and on which days. */
  readonly covers: (value: Node) => boolean;
}

/** `x > max of days that include x's own`. */
function beyondExtreme(value: Node, op: CompareOp, range: Node): string | null {
  const extremum = extremumOf(range);
  if (!extremum || !extremum.covers(value)) return null;
  if (extremum.of === "max" && op === ">") return "the maximum includes the value itself";
  return extremum.of === "min" && op === "<" ? "the minimum includes the value itself" : null;
}

function extremumOf(node: Node): Extremum | null {
  if (node.kind === "data" && node.point.group === "daily-range") {
    const { func, field, days, basis } = node.point;
    if (func !== "max" && func !== "min") return null;
    return {
      of: func,
      covers: ({ kind, ...value }) =>
        kind === "data" &&
        "point" in value &&
        value.point.group === "daily" &&
        value.point.field === field &&
        value.point.basis === basis &&
        includes(days, value.point.day),
    };
  }
  if (node.kind !== "call" || (node.name !== "highest" && node.name !== "lowest")) return null;
  const [x, range] = [node.args[0], rangeOf(node.args[1])];
  if (!x || !range) return null;
  return { of: node.name === "highest" ? "max" : "min", covers: (value) => includes(range, 0) && sameTree(value, x) };
}

const includes = ({ from, to }: DayRange, day: number): boolean => from <= day && day <= to;

/** Two bounds on the same value that leave nothing between them. */
function contradiction({ terms }: And): readonly [Compare, Compare] | null {
  const bounds = terms.flatMap((term) => {
    const bound = term.kind === "compare" ? boundOf(term) : null;
    return bound ? [bound] : [];
  });
  // Long chains are compared with their neighbours only: the check must stay linear.
  for (const [index, a] of bounds.entries()) {
    for (const b of bounds.slice(index + 1, index + 20)) {
      if (excludes(a, b) && sameTree(a.value, b.value)) return [a.node, b.node];
    }
  }
  return null;
}

interface Bound {
  readonly node: Compare;
  readonly value: Node;
  readonly op: CompareOp;
  readonly at: number;
}

function boundOf(node: Compare): Bound | null {
  const [left, right] = [literal(node.left), literal(node.right)];
  if (right !== null && left === null) return { node, value: node.left, op: node.op, at: right };
  return left !== null && right === null ? { node, value: node.right, op: TURNED[node.op], at: left } : null;
}

function excludes(a: Bound, b: Bound): boolean {
  const [low, high] = [lowest(a), highest(b)];
  const [low2, high2] = [lowest(b), highest(a)];
  return empty(low, high) || empty(low2, high2);
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
  low !== null && high !== null && (low.at > high.at || (low.at === high.at && (low.open || high.open)));
