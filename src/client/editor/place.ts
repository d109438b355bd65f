import { StateEffect, StateField } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import type { KnownColumn } from "../../formula/index.ts";
import { checkFormula } from "../state/checks.ts";
import type { Checked } from "../state/checks.ts";
import type { Part } from "../state/document.ts";

/** Where a formula stands: what it may be and which columns it sees. */
export interface Place {
  readonly part: Part;
  /** Every column of the request with a name, its own included: a cycle must be found. */
  readonly columns: readonly KnownColumn[];
}

export const setPlace = StateEffect.define<Place>();

const NOWHERE: Place = { part: "filters", columns: [] };

export const placeField = StateField.define<Place>({
  create: () => NOWHERE,
  update: (place, transaction) => transaction.effects.find((effect) => effect.is(setPlace))?.value ?? place,
});

/** The local check of what stands in the editor now: done with every change, so it is never late. */
export const checkedField = StateField.define<Checked>({
  create: (state) => checkFormula(state.field(placeField).part, state.doc.toString(), []),
  update(checked, transaction) {
    if (!transaction.docChanged && !transaction.effects.some((effect) => effect.is(setPlace))) return checked;
    const { part, columns } = transaction.state.field(placeField);
    return checkFormula(part, transaction.newDoc.toString(), columns);
  },
});

export const place: Extension = [placeField, checkedField];
