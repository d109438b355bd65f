import type { NotationName, Span } from "../../formula/index.ts";
import type { HoldOut } from "../hold-out.ts";
import type { Parameter } from "../parameters.ts";
import type { RequestOptions } from "../request.ts";
import type { TextFinding } from "./finding.ts";
import type { FormulaText } from "./formula-lines.ts";
import type { StatementKind } from "./statements.ts";

/** A name or text of a statement, and where it stands. */
export interface Label extends Span {
  readonly value: string;
}

interface Place extends Span {
  /** Comments of the statement that stand in no formula, as typed: before its name, behind it, and at its end. */
  readonly comments: readonly [before: readonly string[], behind: readonly string[], end: readonly string[]];
}

export interface EntryStatement extends Place {
  readonly kind: "filter" | "column";
  /** Switched off: it stays in the text and does not run. */
  readonly off: boolean;
  /** In braces: the tag of a filter, Name In Excel of a column. */
  readonly name: Label | null;
  /** In quotation marks behind it: the name of a filter, the tag of a column. */
  readonly second: Label | null;
  readonly formula: FormulaText | null;
}

/** A parameter, and where its name stands, with its sign. */
export interface ParameterText extends Parameter {
  readonly named: Span;
}

/** What is said of the request as a whole; null where it cannot be read, options not `whole` where some cannot. */
export type HeadStatement =
  | (Place & { readonly kind: "request"; readonly name: string | null })
  | (Place & { readonly kind: "about"; readonly description: string | null })
  | (Place & { readonly kind: "dates"; readonly days: { readonly start: string; readonly end: string } | null })
  | (Place & { readonly kind: "options"; readonly options: RequestOptions; readonly whole: boolean })
  | (Place & { readonly kind: "outcome"; readonly column: Label | null })
  | (Place & { readonly kind: "parameter"; readonly parameter: ParameterText | null })
  | (Place & { readonly kind: "hold"; readonly part: HoldOut | null })
  | (Place & { readonly kind: "notation"; readonly notation: NotationName | null });

export type Statement = EntryStatement | HeadStatement | (Place & { readonly kind: "unknown" });

export const isEntry = (statement: Statement): statement is EntryStatement =>
  statement.kind === "filter" || statement.kind === "column";

/** A statement that was only begun (`filter` and nothing else): it says nothing yet and is no entry. */
export const isBegun = (statement: Statement): boolean =>
  isEntry(statement) && statement.formula === null && statement.name === null && statement.second === null;

/** A request as a text, read: its statements in order, with everything that could not be read. */
export interface RequestText {
  /** The text the offsets count in: without a byte order mark, line breaks as line feeds. */
  readonly text: string;
  /** What all of its formulas are written in. */
  readonly notation: NotationName;
  readonly statements: readonly Statement[];
  readonly findings: readonly TextFinding[];
}

/** The filters or columns of a text that run, in order. */
export const running = (
  { statements }: Pick<RequestText, "statements">,
  kind: EntryStatement["kind"],
): readonly EntryStatement[] =>
  statements.filter(isEntry).filter((one) => one.kind === kind && !one.off && !isBegun(one));

/** The statement of a kind that counts: the first. */
export const headOf = <Kind extends Exclude<StatementKind, "filter" | "column">>(
  { statements }: Pick<RequestText, "statements">,
  kind: Kind,
): Extract<HeadStatement, { kind: Kind }> | undefined =>
  statements.find((one): one is Extract<HeadStatement, { kind: Kind }> => one.kind === kind);
