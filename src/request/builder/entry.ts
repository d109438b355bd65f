import type { Member, Node } from "../../formula/index.ts";
import type { FormulaType } from "../formulas.ts";
import type {
  Adjusted,
  CardOptionName,
  CardTitle,
  Condition,
  OptionValueKinds,
  TabName,
} from "../../vocabulary/index.ts";

/** Value of a filter after conversion: several texts as a list. */
export type EntryValue = number | string | boolean | readonly string[];

/** What an option of an added entry holds, read and typed. */
export interface OptionContents {
  readonly basis: Adjusted;
  readonly number: number;
  readonly minutes: number;
  /** HH:MM */
  readonly time: string;
  /** Upper case where it is a function: AVG, RSI. */
  readonly text: string;
  /** Upper case. */
  readonly symbol: string;
  readonly field: string;
  readonly clause: string;
  readonly extreme: "MAX" | "MIN";
  readonly parameters: readonly (number | string)[];
  readonly condition: Condition;
  readonly value: EntryValue;
  readonly name: string;
}

/** The selected options of an added entry. Which ones are there depends on card, tab and data point. */
export type EntryOptions = { readonly [Name in CardOptionName]?: OptionContents[OptionValueKinds[Name]] };

/** An entry of an ordinary or earnings card: data point plus selected options. */
export interface CardItem {
  readonly kind: "card";
  readonly tab: TabName;
  /** Empty for an indicator that takes no source. */
  readonly data_point: string;
  readonly options: EntryOptions;
}

/** The formula of a Custom item. */
export interface CustomFormula {
  /** Typed text, in the notation of `type`. */
  readonly inputFormula: string;
  readonly type: FormulaType;
  /** Canonical code; empty where the text does not parse. */
  readonly stringFormula: string;
  /** Parsed members; empty where the text does not parse. */
  readonly jsonFormula: readonly Member[];
  readonly data_point: "formula";
  /** Columns it refers to in braces. */
  readonly name_list: readonly string[];
  /** Tags of the presets and saved formulas it was made from. */
  readonly tag_list: readonly string[];
  readonly tag: string;
  /** Name In Excel; empty on a filter. */
  readonly name: string;
}

export interface CustomItem {
  readonly kind: "custom";
  readonly formula: CustomFormula;
}

export type Item = CardItem | CustomItem;

/** One labelled part of an entry's field form. */
export interface WordingPart {
  readonly label: string;
  readonly text: string;
}

/** An added item with its wording parts; the parts follow from the item alone. */
export interface Added {
  readonly addedItem: Item;
  readonly stringData: readonly WordingPart[];
}

/** Where a tree is shown: on a card, or not, and why. */
export type Placed =
  | { readonly title: Exclude<CardTitle, "Custom">; readonly item: CardItem }
  | { readonly why: string; readonly tree: Node };

/** Name In Excel of an item; empty where it has none. */
export const itemName = (item: Item): string =>
  item.kind === "custom" ? item.formula.name : (item.options.name ?? "");
