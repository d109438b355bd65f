import { CONDITION_LABELS, optionRow } from "../../vocabulary/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { formulaText, typeOfTab } from "./custom-form.ts";
import type { CustomForm } from "./custom-form.ts";
import { fill, sourceOf } from "./fill.ts";
import { activePlace, shownOptions } from "./form.ts";
import type { FormPlace, OrdinaryForm } from "./form.ts";
import { optionOf } from "./option-of.ts";
import { sentenceOf, treeOfText } from "./notation.ts";
import { treeOfItem } from "./tree-of-entry.ts";

/** A part of the *Formula Word Display*; a placeholder where something is not filled in. */
export interface DisplayPart {
  readonly text: string;
  readonly placeholder: boolean;
}

/** The form in words so far; incomplete while it has a placeholder. */
export interface FormDisplay {
  readonly parts: readonly DisplayPart[];
  readonly complete: boolean;
}

const textPart = (text: string): DisplayPart => ({ text, placeholder: false });
const placeholderPart = (label: string): DisplayPart => ({ text: `[${label}]`, placeholder: true });
const display = (parts: readonly DisplayPart[]): FormDisplay => ({
  parts,
  complete: parts.every(({ placeholder }) => !placeholder),
});

/** The words of the data point with its options, or its label with a placeholder for each that is missing. */
function pointParts(side: CardSide, title: CardTitle, place: FormPlace): readonly DisplayPart[] {
  const about = shownOptions(place).filter((option) => optionRow(option).about === "point");
  // A column is the data point alone, without a comparison.
  const { options, missing } = fill(place, new Set());
  const own = Object.fromEntries(Object.entries(options).filter(([option]) => about.some((name) => name === option)));
  const data_point = sourceOf(place);
  const item = { kind: "card", tab: place.tab.name, data_point, options: own } as const;
  const unfilled = about.filter((option) => missing.includes(option));
  const tree = unfilled.length > 0 ? null : treeOfItem(side === "filters" ? "columns" : side, title, item).tree;
  if (tree !== null) return [textPart(sentenceOf(tree))];
  return [
    textPart(place.point.label),
    ...unfilled.map((option) => placeholderPart(optionOf(place.point, option).label)),
  ];
}

/** The display of an ordinary card's form. */
export function formDisplay(side: CardSide, title: CardTitle, form: OrdinaryForm): FormDisplay {
  const place = activePlace(side, title, form);
  if (place === null) return display([]);
  const { item, missing } = fill(place, new Set());
  const tree = item === null ? null : treeOfItem(side, title, item).tree;
  const name = place.selected.name ?? "";
  const named =
    side === "filters" ? [] : [name === "" ? placeholderPart(optionOf(place.point, "name").label) : textPart(name)];
  if (tree !== null) return display([...named, textPart(sentenceOf(tree))]);
  const parts = [...named, ...pointParts(side, title, place)];
  for (const option of shownOptions(place)) {
    if (option !== "condition" && option !== "value") continue;
    const { condition, value = "" } = place.selected;
    if (missing.includes(option)) parts.push(placeholderPart(optionOf(place.point, option).label));
    else if (option === "value") parts.push(textPart(typeof value === "string" ? value : value.join(", ")));
    else if (condition !== undefined && condition !== 0) parts.push(textPart(CONDITION_LABELS[condition]));
  }
  return display(parts);
}

/** The display of the Custom card: the words of its formula, which stays as typed while it does not parse. */
export function customDisplay(form: CustomForm, columns: boolean): FormDisplay {
  const text = formulaText(form);
  const tree = treeOfText(typeOfTab(form.tab), text);
  const formula = text.trim() === "" ? placeholderPart("Formula") : textPart(tree === null ? text : sentenceOf(tree));
  const name = columns ? [form.name.trim() === "" ? placeholderPart("Name In Excel") : textPart(form.name)] : [];
  return display([...name, formula]);
}
