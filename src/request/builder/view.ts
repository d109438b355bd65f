import {
  ADJUSTED_CHOICES,
  EARNINGS_DATA_POINTS,
  LIMITS,
  optionRow,
  screenText,
  STATEMENT_GROUPS,
  TOOLTIPS,
  builderText,
} from "../../vocabulary/index.ts";
import type {
  CardKind,
  CardOptionName,
  CardSide,
  CardTitle,
  InputKind,
  StatementGroup,
  TabName,
} from "../../vocabulary/index.ts";
import { choicesOf } from "./choices.ts";
import type { Choice } from "./choices.ts";
import { customDisplay, formDisplay } from "./display.ts";
import type { FormDisplay } from "./display.ts";
import { errorsOf, NO_ERROR } from "./fill.ts";
import type { FieldError } from "./fill.ts";
import { activePlace, knownCard, shownOptions, shownPoints } from "./form.ts";
import type { FormPlace } from "./form.ts";
import { optionOf } from "./option-of.ts";
import { cardOfRow, submission, takenNames } from "./added-rows.ts";
import type { Blocked, FormulaCheck, RowCard } from "./added-rows.ts";
import { cardState, limitReached } from "./state.ts";
import type { EntryLimits, RequestState } from "./state.ts";
import type { WordingPart } from "./entry.ts";
import { sentence } from "./wording.ts";

/** One option as it is drawn. */
export interface OptionView {
  readonly name: CardOptionName;
  readonly label: string;
  readonly input: InputKind;
  /** Chips; empty for a typed option. */
  readonly choices: readonly (Choice & { readonly selected: boolean })[];
  readonly text: string;
  readonly placeholder: string;
  readonly hint: string;
  readonly tooltip: string;
  readonly optional: boolean;
  readonly error: FieldError;
}

/** A data point of the tab on top: its flag, and, of the active one, its options, selections and errors. */
export interface DataPointView {
  readonly name: string;
  readonly label: string;
  readonly isActive: boolean;
}

export interface ButtonView {
  readonly label: string;
  readonly disabled: boolean;
  readonly blocked: Blocked | null;
  /** Why it is disabled; empty where nothing is shown. */
  readonly hint: string;
}

export interface RowView {
  readonly index: number;
  readonly fields: readonly WordingPart[];
  readonly sentence: string;
  /** For a formula: the card that can show it, or why none can; null on a card's own rows. */
  readonly card: RowCard | null;
}

export interface StatementGroupView {
  readonly group: StatementGroup;
  /** All of it is selected. */
  readonly selected: boolean;
  readonly items: readonly { readonly name: string; readonly label: string; readonly selected: boolean }[];
}

/** Everything a card shows. */
export interface CardView {
  readonly title: CardTitle;
  readonly kind: CardKind;
  readonly count: number;
  readonly tabs: readonly { readonly name: TabName; readonly isActive: boolean; readonly advanced: boolean }[];
  readonly formulaWordDisplay: boolean;
  /** The form in words so far. */
  readonly display: FormDisplay;
  /** Null where the tab has no Advanced toggle. */
  readonly advanced: { readonly on: boolean; readonly tooltip: string } | null;
  readonly dataPoints: readonly DataPointView[];
  readonly options: readonly OptionView[];
  readonly statements: readonly StatementGroupView[];
  /** Empty where nothing is to be warned of. */
  readonly warning: string;
  readonly button: ButtonView;
  readonly limitReached: boolean;
  readonly addedTitle: string;
  readonly emptyText: string;
}

/** The Earnings card has no words before its columns are added. */
const NO_WORDS: FormDisplay = { parts: [], complete: true };

function optionView(place: FormPlace, name: CardOptionName, error: FieldError): OptionView {
  const { point, selected } = place;
  const option = optionOf(point, name);
  const value = selected[name];
  const isSelected = (choice: string): boolean => {
    if (optionRow(name).holds === "basis")
      return choice === ADJUSTED_CHOICES.find(({ adjusted }) => adjusted === value)?.value;
    if (option.choice === "condition") return typeof value === "string" && partsOf(value).includes(choice);
    return typeof value === "object" ? value.includes(choice) : value === choice;
  };
  return {
    name,
    label: option.label,
    input: option.input,
    choices: choicesOf(place, name).map((choice) => ({ ...choice, selected: isSelected(choice.value) })),
    text: typeof value === "string" && option.input !== "chips" ? value : "",
    placeholder: option.placeholder ?? "",
    hint: option.hint ?? "",
    tooltip: optionRow(name).tooltip,
    optional: option.optional === true,
    error,
  };
}

/** A combined condition shows both of its chips. */
const partsOf = (condition: string): readonly string[] =>
  condition === ">=" ? [">", "="] : condition === "<=" ? ["<", "="] : [condition];

function buttonView(
  state: RequestState,
  side: CardSide,
  title: CardTitle,
  limits: EntryLimits,
  formulaCheck: FormulaCheck | undefined,
): ButtonView {
  const { blocked, message } = submission(state, side, title, limits, formulaCheck);
  const card = title.toLowerCase();
  const editing = cardState(state, side, title).editing !== null;
  const label = editing
    ? screenText("edit-entry", { card })
    : title === "Earnings"
      ? screenText("add-column")
      : screenText("add-entry", { card });
  return { label, disabled: blocked !== null, blocked, hint: hintOf(blocked, message, card, side, limits) };
}

function hintOf(
  blocked: Blocked | null,
  message: string | undefined,
  card: string,
  side: CardSide,
  limits: EntryLimits,
): string {
  switch (blocked) {
    // A formula that did not parse shows its indicator, and nothing else.
    case null:
    case "formula":
      return "";
    case "unfilled":
    case "error":
    case "name":
      return screenText("entry-unfilled", { card });
    case "limit": {
      const limit = String(limits[side] ?? LIMITS[side]);
      return side === "filters" ? builderText("filters-limit", { limit }) : builderText("columns-limit", { limit });
    }
    case "meaning":
      return message ?? screenText("entry-unfilled", { card });
  }
  return blocked satisfies never;
}

/** A card as it is drawn. `formulaCheck` is the client's, for the Custom card. */
export function cardView(
  state: RequestState,
  side: CardSide,
  title: CardTitle,
  limits: EntryLimits,
  formulaCheck?: FormulaCheck,
): CardView {
  const card = knownCard(side, title);
  const { form, addedOptions } = cardState(state, side, title);
  const place = form.kind === "ordinary" ? activePlace(side, title, form) : null;
  const tabName = form.kind === "earnings" ? "" : form.tab;
  const tab = card.tabs.find(({ name }) => name === tabName) ?? card.tabs[0];
  const errors = place === null ? {} : errorsOf(place, takenNames(state, side, title));
  return {
    title,
    kind: card.kind,
    count: addedOptions.length,
    tabs: card.tabs.map(({ name, advanced }) => ({ name, isActive: name === tab.name, advanced })),
    formulaWordDisplay: tab.formulaWordDisplay,
    // Computed only where it is shown, since it reads the formula.
    get display() {
      if (form.kind === "ordinary") return formDisplay(side, title, form);
      return form.kind === "custom" ? customDisplay(form, side === "columns") : NO_WORDS;
    },
    advanced: tab.advanced ? { on: place?.advanced ?? false, tooltip: TOOLTIPS.Advanced } : null,
    dataPoints: shownPoints(tab, place?.advanced ?? false).map(({ name, label }) => ({
      name,
      label,
      isActive: name === place?.point.name,
    })),
    options: place === null ? [] : shownOptions(place).map((name) => optionView(place, name, errors[name] ?? NO_ERROR)),
    statements: form.kind === "earnings" ? statementGroups(new Set(form.items)) : [],
    warning: title === "Fundamental" && place?.point.name === "news" ? screenText("news-slow") : "",
    button: buttonView(state, side, title, limits, formulaCheck),
    limitReached: limitReached(state, side, limits),
    addedTitle: screenText("added-title", { title }),
    emptyText: screenText("added-none", { title: title.toLowerCase() }),
  };
}

const statementGroups = (selected: ReadonlySet<string>): readonly StatementGroupView[] =>
  STATEMENT_GROUPS.map((group) => {
    const items = EARNINGS_DATA_POINTS.filter(({ groupBy }) => groupBy === group).map(({ data_point, name }) => ({
      name: data_point,
      label: name,
      selected: selected.has(data_point),
    }));
    return { group, items, selected: items.every((item) => item.selected) };
  });

/** A row of a card's *Added* table, as fields and as words; null where there is none. */
export function rowView(state: RequestState, side: CardSide, title: CardTitle, index: number): RowView | null {
  const row = cardState(state, side, title).addedOptions[index];
  if (row === undefined) return null;
  const { addedItem, stringData } = row;
  return {
    index,
    fields: stringData,
    sentence: sentence(side, title, addedItem),
    card: addedItem.kind === "custom" ? cardOfRow(state, side, index) : null,
  };
}

/** All rows of the table. */
export const rowViews = (state: RequestState, side: CardSide, title: CardTitle): readonly RowView[] =>
  cardState(state, side, title).addedOptions.flatMap((_, index) => rowView(state, side, title, index) ?? []);
