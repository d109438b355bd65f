import type { RangeFunctionCode } from "../range-functions.ts";
import type { Group, ValueType } from "../types.ts";
import type { CardOptionName } from "./options.ts";

/** Cards are keyed by title; the order is that of the screen. */
export const CARD_TITLES = [
  "Custom",
  "Daily",
  "Identity",
  "Indicator",
  "Intraday",
  "Fundamental",
  "Ownership",
  "Earnings",
  "Trade",
] as const;
export type CardTitle = (typeof CARD_TITLES)[number];

/** Which of the two lists of a request a card fills: state area `filterOptions` or `columnOptions`. */
export type CardSide = "filters" | "columns";

/** `ordinary` chooses a data point and its options, `earnings` several statement items, `custom` writes a formula. */
export type CardKind = "ordinary" | "earnings" | "custom";

/** A single tab has no label. */
export type TabName = "" | "Daily" | "Intraday" | "Common" | "Build your own - words" | "Build your own - code";

/** A chip of a tab: what it means, and what can be chosen about it. */
export interface CardDataPoint {
  /** Name in the tree and in what is sent, `security_class` aside. */
  readonly name: string;
  readonly label: string;
  /** Where its field stands in `FIELDS`; a source of indicators is a daily field on daily bars. */
  readonly group: Group | "trade";
  readonly type: ValueType;
  /** What the values of a text are. */
  readonly values?: "listed" | "symbols" | "free";
  /** What is chosen about it, in the order of the screen; condition and value of a filter, name of a column last. */
  readonly options: readonly CardOptionName[];
  /** The same with Advanced on; absent where the tab has no Advanced toggle. */
  readonly advancedOptions?: readonly CardOptionName[];
  /** Chips that only Advanced shows. */
  readonly advancedOnly?: true;
  /** Function chosen on a new entry, upper case. */
  readonly func?: RangeFunctionCode;
  /** Window of a new entry where it is not 09:30 to 15:59. */
  readonly window?: { readonly start_time: string; readonly end_time: string };
  /** Name it is sent under where that is not its own. */
  readonly sentAs?: string;
}

export interface CardTab {
  readonly name: TabName;
  /** Has the Advanced toggle. */
  readonly advanced: boolean;
  /** Has the *Formula Word Display* toggle. */
  readonly formulaWordDisplay: boolean;
  /** The first one is active by default. Empty on the Custom card. */
  readonly dataPoints: readonly CardDataPoint[];
}

export interface Card {
  readonly side: CardSide;
  readonly title: CardTitle;
  readonly kind: CardKind;
  /** Path of its list below `filters` or `columns`: Daily and Intraday go under Technical. */
  readonly place: readonly string[];
  readonly tabs: readonly [CardTab, ...CardTab[]];
}
