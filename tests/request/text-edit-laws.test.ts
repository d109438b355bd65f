import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  checkText,
  columnNameOf,
  deleteRow,
  duplicateStatements,
  fixAll,
  isEntry,
  moveStatements,
  placeOfColumn,
  printState,
  readText,
  referencesInText,
  removeStatements,
  renamedInText,
  stateOfText,
  withEdits,
} from "../../src/request/index.ts";
import type { StatementChange, RequestText, Statement } from "../../src/request/index.ts";
import { arbitraryRequest } from "./builder-forms.ts";
import { cases, timeLimit } from "../cases.ts";
import { said } from "./said.ts";

vi.setConfig({ testTimeout: timeLimit(60_000) });

const REQUEST = { kind: "request", mode: "create" } as const;
const stateIn = (text: string) => stateOfText(readText(text), REQUEST).state;

/** A generated request as a text: comments above statements and beside them, blank lines, and one that is switched off. */
const arbitraryText = fc.tuple(arbitraryRequest, fc.array(fc.nat(4), { minLength: 30 })).map(([state, drawn]) => {
  let next = 0;
  const text = printState(state).replaceAll(/^(?=filter|column)/gm, () => {
    const kind = drawn[next++ % drawn.length] ?? 0;
    return ["", "/* Above. */\n", "\n", "/* Apart. */\n\n", "/* Over\n   lines. */\n"][kind] ?? "";
  });
  return `${text}off column {Not now}: [daily close] > 1\n`;
});

const NUL = "\u0000";
const comments = (text: string): number => text.split("/*").length;
const entries = (read: RequestText): readonly Statement[] => read.statements.filter(isEntry);
const written = (read: RequestText): readonly string[] =>
  read.statements.map(({ from, to }) => read.text.slice(from, to)).toSorted();
/** Codes of what is wrong, in the order of the alphabet. */
const wrong = (text: string): readonly string[] =>
  checkText(readText(text))
    .findings.filter(({ severity }) => severity === "error")
    .map(({ code }) => code)
    .toSorted();
/** The text says itself what its entries say. */
function isSound(text: string): void {
  const state = stateIn(text);
  expect(said(stateIn(printState(state)))).toEqual(said(state));
}

/** A text, a step of it at one of its filters and columns, and what came of it. */
const stepped = (
  step: (read: RequestText, selection: { from: number; to: number }) => StatementChange | null,
  law: (read: RequestText, at: Statement, made: StatementChange, next: string) => void,
) => {
  fc.assert(
    fc.property(arbitraryText, fc.nat(), (text, drawn) => {
      const read = readText(text);
      const all = entries(read);
      const at = all[drawn % all.length];
      if (at === undefined) throw new Error("an entry at least is switched off");
      const made = step(read, { from: at.from, to: at.from });
      if (made !== null) law(read, at, made, withEdits(read.text, made.edits));
    }),
    { numRuns: cases(30), endOnFailure: true },
  );
};

describe("an edit of a whole statement changes nothing else", () => {
  it.each([1, -1] as const)("moved %i and back it is the text it was", (direction) => {
    stepped(
      (read, selection) => moveStatements(read, selection, direction),
      (read, at, { moved }, next) => {
        expect(written(readText(next))).toEqual(written(read));
        expect(comments(next)).toBe(comments(read.text));
        expect(wrong(next)).toEqual(wrong(read.text));
        isSound(next);
        const from = at.from + moved;
        expect(next.slice(from, from + at.to - at.from)).toBe(read.text.slice(at.from, at.to));
        const back = moveStatements(readText(next), { from, to: from }, direction === 1 ? -1 : 1);
        expect(back && withEdits(next, back.edits)).toBe(read.text);
      },
    );
  });

  it.each([1, -1] as const)("copied %i it is there twice, and without the copy the text is as it was", (direction) => {
    stepped(
      (read, selection) => duplicateStatements(read, selection, direction),
      (read, at, { moved }, next) => {
        expect(entries(readText(next))).toHaveLength(entries(read).length + 1);
        expect(wrong(next)).toEqual(wrong(read.text));
        isSound(next);
        const from = at.from + moved;
        const removed = removeStatements(readText(next), { from, to: from });
        expect(removed && withEdits(next, removed.edits)).toBe(read.text);
      },
    );
  });

  it("removed it is gone, and what named it says so; Remove these too leaves what the cards leave", () => {
    stepped(removeStatements, (read, at, _, next) => {
      const rest = readText(next);
      expect(written(rest)).toEqual(written({ ...read, statements: read.statements.filter((one) => one !== at) }));
      const name = isEntry(at) ? columnNameOf(at, read) : null;
      if (name === null || (isEntry(at) && at.off)) return;
      const users = referencesInText(rest, name);
      const found = checkText(rest).findings.filter(({ code }) => code === "unknown-column");
      expect(found.map(({ from }) => from)).toEqual(users.map(({ from }) => from));
      const state = stateIn(read.text);
      const place = placeOfColumn(state, name);
      if (place === null) throw new Error(`${name} is a column`);
      const fix = found[0]?.fixes?.find(({ label }) => label === "Remove these too");
      expect(fix === undefined).toBe(users.length === 0);
      const clean = fix === undefined ? next : withEdits(next, fix.edits);
      expect(said(stateIn(clean))).toEqual(said(deleteRow(state, "columns", place.title, place.index)));
    });
  });

  it("one kind of mistake is fixed in all places, and no other character is another", () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const slipped = text.replaceAll(/^column/gm, "colunm");
        expect(fixAll(slipped, { code: "statement-unknown", label: "Write column" })).toBe(text);
      }),
      { numRuns: cases(20), endOnFailure: true },
    );
  });

  it("a column is called otherwise wherever it is named, and back", () => {
    fc.assert(
      fc.property(arbitraryText, fc.nat(), (text, drawn) => {
        const read = readText(text);
        const names = entries(read).flatMap((one) => (isEntry(one) ? (columnNameOf(one, read) ?? []) : []));
        const from = names[drawn % names.length] ?? "Not now";
        const made = renamedInText(read, from, "Another name");
        if (!("edits" in made)) throw new Error(made.refused);
        const next = withEdits(read.text, made.edits);
        expect(wrong(next)).toEqual(wrong(read.text));
        isSound(next);
        const plain = (of: string): string => of.replaceAll(`{${from}}`, NUL).replaceAll("{Another name}", NUL);
        expect(plain(next)).toBe(plain(read.text));
        expect(next).not.toContain(`{${from}}`);
        const back = renamedInText(readText(next), "another name", from);
        expect("edits" in back && withEdits(next, back.edits)).toBe(read.text);
      }),
      { numRuns: cases(30), endOnFailure: true },
    );
  });
});
