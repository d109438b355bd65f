import { children, type Node } from "../../src/formula/index.ts";
import { isValue, literal, type Columns } from "./place.ts";

/** The formula a name in braces stands for. */
export function columnTree(name: string, columns: Columns): Node {
  const tree = columns.get(name.trim().toLowerCase());
  if (!tree) throw new RangeError(`no column {${name}}`);
  return tree;
}

/** As-traded fields and written numbers, which compare exactly, and what only picks one of them. */
export function isAsTraded(node: Node, columns: Columns): boolean {
  if (node.kind === "number") return true;
  if (node.kind === "negative") return isAsTraded(node.of, columns);
  if (node.kind === "column") return isAsTraded(columnTree(node.name, columns), columns);
  if (node.kind === "call") {
    const [x] = node.args;
    return PICKING_CALLS.has(node.name) && isValue(x) && isAsTraded(x, columns);
  }
  if (node.kind !== "data") return false;
  const { point } = node;
  if (!("basis" in point) || "parameters" in point) return false;
  if (point.basis !== "unadj" && point.field !== "num_trades") return false;
  if ("offset" in point) return point.field !== "vwap";
  return !("func" in point) || (point.func !== "avg" && point.func !== "sum");
}

const PICKING_CALLS: ReadonlySet<string> = new Set(["at", "highest", "lowest", "first", "last"]);

/**
 * Days, from the row's, on which a formula reads minutes by itself; functions over days see to their own. A range that
 * reads minutes leaves the market's data where none were imported.
 */
export function minuteDays(node: Node, columns: Columns, day = 0): readonly number[] {
  if (node.kind === "data") {
    const { point } = node;
    const reads = point.group.startsWith("intraday") || (point.group === "indicator" && point.bars !== null);
    return reads && "day" in point ? [day + point.day] : [];
  }
  if (node.kind === "column") return minuteDays(columnTree(node.name, columns), columns, day);
  const on = (when: number) => children(node).flatMap((child) => minuteDays(child, columns, when));
  if (node.kind !== "call") return on(day);
  if (OWN_DAYS.has(node.name) || node.args.some(({ kind }) => kind === "group")) return [];
  if (node.name === "at") return on(day + literal(node.args[1]));
  if (node.name === "change" || node.name === "pct_change")
    return [...on(day), ...on(day - (node.args[1] ? literal(node.args[1]) : 1))];
  return node.name.startsWith("crosses_") ? [...on(day), ...on(day - 1)] : on(day);
}

const OWN_DAYS: ReadonlySet<string> = new Set(
  "count any all avg sum highest lowest first last bars_since rank pct_rank z_score market mfe mae first_touch".split(
    " ",
  ),
);
