import type { RangeFunctionName } from "../range-functions.ts";
import type { Unit, ValueType } from "../types.ts";

/**
 * When a value became public, relative to the day it belongs to: `midnight` 00:00, `open` 09:30, `close` the regular
 * close, `minute` its own window or `at`, `window` the end of an event window.
 */
export type KnownAtRule = "midnight" | "open" | "close" | "minute" | "window";

/** A row of the help panel: its place in the table of data fields. */
export interface FieldHelp {
  readonly place: number;
  /** Where the panel does not name it as code does. */
  readonly name?: string;
  readonly description: string;
  /** A formula that is read as it stands; without one it is the field in brackets. */
  readonly example?: string;
}

/** What every row says of a field. */
export interface FieldRow {
  readonly name: string;
  /** On cards and, as the canonical wording, in words. */
  readonly label: string;
  /** Other spellings that are read; the canonical form prints `name`. */
  readonly aliases?: readonly string[];
  /** Other wordings that words read, beside label, name and aliases. */
  readonly words: readonly string[];
  /** Place on its card, counted from 1 (docs/product-rules.md, Cards). */
  readonly place: number;
  readonly help: FieldHelp;
  /** Rows of the help panel for aliases. */
  readonly aliasHelp?: FieldHelp;
}

/** A field of a bar, which daily and minute bars both have. */
export interface BarRow extends FieldRow {
  readonly unit: Unit;
  /** What a split does to it: prices times the split factor, shares divided by it. */
  readonly adjusts: "price" | "shares" | "none";
  /** When the daily one is known. */
  readonly known: "open" | "close";
  /** Function of an intraday window when none is written. */
  readonly windowDefault: RangeFunctionName;
  /** Function that the Indicator card begins with (docs/product-rules.md, Defaults of a new entry). */
  readonly barsDefault: RangeFunctionName;
}

/** When the bar was: its date or its time. */
export interface BarTimeRow extends FieldRow {
  readonly type: ValueType;
  readonly known: KnownAtRule;
}

/** What is known of a security or its company on a day. */
export type FactRow = FieldRow & {
  readonly known: "midnight" | "close";
  /** Kind of the imported file that holds it: dated values come as facts whichever it is, those of `symbols` aside. */
  readonly file: "symbols" | "securities" | "facts";
  /** Source data usually has only the present value; the check warns `current-value` unless the market says otherwise. */
  readonly currentOnly?: true;
  /** Name it is sent under by the cards of each side, where that is not its own. */
  readonly sentAs?: { readonly filters: string; readonly columns: string };
} &
  /** `countsDownTo`: its dated fact of that name is a date that was announced, and the value the days until then. */
  (
    | { readonly type: "number"; readonly unit: Unit; readonly countsDownTo?: string }
    /** `listed`: a list of `values.ts` holds its values; `symbols`: symbols are typed; `free`: any text. */
    | { readonly type: "text"; readonly unit: null; readonly values: "listed" | "symbols" | "free" }
  );

/** Boolean fact about a window of a day, or about the day whatever its hour. */
export interface EventRow extends FieldRow {
  readonly event: "window" | "day";
}
