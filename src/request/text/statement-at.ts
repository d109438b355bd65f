import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import type { RequestState } from "../builder/state.ts";
import { running } from "./request-text.ts";
import type { EntryStatement, RequestText, Statement } from "./request-text.ts";
import { orderedRows } from "./text-of-state.ts";

/** An added entry: its card, and its place among the rows of that card. */
export interface EntryPlace {
  readonly side: CardSide;
  readonly title: CardTitle;
  readonly index: number;
}

export const sideOf = ({ kind }: EntryStatement): CardSide => (kind === "filter" ? "filters" : "columns");

/** The statement whose lines hold an offset; what stands between two statements belongs to neither. */
export function statementAt({ text, statements }: RequestText, offset: number): Statement | null {
  const found = statements.findLast(({ from }) => from <= offset);
  if (found === undefined) return null;
  // Blanks at the end of its last line are no part of a statement, yet its line.
  const end = text.indexOf("\n", found.to);
  return offset <= (end < 0 ? text.length : end) ? found : null;
}

/** The entries of a state whose text says the same, by the statements that say them. */
export function entriesByStatement(text: RequestText, state: RequestState): ReadonlyMap<EntryStatement, EntryPlace> {
  const found = new Map<EntryStatement, EntryPlace>();
  for (const side of ["filters", "columns"] as const) {
    const statements = running(text, side === "filters" ? "filter" : "column");
    const rows = orderedRows(state, side);
    // While one of the two is behind the other, no entry is certain.
    if (rows.length !== statements.length) continue;
    for (const [at, statement] of statements.entries()) {
      const row = rows[at];
      // A copied row is the same value twice: its place tells the two apart.
      const index = Number(/\[(\d+)\]$/.exec(row?.path ?? "")?.[1]);
      if (row !== undefined) found.set(statement, { side, title: row.title, index });
    }
  }
  return found;
}
