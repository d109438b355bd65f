import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnsByKey, diagnose, parseCode, printCode, printWords } from "../../src/formula/index.ts";
import type { CheckEnv, Diagnostic, NotationName } from "../../src/formula/index.ts";
import { DIAGNOSTIC_PAGES } from "../../src/reference/diagnostics/pages.ts";
import { namesOf } from "../../src/reference/index.ts";
import { cases } from "../cases.ts";
import { corpusRows } from "../corpus/rows.ts";
import { applied } from "./applied.ts";
import { arbitraryFormula } from "./arbitrary.ts";

interface Text {
  readonly text: string;
  readonly use: CheckEnv["use"];
  readonly notation: NotationName;
  /** With formulas, or by name alone. */
  readonly columns?: Readonly<Record<string, string>> | readonly string[] | undefined;
  readonly lists?: readonly string[] | undefined;
  readonly symbols?: readonly string[] | undefined;
}

/** Codes of which a fix was seen: in the corpus and the examples, then in all. */
const written = new Set<string>();
const seen = new Set<string>();

/** What a fix promises and does not do, in words. */
function broken({ text, use, notation, columns = {}, lists, symbols }: Text): readonly string[] {
  const known = Array.isArray(columns)
    ? columns.map((name: string) => ({ name, tree: null }))
    : Object.entries(columns).map(([name, code]) => ({ name, tree: parseCode(code).tree }));
  const env: CheckEnv = {
    columns: columnsByKey(known),
    use,
    ...namesOf({ lists, symbols }),
  };
  const before = diagnose(text, env, notation);
  const found: string[] = [];
  for (const { code, fixes = [] } of before.diagnostics)
    for (const fix of fixes) {
      seen.add(code);
      const fixed = applied(text, fix);
      const after = diagnose(fixed, env, notation);
      const says = (what: string): void => void found.push(`${code}: ${what}\n  ${text}\n  ${fixed}`);
      if (fixed === text) says("changes nothing");
      if (count(after.diagnostics, code) >= count(before.diagnostics, code)) says("is still there");
      if (before.tree !== null && after.tree === null) says("the formula does not read any more");
    }
  return found;
}
const count = (diagnostics: readonly Diagnostic[], code: string): number =>
  diagnostics.filter((each) => each.code === code).length;
/** What hands do to a formula. */
const SLIPS: Readonly<Record<string, (text: string, at: number, inserted: string) => string>> = {
  "a letter is missing": (text, at) => text.slice(0, at) + text.slice(at + 1),
  "a letter stands twice": (text, at) => text.slice(0, at + 1) + text.slice(at),
  "two letters have changed places": (text, at) =>
    text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2),
  "a word is missing": (text, at) => text.slice(0, at) + text.slice(at).replace(/^\S+/, ""),
  "the end is missing": (text, at) => text.slice(0, at),
  "something is in between": (text, at, inserted) => text.slice(0, at) + inserted + text.slice(at),
  "something stands in place of a word": (text, at, inserted) =>
    text.slice(0, at) + text.slice(at).replace(/\S+/, inserted),
};
const INSERTED = [
  "==",
  "=>",
  "&&",
  "and",
  "not ",
  "%",
  "5%",
  ",",
  "1,000",
  ".5",
  "1e6",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "'",
  '"',
  "$",
  "^",
  "//",
  " adj",
  " -1",
  " at max",
  "yesterday",
  " 5 days ago",
  "is above",
  " sma(20)",
  " 20",
  "clsoe",
  "Close",
  "10:00",
  "2024-3-8",
  ";",
  ' "SPY"',
  " market cap",
  " upper 20",
  " 1",
  "max(high, 20)",
  "> 4%",
  "/ close > 4",
  "{gap} > 0.04",
  "| 6",
  " or NYSE",
  "is not NYSE or",
  "price",
  "gap",
  "twice ",
  " million",
  " per cent",
  " dollars",
  "20 SMA",
  "over",
  "=AND(C > C1, ",
  "ta.sma(close, 20)",
  "def x = ",
  "AVGC20",
];

describe("every fix takes its mistake away and makes nothing worse", () => {
  test("in the examples of the reference", () => {
    const found = Object.values(DIAGNOSTIC_PAGES).flatMap(({ example, times, use, notation, columns }) =>
      times === undefined ? broken({ text: example, use: use ?? "filter", notation: notation ?? "code", columns }) : [],
    );
    expect(found).toEqual([]);
  });

  test("in the corpus", () => {
    const found = corpusRows().flatMap(({ text, use, notation, columns, lists }) =>
      broken({ text, use, notation: notation ?? "code", columns, lists }),
    );
    expect(found).toEqual([]);
    for (const code of seen) written.add(code);
  });

  const typed = fc.record({
    tree: fc
      .constantFrom("number" as const, "boolean" as const, "text" as const)
      .chain((type) => arbitraryFormula(type)),
    notation: fc.constantFrom("code" as const, "words" as const),
    use: fc.constantFrom("filter" as const, "column" as const),
    slip: fc.constantFrom(...Object.values(SLIPS)),
    // Where in the text, as a share of it.
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    inserted: fc.constantFrom(...INSERTED),
  });
  test("in formulas with a slip, in code and in words", () => {
    fc.assert(
      fc.property(typed, ({ tree, notation, use, slip, at, inserted }) => {
        const whole = (notation === "code" ? printCode : printWords)(tree);
        const text = slip(whole, Math.floor(at * whole.length), inserted);
        expect(broken({ text, use, notation })).toEqual([]);
      }),
      { numRuns: cases(375) },
    );
    expect(
      [...seen].filter((code) => !written.has(code)),
      "a row of the corpus shows the fix of each code",
    ).toEqual([]);
  });
});
