import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { parseCode, parseWords, printCode } from "../../src/formula/index.ts";
import { openRequest, readRequest, requestSent } from "../../src/request/index.ts";
import {
  formatText,
  isEntry,
  printState,
  readText,
  renameColumnRow,
  requestParser,
  stateOfText,
  textOfState,
  updateText,
  withEdits,
} from "../../src/request/index.ts";
import { readAgain, readTree } from "../../src/request/text/read-text.ts";
import { cardsOf } from "../../src/vocabulary/index.ts";
import { arbitraryRequest } from "./builder-forms.ts";
import { cases, timeLimit } from "../cases.ts";
import { awkward, said } from "./said.ts";

vi.setConfig({ testTimeout: timeLimit(60_000) });

const NOTATIONS = ["code", "words"] as const;

describe("a request and its text say the same", () => {
  it.each(NOTATIONS)("request, text in %s, request; and the text again to the letter", (notation) => {
    fc.assert(
      fc.property(arbitraryRequest, awkward, awkward, (drawn, name, description) => {
        const requestName = name.replaceAll("\n", " ").trim();
        const state = { ...drawn, description, dataRange: { ...drawn.dataRange, requestName } };
        const text = printState(state, notation);
        const read = readText(text);
        expect(read.findings).toEqual([]);
        const { state: again } = stateOfText(read, state);
        expect(said(again)).toEqual(said(state));
        expect(printState(again, notation)).toBe(text);
        expect(formatText(text)).toBe(text);
      }),
      { numRuns: cases(75), endOnFailure: true },
    );
  });

  it("and its JSON carries the text, which counts as long as it says what the entries say", () => {
    fc.assert(
      fc.property(arbitraryRequest, (drawn) => {
        const named = { ...drawn, dataRange: { ...drawn.dataRange, requestName: "Named" } };
        const text = `/* Why. */\n${printState(named)}off filter [daily close] > 1\n`;
        const { state } = stateOfText(readText(text), named);
        const sent: unknown = JSON.parse(JSON.stringify(requestSent(state)));
        const opened = openRequest(sent, "request", named.mode);
        expect(opened.diagnostics).toEqual([]);
        expect(said(opened.state)).toEqual(said(state));
        expect(textOfState(opened.state)).toBe(text);
        const { request } = readRequest(sent);
        expect(request?.filters.map(({ code }) => code)).toEqual(said(state).entries[0]?.map(({ code }) => code));
        expect(request?.columns.map(({ name }) => name)).toEqual(said(state).entries[1]?.map(({ name }) => name));
        const edited = { ...opened.state, description: "Another." };
        const follows = textOfState(edited);
        expect(said(stateOfText(readText(follows), edited).state)).toEqual(said(edited));
        expect(follows).toMatch(/^\/\* Why\. \*\/\n[^]*off filter \[daily close\] > 1\n$/);
      }),
      { numRuns: cases(25), endOnFailure: true },
    );
  });
});

describe("a change of the builder changes the text of its statement", () => {
  /** A text with a comment in front of each statement, and one statement that is switched off. */
  const commented = (text: string): string =>
    `/* Top. */\n${text.replaceAll(/^(?=filter|column)/gm, "/* Beside. */\n")}off filter [daily close] > 1\n`;
  const comments = (text: string): number => text.split(/\/\*/).length - 1;

  it("so that it says what the builder says; all else stays, comments too", () => {
    fc.assert(
      fc.property(arbitraryRequest, arbitraryRequest, fc.nat(), awkward, (first, other, drawn, description) => {
        const text = commented(printState(first));
        const read = readText(text);
        const { state } = stateOfText(read, first);
        expect(updateText(read, state)).toEqual([]);
        const side = drawn % 2 === 0 ? "filterOptions" : "columnOptions";
        const { title } = cardsOf(drawn % 2 === 0 ? "filters" : "columns")[drawn % 5] ?? { title: "Custom" };
        const change = { ...state, description, [side]: { ...state[side], [title]: other[side][title] } };
        // Two columns of one name have no order of their own.
        const names = said(change).entries[1]?.map(({ name }) => name.toLowerCase()) ?? [];
        fc.pre(new Set(names).size === names.length);
        const next = withEdits(read.text, updateText(read, change));
        expect(said(stateOfText(readText(next), first).state)).toEqual(said(change));
        expect(comments(next)).toBe(comments(text) + comments(description));
        expect(next).toContain("off filter [daily close] > 1\n");
      }),
      { numRuns: cases(75), endOnFailure: true },
    );
  });

  it("and the name alone where the name alone is another", () => {
    const text = "/* a */\nfilter {a}: 5  >  3 /* x */\n\ncolumn {B}:   5\ncolumn {C}:\n     {B} * 2 /* y */\n";
    const read = readText(text);
    const { state } = stateOfText(read, { kind: "request", mode: "create" });
    const renamed = renameColumnRow(state, "B", "D")?.state ?? state;
    expect(withEdits(text, updateText(read, renamed))).toBe(
      "/* a */\nfilter {a}: 5  >  3 /* x */\n\ncolumn {D}:   5\ncolumn {C}:\n     {D} * 2 /* y */\n",
    );
  });
});

/** Pieces that texts are made of, whole and broken. */
const PIECES = [
  "filter ",
  "column ",
  "off ",
  "request ",
  "about ",
  "dates ",
  "options ",
  "outcome ",
  "notation words",
  "Filter",
  "fliter ",
  "{gap}",
  "{gap}:",
  "{gap",
  ":",
  '"tag"',
  '"',
  "/* note */",
  "/* open",
  "*/",
  "// no",
  "\n",
  "\n",
  "\n\n",
  "  ",
  "\t",
  "\r\n",
  "[daily close] > 5",
  "[daily close]",
  "[daily",
  "( ",
  ")",
  "avg([daily close], -3 .. -1)",
  "close is above 5",
  "2024-01-02",
  "..",
  "2024-13-01",
  "daily updates",
  ", ",
  "e-mail",
  "é",
  "\uFEFF",
  "\u2028",
  "'09:30'",
  '[fundamental sector] = "a\n  b"',
  "Gap and go",
] as const;
const anyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(""));

/** What layout may not change: comments, and what each statement says. */
const content = (given: string) => {
  const { text, notation, statements, findings } = readText(given);
  const open = findings.some(({ code }) => code === "comment-open");
  return {
    comments: open
      ? []
      : [...text.matchAll(/\/\*[^]*?\*\//g)].map(([found]) => found.replaceAll(/\s+/g, "").toLowerCase()),
    statements: statements.map((statement) => {
      if (!isEntry(statement)) return statement.kind;
      const { kind, off, name, second, formula } = statement;
      const { tree } = readFormula(formula?.text ?? "", notation);
      return { kind, off, name: name?.value, second: second?.value, code: tree === null ? null : printCode(tree) };
    }),
  };
};
const readFormula = (text: string, notation: "code" | "words") =>
  notation === "code" ? parseCode(text) : parseWords(text);

describe("any text at all", () => {
  it("reads without throwing; every finding stands in the text, and formulas where they stand", () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const { text, statements, findings } = readText(given);
        for (const { from, to, fixes } of findings) {
          expect(0 <= from && from <= to && to <= text.length).toBe(true);
          for (const { edits } of fixes ?? [])
            for (const edit of edits) expect(edit.to).toBeLessThanOrEqual(text.length);
        }
        let last = 0;
        for (const statement of statements) {
          expect(statement.from).toBeGreaterThanOrEqual(last);
          last = statement.to;
          if (!isEntry(statement) || statement.formula === null) continue;
          const { formula } = statement;
          for (let offset = 0; offset < formula.text.length; offset++)
            if (formula.text[offset] !== " ") expect(text[formula.at(offset)]).toBe(formula.text[offset]);
        }
      }),
      { numRuns: cases(150) },
    );
  });

  it("reads after a change as it would in one go", () => {
    /** Everything of a text, the places of its formulas too. */
    const whole = ({ statements, ...read }: ReturnType<typeof readText>) => ({
      ...read,
      statements: statements.map((one) =>
        isEntry(one) && one.formula !== null
          ? { ...one, formula: { ...one.formula, at: Array.from(one.formula.text, (_, at) => one.formula?.at(at)) } }
          : one,
      ),
    });
    fc.assert(
      fc.property(anyText, anyText, fc.nat(), fc.nat(), (given, typed, from, to) => {
        const before = readText(given);
        const [start = 0, end = 0] = [from % (given.length + 1), to % (given.length + 1)].toSorted((a, b) => a - b);
        const { text, ...next } = readAgain(given.slice(0, start) + typed + given.slice(end), before);
        expect(whole({ text, ...next })).toEqual(whole(readTree(text, requestParser.parse(text))));
      }),
      { numRuns: cases(150) },
    );
  });

  it("is laid out once and for all, and only its layout changes", () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const laid = formatText(given);
        expect(formatText(laid)).toBe(laid);
        expect(content(laid)).toEqual(content(given));
      }),
      { numRuns: cases(150) },
    );
  });

  it("a broken statement swallows no other", () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const broken = `filter ${given.replaceAll(/\n+(?=[a-z/])/gi, " ")}`;
        const { statements } = readText(`${broken}\nfilter {good}: [daily close] > 5\n`);
        const last = statements.at(-1);
        expect(last && isEntry(last) && last.name?.value === "good" && last.formula?.text).toBe("[daily close] > 5");
      }),
      { numRuns: cases(150) },
    );
  });
});
