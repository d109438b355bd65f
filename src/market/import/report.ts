import type { Kind } from "./kinds.ts";

/** A row that was not taken. `line` counts from 1 and includes the header; `text` is the row as far as it was read. */
export interface RefusedRow {
  readonly file: string;
  readonly line: number;
  readonly field: string;
  readonly reason: string;
  readonly text: string;
}

/** What an import has of one session. */
export interface SessionCount {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly securities: number;
  /** Securities of the session before it; null where there is none. */
  readonly before: number | null;
  /** Whether those are about as many: else it is half a day. */
  readonly whole: boolean;
  /** Whether it was left out for that; one that the market has already never is. */
  readonly held: boolean;
}

export interface ImportReport {
  /** Rows taken, by kind. */
  readonly taken: Readonly<Record<Kind, number>>;
  readonly refused: {
    readonly count: number;
    /** In the order of files and lines, at most the first `MAX_LISTED_ROWS`. */
    readonly rows: readonly RefusedRow[];
    readonly reasons: Readonly<Record<string, number>>;
  };
  /** Headers of a file that the import has no field for; their columns were left out. */
  readonly unknownColumns: readonly { readonly file: string; readonly column: string }[];
  /** Files without a column of symbols, and the symbol that their names gave all of their rows. */
  readonly guessedSymbols: readonly { readonly file: string; readonly symbol: string }[];
  /** Files that were no CSV with commas in UTF-8, and what of it was translated: semicolons, decimal commas, UTF-16. */
  readonly translated: readonly { readonly file: string; readonly from: string }[];
  /** Files of adjusted prices that end before the last day of the import: theirs are adjusted to their own last day. */
  readonly adjustedTo: readonly { readonly file: string; readonly to: string }[];
  /** What the source holds and the market has no place for, by reason, most first: nothing of it is wrong. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Statement rows among those taken that no filing reported: the last quarter of a longer period, by difference. */
  readonly derived: number;
  /** Rows taken in place of one that an earlier import gave. */
  readonly restated: number;
  /** Stored bars that were written anew: of sessions given again, and all of a security whose split factors changed. */
  readonly rewritten: { readonly daily: number; readonly minute: number };
  /** Rows of which a price had more than 6 decimals, or a volume any, and was rounded. */
  readonly rounded: number;
  /** Rows taken that stand behind another bar of the same security and time, given under the symbol valid then. */
  readonly behind: number;
  /** Bars left out because an admin excluded them. */
  readonly excluded: number;
  /** Open findings of the check; null where it did not run. */
  readonly doubtful: number | null;
  /** The newest sessions with bars, oldest first, where the import was to look for half days; else empty. */
  readonly sessions: readonly SessionCount[];
  /** True where the demo market was replaced for the first real data. */
  readonly replacedDemo: boolean;
  readonly seconds: number;
  /** Id of the new snapshot; of the one before, or empty, where nothing was taken and rows were refused: then there is none. */
  readonly snapshot: string;
}

export const MAX_LISTED_ROWS = 1000;

/** A mistake of the import as a whole, which the user can correct; nothing was changed. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}
