import { columnKey } from "../../formula/index.ts";
import type { Edit, Span } from "../../formula/index.ts";
import { screenText } from "../../vocabulary/index.ts";
import { automaticName, cleanName } from "../names.ts";
import { FORMULA_PIECES } from "./formula-lines.ts";
import { isEntry } from "./request-text.ts";
import type { EntryStatement, RequestText, Statement } from "./request-text.ts";
import { formulaTree } from "./state-of-text.ts";

/** The first two columns of every output. */
const FIXED = ["Symbol", "Date"];

/** What a column is called: its name, or its formula without the brackets; null where it has neither. */
export function columnNameOf(statement: EntryStatement, { notation }: RequestText): string | null {
  if (statement.kind !== "column") return null;
  if (statement.name !== null) return statement.name.value;
  const tree = statement.formula === null ? null : formulaTree(statement.formula.text, notation);
  return tree === null ? null : automaticName(tree);
}

const columnsOf = ({ statements }: RequestText): readonly EntryStatement[] =>
  statements.filter(isEntry).filter(({ kind }) => kind === "column");

/** The statement of a column by its name: one that runs before one that is switched off. */
export function columnStatement(text: RequestText, name: string): EntryStatement | null {
  const key = columnKey(name);
  const found = columnsOf(text).filter((one) => columnKey(columnNameOf(one, text) ?? "") === key);
  return found.find(({ off }) => !off) ?? found[0] ?? null;
}

/** The columns that a formula names, broken ones included; what looks like one in a text or a comment is none. */
export function columnsNamedIn(
  { formula }: EntryStatement,
  { text }: RequestText,
): readonly (Span & { name: string })[] {
  if (formula === null || !text.slice(formula.from, formula.to).includes("{")) return [];
  return [...text.slice(formula.from, formula.to).matchAll(FORMULA_PIECES)].flatMap(({ 0: piece, index }) =>
    /^\{[^]*\}$/.test(piece)
      ? [{ name: piece.slice(1, -1).trim(), from: formula.from + index, to: formula.from + index + piece.length }]
      : [],
  );
}

/** A place that names a column, and its statement. */
export interface ColumnReference extends Span {
  readonly statement: Statement;
}

/** The columns that a statement names. What a filter names in braces is built in. */
function columnsNamedBy(statement: Statement, text: RequestText): readonly (Span & { name: string })[] {
  if (statement.kind === "column") return columnsNamedIn(statement, text);
  if (statement.kind !== "outcome" || statement.column === null) return [];
  const { value, from, to } = statement.column;
  return [{ name: value, from, to }];
}

/** Where a column is named, in the order of the text. */
export function referencesInText(text: RequestText, name: string): readonly ColumnReference[] {
  const key = columnKey(name);
  return text.statements.flatMap((statement) =>
    columnsNamedBy(statement, text)
      .filter((one) => columnKey(one.name) === key)
      .map(({ from, to }) => ({ from, to, statement })),
  );
}

/** The name of the column at an offset: of its own statement, or named in another; null where there is none. */
export function columnNameAt(text: RequestText, offset: number): string | null {
  const statement = text.statements.findLast(({ from }) => from <= offset);
  if (statement === undefined) return null;
  const holds = ({ from, to }: Span): boolean => from <= offset && offset <= to;
  if (statement.kind === "column" && statement.name !== null && holds(statement.name)) return statement.name.value;
  return columnsNamedBy(statement, text).find(holds)?.name ?? null;
}

/** A name of which no column has one yet: the name itself, or with a number behind it. */
export function freeColumnName(text: RequestText, wanted: string): string {
  const taken = new Set([...FIXED, ...columnsOf(text).map((one) => columnNameOf(one, text) ?? "")].map(columnKey));
  if (!taken.has(columnKey(wanted))) return wanted;
  const base = wanted.replace(/ \d+$/, "");
  let number = 2;
  while (taken.has(columnKey(`${base} ${number}`))) number += 1;
  return `${base} ${number}`;
}

/** Edits that give a column another name, in its statement and in every formula that names it; or why not. */
export function renamedInText(
  text: RequestText,
  from: string,
  given: string,
): { readonly edits: readonly Edit[] } | { readonly refused: string } {
  const to = cleanName(given);
  if (to === "") return { refused: "A column needs a name." };
  const key = columnKey(from);
  const isNamed = (one: EntryStatement, other: string): boolean => columnKey(columnNameOf(one, text) ?? "") === other;
  const columns = columnsOf(text);
  const renamed = columns.filter((one) => isNamed(one, key));
  if (renamed.length === 0) return { refused: `{${from}} is no column of this request.` };
  const next = columnKey(to);
  if (next !== key && (columns.some((one) => isNamed(one, next)) || FIXED.some((one) => columnKey(one) === next)))
    return { refused: screenText("name-not-unique") };
  const labels = renamed.flatMap(({ name, formula }): Edit[] => {
    if (name !== null) return [{ from: name.from, to: name.to, insert: `{${to}}` }];
    return formula === null ? [] : [{ from: formula.from, to: formula.from, insert: `{${to}}: ` }];
  });
  const named = referencesInText(text, from).map(({ from: at, to: end }) => ({ from: at, to: end, insert: `{${to}}` }));
  return { edits: [...labels, ...named].toSorted((a, b) => a.from - b.from) };
}
