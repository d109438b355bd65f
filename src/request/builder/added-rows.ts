import { check, columnKey } from "../../formula/index.ts";
import type { Node } from "../../formula/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { cleanName } from "../names.ts";
import { formulaText, itemOfCustomForm } from "./custom-form.ts";
import { customItem, renamedFormula } from "./custom-item.ts";
import { draftDone, draftOpened, draftsRenamed, emptied, loadedForm, waitingMoved } from "./drafts.ts";
import { itemsOfEarningsForm } from "./earnings-form.ts";
import { itemName } from "./entry.ts";
import type { Added, Item } from "./entry.ts";
import { placedTree } from "./entry-of-tree.ts";
import { fill } from "./fill.ts";
import { activePlace } from "./form.ts";
import { textOfTree } from "./notation.ts";
import { cardState, eachCard, limitReached, withCard } from "./state.ts";
import type { CardForm, CardState, Draft, EntryLimits, RequestState } from "./state.ts";
import { treeOf, wordingParts } from "./wording.ts";

/** Rows by what they say: a request that is read again from its text has the rows it had. */
const rows = new WeakMap<Item, Map<string, Added>>();

export function addedRow(side: CardSide, title: CardTitle, item: Item): Added {
  const own = rows.get(item) ?? new Map<string, Added>();
  const place = `${side} ${title}`;
  const row = own.get(place) ?? { addedItem: item, stringData: wordingParts(side, title, item) };
  rows.set(item, own.set(place, row));
  return row;
}

/** The first two columns of every output. */
const FIXED = ["Symbol", "Date"];

/** Names of all added columns, Symbol and Date first. */
export const columnNamesOf = (state: RequestState): readonly string[] => [
  ...FIXED,
  ...eachCard(state, "columns").flatMap(({ card }) => card.addedOptions.map(({ addedItem }) => itemName(addedItem))),
];

/** Keys of the names that a card's form must not take: those of all other columns, the row in editing aside. */
export function takenNames(state: RequestState, side: CardSide, title: CardTitle): ReadonlySet<string> {
  if (side === "filters") return new Set();
  const taken = new Set(FIXED.map(columnKey));
  for (const { title: other, card } of eachCard(state, "columns"))
    for (const [index, { addedItem }] of card.addedOptions.entries())
      if (other !== title || index !== card.editing) taken.add(columnKey(itemName(addedItem)));
  return taken;
}

/** The check of a Custom card's formula as the client knows it; it counts for the text it was made of. */
export interface FormulaCheck {
  readonly state: "idle" | "loading" | "success" | "failure";
  readonly text: string;
}

/** Why Add or Edit, or an earnings card's Add column, is disabled. */
export type Blocked = "unfilled" | "error" | "name" | "limit" | "formula" | "meaning";

export interface Submission {
  /** What would be added; empty while something is missing. */
  readonly items: readonly Item[];
  readonly blocked: Blocked | null;
  /** Of an entry that is filled in and cannot be meant, such as parameters an indicator refuses. */
  readonly message?: string;
}

const stop = (blocked: Blocked, message?: string): Submission => ({
  items: [],
  blocked,
  ...(message === undefined ? {} : { message }),
});

/** What the card's button would do now. `formulaCheck` is for the Custom card only. */
export function submission(
  state: RequestState,
  side: CardSide,
  title: CardTitle,
  limits: EntryLimits,
  formulaCheck?: FormulaCheck,
): Submission {
  const { form, editing } = cardState(state, side, title);
  const taken = takenNames(state, side, title);
  const found = formSubmission(form, side, title, taken, formulaCheck);
  if (found.blocked !== null) return found;
  const adding = found.items.length - (editing === null ? 0 : 1);
  return adding > 0 && limitReached(state, side, limits, adding) ? stop("limit") : found;
}

function formSubmission(
  form: CardForm,
  side: CardSide,
  title: CardTitle,
  taken: ReadonlySet<string>,
  formulaCheck: FormulaCheck | undefined,
): Submission {
  switch (form.kind) {
    case "ordinary": {
      const place = activePlace(side, title, form);
      if (place === null) return stop("unfilled");
      const { item, errors } = fill(place, taken);
      if (errors.name?.isError === true) return stop("name", errors.name.errorMessage);
      if (Object.keys(errors).length > 0) return stop("error");
      return item === null ? stop("unfilled") : meant(side, title, item);
    }
    case "earnings": {
      const items = itemsOfEarningsForm(form);
      const keys = items.map((item) => columnKey(itemName(item)));
      if (items.length === 0 || keys.includes("")) return stop("unfilled");
      const clash = keys.some((key) => taken.has(key)) || new Set(keys).size < keys.length;
      return clash ? stop("name") : { items, blocked: null };
    }
    case "custom": {
      const name = side === "columns" ? columnKey(cleanName(form.name)) : "";
      if (formulaText(form).trim() === "" || (side === "columns" && name === "")) return stop("unfilled");
      if (taken.has(name)) return stop("name");
      const passed = formulaCheck?.state === "success" && formulaCheck.text === formulaText(form);
      // Made only here, since making it reads the formula and this function runs with every key.
      return passed ? { items: [itemOfCustomForm(form, side === "columns")], blocked: null } : stop("formula");
    }
  }
  return form satisfies never;
}

/** An entry that is filled in must also mean something: the reader and the checks of formulas judge it. */
function meant(side: CardSide, title: CardTitle, item: Item & { kind: "card" }): Submission {
  const tree = treeOf(side, title, item);
  if (tree === null) return stop("meaning");
  const use = side === "filters" ? "filter" : "column";
  const error = check(tree, { columns: new Map(), use }).diagnostics.find(({ severity }) => severity === "error");
  return error === undefined ? { items: [item], blocked: null } : stop("meaning", error.message);
}

/**
 * A click on Add or Edit: appends the form's row, or replaces the edited one, resets the form and returns to adding, or to
 * the waiting draft. A renamed column is renamed in the formulas that use it too. Does nothing while it is disabled.
 */
export function submit(
  state: RequestState,
  side: CardSide,
  title: CardTitle,
  limits: EntryLimits,
  formulaCheck?: FormulaCheck,
): RequestState {
  const { items, blocked } = submission(state, side, title, limits, formulaCheck);
  if (blocked !== null) return state;
  const card = cardState(state, side, title);
  const rows = items.map((item) => addedRow(side, title, item));
  const { editing } = card;
  const replaced = editing === null ? undefined : card.addedOptions[editing];
  const at = replaced === undefined || editing === null ? card.addedOptions.length : editing;
  const addedOptions = card.addedOptions.toSpliced(at, replaced === undefined ? 0 : 1, ...rows);
  const moved = waitingMoved(card, at, replaced === undefined ? 0 : rows.length - 1);
  const next = withCard(state, side, title, draftDone({ ...card, addedOptions, waiting: moved }, side, title));
  const [first, more] = items;
  if (side === "filters" || replaced === undefined || first === undefined || more !== undefined) return next;
  return renamed(next, itemName(replaced.addedItem), itemName(first));
}

/** The columns' formulas, those being written, and their order, after a column was given another name. */
export function renamed(state: RequestState, from: string, to: string): RequestState {
  if (from === to || from === "") return state;
  const key = columnKey(from);
  const custom = cardState(state, "columns", "Custom");
  const addedOptions = custom.addedOptions.map((row) => {
    const { addedItem } = row;
    if (addedItem.kind !== "custom") return row;
    const item = renamedFormula(addedItem, from, to);
    return item === addedItem ? row : addedRow("columns", "Custom", item);
  });
  const columnOrder = state.columnOrder?.map((name) => (columnKey(name) === key ? to : name)) ?? null;
  const outcome = state.outcome !== null && columnKey(state.outcome) === key ? to : state.outcome;
  const next = { ...withCard(state, "columns", "Custom", { ...custom, addedOptions }), columnOrder, outcome };
  return draftsRenamed(next, from, to);
}

/** Loads a row into the form and marks it as being edited; a draft that is in the form waits meanwhile. */
export function editRow(state: RequestState, side: CardSide, title: CardTitle, index: number): RequestState {
  const card = cardState(state, side, title);
  const form = loadedForm(card, side, title, index);
  if (form === null || card.editing === index) return state;
  return withCard(state, side, title, draftOpened(card, side, title, { form, loaded: form, editing: index }));
}

/** An empty form for another entry; what is being written waits. */
export function newEntry(state: RequestState, side: CardSide, title: CardTitle): RequestState {
  const card = cardState(state, side, title);
  const form = emptied(card, side, title);
  return withCard(state, side, title, draftOpened(card, side, title, { form, loaded: null, editing: null }));
}

/** Gives up what is in the form: back to the draft that waits, or to adding with an empty form. */
export function discardDraft(state: RequestState, side: CardSide, title: CardTitle): RequestState {
  return withCard(state, side, title, draftDone(cardState(state, side, title), side, title));
}

/** Back to adding from a row in editing. */
export const stopEditing = (state: RequestState, side: CardSide, title: CardTitle): RequestState =>
  cardState(state, side, title).editing === null ? state : discardDraft(state, side, title);

/**
 * Loads a row into the form without marking an edit. A filter's copy is inserted right after the original, unless the
 * limit is reached; a column's waits in the form for a name of its own.
 */
export function duplicateRow(
  state: RequestState,
  side: CardSide,
  title: CardTitle,
  index: number,
  limits: EntryLimits,
): RequestState {
  const card = cardState(state, side, title);
  const form = loadedForm(card, side, title, index);
  const row = card.addedOptions[index];
  if (form === null || row === undefined) return state;
  const copied = side === "filters" && !limitReached(state, side, limits);
  // The form of an existing row holds that row; the copy of a column is not a row yet.
  const opened = draftOpened(card, side, title, { form, loaded: copied ? form : null, editing: null });
  if (!copied) return withCard(state, side, title, opened);
  const addedOptions = card.addedOptions.toSpliced(index + 1, 0, row);
  return withCard(state, side, title, { ...opened, addedOptions, waiting: waitingMoved(opened, index, 1) });
}

/** Removes a row; a column takes the custom formulas with it that use it in braces, and those that use them. */
export function deleteRow(state: RequestState, side: CardSide, title: CardTitle, index: number): RequestState {
  return withoutRows(state, side, title, (at) => at === index);
}

/** Removes all added items of a card. */
export const deleteAll = (state: RequestState, side: CardSide, title: CardTitle): RequestState =>
  withoutRows(state, side, title, () => true);

/** Names of the columns that go when rows are deleted because they name them, in their order; rows of filters take none along. */
export function goAlong(
  state: RequestState,
  side: CardSide,
  title: CardTitle,
  index: number | "all",
): readonly string[] {
  if (side === "filters") return [];
  const next = index === "all" ? deleteAll(state, side, title) : deleteRow(state, side, title, index);
  const rowsIn = (of: RequestState): readonly Added[] => eachCard(of, side).flatMap(({ card }) => card.addedOptions);
  const kept = new Set(rowsIn(next));
  const deleted = cardState(state, side, title).addedOptions.filter((_, at) => index === "all" || at === index);
  return rowsIn(state).flatMap((row) => (kept.has(row) || deleted.includes(row) ? [] : itemName(row.addedItem)));
}

function withoutRows(
  state: RequestState,
  side: CardSide,
  title: CardTitle,
  goes: (index: number) => boolean,
): RequestState {
  const card = cardState(state, side, title);
  const gone = card.addedOptions.filter((_, index) => goes(index));
  if (gone.length === 0) return state;
  const next = withCard(
    state,
    side,
    title,
    keepRows(card, side, title, (_, index) => !goes(index)),
  );
  if (side === "filters") return next;
  return withoutUsers(next, new Set(gone.map(({ addedItem }) => columnKey(itemName(addedItem)))));
}

/** A card with some of its rows; the drafts of kept rows get their new index, others are dropped. */
function keepRows(
  card: CardState,
  side: CardSide,
  title: CardTitle,
  stays: (row: Added, index: number) => boolean,
): CardState {
  const addedOptions = card.addedOptions.filter(stays);
  /** Undefined where its row is gone. */
  const follow = <One extends Draft>(draft: One): One | undefined => {
    const { editing } = draft;
    const row = editing === null ? undefined : card.addedOptions[editing];
    if (row === undefined || editing === null) return draft;
    if (!stays(row, editing)) return undefined;
    return { ...draft, editing: card.addedOptions.slice(0, editing).filter(stays).length };
  };
  const rest = { ...card, addedOptions, waiting: card.waiting.flatMap((draft) => follow(draft) ?? []) };
  return follow({ ...rest, editing: card.editing }) ?? draftDone(rest, side, title);
}

/** Removes the formulas that use one of the names, and so on. */
function withoutUsers(state: RequestState, names: ReadonlySet<string>): RequestState {
  const custom = cardState(state, "columns", "Custom");
  const gone = new Set(names);
  const out = new Set<Added>();
  for (let more = true; more;) {
    more = false;
    for (const row of custom.addedOptions) {
      const { addedItem } = row;
      if (addedItem.kind !== "custom" || out.has(row)) continue;
      if (!addedItem.formula.name_list.some((name) => gone.has(columnKey(name)))) continue;
      out.add(row);
      gone.add(columnKey(addedItem.formula.name));
      more = true;
    }
  }
  const cards = keepRows(custom, "columns", "Custom", (row) => !out.has(row));
  const columnOrder = state.columnOrder?.filter((name) => !gone.has(columnKey(name))) ?? null;
  const outcome = state.outcome !== null && gone.has(columnKey(state.outcome)) ? null : state.outcome;
  return { ...withCard(state, "columns", "Custom", cards), columnOrder, outcome };
}

/** A row of a card as a formula on the Custom card, loaded there to be edited; the row moves. */
export function editAsFormula(state: RequestState, side: CardSide, title: CardTitle, index: number): RequestState {
  const item = cardState(state, side, title).addedOptions[index]?.addedItem;
  if (item === undefined || item.kind === "custom")
    return title === "Custom" ? editRow(state, side, title, index) : state;
  const tree = treeOf(side, title, item);
  if (tree === null) return state;
  const { name = "", tag = "" } = item.options;
  const formula = customItem({ type: "code", text: textOfTree("code", tree), name, tag, tree });
  const from = cardState(state, side, title);
  const moved = withCard(
    state,
    side,
    title,
    keepRows(from, side, title, (_, at) => at !== index),
  );
  const custom = cardState(moved, side, "Custom");
  const rows = [...custom.addedOptions, addedRow(side, "Custom", formula)];
  return editRow(withCard(moved, side, "Custom", { ...custom, addedOptions: rows }), side, "Custom", rows.length - 1);
}

/** The card that can show a formula, or why none can. */
export type RowCard = { readonly title: CardTitle } | { readonly why: string };

/** Where a Custom row would stand on a card; null where its text does not parse. */
export function cardOfRow(state: RequestState, side: CardSide, index: number): RowCard | null {
  const placed = placedRow(state, side, index);
  if (placed === null) return null;
  return "why" in placed ? { why: placed.why } : { title: placed.title };
}

function placedRow(state: RequestState, side: CardSide, index: number): ReturnType<typeof placedTree> | null {
  const item = cardState(state, side, "Custom").addedOptions[index]?.addedItem;
  const tree: Node | null = item === undefined ? null : treeOf(side, "Custom", item);
  return tree === null ? null : placedTree(tree, side);
}

/** Moves a Custom row to the card that can show its formula; the same state where none can. */
export function showOnCard(state: RequestState, side: CardSide, index: number): RequestState {
  const placed = placedRow(state, side, index);
  const custom = cardState(state, side, "Custom");
  const from = custom.addedOptions[index]?.addedItem;
  if (placed === null || "why" in placed || from === undefined || from.kind !== "custom") return state;
  const { name, tag } = from.formula;
  const options = { ...placed.item.options, ...(tag === "" ? {} : { tag }), ...(name === "" ? {} : { name }) };
  const moved = withCard(
    state,
    side,
    "Custom",
    keepRows(custom, side, "Custom", (_, at) => at !== index),
  );
  const card = cardState(moved, side, placed.title);
  const row = addedRow(side, placed.title, { ...placed.item, options });
  return withCard(moved, side, placed.title, { ...card, addedOptions: [...card.addedOptions, row] });
}
