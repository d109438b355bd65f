import { StateEffect, StateField } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { showTooltip } from "@codemirror/view";
import type { EditorView, Tooltip } from "@codemirror/view";
import { printCode } from "../../formula/index.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import { checkFormula } from "../state/page/checks.ts";
import { showDate, showValue } from "../ui/values.ts";
import { formulaAt } from "./formula-at.ts";
import { pinnedField } from "./inline-values.ts";
import { columnsOf } from "./values-of.ts";
import "./evaluated.css";

const setResult = StateEffect.define<Tooltip | null>();

const resultField = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setResult)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

const result = (from: number, to: number, title: string, text: string): Tooltip => ({
  pos: from,
  end: to,
  above: true,
  create: () => {
    const dom = document.createElement("div");
    dom.className = "evaluated";
    dom.setAttribute("role", "status");
    const what = document.createElement("small");
    what.textContent = title;
    const value = document.createElement("strong");
    value.textContent = text;
    dom.append(what, value);
    return { dom };
  },
});

/** Shows what the selection, or the whole formula, is worth on the pinned day. */
export function evaluateSelection(view: EditorView): boolean {
  const { state } = view;
  const { main } = state.selection;
  const formula = formulaAt(state, main.from);
  if (formula === null) return false;
  const { notation, columns } = formula;
  const { from, to } = main.empty ? formula : main;
  const at = state.field(pinnedField);
  const showResult = (title: string, text: string): void =>
    view.dispatch({ effects: setResult.of(result(from, to, title, text)) });
  if (at === null) {
    showResult("Evaluate", "Pin a symbol and a day first.");
    return true;
  }
  const title = `${at.symbol} ${showDate(at.date)}`;
  const { tree, diagnostics } = checkFormula("columns", state.sliceDoc(from, to), columns, notation);
  if (tree === null) {
    showResult(title, diagnostics[0]?.message ?? "Nothing to evaluate.");
    return true;
  }
  const ask = async (): Promise<void> => {
    const body = { ...at, formulas: [printCode(tree)], columns: columnsOf(tree, columns) };
    const answer = await call("values", { body });
    if (view.state.doc !== state.doc || !view.state.selection.eq(state.selection)) return;
    if (!answer.ok) {
      showResult(title, messageOf(answer.error));
      return;
    }
    const { absence, formulas } = answer.value;
    const [formula] = formulas;
    if (formula === undefined || absence !== null) showResult(title, absence?.text ?? "No value.");
    else {
      const { type, value, reason } = formula.root;
      showResult(
        title,
        value === null ? `null: ${reason?.text ?? ""}` : showValue(value, { name: "", type, unit: formula.unit }),
      );
    }
  };
  void ask();
  return true;
}

/** Takes the result away; false where there is none, so that Escape goes on to what is below. */
export function hideResult(view: EditorView): boolean {
  if (view.state.field(resultField) === null) return false;
  view.dispatch({ effects: setResult.of(null) });
  return true;
}

export const evaluation: Extension = resultField;
