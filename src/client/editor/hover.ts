import { syntaxTree } from "@codemirror/language";
import { hoverTooltip } from "@codemirror/view";
import type { EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { TIMINGS } from "../../vocabulary/index.ts";
import { docsPanel } from "./docs.ts";
import type { Docs } from "./docs.ts";
import { docsOfCall, docsOfColumn, docsOfPoint } from "./docs-of.ts";
import { formulaAt } from "./formula-at.ts";

/** Milliseconds the pointer rests before documentation shows. */
const HOVER_DELAY = TIMINGS.popupHover;

/** Node names of both grammars. */
const POINTS = new Set(["DataPoint", "Data", "Event", "Statement"]);
const NAME_NODES = new Set(["Name", "FunctionName"]);

interface Found {
  readonly node: SyntaxNode;
  readonly docs: Docs;
}

/** The innermost thing at a position that has documentation: data point, column, function name. */
function documented(view: EditorView, at: number, side: -1 | 1): Found | null {
  const formula = formulaAt(view.state, at);
  if (formula === null) return null;
  const { columns, notation } = formula;
  for (
    let node: SyntaxNode | null = syntaxTree(view.state).resolveInner(at, side);
    node !== null && node.from >= formula.from;
    node = node.parent
  ) {
    const text = view.state.sliceDoc(node.from, node.to);
    const docs = POINTS.has(node.name)
      ? docsOfPoint(text, columns, notation)
      : node.name === "Column"
        ? docsOfColumn(text.slice(1, -1), columns)
        : NAME_NODES.has(node.name) && node.parent?.name === "Call"
          ? docsOfCall(text)
          : null;
    if (docs !== null) return { node, docs };
  }
  return null;
}

/** Documentation of what the pointer rests on. */
export const hoverDocs = hoverTooltip(
  (view, at, side) => {
    const found = documented(view, at, side);
    if (found === null) return null;
    return { pos: found.node.from, end: found.node.to, above: true, create: () => ({ dom: docsPanel(found.docs) }) };
  },
  { hoverTime: HOVER_DELAY },
);
