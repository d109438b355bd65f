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
  switch (node.kind) {
    case "number":
      return { kind: "number", value: node.value };
    case "column":
      return { kind: "column", name: node.name };
    case "negative": {
      const inner = liveOf(node.of);
      return inner && { kind: "negative", of: inner };
    }
    case "sum":
    case "product": {
      let left = liveOf(node.first);
      for (const { op, node: term } of node.rest) {
        const right = liveOf(term);
        if (left === null || right === null) return null;
        left = { kind: "operation", op, left, right };
      }
      return left;
    }
    default:
      return null;
  }
}
