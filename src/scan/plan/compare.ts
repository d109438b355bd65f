import type { CompareOp } from "../../vocabulary/index.ts";
import type { ExpressionBuilder } from "./build.ts";
import type { NodeId, WindowFunction } from "./expression.ts";
import { normaliseText } from "./text.ts";

/** A comparison as the language means it: numbers within a tolerance unless both are exact, text by its normal form. */
export function compare(build: ExpressionBuilder, op: CompareOp, left: NodeId, right: NodeId): NodeId {
  const exact = isExact(build, left) && isExact(build, right);
  switch (op) {
    case "=":
      return equal(build, left, right);
    case "!=":
      return build.scalar("boolean", "not", [equal(build, left, right)]);
    case "<":
      return build.scalar("boolean", exact ? "lessExact" : "less", [left, right]);
    case ">":
      return build.scalar("boolean", exact ? "lessExact" : "less", [right, left]);
    case "<=":
      return build.scalar("boolean", exact ? "lessOrEqualExact" : "lessOrEqual", [left, right]);
    case ">=":
      return build.scalar("boolean", exact ? "lessOrEqualExact" : "lessOrEqual", [right, left]);
  }
}

function equal(build: ExpressionBuilder, left: NodeId, right: NodeId): NodeId {
  if (build.typeOf(left) === "text") {
    return build.scalar("boolean", "equalExact", [normalised(build, left), normalised(build, right)]);
  }
  const exact = isExact(build, left) && isExact(build, right);
  return build.scalar("boolean", exact ? "equalExact" : "equal", [left, right]);
}

/** left - right: 0 where they are equal. */
export function difference(build: ExpressionBuilder, left: NodeId, right: NodeId): NodeId {
  const exact = isExact(build, left) && isExact(build, right);
  return build.scalar("number", exact ? "subtractExact" : "subtract", [left, right]);
}

/** A text as it compares. */
export function normalised(build: ExpressionBuilder, id: NodeId): NodeId {
  const node = build.graph.node(id);
  if (node.op === "constant" && typeof node.value === "string")
    return build.constant("text", normaliseText(node.value));
  return build.scalar("text", "normalise", [id]);
}

/** As-traded fields and numbers written in the formula: they compare as they are, without the tolerance. */
export function isExact(build: ExpressionBuilder, id: NodeId): boolean {
  const node = build.graph.node(id);
  if (node.type !== "number") return true;
  switch (node.op) {
    case "constant":
      return node.folded !== true;
    case "null":
      return true;
    case "bar":
      return !node.adjusted;
    case "window":
      return EXACT_WINDOWS.has(node.of) && node.args.slice(0, 1).every((arg) => isExact(build, arg));
    case "lookup": {
      const series = build.graph.series[node.series];
      if (series?.kind === "other") return isExact(build, series.x);
      if (series?.kind === "intraday") return !series.adjusted && series.func !== "avg";
      if (series?.kind === "period") return !series.adjusted && series.field !== "vwap";
      return series?.kind === "intraday-at" && !series.adjusted;
    }
    case "firstTouch":
      return true;
    case "scalar":
      return node.of === "negate" && node.args.every((arg) => isExact(build, arg));
  }
}

const EXACT_WINDOWS: ReadonlySet<WindowFunction> = new Set([
  "value",
  "count",
  "highest",
  "lowest",
  "first",
  "last",
  "argHighest",
  "argLowest",
  "sinceTrue",
]);
