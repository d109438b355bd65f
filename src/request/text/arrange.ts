import type { Edit, Span } from "../../formula/index.ts";
import { columnNameOf, freeColumnName, referencesInText } from "./columns-in-text.ts";
import { isEntry } from "./request-text.ts";
import type { RequestText, Statement } from "./request-text.ts";

/** Whole lines of statements that stand together, with the comments right above them. */
interface Lines extends Span {
  readonly first: number;
  readonly last: number;
}

/** What was done to a text, and how far what was taken along has moved. */
export interface StatementChange {
  readonly edits: readonly Edit[];
  readonly moved: number;
}

const COMMENT = /\/\*[^]*?\*\//g;

/** Where a line begins. */
const lineStart = (text: string, offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;

/** Where the comments begin that stand right above a statement, from the first column on and without a blank line. */
function withComments({ text, statements }: RequestText, index: number): number {
  const statement = statements[index];
  if (statement === undefined) return text.length;
  const begin = statements[index - 1]?.to ?? 0;
  let from = lineStart(text, statement.from);
  let above = from;
  for (const comment of [...text.slice(begin, statement.from).matchAll(COMMENT)].toReversed()) {
    const at = begin + comment.index;
    const line = lineStart(text, at);
    const between = text.slice(at + comment[0].length, above);
    if (line < begin || /\n[^\S\n]*\n/.test(between) || between.replaceAll(COMMENT, "").trim() !== "") break;
    above = line;
    // An indented one would become part of whatever it came to stand below.
    if (text.startsWith("/*", line)) from = line;
  }
  return from;
}

/** Where the last line of a statement ends, with a comment that begins on it. */
function lineEnd({ text }: RequestText, { to }: Span): number {
  const [comments] = /^(?:[^\S\n]*\/\*[^]*?\*\/)*/.exec(text.slice(to)) ?? [""];
  const end = text.indexOf("\n", to + comments.length);
  return end < 0 ? text.length : end;
}

/** What stands in no first column belongs to the statement above, whichever that comes to be. */
const isFixed = ({ text }: RequestText, { kind, from }: Statement): boolean =>
  kind === "unknown" && lineStart(text, from) !== from;

/** The statements that a selection touches; null where it touches none. */
function linesAt(read: RequestText, { from, to }: Span): Lines | null {
  const { statements } = read;
  const held = statements.flatMap((statement, index) => {
    const begin = withComments(read, index);
    return begin <= to && from <= lineEnd(read, statement) ? [index] : [];
  });
  const [first, last] = [held[0], held.at(-1)];
  if (first === undefined || last === undefined) return null;
  return linesOf(read, first, last);
}

function linesOf(read: RequestText, first: number, last: number): Lines {
  const end = read.statements[last];
  return {
    first,
    last,
    from: withComments(read, first),
    to: end === undefined ? read.text.length : lineEnd(read, end),
  };
}

const isNotation = ({ kind }: Statement): boolean => kind === "notation";

/**
 * Moves the statements of a selection before the one above them or behind the one below, comments right above and inside
 * included; what else stands between stays. Null at the ends, and where formulas would come before their notation.
 */
export function moveStatements(read: RequestText, selection: Span, direction: -1 | 1): StatementChange | null {
  const own = linesAt(read, selection);
  if (own === null) return null;
  const at = direction < 0 ? own.first - 1 : own.last + 1;
  const passed = read.statements[at];
  if (passed === undefined) return null;
  const moving = read.statements.slice(own.first, own.last + 1);
  if ([passed, ...moving].some((one) => isFixed(read, one))) return null;
  if ((isNotation(passed) && moving.some(isEntry)) || (isEntry(passed) && moving.some(isNotation))) return null;
  const { text } = read;
  const other = linesOf(read, at, at);
  const block = text.slice(other.from, other.to);
  if (direction < 0) {
    const gap = text.slice(other.to, own.from);
    return {
      edits: [
        { from: other.from, to: own.from, insert: "" },
        { from: own.to, to: own.to, insert: gap + block },
      ],
      moved: other.from - own.from,
    };
  }
  const gap = text.slice(own.to, other.from);
  return {
    edits: [
      { from: own.from, to: own.from, insert: block + gap },
      { from: own.to, to: other.to, insert: "" },
    ],
    moved: block.length + gap.length,
  };
}

/**
 * Copies the filters and columns of a selection below them or above; a column's copy has a name of its own. Null where
 * there is none: what is said of the whole request is said once.
 */
export function duplicateStatements(read: RequestText, selection: Span, direction: -1 | 1): StatementChange | null {
  const own = linesAt(read, selection);
  if (own === null) return null;
  const statements = read.statements.slice(own.first, own.last + 1);
  if (!statements.every(isEntry)) return null;
  let copy = "";
  let last = own.from;
  let known = read;
  for (const statement of statements) {
    const name = columnNameOf(statement, read);
    if (name === null) continue;
    const free = freeColumnName(known, name);
    const { from, to } = statement.name ?? {
      from: statement.formula?.from ?? last,
      to: statement.formula?.from ?? last,
    };
    copy += `${read.text.slice(last, from)}{${free}}${statement.name === null ? ": " : ""}`;
    last = to;
    // Two columns that are copied together must not get the same name.
    known = { ...known, statements: [...known.statements, { ...statement, name: { value: free, from, to } }] };
  }
  copy += read.text.slice(last, own.to);
  return direction > 0
    ? { edits: [{ from: own.to, to: own.to, insert: `\n${copy}` }], moved: own.to + 1 - own.from }
    : { edits: [{ from: own.from, to: own.from, insert: `${copy}\n` }], moved: 0 };
}

/** Removes the statements of a selection with the comments right above them; null where it touches none. */
export function removeStatements(read: RequestText, selection: Span): StatementChange | null {
  const own = linesAt(read, selection);
  return own === null ? null : { edits: removal(read, [own]), moved: 0 };
}

/** Edits that take whole lines out; those of the end go with the line break before them. */
function removal({ text }: RequestText, lines: readonly Span[]): readonly Edit[] {
  const spans: Span[] = [];
  for (const { from, to } of lines) {
    const before = spans.at(-1);
    if (before !== undefined && from <= before.to + 1) spans[spans.length - 1] = { from: before.from, to };
    else spans.push({ from, to });
  }
  return spans.map(({ from, to }) => ({
    ...(to < text.length ? { from, to: to + 1 } : { from: Math.max(0, from - 1), to }),
    insert: "",
  }));
}

/** Edits that remove every column that names a column, and those that name them. */
export function removalOfUsers(read: RequestText, name: string): readonly Edit[] {
  const gone = new Set<Statement>();
  const names = [name];
  for (let next = names.pop(); next !== undefined; next = names.pop())
    for (const { statement } of referencesInText(read, next)) {
      if (gone.has(statement)) continue;
      gone.add(statement);
      if (isEntry(statement)) names.push(columnNameOf(statement, read) ?? "");
    }
  const lines = read.statements.flatMap((one, index) => (gone.has(one) ? [linesOf(read, index, index)] : []));
  return removal(read, lines);
}
