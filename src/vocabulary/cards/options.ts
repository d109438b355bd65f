import { screenText } from "../screen/screen-texts.ts";

/** What can be chosen or typed about a data point: the fields of a card's selection (docs/product-rules.md, What can be chosen). */
export type CardOptionName =
  | "adjusted"
  | "day"
  | "days"
  | "offset"
  | "start_time"
  | "end_time"
  | "func"
  | "is_the"
  | "data_point_to_evaluate"
  | "bar"
  | "num_bars"
  | "params"
  | "line"
  | "time"
  | "condition"
  | "value"
  | "name"
  | "tag";

/** Chips are clicked; the other kinds are typed into. */
export type InputKind = "chips" | "number_input" | "text_input" | "time_input";

/** `single` replaces, `many` appends and deselects, `condition` combines equal with greater or less. */
export type ChoiceRule = "single" | "many" | "condition";

/** Characters an input takes while it is typed in, and the whole text that is no error. */
export interface TextPattern {
  readonly typed: RegExp;
  readonly whole: RegExp;
}

export const TEXT_PATTERNS = {
  /** Digits only. */
  digits: { typed: /^\d*$/, whole: /^\d+$/ },
  /** Signed integer. */
  integer: { typed: /^[-+]?\d*$/, whole: /^[-+]?\d+$/ },
  /** Signed decimal. */
  decimal: { typed: /^[-+]?\d*\.?\d*$/, whole: /^[-+]?(?:\d+\.?\d*|\.\d+)$/ },
  /** HH:MM, also while it is short. */
  time: { typed: /^\d{0,2}(?::\d{0,2})?$/, whole: /^(?:[01]\d|2[0-3]):[0-5]\d$/ },
  /** MM/dd/yyyy or yyyy-MM-dd; whether there is such a day is asked elsewhere. */
  date: { typed: /^[\d/-]{0,10}$/, whole: /^(?:\d{2}\/\d{2}\/\d{4}|\d{4}-\d{2}-\d{2})$/ },
  /** Symbols: letters, spaces, commas and dots. */
  symbols: { typed: /^[a-zA-Z ,.]*$/, whole: /[a-zA-Z]/ },
  /** Parameters of an indicator in order, a comma between. */
  parameters: { typed: /^[\w .,+-]*$/, whole: /\w/ },
  text: { typed: /^[^\r\n]*$/, whole: /\S/ },
} as const satisfies Readonly<Record<string, TextPattern>>;
export type TextPatternName = keyof typeof TEXT_PATTERNS;

export interface CardOption {
  readonly label: string;
  readonly input: InputKind;
  readonly choice?: ChoiceRule;
  readonly pattern?: TextPatternName;
  readonly placeholder?: string;
  /** Beside the input. */
  readonly hint?: string;
  /** May be left empty. */
  readonly optional?: true;
}

/** Every option of the cards. What `value` is depends on its data point: see `VALUE_OPTIONS`. */
export const CARD_OPTIONS: Readonly<Record<Exclude<CardOptionName, "value">, CardOption>> = {
  adjusted: { label: "Adjusted", input: "chips", choice: "single" },
  func: { label: "Function", input: "chips", choice: "single" },
  is_the: { label: "Is the", input: "chips", choice: "single" },
  data_point_to_evaluate: { label: "Data point to evaluate", input: "chips", choice: "single" },
  day: { label: "Day", input: "number_input", pattern: "integer" },
  days: { label: "Days", input: "number_input", pattern: "digits" },
  offset: { label: "Offset", input: "number_input", pattern: "integer" },
  start_time: { label: "Start time", input: "time_input", pattern: "time" },
  end_time: { label: "End time", input: "time_input", pattern: "time" },
  bar: { label: "Bar size", input: "chips", choice: "single" },
  num_bars: { label: "Number of bars", input: "number_input", pattern: "digits" },
  params: { label: "Parameters", input: "text_input", pattern: "parameters" },
  line: { label: "Line", input: "chips", choice: "single" },
  time: { label: "Time", input: "time_input", pattern: "time" },
  condition: { label: "Condition", input: "chips", choice: "condition" },
  name: {
    label: screenText("column-name"),
    input: "text_input",
    pattern: "text",
    placeholder: screenText("name-placeholder"),
  },
  tag: {
    label: "Tag",
    input: "text_input",
    pattern: "text",
    placeholder: screenText("tag-placeholder"),
    optional: true,
  },
};

const VALUE_PLACEHOLDER = screenText("text-placeholder");
const VALUE_HINT = screenText("text-hint");

/** The value of a filter, by what its data point is; `listed` where the text field has a list of values. */
export const VALUE_OPTIONS = {
  number: { label: "Value", input: "number_input", pattern: "decimal" },
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
export const INTRADAY_FUNCTIONS = ["FIRST", "MIN", "MAX", "AVG", "SUM", "LAST"] as const;

/** Functions the Indicator card shows first; the rest of the catalogue follows. */
export const INDICATOR_FUNCTIONS = ["AVG", "MAX", "MIN", "SUM", "SMA", "EMA", "RSI", "VWAP"] as const;

/** The advanced `is the` choice. */
export const EXTREMES = ["MAX", "MIN"] as const;
