import { StateEffect, StateField } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import type { KnownColumn, NotationName, ParameterValues } from "../../formula/index.ts";
import type { OwnNames } from "../../vocabulary/index.ts";
import { checkFormula } from "../state/page/checks.ts";
import type { Checked, Part } from "../state/page/checks.ts";
import { formulaSource } from "./formula-at.ts";
import { moved } from "./moved.ts";

/** The surroundings of a formula: filter or column, its notation, and the columns it can refer to. */
export interface Place {
  readonly part: Part;
  readonly notation: NotationName;
  /** Every column of the request with a name, its own included: a cycle must be found. */
  readonly columns: readonly KnownColumn[];
  /** Lists and numbers of the account; left out until they are known. */
  readonly own?: OwnNames;
  /** Those of the request at their chosen values. */
  readonly parameters?: ParameterValues;
}

export const setPlace = StateEffect.define<Place>();

const DEFAULT_PLACE: Place = { part: "filters", notation: "code", columns: [] };

export const placeField = StateField.define<Place>({
  create: () => DEFAULT_PLACE,
  update: (place, transaction) => transaction.effects.find((effect) => effect.is(setPlace))?.value ?? place,
});

/** Up to so many characters a check costs less than a keystroke may. */
const MAX_SYNC_CHARS = 600;
/** Milliseconds of quiet before a longer formula is checked: sooner than the server is asked. */
const CHECK_DELAY_MS = 120;

const setChecked = StateEffect.define<Checked>();

/**
 * The local check of what stands in the editor now: done with every change, so it is never late. A long formula is
 * checked once typing rests; until then what was found moves along, and there is no tree.
 */
export const checkedField = StateField.define<Checked>({
  create: (state) => checkIn(state.field(placeField), state.doc.toString()),
  update(checked, transaction) {
    for (const effect of transaction.effects) if (effect.is(setChecked)) return effect.value;
    const replaced = transaction.effects.some((effect) => effect.is(setPlace));
    if (!transaction.docChanged && !replaced) return checked;
    if (transaction.docChanged && !replaced && transaction.newDoc.length > MAX_SYNC_CHARS)
      return { ...checked, tree: null, diagnostics: moved(checked.diagnostics, transaction.changes) };
    return checkIn(transaction.state.field(placeField), transaction.newDoc.toString());
  },
});

const checkIn = ({ part, notation, columns, ...around }: Place, text: string): Checked =>
  checkFormula(part, text, columns, notation, around);

/** Checks a long formula once typing rests. */
class LateCheck {
  readonly #view: EditorView;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
  }

  update({ docChanged, state }: ViewUpdate): void {
    if (!docChanged) return;
    clearTimeout(this.#timer);
    if (state.doc.length > MAX_SYNC_CHARS) this.#timer = setTimeout(() => this.#check(), CHECK_DELAY_MS);
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  #check(): void {
    const { state } = this.#view;
    this.#view.dispatch({ effects: setChecked.of(checkIn(state.field(placeField), state.doc.toString())) });
  }
}

/** The fields of a formula's place, beginning with one that is known. */
export const place = (given: Place = DEFAULT_PLACE): Extension => [
  placeField.init(() => given),
  checkedField,
  ViewPlugin.fromClass(LateCheck),
  formulaSource.of((state) => ({
    ...state.field(placeField),
    from: 0,
    to: state.doc.length,
    text: state.doc.toString().replaceAll("\n", " "),
  })),
];
