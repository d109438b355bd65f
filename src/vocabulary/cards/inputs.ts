import { ownFieldName } from "../own-data.ts";

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
  /** Signed decimal, or a data point in brackets. */
  value: { typed: /^(?:[-+]?\d*\.?\d*|\[[^\r\n]*)$/, whole: /^(?:[-+]?(?:\d+\.?\d*|\.\d+)|\[.*\] *)$/ },
  /** HH:MM, also while it is short. */
  time: { typed: /^\d{0,2}(?::\d{0,2})?$/, whole: /^(?:[01]\d|2[0-3]):[0-5]\d$/ },
  /** MM/dd/yyyy or yyyy-MM-dd; whether there is such a day is asked elsewhere. */
  date: { typed: /^[\d/-]{0,10}$/, whole: /^(?:\d{2}\/\d{2}\/\d{4}|\d{4}-\d{2}-\d{2})$/ },
  /** Symbols: letters, spaces, commas and dots. */
  symbols: { typed: /^[a-zA-Z ,.]*$/, whole: /[a-zA-Z]/ },
  /** Parameters of an indicator in order, a comma between. */
  parameters: { typed: /^[\w .,+-]*$/, whole: /\w/ },
  /** Name of a number of one's own. */
  field: { typed: /^\w*$/, whole: ownFieldName },
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
