import type { Edit } from "../../formula/index.ts";
import { columnNameOf, freeColumnName, renamedInText } from "./columns-in-text.ts";
import { readText } from "./read-text.ts";
import { isEntry } from "./request-text.ts";
import type { RequestText, Statement } from "./request-text.ts";
import { textIn, withEdits } from "./turn-text.ts";

/**
 * A text with the filters and columns of another behind its own, in its own notation, comments included. A column whose name
 * is taken gets a number, and so does every formula that comes along and names it.
 */
export function textWithEntriesOf(given: string, other: string): string {
  const read = readText(given);
  const added = withFreeNames(read, readText(textIn(other, read.notation) ?? other));
  const [filters, columns] = (["filter", "column"] as const).map((kind) =>
    added.statements.flatMap((one, index) => (one.kind === kind ? [withCommentsAbove(added, one, index)] : [])),
  );
  const last = (found: (statement: Statement) => boolean): number | null => read.statements.findLast(found)?.to ?? null;
  const head = last((one) => !isEntry(one)) ?? 0;
  const filtersAt = last(({ kind }) => kind === "filter") ?? head;
  const columnsAt = last(({ kind }) => kind === "column") ?? read.text.trimEnd().length;
  const has = (kind: "filter" | "column"): boolean => read.statements.some((one) => one.kind === kind);
  const insert = (lines: readonly string[] = [], kind: "filter" | "column", at: number): readonly Edit[] => {
    if (lines.length === 0) return [];
    const first = at === 0 && (kind === "filter" || filters?.length === 0);
    const before = first ? "" : has(kind) ? "\n" : "\n\n";
    const behind = at === 0 && read.text.trim() !== "" ? "\n\n" : "";
    return [{ from: at, to: at, insert: before + lines.join("\n") + behind }];
  };
  const edits = [...insert(filters, "filter", filtersAt), ...insert(columns, "column", columnsAt)];
  // Where there are no columns yet both may stand at one place: filters first.
  const ordered = edits.toSorted((a, b) => a.from - b.from);
  return `${withEdits(read.text, ordered).trimEnd()}\n`;
}

/** The other text with names of columns that this one has not. */
function withFreeNames(read: RequestText, other: RequestText): RequestText {
  let now = other;
  for (const statement of other.statements.filter(isEntry)) {
    const name = columnNameOf(statement, other);
    if (name === null || freeColumnName(read, name) === name) continue;
    const free = freeColumnName({ ...now, statements: [...read.statements, ...now.statements] }, name);
    const renamed = renamedInText(now, name, free);
    // Read again each time, since places have moved.
    if ("edits" in renamed) now = readText(withEdits(now.text, renamed.edits));
  }
  return now;
}

/** A statement as typed, with the comments that stand between it and the one before. */
function withCommentsAbove({ text, statements }: RequestText, { from, to }: Statement, index: number): string {
  const before = statements[index - 1]?.to ?? 0;
  const above = text.slice(before, from).trim();
  // What follows the statement before on its own line belongs to that one.
  const own = /^[^\n]*\n([^]*)$/.exec(text.slice(before, from))?.[1]?.trim() ?? "";
  const comments = before === 0 ? above : own;
  return (comments === "" ? "" : `${comments}\n`) + text.slice(from, to);
}
