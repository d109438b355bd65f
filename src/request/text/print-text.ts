import { layout } from "../../formula/index.ts";
import type { NotationName } from "../../formula/index.ts";
import { readDay } from "../days.ts";
import type { HoldOut } from "../hold-out.ts";
import { parameterStatement } from "../parameters.ts";
import type { Parameter } from "../parameters.ts";
import type { RequestOptions } from "../request.ts";
import { indented } from "./formula-lines.ts";
import { plainText, readText } from "./read-text.ts";
import { isEntry } from "./request-text.ts";
import type { EntryStatement, HeadStatement, RequestText, Statement } from "./request-text.ts";
import { OFF_KEYWORD, OPTIONS } from "./statements.ts";

/** What follows the keywords of the head stands below each other. */
const HEAD_CHARS = 8;
const head = (keyword: string, rest: string): string => `${keyword.padEnd(HEAD_CHARS - 1)} ${rest}`.trimEnd();

export const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Names that would be read as something else without quotation marks. */
const printName = (name: string): string =>
  /"|\/\*|\*\//.test(name) || name.trim() !== name || /\s\s|[^\S ]/.test(name) ? quote(name) : name;

/** What a request says of itself, as lines of its text; nothing of what is empty. */
export const STATEMENT_PRINTERS = {
  request: (name: string): string => head("request", printName(name)),
  about: (description: string): string =>
    description
      .split(/\r\n?|\n/)
      .map((line, index) => (index === 0 ? head("about", quote(line)) : " ".repeat(HEAD_CHARS) + quote(line)))
      .join("\n"),
  dates: ({ start, end }: { start: string; end: string }): string =>
    head("dates", `${readDay(start) ?? start} .. ${readDay(end) ?? end}`),
  options: (options: RequestOptions): string =>
    head("options", OPTIONS.flatMap(({ flag, name }) => (options[flag] ? [name] : [])).join(", ")),
  outcome: (column: string): string => head("outcome", `{${column}}`),
  parameter: (parameter: Parameter): string => `parameter ${parameterStatement(parameter)}`,
  hold: (part: HoldOut): string => `hold out ${part}`,
  notation: (notation: NotationName): string => head("notation", notation),
} as const;

/** What is printed of a filter or column. */
export interface PrintedEntry {
  readonly kind: EntryStatement["kind"];
  readonly off?: boolean;
  readonly name: string;
  readonly second?: string;
  readonly comments?: Statement["comments"];
}

/** Braces and colon that begin a formula would be read as its name. */
const READ_AS_LABEL = /^\{[^{}]*\}[^]*:/;

/** A filter or column with a formula as it is typed; its further lines are indented. */
export function printEntry({ kind, off, name, second = "", comments }: PrintedEntry, formula: string): string {
  const [before, behind, end] = comments ?? [[], [], []];
  const label = [
    ...before,
    ...(name !== "" || second !== "" || behind.length > 0 || READ_AS_LABEL.test(formula) ? [`{${name}}`] : []),
    ...(second === "" ? [] : [quote(second)]),
    ...behind,
  ].join(" ");
  const colon = label === "" || label === before.join(" ") ? "" : ":";
  const words = [...(off ? [OFF_KEYWORD] : []), kind, label + colon, indented(formula), ...end];
  return words.filter((word) => word !== "").join(" ");
}

const printHead = (statement: HeadStatement): string | null => {
  switch (statement.kind) {
    case "request":
      return statement.name === null ? null : STATEMENT_PRINTERS.request(statement.name);
    case "about":
      return statement.description === null ? null : STATEMENT_PRINTERS.about(statement.description);
    case "dates":
      return statement.days === null ? null : STATEMENT_PRINTERS.dates(statement.days);
    case "options":
      return statement.whole ? STATEMENT_PRINTERS.options(statement.options) : null;
    case "outcome":
      return statement.column === null ? null : STATEMENT_PRINTERS.outcome(statement.column.value);
    case "parameter":
      return statement.parameter === null ? null : STATEMENT_PRINTERS.parameter(statement.parameter);
    case "hold":
      return statement.part === null ? null : STATEMENT_PRINTERS.hold(statement.part);
    case "notation":
      return statement.notation === null ? null : STATEMENT_PRINTERS.notation(statement.notation);
  }
  return statement satisfies never;
};

/** A statement as one would write it by hand; one that cannot be read stays as it is. */
function printStatement({ text, notation }: RequestText, statement: Statement): string {
  const typed = text.slice(statement.from, statement.to);
  // What is no statement for its blanks in front stays none.
  if (statement.kind === "unknown")
    return statement.from === 0 || text[statement.from - 1] === "\n" ? typed : `  ${typed}`;
  if (isEntry(statement)) {
    const { formula, name, second } = statement;
    const written = formula === null ? "" : layout(formula.text, notation);
    return printEntry({ ...statement, name: name?.value ?? "", second: second?.value ?? "" }, written);
  }
  const printed = printHead(statement);
  // Behind a bare keyword a comment would not be the statement's.
  return printed === null ? typed : [printed, ...statement.comments[2]].join(printed === statement.kind ? "\n" : " ");
}

/** What stands between statements: comments on lines of their own, and as many blank lines as there were. */
function printGap(gap: string, first: boolean): string {
  let printed = "";
  for (const [piece] of gap.matchAll(/\/\*[^]*?(?:\*\/|$)|\n/g)) {
    if (piece !== "\n") printed += (printed === "" && !first ? "\n" : "") + piece.trimEnd();
    else if (!first || printed !== "") printed += "\n";
  }
  return printed;
}

/**
 * The text laid out: one blank between words, further lines indented, formulas as `layout` writes them. Comments, blank
 * lines, names and what cannot be read stay. Laying out twice is the same as once.
 */
export function formatText(given: string): string {
  const read = readText(plainText(given));
  const printed: string[] = [];
  let last = 0;
  for (const statement of read.statements) {
    const gap = printGap(read.text.slice(last, statement.from), printed.length === 0);
    const first = printed.length === 0 && gap === "";
    printed.push(gap, first || gap.endsWith("\n") ? "" : "\n", printStatement(read, statement));
    last = statement.to;
  }
  printed.push(printGap(read.text.slice(last), printed.length === 0).trimEnd());
  return `${printed.join("")}\n`.replace(/^\n+/, "");
}
