import { clock, REGULAR_CLOSE } from "../../vocabulary/index.ts";
import { replace } from "../diagnostic.ts";
import type { Fix } from "../diagnostic.ts";
import { isOutcome, knownAtLabel } from "../known-at.ts";
import { children, walk } from "../walk.ts";
import type { DataPoint, Node } from "../tree.ts";
import type { Check, Checking } from "./checking.ts";

/**
 * A filter that needs a later day picks rows with hindsight: a warning. One that needs the row's day after its close, as
 * the default window of news does, is worth knowing. Each condition is reported by itself. Columns may look ahead; they are
 * tagged Outcome instead.
 */
export const checkLookahead: Check = (checking) => {
  if (checking.env.use !== "filter") return;
  for (const condition of conditionsOf(checking.tree)) {
    const { known } = checking.facts(condition);
    if (known === null || !isOutcome(known)) continue;
    const place = latestPart(checking, condition);
    const ahead = known.day > 0;
    const parameters = { known: knownAtLabel(known), hint: ahead ? " Rows are picked with hindsight." : "" };
    checking.report(
      "lookahead",
      place,
      parameters,
      [untilTheClose(checking, place), upToTheDay(checking, place), daysBefore(checking, condition)],
      ahead ? "warning" : "info",
    );
  }
};

/** The conditions that `&`, `|` and `!` join, in source order. */
function conditionsOf(tree: Node): readonly Node[] {
  const found: Node[] = [];
  const open: Node[] = [tree];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.kind === "and" || node.kind === "or" || node.kind === "not") open.push(...children(node).toReversed());
    else found.push(node);
  }
  return found;
}

/** The innermost part with the same known-at as the whole. */
function latestPart({ facts }: Checking, tree: Node): Node {
  const whole = facts(tree).known;
  let part = tree;
  for (;;) {
    const inner = children(part).find((child) => {
      const { known } = facts(child);
      return known && whole && known.day === whole.day && known.minute === whole.minute;
    });
    if (!inner) return part;
    part = inner;
  }
}

/** The same data point as many sessions before the row's day as it looks ahead; null where it does not. */
function before(point: DataPoint): DataPoint | null {
  if ("offset" in point) {
    if ("soFar" in point && point.soFar) return null;
    return { ...point, offset: point.offset === 0 ? -1 : -Math.abs(point.offset) };
  }
  if ("days" in point)
    return point.days.from > 0 ? { ...point, days: { from: -point.days.to, to: -point.days.from } } : null;
  return "day" in point && point.day > 0 ? { ...point, day: -point.day } : null;
}

/** Fix for days that lack their minus sign, where nothing else looks ahead. */
function daysBefore({ facts, notation }: Checking, condition: Node): Fix | null {
  const dayOf = (node: Node): number => facts(node).known?.day ?? 0;
  const moved: { readonly node: Node; readonly right: string }[] = [];
  for (const node of walk(condition)) {
    if (dayOf(node) <= 0) continue;
    if (node.kind === "data") {
      const point = before(node.point);
      if (point === null) return null;
      moved.push({ node, right: notation.print({ from: 0, to: 0, kind: "data", point }) });
    } else if (children(node).every((child) => dayOf(child) < dayOf(node))) return null;
  }
  const [only] = moved;
  if (!only) return null;
  return {
    label:
      moved.length === 1 ? `Write ${only.right}, before the row's day` : "Look back instead: the days before the row's",
    edits: moved.map(({ node, right }) => ({ from: node.from, to: node.to, insert: right })),
  };
}

/** Fix that takes the week or month of the row's day as far as it is known. */
function upToTheDay({ notation }: Checking, node: Node): Fix | null {
  if (node.kind !== "data" || !("soFar" in node.point) || node.point.offset !== 0) return null;
  const point: DataPoint = { ...node.point, soFar: true };
  const right = notation.print({ from: node.from, to: node.to, kind: "data", point });
  return replace(`Write ${right}: up to the row's day`, node, right);
}

/** Fix that ends a window of the row's day at the close. */
function untilTheClose({ notation }: Checking, node: Node): Fix | null {
  if (node.kind !== "data") return null;
  const { point } = node;
  if (!("start" in point) || point.day !== 0 || point.start >= REGULAR_CLOSE) return null;
  const cut: DataPoint = { ...point, end: REGULAR_CLOSE - 1 };
  return replace(
    `Until ${clock(REGULAR_CLOSE - 1)}`,
    node,
    notation.print({ from: node.from, to: node.to, kind: "data", point: cut }),
  );
}
