import { StateEffect, StateField } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import type { KnownColumn, NotationName } from "../../formula/index.ts";
import { checkFormula } from "../state/checks.ts";
import type { Checked } from "../state/checks.ts";
import type { Part } from "../state/part.ts";

/** Where a formula stands: what it may be, how it is written and which columns it sees. */
export interface Place {
  readonly part: Part;
  readonly notation: NotationName;
  /** Every column of the request with a name, its own included: a cycle must be found. */
  readonly columns: readonly KnownColumn[];
}

export const setPlace = StateEffect.define<Place>();

const NOWHERE: Place = { part: "filters", notation: "code", columns: [] };

export const placeField = StateField.define<Place>({
  create: () => NOWHERE,
  update: (place, transaction) => transaction.effects.find((effect) => effect.is(setPlace))?.value ?? place,
});

/** The local check of what stands in the editor now: done with every change, so it is never late. */
export const checkedField = StateField.define<Checked>({
  create: (state) => checkIn(state.field(placeField), state.doc.toString()),
  update(checked, transaction) {
    if (!transaction.docChanged && !transaction.effects.some((effect) => effect.is(setPlace))) return checked;
    return checkIn(transaction.state.field(placeField), transaction.newDoc.toString());
  },
});

const checkIn = ({ part, notation, columns }: Place, text: string): Checked =>
  checkFormula(part, text, columns, notation);

/** The fields of a formula's place, beginning with one that is known. */
export const place = (given: Place = NOWHERE): Extension => [placeField.init(() => given), checkedField];
