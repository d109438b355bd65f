import { parameterKey, walk } from "../../formula/index.ts";
import type { CardOptionName, CardSide, CardTitle } from "../../vocabulary/index.ts";
import type { FormulaType } from "../formulas.ts";
import { renameMistake } from "../parameters.ts";
import { addedRow } from "./added-rows.ts";
import { customItem } from "./custom-item.ts";
import type { Item } from "./entry.ts";
import { treeOfText } from "./notation.ts";
import { eachCard, withCard } from "./state.ts";
import type { CardForm, Draft, RequestState } from "./state.ts";

/** Where a name is given up for another. */
interface Names {
  readonly from: string;
  readonly to: string;
}

const NAMED = /\$([\p{L}_][\p{L}\p{N}_]*)/gu;

/** A formula in which the parameter is called otherwise; everything else stays as typed. */
function renamedText(type: FormulaType, text: string, { from, to }: Names): string {
  if (!text.includes("$")) return text;
  const key = parameterKey(from);
  const tree = treeOfText(type, text);
  // An incomplete formula cannot be read yet: what looks like a parameter counts as one.
  if (tree === null)
    return text.replaceAll(NAMED, (whole, name: string) => (parameterKey(name) === key ? `$${to}` : whole));
  return [...walk(tree)]
    .filter((node) => node.kind === "number" && node.parameter !== undefined && parameterKey(node.parameter) === key)
    .toSorted((a, b) => b.from - a.from)
    .reduce((now, place) => `${now.slice(0, place.from)}$${to}${now.slice(place.to)}`, text);
}

/** Options of the Trade card that hold formulas; no other card has a place for a parameter. */
const FORMULA_OPTIONS = ["level", "target", "stop", "when"] as const satisfies readonly CardOptionName[];

const renamedOptions = <Options extends { readonly [Name in CardOptionName]?: unknown }>(
  options: Options,
  names: Names,
): Options =>
  FORMULA_OPTIONS.reduce((now, option) => {
    const text = now[option];
    if (typeof text !== "string") return now;
    const renamed = renamedText("code", text, names);
    return renamed === text ? now : { ...now, [option]: renamed };
  }, options);

function renamedItem(item: Item, title: CardTitle, names: Names): Item {
  if (item.kind === "custom") {
    const { type, inputFormula } = item.formula;
    const text = renamedText(type, inputFormula, names);
    return text === inputFormula ? item : customItem({ ...item.formula, text });
  }
  if (title !== "Trade") return item;
  const options = renamedOptions(item.options, names);
  return options === item.options ? item : { ...item, options };
}

function renamedForm(form: CardForm, title: CardTitle, names: Names): CardForm {
  if (form.kind === "custom") {
    const { common, words, code } = form.texts;
    const texts = {
      common: renamedText("common", common, names),
      words: renamedText("words", words, names),
      code: renamedText("code", code, names),
    };
    return texts.common === common && texts.words === words && texts.code === code ? form : { ...form, texts };
  }
  if (form.kind === "earnings" || title !== "Trade") return form;
  const tabs = Object.entries(form.tabs).map(([tab, state]) => {
    const points = Object.entries(state.dataPoints).map(
      ([name, point]) => [name, { ...point, selected: renamedOptions(point.selected, names) }] as const,
    );
    return [tab, { ...state, dataPoints: Object.fromEntries(points) }] as const;
  });
  return { ...form, tabs: Object.fromEntries(tabs) };
}

const SIDES: readonly CardSide[] = ["filters", "columns"];

/** What is being written in forms, after a parameter was given another name. */
export function draftsWithParameter(state: RequestState, from: string, to: string): RequestState {
  let next = state;
  for (const side of SIDES)
    for (const { title, card } of eachCard(next, side)) {
      const of = (form: CardForm): CardForm => renamedForm(form, title, { from, to });
      const renamed = <One extends Draft>(draft: One): One => {
        const { form, loaded } = draft;
        return { ...draft, form: of(form), loaded: loaded === null ? null : of(loaded) };
      };
      next = withCard(next, side, title, { ...renamed(card), waiting: card.waiting.map(renamed) });
    }
  return next;
}

/**
 * Gives a parameter another name, in its own row and wherever a formula names it, those being written included. Null where
 * there is no such parameter, another has the name, or it is none.
 */
export function renameParameter(state: RequestState, from: string, to: string): RequestState | null {
  if (renameMistake(state.parameters, from, to) !== null) return null;
  const key = parameterKey(from);
  let next: RequestState = {
    ...state,
    parameters: state.parameters.map((one) => (parameterKey(one.name) === key ? { ...one, name: to } : one)),
  };
  for (const side of SIDES)
    for (const { title, card } of eachCard(next, side)) {
      const addedOptions = card.addedOptions.map((row) => {
        const item = renamedItem(row.addedItem, title, { from, to });
        return item === row.addedItem ? row : addedRow(side, title, item);
      });
      if (addedOptions.some((row, index) => row !== card.addedOptions[index]))
        next = withCard(next, side, title, { ...card, addedOptions });
    }
  return draftsWithParameter(next, from, to);
}
