import type { TradeSide, Unit, ValueType } from "../../vocabulary/index.ts";
import type { Origin } from "./origins.ts";
import type { Reason } from "./reasons.ts";

/** Number, text, truth; a date as yyyy-MM-dd, a time in minutes since midnight. Null is null or unknown. */
export type Answer = number | string | boolean | null;

/** Bars a value was computed from: how many, and the dates of the first and last. */
export interface BarsUsed {
  readonly count: number;
  readonly first: string | null;
  readonly last: string | null;
}

/** Sessions of a range of days without a value, by why. */
interface SkippedSessions {
  /** Before the first or after the last session of the market's data. */
  readonly outside: number;
  /** Halted, or not traded. */
  readonly halted: number;
  /** Before the first bar. */
  readonly unlisted: number;
  /** After the last bar of a delisted security. */
  readonly delisted: number;
  /** A bar, but no value or an unknown condition; 0 where they are not counted. */
  readonly empty: number;
}

/** Where a value comes from. */
export type Source = OwnSource & {
  /** Symbol of another security, whose it is. */
  readonly symbol?: string;
};

type OwnSource =
  /**
   * A daily bar. `factor` is the split factor that prices were multiplied with; null for as-traded values. `dividends` is that
   * of the dividends after the day, where a value is without them.
   */
  | {
      readonly kind: "day";
      readonly date: string | null;
      readonly day: number;
      readonly factor: number | null;
      readonly dividends?: number;
    }
  | {
      readonly kind: "range";
      readonly from: string | null;
      readonly to: string | null;
      readonly sessions: number;
      /** Elements with a value; null where they are not counted: some sessions of a long range have no minutes. */
      readonly used: BarsUsed | null;
      readonly skipped: SkippedSessions;
      /** Date of the bar that a highest, lowest or `at` took; null for the others. */
      readonly picked: string | null;
      /** Split factor of the first and of the last bar used; null for as-traded values. */
      readonly factors: readonly [number, number] | null;
    }
  | {
      readonly kind: "window";
      readonly date: string | null;
      readonly day: number;
      /** First and last minute, half days considered. */
      readonly start: number;
      readonly end: number;
      readonly bars: number;
      readonly first: number | null;
      readonly last: number | null;
      readonly picked: number | null;
      readonly factor: number | null;
      readonly dividends?: number;
    }
  | {
      readonly kind: "indicator";
      readonly date: string | null;
      readonly day: number;
      /** Bars up to the one it stands on. */
      readonly bars: BarsUsed;
      readonly needs: number;
      /** Bars after which the first bar no longer matters; null for running totals. */
      readonly settles: number | null;
      readonly factor: number | null;
      readonly dividends?: number;
    }
  /** `known` is when the value became known; null where the data have only the present value. */
  | {
      readonly kind: "fact";
      readonly date: string | null;
      readonly day: number;
      readonly known: string | null;
      /** The day that was announced, where the value counts down to one. */
      readonly announced?: string;
    }
  | {
      readonly kind: "statement";
      readonly date: string | null;
      readonly day: number;
      readonly quarter: string | null;
      readonly known: string | null;
    }
  /** Prices in shares of the day of the entry; null where the trade has no such level, or has not ended. */
  | {
      readonly kind: "trade";
      readonly side: TradeSide;
      readonly entry: number;
      /** Minute of the entry; null where it begins with a daily bar. */
      readonly entered: number | null;
      readonly stop: number | null;
      readonly target: number | null;
      readonly exit: number | null;
      /** Day and minute that ended it. */
      readonly date: string | null;
      readonly time: number | null;
      readonly reason: string | null;
      readonly path: string | null;
      /** Between which the return lies where a daily bar does not settle it. */
      readonly worst: number | null;
      readonly best: number | null;
      readonly flags: string | null;
    }
  | { readonly kind: "event"; readonly date: string | null; readonly day: number; readonly minutes: readonly number[] };

/** One sub-expression of a formula on one security-day. */
export interface Explained {
  /** Canonical code. */
  readonly code: string;
  /** Offsets into the text of the formula, or of the column that a part above names. */
  readonly from: number;
  readonly to: number;
  /** Sessions from the row's day on which it is seen: `at`, `change`, `crosses_above` and ranges move it. */
  readonly day: number;
  readonly date: string | null;
  readonly type: ValueType;
  readonly value: Answer;
  /** Null where there is a value. */
  readonly reason: Reason | null;
  readonly source: Source | null;
  /** What brought the data that the value rests on; empty for what only combines others. */
  readonly origins: readonly Origin[];
  /** When a data point became public, yyyy-MM-dd HH:MM; null for everything else. */
  readonly known: string | null;
  /** Value on each session of a range of at most ten, null where there is no bar or no value. */
  readonly elements: readonly { readonly date: string; readonly bar: boolean; readonly value: Answer }[] | null;
  /** For a column in braces: the text its parts' offsets refer to. */
  readonly text: string | null;
  readonly parts: readonly Explained[];
  /**
   * True where the same sub-expression on the same day was listed before, with its parts, or where the limit was
   * reached.
   */
  readonly cut: boolean;
}

export interface ExplainedFormula {
  /** Tag of a filter, name of a column. */
  readonly label: string;
  /** As it was written, where it was written as text; else the canonical code. Offsets refer to it. */
  readonly text: string;
  readonly code: string;
  readonly unit: Unit | null;
  readonly root: Explained;
}

/** Something a user got wrong, at its place in what was asked. */
export interface Mistake {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly from?: number;
  readonly to?: number;
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };
