import type { LiveFormula } from "../vocabulary/index.ts";
import { columnNames } from "./columns.ts";
import type { Node } from "./tree.ts";

/**
 * The formula as arithmetic a spreadsheet can do on its own: + - * / and the sign, over numbers and columns, with at least
 * one column. Null for everything else. The columns must be numbers; the tree does not know.
 */
export function liveFormula(tree: Node): LiveFormula | null {
  return columnNames(tree).length === 0 ? null : liveOf(tree);
}

function liveOf(node: Node): LiveFormula | null {
  if (node.kind === "number") return { kind: "number", value: node.value };
  if (node.kind === "column") return { kind: "column", name: node.name };
  if (node.kind === "negative") {
    const inner = liveOf(node.of);
    return inner && { kind: "negative", of: inner };
  }
  if (node.kind !== "sum" && node.kind !== "product") return null;
  let left = liveOf(node.first);
  for (const { op, node: term } of node.rest) {
    const right = liveOf(term);
    if (left === null || right === null) return null;
    left = { kind: "operation", op, left, right };
  }
  return left;
}
