import { nodeOf, type Expression, type NodeId, type ScalarFunction, type WindowFunction } from "./expression.ts";

/** Functions whose value is no less than 0 where all (or one) of their arguments are, or always. */
const SCALARS: Partial<Record<ScalarFunction, "all" | "any" | "always">> = {
  add: "all",
  multiply: "all",
  divide: "all",
  round: "all",
  floor: "all",
  ceil: "all",
  min: "all",
  default: "all",
  max: "any",
  abs: "always",
  sqrt: "always",
  exp: "always",
};

/** Of their first argument, the same. */
const WINDOWS: Partial<Record<WindowFunction, "first" | "always">> = {
  value: "first",
  avg: "first",
  sum: "first",
  highest: "first",
  lowest: "first",
  first: "first",
  last: "first",
  argHighest: "first",
  argLowest: "first",
  count: "always",
  bars: "always",
};

/**
 * Whether a number is null or no less than 0, as prices and volumes are (their import refuses others); false where it
 * may be less. A comparison needs no abs() of it, and the difference of two of them cannot overflow.
 */
export function isNonNegative(nodes: readonly Expression[], id: NodeId, known = new Map<NodeId, boolean>()): boolean {
  const found = known.get(id);
  if (found !== undefined) return found;
  const is = (arg: NodeId): boolean => isNonNegative(nodes, arg, known);
  const node = nodeOf(nodes, id);
  const result = ((): boolean => {
    switch (node.op) {
      case "constant":
        return typeof node.value === "number" && node.value >= 0;
      case "null":
        return true;
      case "bar":
        return node.type === "number";
      case "window": {
        const rule = WINDOWS[node.of];
        const [first] = node.args;
        return rule === "always" || (rule === "first" && first !== undefined && is(first));
      }
      case "scalar": {
        if (node.of === "if") return node.args.slice(1).every(is);
        const rule = SCALARS[node.of];
        return rule === "always" || (rule === "any" ? node.args.some(is) : rule === "all" && node.args.every(is));
      }
      case "firstTouch":
      case "lookup":
        return false;
    }
  })();
  known.set(id, result);
  return result;
}
