import { syntaxTree } from "@codemirror/language";
import { StateField } from "@codemirror/state";
import type { EditorState } from "@codemirror/state";
import { showTooltip } from "@codemirror/view";
import type { Tooltip } from "@codemirror/view";
import type { SyntaxNode, Tree } from "@lezer/common";
import { CALL_TEXTS, CALLS, INDICATORS } from "../../vocabulary/index.ts";
import { formulaAt } from "./formula-at.ts";
import "./signature.css";

/** What is being filled in: the arguments of a function or the parameters of an indicator. */
interface Signature {
  /** Where the name stands. */
  readonly from: number;
  readonly name: string;
  readonly arguments: readonly string[];
  /** Index of the argument the caret is in; the last one where it repeats. */
  readonly active: number;
  readonly doc: string;
}

const CALL_NODES = new Set(["Call", "Params"]);

/** How many commas of a list stand before a position. */
function commasBefore(list: SyntaxNode, position: number): number {
  let commas = 0;
  for (let child = list.firstChild; child !== null; child = child.nextSibling)
    if (child.name === "Comma" && child.from < position) commas += 1;
  return commas;
}

/** The words in front of the parentheses of an indicator. */
function indicatorBefore(params: SyntaxNode, text: string): (typeof INDICATORS)[number] | undefined {
  const before = params.prevSibling;
  if (before === null) return undefined;
  const said = text.slice(before.from, before.to).trim().toLowerCase();
  const [name = ""] = said.split(".");
  return INDICATORS.find(
    (entry) =>
      entry.name === name ||
      (entry.aliases ?? []).includes(name) ||
      said.startsWith((entry.words ?? entry.code).toLowerCase()),
  );
}

/** The signature at a position, of the innermost parentheses that are a call; null where there is none. */
export function signatureAt(tree: Tree, text: string, position: number): Signature | null {
  for (let node: SyntaxNode | null = tree.resolveInner(position, -1); node !== null; node = node.parent) {
    if (!CALL_NODES.has(node.name)) continue;
    const open = node.getChild("(");
    const close = node.getChild(")");
    if (open === null || position < open.to || (close !== null && position > close.from)) continue;
    const active = commasBefore(node, position);
    if (node.name === "Params") {
      const entry = indicatorBefore(node, text);
      if (entry === undefined || entry.parameters.length === 0) return null;
      return {
        from: node.prevSibling?.from ?? node.from,
        name: entry.name,
        arguments: entry.parameters.map(({ name, default: usual }) => `${name} = ${usual}`),
        active: Math.min(active, entry.parameters.length - 1),
        doc: entry.title,
      };
    }
    const name = text.slice(node.from, open.from).trim();
    const entry = CALLS.find((call) => call.name === name.toLowerCase());
    if (entry === undefined) return null;
    return {
      from: node.from,
      name: entry.name,
      arguments: entry.arguments.map((one) => one.name),
      active: Math.min(active, entry.arguments.length - 1),
      doc: CALL_TEXTS[entry.name],
    };
  }
  return null;
}

function draw({ name, arguments: given, active, doc }: Signature): HTMLElement {
  const panel = document.createElement("div");
  panel.className = "signature";
  const line = document.createElement("code");
  line.append(`${name}(`);
  for (const [index, argument] of given.entries()) {
    if (index > 0) line.append(", ");
    const one = document.createElement(index === active ? "strong" : "span");
    one.textContent = argument;
    line.append(one);
  }
  line.append(")");
  const about = document.createElement("span");
  about.textContent = doc;
  panel.append(line, about);
  return panel;
}

function tooltipOf(state: EditorState): Tooltip | null {
  const { main } = state.selection;
  if (!main.empty || state.selection.ranges.length > 1) return null;
  const formula = formulaAt(state);
  // Most formulas have no parentheses around the caret, and that costs no look into the tree.
  if (formula === null || !formula.text.slice(0, main.head - formula.from).includes("(")) return null;
  const found = signatureAt(syntaxTree(state), state.doc.toString(), main.head);
  if (found === null) return null;
  return { pos: found.from, above: true, create: () => ({ dom: draw(found) }) };
}

/** Shows the signature of the call the caret is in, the active argument in bold. */
export const signatureHelp = StateField.define<Tooltip | null>({
  create: () => null,
  update: (shown, transaction) =>
    transaction.docChanged || transaction.selection ? tooltipOf(transaction.state) : shown,
  provide: (field) => showTooltip.from(field),
});
