import { parameterKey } from "../../formula/index.ts";
import type { Edit } from "../../formula/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";
import type { RequestState } from "../builder/state.ts";
import { indented } from "./formula-lines.ts";
import { printEntry } from "./print-text.ts";
import { readText } from "./read-text.ts";
import { isBegun, isEntry, running } from "./request-text.ts";
import type { EntryStatement, RequestText, Statement } from "./request-text.ts";
import { stateOfText } from "./state-of-text.ts";
import { HEADS, headsOfState, orderedRows, parameterLines, printState, rowParts } from "./text-of-state.ts";
import type { RowParts } from "./text-of-state.ts";
import { withEdits } from "./turn-text.ts";

/**
 * The edits after which a text says what a builder's state says: the statements that changed, and no other character.
 * Comments stay. What is switched off stays where it is.
 */
export function updateText(read: RequestText, state: RequestState): readonly Edit[] {
  const { state: said } = stateOfText(read, state);
  if (printState(said) === printState(state)) return [];
  const edits = [
    ...headEdits(read, said, state),
    ...entryEdits(read, "filters", said, state),
    ...entryEdits(read, "columns", said, state),
  ].toSorted((a, b) => a.from - b.from || a.to - b.to);
  const { state: again } = stateOfText(readText(withEdits(read.text, edits)), state);
  if (printState(again) === printState(state)) return edits;
  // What was typed is broken in a way that the edits cannot work around.
  return [{ from: 0, to: read.text.length, insert: printState(state, read.notation) }];
}

/** From the first column of a statement to that of what follows its last line. */
function linesOf({ text }: RequestText, { from, to }: Statement): { from: number; to: number } {
  const end = text.indexOf("\n", to);
  return { from, to: end < 0 ? text.length : end + 1 };
}

/** A statement put in behind another, on a line of its own. */
const behind = (statement: Statement | undefined, line: string): Edit => {
  if (statement === undefined) return { from: 0, to: 0, insert: `${line}\n` };
  return { from: statement.to, to: statement.to, insert: `\n${line}` };
};

function headEdits(read: RequestText, said: RequestState, state: RequestState): readonly Edit[] {
  const [before, after] = [headsOfState(said), headsOfState(state)];
  const edits: Edit[] = [];
  let last: Statement | undefined;
  for (const kind of HEADS) {
    const own = read.statements.find((statement) => statement.kind === kind);
    const line = after.get(kind);
    if (before.get(kind) !== line) {
      if (own === undefined) edits.push(...(line === undefined ? [] : [behind(last, line)]));
      else if (line === undefined) edits.push({ ...linesOf(read, own), insert: "" });
      else edits.push({ from: own.from, to: own.to, insert: [line, ...own.comments[2]].join(" ") });
    }
    last = own ?? last;
  }
  return [...edits, ...parameterEdits(read, said, state)];
}

/** The same for parameters, of which each has a statement. */
function parameterEdits(read: RequestText, said: RequestState, state: RequestState): readonly Edit[] {
  const [before, after] = [parameterLines(said), parameterLines(state)];
  const edits: Edit[] = [];
  const seen = new Set<string>();
  for (const statement of read.statements) {
    if (statement.kind !== "parameter" || statement.parameter === null) continue;
    const key = parameterKey(statement.parameter.name);
    const line = after.get(key);
    if (line === undefined) edits.push({ ...linesOf(read, statement), insert: "" });
    else if (!seen.has(key) && before.get(key) !== line)
      edits.push({ from: statement.from, to: statement.to, insert: [line, ...statement.comments[2]].join(" ") });
    seen.add(key);
  }
  const last = read.statements.findLast((one) => !isEntry(one) && one.kind !== "unknown");
  for (const [key, line] of after) if (!seen.has(key)) edits.push(behind(last, line));
  return edits;
}

/** A statement with what it says now. */
interface Said {
  readonly statement: EntryStatement;
  readonly parts: RowParts;
}

function entryEdits(read: RequestText, side: CardSide, said: RequestState, state: RequestState): readonly Edit[] {
  const kind = side === "filters" ? "filter" : "column";
  const partsOf = (of: RequestState): readonly RowParts[] =>
    orderedRows(of, side).map((row) => rowParts(side, row, read.notation));
  // The statements of a text and the rows of its state are in the same order.
  const rows = partsOf(said);
  const before = running(read, kind).flatMap((statement, index): Said[] => {
    const parts = rows[index];
    return parts === undefined ? [] : [{ statement, parts }];
  });
  const head = read.statements.findLast((one) => !isEntry(one) && one.kind !== "unknown");
  const filter = read.statements.findLast((one) => one.kind === "filter");
  const first = side === "columns" ? (filter ?? head) : head;
  // What is added first takes the place of a statement that was only begun.
  let begun = read.statements.find((one) => one.kind === kind && isBegun(one));
  return differences(before, partsOf(state)).flatMap(({ at, gone, come }) => [
    ...gone.flatMap((one, index): readonly Edit[] => {
      const parts = come[index];
      return parts === undefined ? [{ ...linesOf(read, one.statement), insert: "" }] : changed(one, parts);
    }),
    ...come.slice(gone.length).map((parts) => {
      const anchor = before[at + gone.length - 1]?.statement ?? first;
      if (begun !== undefined) {
        const { from } = begun;
        const to = begun.to + (/^ */.exec(read.text.slice(begun.to))?.[0].length ?? 0);
        begun = undefined;
        return { from, to, insert: printEntry({ kind, ...parts }, parts.formula) };
      }
      return behind(anchor, printEntry({ kind, ...parts }, parts.formula));
    }),
  ]);
}

/** The edits of one statement that says something else now; where it can be, of its name or its formula alone. */
function changed({ statement, parts: before }: Said, after: RowParts): readonly Edit[] {
  const { name, formula, kind, comments, from, to } = statement;
  const sameFormula = before.formula === after.formula;
  if (formula !== null && before.second === after.second && (name !== null) === (after.name !== "")) {
    const edits: Edit[] = [];
    if (name !== null && before.name !== after.name)
      edits.push({ from: name.from, to: name.to, insert: `{${after.name}}` });
    if (!sameFormula) edits.push({ from: formula.from, to: formula.to, insert: indented(after.formula) });
    return edits;
  }
  const written = sameFormula && formula !== null ? formula.text : after.formula;
  return [{ from, to, insert: printEntry({ kind, name: after.name, second: after.second, comments }, written) }];
}

interface Difference {
  /** Place among the statements before. */
  readonly at: number;
  readonly gone: readonly Said[];
  readonly come: readonly RowParts[];
}

/** What differs between two lists, around the longest list that both have in common. */
function differences(before: readonly Said[], after: readonly RowParts[]): readonly Difference[] {
  const keyOf = ({ name, second, formula }: RowParts): string => JSON.stringify([name, second, formula]);
  const [a, b] = [before.map(({ parts }) => keyOf(parts)), after.map(keyOf)];
  const common = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  const length = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = common[i];
      if (row) row[j] = a[i] === b[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
    }
  const found: Difference[] = [];
  let [i, j, fromI, fromJ] = [0, 0, 0, 0];
  const close = (): void => {
    if (i > fromI || j > fromJ) found.push({ at: fromI, gone: before.slice(fromI, i), come: after.slice(fromJ, j) });
  };
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      close();
      [i, j] = [i + 1, j + 1];
      [fromI, fromJ] = [i, j];
    } else if (length(i + 1, j) >= length(i, j + 1)) i += 1;
    else j += 1;
  }
  [i, j] = [a.length, b.length];
  close();
  return found;
}
