import { RANGE_FUNCTIONS } from "../range-functions.ts";
import type { RangeFunctionCode } from "../range-functions.ts";
import { screenText } from "../screen/screen-texts.ts";
import { keysOf } from "../table-names.ts";
import type { CardOption } from "./inputs.ts";
import { CARD_OPTIONS } from "./option-rows.ts";
import type { OptionRow } from "./option-row.ts";

/**
 * What can be chosen or typed about a data point: the fields of a card's selection (docs/product-rules.md, What can be
 * chosen).
 */
export type CardOptionName = keyof typeof CARD_OPTIONS;
export const CARD_OPTION_NAMES = keysOf(CARD_OPTIONS);

/** What each option says. */
export type OptionValueKinds = { readonly [Name in CardOptionName]: (typeof CARD_OPTIONS)[Name]["holds"] };
/** Options that are clicked, the value of a data point aside. */
export type ChipOptionName = {
  [Name in CardOptionName]: (typeof CARD_OPTIONS)[Name] extends { readonly input: "chips" } ? Name : never;
}[CardOptionName];
/** Options of the data point itself. */
export type PointOptionName = {
  [Name in CardOptionName]: (typeof CARD_OPTIONS)[Name] extends { readonly about: "point" } ? Name : never;
}[CardOptionName];

export const POINT_OPTION_NAMES = CARD_OPTION_NAMES.filter(
  (name): name is PointOptionName => CARD_OPTIONS[name].about === "point",
);

/** The row of an option as the table's type says it. */
export const optionRow = (name: CardOptionName): OptionRow => CARD_OPTIONS[name];
export interface PointOptionRow {
  readonly keys: readonly [string, ...string[]];
  readonly bounds?: readonly [least: number, most: number];
}
export const pointOptionRow = (name: PointOptionName): PointOptionRow => CARD_OPTIONS[name];

const VALUE_PLACEHOLDER = screenText("text-placeholder");
const VALUE_HINT = screenText("text-hint");

/** The value of a filter, by what its data point is; `listed` where the text field has a list of values. */
export const VALUE_OPTIONS = {
  number: { label: "Value", input: "number_input", pattern: "value", hint: "Or a data point: [indicator sma(50)]" },
  date: { label: "Value", input: "text_input", pattern: "date" },
  time: { label: "Value", input: "time_input", pattern: "time" },
  boolean: { label: "Value", input: "chips", choice: "many" },
  listed: { label: "Value", input: "chips", choice: "many" },
  symbols: {
    label: "Value",
    input: "text_input",
    pattern: "symbols",
    placeholder: VALUE_PLACEHOLDER,
    hint: VALUE_HINT,
  },
  text: { label: "Value", input: "text_input", pattern: "text", placeholder: VALUE_PLACEHOLDER, hint: VALUE_HINT },
} as const satisfies Readonly<Record<string, CardOption>>;

/** Conditions of numbers, dates and times as they are clicked; the last two come of combining. */
export const CONDITIONS = [">", "<", "=", "!=", ">=", "<="] as const;
/** Conditions of texts. */
export const TEXT_CONDITIONS = ["IS", "IS NOT"] as const;
export type Condition = (typeof CONDITIONS)[number] | (typeof TEXT_CONDITIONS)[number];

/** What a condition is called beside its sign. */
export const CONDITION_LABELS: Readonly<Record<Condition, string>> = {
  ">": "greater than",
  "<": "less than",
  "=": "equal",
  "!=": "not equal",
  ">=": "greater than or equal",
  "<=": "less than or equal",
  IS: "IS",
  "IS NOT": "IS NOT",
};

/** Functions of the Intraday card, in its order. */
export const INTRADAY_FUNCTIONS: readonly RangeFunctionCode[] = RANGE_FUNCTIONS.toSorted(
  (a, b) => a.place - b.place,
).map(({ code }) => code);

/** Functions the Indicator card shows first; the rest of the catalogue follows. */
export const INDICATOR_FUNCTIONS = ["AVG", "MAX", "MIN", "SUM", "SMA", "EMA", "RSI", "VWAP"] as const;

/** Ends what is up to the row's day. */
export const SO_FAR = " so far";

/** What a data point of days is of instead; the empty one is days. */
export const PERIOD_CHOICES = ["", "weekly", "monthly", "weekly so far", "monthly so far"] as const;

/** The advanced `is the` choice. */
export const EXTREMES = ["MAX", "MIN"] as const;
