import { textKey } from "../../vocabulary/index.ts";
import { numberText } from "../code/literal-text.ts";
import { replace } from "../diagnostic.ts";
import type { Fix } from "../diagnostic.ts";
import type { Notation } from "../notation.ts";
import { sameTree } from "../same-tree.ts";
import { children } from "../walk.ts";
import type { Argument, CompareOp, Day, DayRange, Node } from "../tree.ts";
import { boundsOf, exclude, neverHolds } from "./bounds.ts";
import type { Bound } from "./bounds.ts";
import type { Check } from "./checking.ts";
import { isNode, literal, rangeOf } from "./facts.ts";

type Compare = Extract<Node, { kind: "compare" }>;
type And = Extract<Node, { kind: "and" | "or" }>;

/** Conditions that no row can meet, in any market. */
export const checkNeverTrue: Check = ({ nodes, notation, report }) => {
  const moved = onOtherSessions(nodes);
  for (const node of nodes) {
    if (node.kind === "compare") {
      const found = impossible(node, moved.has(node), notation);
      if (found !== null) report("never-true", node, { reason: found.reason }, [found.fix ?? null]);
    } else if (node.kind === "call" && node.name === "between") {
      const [x, low, high] = node.args;
      const [least, most] = [literal(low), literal(high)];
      if (least !== null && most !== null && least > most && x && low && high)
        report("never-true", node, { reason: "the lower end is above the upper one" }, [swapped(low, high)]);
    } else if (node.kind === "and") {
      const pair = contradiction(node);
      if (pair) report("never-true", { from: pair[0].from, to: pair[1].to }, { reason: "both cannot hold" });
    }
  }
};

const FLIPPED: Readonly<Record<CompareOp, CompareOp>> = {
  "<": ">",
  ">": "<",
  "<=": ">=",
  ">=": "<=",
  "=": "=",
  "!=": "!=",
};

interface Impossible {
  readonly reason: string;
  readonly fix?: Fix | null;
}

/**
 * Parts that are evaluated on other sessions than the row's. The security may have no bar there: a function over days then
 * skips that session, while its argument alone may still have a value.
 */
function onOtherSessions(nodes: readonly Node[]): ReadonlySet<Node> {
  const moved = new Set<Node>();
  // Parents stand before their children.
  for (const node of nodes) {
    const moves = moved.has(node) || (node.kind === "call" && MOVING.has(node.name));
    if (moves) for (const child of children(node)) moved.add(child);
  }
  return moved;
}

const MOVING: ReadonlySet<string> = new Set(["at", "change", "pct_change", "crosses_above", "crosses_below"]);

function impossible({ op, left, right }: Compare, moved: boolean, notation: Notation): Impossible | null {
  const written = literalOrder(left, right);
  if (written !== null) {
    const { print, sign } = notation;
    return holds(written, op) ? null : { reason: `${print(left)} ${sign(op)} ${print(right)} is false` };
  }
  if (isEmptyText(left) || isEmptyText(right)) return { reason: "an empty text is no value, ask is_null(x)" };
  if (sameTree(left, right))
    return op === "<" || op === ">" || op === "!=" ? { reason: "a value equals itself" } : null;
  const [a, b] = [boundsOf(left), boundsOf(right)];
  if (a && b && neverHolds(a, op, b)) {
    const [part, { least, most }] = literal(left) === null ? [left, a] : [right, b];
    const name = part.kind === "call" ? part.name : "it";
    const span = most === Infinity ? `is at least ${least}` : `lies between ${least} and ${most}`;
    return { reason: `${name} ${span}` };
  }
  const beyond = (value: Node, sign: CompareOp, range: Node): Impossible | null =>
    moved && range.kind === "call" ? null : beyondExtreme(value, sign, range, notation);
  return beyond(left, op, right) ?? beyond(right, FLIPPED[op], left);
}

/** -1, 0 or 1 for two literals of one type, which compare exactly; null for anything else. */
function literalOrder(left: Node, right: Node): number | null {
  const [a, b] = [literal(left), literal(right)];
  if (a !== null && b !== null) return Math.sign(a - b);
  if (left.kind === "time" && right.kind === "time") return Math.sign(left.minute - right.minute);
  if (left.kind === "date" && right.kind === "date")
    return left.date < right.date ? -1 : left.date > right.date ? 1 : 0;
  if (left.kind !== "text" || right.kind !== "text") return null;
  // An empty text is null, and equal to nothing.
  const [one, other] = [textKey(left.value), textKey(right.value)];
  return one === "" || other === "" ? null : one === other ? 0 : 1;
}

const isEmptyText = (node: Node): boolean => node.kind === "text" && textKey(node.value) === "";

function holds(order: number, op: CompareOp): boolean {
  switch (op) {
    case "<":
      return order < 0;
    case ">":
      return order > 0;
    case "<=":
      return order <= 0;
    case ">=":
      return order >= 0;
    case "=":
      return order === 0;
    case "!=":
      return order !== 0;
  }
  return op satisfies never;
}

/** Fix that exchanges two numbers. */
function swapped(a: Argument, b: Argument): Fix | null {
  const [one, other] = [literal(a), literal(b)];
  if (one === null || other === null) return null;
  const edits = [
    { from: a.from, to: a.to, insert: numberText(other) },
    { from: b.from, to: b.to, insert: numberText(one) },
  ];
  return { label: "Swap the ends", edits };
}

interface Extremum {
  readonly of: "max" | "min";
  /** Its days, and the day among them on which it reads that same value; null where it does not. */
  readonly days: DayRange;
  readonly dayOf: (value: Node) => Day | null;
  /** Fix with another range. */
  readonly ranged: (days: DayRange) => Fix;
}

/** `x > max of days that include x's own`. */
function beyondExtreme(value: Node, op: CompareOp, range: Node, notation: Notation): Impossible | null {
  const extremum = extremumOf(range, notation);
  const day = extremum?.dayOf(value) ?? null;
  if (!extremum || day === null || !includes(extremum.days, day)) return null;
  if (extremum.of !== (op === ">" ? "max" : op === "<" ? "min" : null)) return null;
  const { from, to } = extremum.days;
  const fix = to === day && from < day ? extremum.ranged({ from, to: day - 1 }) : null;
  return { reason: `the ${extremum.of === "max" ? "maximum" : "minimum"} includes the value itself`, fix };
}

function extremumOf(node: Node, notation: Notation): Extremum | null {
  if (node.kind === "data" && node.point.group === "daily-range") {
    const { point } = node;
    const { func, field, days, basis, ofSymbol } = point;
    if (func !== "max" && func !== "min") return null;
    return {
      of: func,
      days,
      dayOf: (value) => {
        const own = value.kind === "data" && value.point.group === "daily" ? value.point : null;
        return own && own.ofSymbol === ofSymbol && own.field === field && own.basis === basis ? own.day : null;
      },
      ranged: (other) => {
        const right = notation.print({ from: 0, to: 0, kind: "data", point: { ...point, days: other } });
        return replace(`Write ${right}`, node, right);
      },
    };
  }
  if (node.kind !== "call" || (node.name !== "highest" && node.name !== "lowest")) return null;
  const [x, second] = node.args;
  const days = rangeOf(second);
  if (!isNode(x) || !second || !days) return null;
  return {
    of: node.name === "highest" ? "max" : "min",
    days,
    dayOf: (value) => (sameTree(value, x) ? 0 : null),
    ranged: (other) => replace(`Write ${notation.range(other)}`, second, notation.range(other)),
  };
}

const includes = ({ from, to }: DayRange, day: number): boolean => from <= day && day <= to;

/** Two bounds on the same value that exclude each other. */
function contradiction({ terms }: And): readonly [Compare, Compare] | null {
  const bounds = terms.flatMap((term) => {
    const bound = term.kind === "compare" ? boundOf(term) : null;
    return bound ? [bound] : [];
  });
  // Long chains are compared with their neighbours only: the check must stay linear.
  for (const [index, a] of bounds.entries()) {
    for (const b of bounds.slice(index + 1, index + 20)) {
      if (exclude(a, b) && sameTree(a.value, b.value)) return [a.node, b.node];
    }
  }
  return null;
}

interface ValueBound extends Bound {
  readonly node: Compare;
  readonly value: Node;
}

function boundOf(node: Compare): ValueBound | null {
  const [left, right] = [literal(node.left), literal(node.right)];
  if (right !== null && left === null) return { node, value: node.left, op: node.op, at: right };
  return left !== null && right === null ? { node, value: node.right, op: FLIPPED[node.op], at: left } : null;
}
