import { javascript } from "@codemirror/lang-javascript";
import { defaultHighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { closeBrackets, autocompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history } from "@codemirror/commands";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import { Theme } from "@radix-ui/themes";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { FormulaEditor } from "../../../src/client/editor/FormulaEditor.tsx";
import { layout } from "../../../src/formula/index.ts";

/** One part of the long formula; both languages read it as operators, names, numbers and parentheses. */
const PART = {
  ours: "( [daily close adj] > [indicator ema(20) close adj] & [daily volume] > 1.5 * [daily avg volume -20 .. -1] )",
  javascript:
    "( daily.close(adj, 1) > indicator.ema(20, close) & daily.volume() > 1.5 * daily.avg(volume, -20, -1) /* adj */ )",
} as const;

const long = (part: string, size: number): string => {
  const parts: string[] = [];
  for (let length = 0; length + part.length < size; length += part.length + 3) parts.push(part);
  return parts.join(" | ");
};

/** The same lines as those of a formula that is laid out. */
const overLines = (script: string): string =>
  script.replaceAll(" | ", "\n| ").replaceAll("( ", "(\n  ").replaceAll(" & ", "\n  & ").replaceAll(" )", "\n)");

/**
 * An editor of each language with a text of so many characters, laid out as the editor lays out what is opened or
 * pasted, or in one line, as nobody but a typist would leave it.
 */
function makeEditors(size: number, oneLine: boolean): void {
  const place = document.querySelector<HTMLElement>("#ours");
  const other = document.querySelector<HTMLElement>("#javascript");
  const formula = long(PART.ours, size);
  const script = long(PART.javascript, size);
  if (place === null || other === null) throw new Error("no place for the editors");
  const nothing = (): void => undefined;
  const editor = createElement(FormulaEditor, {
    part: "filters",
    id: "bench",
    entry: {},
    // A blank line keeps the editor from laying it out.
    value: oneLine ? `${formula}\n` : layout(formula, "code"),
    place: { part: "filters", notation: "code", columns: [] },
    label: "ours",
    describedBy: "",
    placeholder: "",
    onChange: nothing,
    onCheck: nothing,
    onRun: nothing,
  });
  createRoot(place).render(createElement(Theme, null, editor));
  void new EditorView({
    parent: other,
    doc: oneLine ? `${script}\n` : overLines(script),
    extensions: [
      javascript(),
      syntaxHighlighting(defaultHighlightStyle),
      history(),
      closeBrackets(),
      autocompletion(),
      drawSelection(),
      EditorView.lineWrapping,
      keymap.of(defaultKeymap),
    ],
  });
}

/** Milliseconds that each of so many keystrokes in the middle of the text takes, its layout included. */
function typeInto(selector: string, count: number): readonly number[] {
  const content = document.querySelector<HTMLElement>(`${selector} .cm-content`);
  const view = content && EditorView.findFromDOM(content);
  if (!view) throw new Error(`no editor in ${selector}`);
  const middle = Math.floor(view.state.doc.length / 2);
  const times = Array.from({ length: count }, (_, n) => {
    const from = middle + n;
    const before = performance.now();
    view.dispatch({
      changes: { from, insert: "1" },
      selection: { anchor: from + 1 },
      userEvent: "input.type",
      scrollIntoView: true,
    });
    view.dom.getBoundingClientRect();
    return performance.now() - before;
  });
  // The next round types the same.
  view.dispatch({ changes: { from: middle, to: middle + count } });
  return times;
}

Object.assign(globalThis, { makeEditors, typeInto });
