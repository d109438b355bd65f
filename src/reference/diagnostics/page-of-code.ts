import type { DiagnosticCode } from "../../vocabulary/index.ts";

/** What the reference says about a code beside its severity and text, and an example that raises it. */
export interface DiagnosticPage {
  /** Why it is reported, and what to do. */
  readonly why: string;
  /** Raises this code and no other of its severity; a test holds that. Repeated where `times` says so. */
  readonly example: string;
  readonly times?: number;
  /** Where the example stands; in a filter when left out. */
  readonly use?: "column";
  readonly notation?: "words";
  /** Columns of the request by name, with their formulas. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Lists that the account has; any where they are left out. */
  readonly lists?: readonly string[];
  /** Symbols of the market; any where they are left out. */
  readonly symbols?: readonly string[];
  /** Found in the data of a run, not in the text. */
  readonly reportedBy?: "run";
}

/** Pages of some of the codes. */
export type PagesOfCodes = Partial<Readonly<Record<DiagnosticCode, DiagnosticPage>>>;
