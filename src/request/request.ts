import type { Node } from "../formula/index.ts";
import type { Group, OwnData, Severity } from "../vocabulary/index.ts";
import type { HeldOut } from "./hold-out.ts";
import type { Parameter } from "./parameters.ts";

/** Something to say about a request, at a JSON path such as `filters.Custom[0].formula`. */
export interface RequestDiagnostic {
  readonly path: string;
  readonly severity: Severity;
  readonly message: string;
  /** Slug of the formula check, or of a rule of this room. */
  readonly code?: string;
  /** Offsets into the formula, or into the request's text. */
  readonly from?: number;
  readonly to?: number;
  /** Where that is in the request's text, counted from 1. */
  readonly line?: number;
  readonly column?: number;
}

/** Which card an entry came from; Custom is a formula. */
export type EntryGroup = Group | "trade" | "custom";

export interface ScanFilter {
  /** Tag, else name, else the canonical formula. */
  readonly label: string;
  readonly group: EntryGroup;
  readonly tree: Node;
  /** Canonical code of the tree. */
  readonly code: string;
  readonly path: string;
}

export interface ScanColumn {
  /** *Name In Excel*: trimmed, unique without regard to case, neither `Symbol` nor `Date`. */
  readonly name: string;
  readonly group: EntryGroup;
  readonly tree: Node;
  readonly code: string;
  readonly path: string;
}

export interface RequestOptions {
  readonly data_updates: boolean;
  readonly email_notification: boolean;
  readonly overwrite: boolean;
}

/** A request that may run: every formula checked, filters to be joined with `&`, columns in output order. */
export interface ScanRequest {
  readonly name: string;
  /** First and last day, yyyy-MM-dd, both included. */
  readonly start: string;
  readonly end: string;
  readonly filters: readonly ScanFilter[];
  /** Without Symbol and Date, which always come first. */
  readonly columns: readonly ScanColumn[];
  /** Columns that formulas may name and that are no part of the rows. */
  readonly unshown?: readonly ScanColumn[];
  readonly options: RequestOptions;
  /** Name of the column that tells what a row was worth; null where none was chosen. */
  readonly outcome: string | null;
  /** What its formulas name of its account's own; left out where they name nothing. */
  readonly own?: OwnData;
  readonly parameters: readonly Parameter[];
  /** The last days of the request where those are held out: `end` is the day before them. */
  readonly held: HeldOut | null;
  /** The JSON it was read from, as it was sent. */
  readonly source: unknown;
}
