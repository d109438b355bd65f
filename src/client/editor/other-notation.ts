import { StateEffect, StateField } from "@codemirror/state";
import type { EditorState, Extension } from "@codemirror/state";
import { showPanel } from "@codemirror/view";
import type { EditorView, Panel, ViewUpdate } from "@codemirror/view";
import { parseCode, parseWords, printCode, printWords } from "../../formula/index.ts";
import { readKept, write } from "../state/session/kept.ts";
import { formulaAt } from "./formula-at.ts";
import { entryAt, requestText } from "./request-text.ts";
import "./other-notation.css";

const KEY = "scanbook.other-notation";

/** Quiet time after a key before the line follows, in milliseconds. */
const FOLLOW_DELAY = 120;

const setShown = StateEffect.define<boolean>();

/** The formula of the statement at the caret in the notation that the text is not written in; null where none reads. */
export function inOtherNotation(state: EditorState): string | null {
  const { head } = state.selection.main;
  const formula = formulaAt(state, entryAt(state, head)?.formula?.from ?? head);
  if (formula === null) return null;
  const { tree } = formula.notation === "code" ? parseCode(formula.text) : parseWords(formula.text);
  if (tree === null) return null;
  return formula.notation === "code" ? printWords(tree) : printCode(tree);
}

/** One line below the text, always of one height: nothing moves while the caret does. */
class OtherNotation implements Panel {
  readonly dom = document.createElement("div");
  readonly #notation = document.createElement("small");
  readonly #text = document.createElement("span");
  readonly #view: EditorView;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.dom.className = "other-notation";
    this.dom.append(this.#notation, this.#text);
    this.#draw();
  }

  update({ docChanged, selectionSet }: ViewUpdate): void {
    if (!docChanged && !selectionSet) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#draw(), FOLLOW_DELAY);
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  #draw(): void {
    const { state } = this.#view;
    const text = inOtherNotation(state) ?? "";
    this.#notation.textContent = state.field(requestText).notation === "code" ? "In words" : "In code";
    this.#text.textContent = text;
    this.#text.title = text;
  }
}

const shown = StateField.define<boolean>({
  create: () => readKept(KEY, (value) => (typeof value === "boolean" ? value : null)) ?? true,
  update(on, { effects }) {
    for (const effect of effects) if (effect.is(setShown)) return effect.value;
    return on;
  },
  provide: (field) => showPanel.from(field, (on) => (on ? (view) => new OtherNotation(view) : null)),
});

/** Shows the statement at the caret in the other notation, or no longer; it is remembered. */
export function toggleOtherNotation(view: EditorView): boolean {
  const on = !view.state.field(shown);
  write(KEY, on);
  view.dispatch({ effects: setShown.of(on) });
  return true;
}

export const otherNotation: Extension = shown;
