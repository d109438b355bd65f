import { syntaxTree } from "@codemirror/language";
import { hoverTooltip } from "@codemirror/view";
import type { EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { parseCode, parseWords } from "../../formula/index.ts";
import type { NotationName } from "../../formula/index.ts";
import { TIMINGS } from "../../vocabulary/index.ts";
import { docsPanel } from "./docs.ts";
import type { Docs } from "./docs.ts";
import { docsOfCall, docsOfClause, docsOfColumn, docsOfPoint } from "./docs-of.ts";
import { ownNamedBy, wholeDocsOfOwn } from "./own-docs.ts";
import { formulaAt } from "./formula-at.ts";

/** Milliseconds the pointer rests before documentation shows. */
const HOVER_DELAY = TIMINGS.popupHover;

/** Node names of both grammars. */
const POINTS = new Set(["DataPoint", "Data", "Event", "Statement", "Trade"]);
const NAME_NODES = new Set(["Name", "FunctionName"]);

interface Found {
  readonly node: SyntaxNode;
  readonly docs: Docs | Promise<Docs | null>;
}

/** The innermost thing at a position that has documentation: data point, trade, part of a trade, column, function name. */
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
    const named = NAME_NODES.has(node.name) && node.parent?.name === "Call" ? node.parent : node;
    const own =
      POINTS.has(named.name) || named.name === "Call"
        ? ownDocs(view.state.sliceDoc(named.from, named.to), notation)
        : null;
    if (own !== null) return { node: named, docs: own };
    const docs = POINTS.has(node.name)
      ? docsOfPoint(text, columns, notation)
      : node.name === "Column"
        ? docsOfColumn(text.slice(1, -1), columns)
        : NAME_NODES.has(node.name) && node.parent?.name === "Call"
          ? docsOfCall(text)
          : node.name === "ClauseWord"
            ? docsOfClause(text)
            : null;
    if (docs !== null) return { node, docs };
  }
  return null;
}

/** Of a list or number of the account's own: with its days, which are asked for. */
function ownDocs(text: string, notation: NotationName): Promise<Docs | null> | null {
  const named = ownNamedBy((notation === "code" ? parseCode(text) : parseWords(text)).tree);
  return named && wholeDocsOfOwn(named);
}

/** Documentation of what the pointer rests on. */
export const hoverDocs = hoverTooltip(
  async (view, at, side) => {
    const found = documented(view, at, side);
    const docs = found && (await found.docs);
    if (found === null || docs === null) return null;
    return { pos: found.node.from, end: found.node.to, above: true, create: () => ({ dom: docsPanel(docs) }) };
  },
  { hoverTime: HOVER_DELAY },
);
