import { describe, expect, it } from "vitest";
import {
  checkText,
  columnNameAt,
  columnStatement,
  duplicateStatements,
  fixAll,
  moveStatements,
  readText,
  referencesInText,
  removeStatements,
  renamedInText,
  withEdits,
} from "../../src/request/index.ts";
import type { StatementChange } from "../../src/request/index.ts";

/** A text with its caret at `|`, or a selection between two. */
function marked(given: string): { readonly text: string; readonly from: number; readonly to: number } {
  const [before = "", inside = "", ...after] = given.split("|");
  if (after.length === 0) return { text: before + inside, from: before.length, to: before.length };
  const from = before.length;
  return { text: before + inside + after.join("|"), from, to: from + inside.length };
}

/** The text after a step, its caret with it; null where the step does nothing. */
function after(
  given: string,
  step: (text: ReturnType<typeof readText>, at: { from: number; to: number }) => StatementChange | null,
) {
  const { text, ...selection } = marked(given);
  const read = readText(text);
  const made = step(read, selection);
  if (made === null) return null;
  const next = withEdits(text, made.edits);
  const at = selection.to + made.moved;
  return selection.from === selection.to ? `${next.slice(0, at)}|${next.slice(at)}` : next;
}

const down = (given: string) => after(given, (text, at) => moveStatements(text, at, 1));
const up = (given: string) => after(given, (text, at) => moveStatements(text, at, -1));
const copied = (given: string) => after(given, (text, at) => duplicateStatements(text, at, 1));

describe("a statement is moved with the comments right above it", () => {
  it.each([
    ["down", "filter 1 > 0|\nfilter 2 > 0\n", "filter 2 > 0\nfilter 1 > 0|\n"],
    [
      "and what stands between stays",
      "filter 1| > 0\n\n/* x */\n\nfilter 2 > 0",
      "filter 2 > 0\n\n/* x */\n\nfilter 1| > 0",
    ],
    [
      "its comments with it",
      "/* a */\nfilter 1| > 0\n\n/* b\n b */\nfilter 2\n > 0\n",
      "/* b\n b */\nfilter 2\n > 0\n\n/* a */\nfilter 1| > 0\n",
    ],
    ["all that are selected", "filter |1 > 0\nfilter 2| > 0\nfilter 3 > 0", "filter 3 > 0\nfilter 1 > 0\nfilter 2 > 0"],
    ["not beyond the last", "filter 1 > 0\nfilter 2| > 0", null],
    ["not before the notation its formulas are in", "filter 1| > 0\nnotation words", null],
    ["not into a line that begins with blanks", "filter 1| > 0\n/* a */\n filter 2 > 0", null],
  ])("%s", (_, before, expected) => {
    expect(down(before)).toBe(expected);
    if (expected !== null && expected.includes("|")) expect(up(expected)).toBe(before);
  });

  it("up before the first, which has a comment that is not its own", () => {
    expect(up("  /* a */\nfilter 1 > 0\nfilter |2 > 0")).toBe("  /* a */\nfilter |2 > 0\nfilter 1 > 0");
  });
});

describe("a statement is copied", () => {
  it.each([
    ["a filter as it is", "filter {a}: 1| > 0\n", "filter {a}: 1 > 0\nfilter {a}: 1| > 0\n"],
    [
      "a column under a free name",
      "column {A}: 1|\ncolumn {A 2}: 2",
      "column {A}: 1\ncolumn {A 3}: 1|\ncolumn {A 2}: 2",
    ],
    [
      "one without a name under that of its formula",
      "column [daily close]|",
      "column [daily close]\ncolumn {daily close 2}: [daily close]|",
    ],
    ["what is said once is not", "dates 2025-01-02 .. |2025-01-03", null],
  ])("%s", (_, before, expected) => {
    const made = copied(before);
    // The caret stands in the copy; a longer name pushes it on.
    expect(made?.replace("|", "") ?? null).toBe(expected?.replace("|", "") ?? null);
  });

  it("two at once, and each gets a name of its own", () => {
    expect(copied("|column {A}: 1\ncolumn {A 2}: {A}|")).toBe(
      "column {A}: 1\ncolumn {A 2}: {A}\ncolumn {A 3}: 1\ncolumn {A 4}: {A}",
    );
  });
});

it("a statement is removed with its comments; no other line is", () => {
  const removed = (given: string) => after(given, removeStatements)?.replace("|", "");
  expect(removed("filter 1 > 0\n\n/* b */\nfilter 2| > 0\n\ncolumn {A}: 5")).toBe("filter 1 > 0\n\n\ncolumn {A}: 5");
  expect(removed("filter 1 > 0\nfilter 2| > 0")).toBe("filter 1 > 0");
});

describe("a column is renamed in the whole text", () => {
  const TEXT = `/* {Gap} */
filter {Gap}: {gap} > 5 & [fundamental sector] = "{Gap}"
column {Gap}: 5 /* {Gap} */
off column {B}: { gap } * 2 + "{Gap}" +
  {GAP
column {C}: {B} + {GAP}
`;
  it("in formulas, those that are broken or off as well; not in texts, comments, tags or filters", () => {
    const made = renamedInText(readText(TEXT), "gap", " Jump} ");
    expect("edits" in made && withEdits(TEXT, made.edits)).toBe(`/* {Gap} */
filter {Gap}: {gap} > 5 & [fundamental sector] = "{Gap}"
column {Jump}: 5 /* {Gap} */
off column {B}: {Jump} * 2 + "{Gap}" +
  {GAP
column {C}: {B} + {Jump}
`);
  });

  it.each([
    ["Gap", "b", "Name In Excel must be unique."],
    ["Gap", "symbol", "Name In Excel must be unique."],
    ["Gap", " { } ", "A column needs a name."],
    ["Nowhere", "X", "{Nowhere} is no column of this request."],
  ])("%s not to %j", (from, to, refused) => {
    expect(renamedInText(readText(TEXT), from, to)).toEqual({ refused });
  });

  it("one that had none but its formula gets it", () => {
    const text = "column [daily close]\ncolumn {A}: {daily close} * 2";
    const made = renamedInText(readText(text), "daily close", "Close");
    expect("edits" in made && withEdits(text, made.edits)).toBe(
      "column {Close}: [daily close]\ncolumn {A}: {Close} * 2",
    );
  });

  it("is found from its own statement and from those that name it", () => {
    const read = readText(TEXT);
    expect([columnNameAt(read, TEXT.indexOf("{C}") + 1), columnNameAt(read, TEXT.indexOf("{GAP}") + 2)]).toEqual([
      "C",
      "GAP",
    ]);
    expect([columnNameAt(read, 3), columnNameAt(read, TEXT.indexOf("{Gap}:") + 1)]).toEqual([null, null]);
    expect(columnStatement(read, "GAP")?.name?.value).toBe("Gap");
    expect(referencesInText(read, "Gap").map(({ from, to }) => TEXT.slice(from, to))).toEqual(["{ gap }", "{GAP}"]);
  });
});

describe("what names a column that is gone", () => {
  const found = (text: string) =>
    checkText(readText(text)).findings.filter(({ code }) => code === "unknown-column" || code === "column-off");
  const fixed = (text: string, label: string) => {
    const fix = found(text)
      .flatMap(({ fixes = [] }) => fixes)
      .find((one) => one.label === label);
    return fix && withEdits(text, fix.edits);
  };
  const HEAD = "request A\ndates 2025-10-01 .. 2025-12-31\n";

  it("is removed with what names it in turn, and no other statement", () => {
    const text = `${HEAD}filter [daily close] > 5\n/* b */\ncolumn {B}: {Gone} + 1\n\ncolumn {C}: 5\ncolumn {D}: {B} * 2`;
    expect(fixed(text, "Remove these too")).toBe(`${HEAD}filter [daily close] > 5\n\ncolumn {C}: 5`);
  });

  it("is removed in lines that follow each other, at the end of the text too", () => {
    const users = "column {B}: {Gone} + 1\ncolumn {D}: {B} * 2";
    expect(fixed(`${HEAD}column {C}: 5\n${users}`, "Remove these too")).toBe(`${HEAD}column {C}: 5`);
    expect(fixed(`${HEAD}${users}\ncolumn {C}: 5\n`, "Remove these too")).toBe(`${HEAD}column {C}: 5\n`);
  });

  it("or says that the column is switched off, and switches it on", () => {
    const text = `${HEAD}off column {B}: 5\ncolumn {C}: {B} * 2\noff column {D}: {B} * 3\n`;
    expect(found(text).map(({ code, message, from }) => [code, message, text.slice(from, from + 3)])).toEqual([
      ["column-off", "The column {B} is switched off.", "{B}"],
    ]);
    expect(fixed(text, "Switch it on")).toBe(text.replace("off column {B}", "column {B}"));
  });
});

describe("all mistakes of a kind are fixed at once", () => {
  it("names that are made up stay different", () => {
    const text = "column [daily close] + 1\ncolumn {A}: 5\ncolumn [daily close] + 2\n";
    expect(fixAll(text, { code: "name-missing", label: "Name it" })).toBe(
      "column {Column 1}: [daily close] + 1\ncolumn {A}: 5\ncolumn {Column 2}: [daily close] + 2\n",
    );
  });

  it("and no other mistake", () => {
    const text = "fliter 1 > 0\nfitler 2 > 0\ncolunm {A}: 5\n";
    expect(fixAll(text, { code: "statement-unknown", label: "Write filter" })).toBe(
      "filter 1 > 0\nfilter 2 > 0\ncolunm {A}: 5\n",
    );
  });
});
