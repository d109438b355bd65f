import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  columnsByKey,
  completionContext,
  completionOptions,
  diagnose,
  parseCode,
  parseWords,
  PHRASES,
  printWords,
} from "../../src/formula/index.ts";
import type { CheckEnv } from "../../src/formula/index.ts";
import { arbitraryFormula } from "./arbitrary.ts";
import { cases, rounds } from "../cases.ts";

const columns = columnsByKey([
  { name: "My gap", tree: parseCode("{gap} * 2").tree },
  { name: "Label", tree: parseCode("[identity name]").tree },
]);
const env = (use: CheckEnv["use"]): CheckEnv => ({ columns, use });

/** `|` is the cursor. */
const at = (marked: string) => ({ text: marked.replace("|", ""), position: marked.indexOf("|") });
const contextOf = (marked: string) => {
  const { text, position } = at(marked);
  return completionContext(text, position, "words");
};
const labels = (marked: string, use: CheckEnv["use"] = "column"): readonly string[] =>
  completionOptions(contextOf(marked), env(use)).map(({ label }) => label);

describe("the context in words", () => {
  test("the first word of an operator, said over and over, is answered", () => {
    const words = new Set(PHRASES.flatMap(({ text }) => (text.includes(" ") ? text.slice(0, text.indexOf(" ")) : [])));
    // All go through the same reader; each in the soak.
    for (const word of [...words].filter((_, place) => place % rounds(5, 1) === 0)) {
      const text = `${word} `.repeat(Math.floor(7_900 / (word.length + 1)));
      expect(() => completionContext(text, text.length, "words"), word).not.toThrow();
    }
  });

  test.each([
    ["|", "phrase", ""],
    ["cl|o", "phrase", "clo"],
    ["close |", "after", ""],
    ["close is above |", "phrase", ""],
    ["close is ab|", "after", "is ab"],
    ["close i|", "after", "i"],
    ["adjusted |", "phrase", ""],
    ["adjusted cl|", "phrase", "cl"],
    ["highest |", "phrase", ""],
    ["EMA(20) |", "after", ""],
    ["EMA(2|)", "none", ""],
    ["EMA(20) of |", "phrase", ""],
    ["had |", "phrase", ""],
    ["had news |", "after", ""],
    ["close 5 days ago |", "after", ""],
    ["close 5|", "none", ""],
    ["close is above 5 |", "after", ""],
    ["close is above 5 and |", "phrase", ""],
    ["( close is above 5 )|", "after", ""],
    ["abs(|", "phrase", ""],
    ["max(5, |)", "phrase", ""],
    ["{|", "column", ""],
    ["{ga|p}", "column", "gap"],
    ['exchange is "N|"', "text", '"N"'],
    ["yesterday's |", "phrase", ""],
    ["close at |", "after", "at "],
    ["return of a long trade (|", "trade", ""],
    ["return of a long trade (at 09:30, st|)", "trade", "st"],
    ["close + return of a long trade (at 09:30, until |", "trade", ""],
    ["return of a long trade (at 09:30, stop ( cl| ), until close)", "phrase", "cl"],
    ["return of a long trade (at 09:30, until close) |", "after", ""],
    ["close at 10|", "none", ""],
    ["[|", "none", ""],
    ["/* |", "none", ""],
    ["foo |", "none", ""],
  ])("%s: %s", (marked, kind, word) => {
    const context = contextOf(marked);
    expect([context.kind, context.text.slice(context.from, context.to)]).toEqual([kind, word]);
  });
});

describe("the options in words", () => {
  test("go with the types and units around", () => {
    expect(labels("close is above |")).toContain("open");
    expect(labels("close is above |")).not.toContain("volume");
    expect(labels("close is above |")).not.toContain("name");
    expect(labels("name is |")).toContain("Label");
    expect(labels("contains(|")).not.toContain("close");
    expect(labels("close is above 5 and |")).toContain("had news today");
  });

  test("a data point goes on with what it may say", () => {
    expect(labels("close |")).toEqual(expect.arrayContaining(["1 day ago", "between 09:30 and 15:59", "at 10:00"]));
    expect(labels("close 1 day ago |")).not.toContain("1 day ago");
    expect(labels("adjusted |")).toContain("close");
    expect(labels("adjusted |")).not.toContain("exchange");
    expect(labels("EMA(20) |")).toContain("of volume");
    expect(labels("highest |")).toContain("high");
    expect(labels("had |")).toContain("news");
  });

  test("a trade says what is still missing of it", () => {
    expect(labels("return of a long trade (|")).toContain("at 09:30");
    expect(labels("return of a long trade (at 09:30, |")).toEqual(expect.arrayContaining(["stop 5", "until close 5"]));
    expect(labels("return of a long trade (at 09:30, until |")).toEqual(["15:59", "close", "close 5"]);
    expect(labels("return of a long trade (at 09:30, stop | , until close)")).toContain("open");
  });

  test("operators go with the value before", () => {
    expect(labels("close |")).toEqual(expect.arrayContaining(["is above", "plus"]));
    expect(labels("close |")).not.toContain("and");
    expect(labels("close is above 5 |")).toContain("and");
    expect(labels("close is above 5 |")).not.toContain("is above");
    expect(labels('exchange is "|')).toContain("NYSE");
  });

  /** What more typing mends. */
  const unfinished = new Set([
    "filter-not-boolean",
    "not-a-condition",
    "argument-count",
    "not-closed",
    "missing-value",
  ]);
  const PLACES = [
    "|",
    "cl|",
    "close |",
    "adjusted |",
    "highest |",
    "close 1 day ago |",
    "EMA(20) |",
    "EMA(20) of |",
    "had |",
    "had news |",
    "close is above |",
    "close is above adjusted |",
    "close is above 2 times |",
    "close plus |",
    "date is after |",
    "close is above 5 |",
    "close is above 5 and |",
    "( close is above 5 and cl| ) or {gap} is above 3",
    "{|",
    "{ga|} is above 5",
    "abs(|",
    "contains(|",
    "max(close, |",
    "count(close is above |, of the last 5 days)",
    'exchange is "|',
    "return of a long trade (|",
    "return of a long trade (at |)",
    "return of a long trade (at 09:30, |",
    "return of a long trade (at 09:30, stop | , until close)",
    "return of a long trade (at 09:30, until |",
  ];
  test.each(PLACES.flatMap((place) => (["filter", "column"] as const).map((use) => [use, place] as const)))(
    "in a %s, every option checks clean in %s",
    (use, marked) => {
      const context = contextOf(marked);
      const { text } = context;
      const options = completionOptions(context, env(use));
      if (!(use === "filter" && text.includes("trade"))) expect(options.length).toBeGreaterThan(0);
      for (const { insert } of options) {
        const inserted = text.slice(0, context.from) + insert + text.slice(context.to);
        const errors = diagnose(inserted, env(use), "words").diagnostics.filter(({ severity }) => severity === "error");
        expect(
          errors.filter(({ code }) => !unfinished.has(code)),
          inserted,
        ).toEqual([]);
      }
    },
  );
});

describe("the context of a long formula", () => {
  const condition = arbitraryFormula("boolean", { columns: [{ name: "My gap", type: "number" }] }).map(printWords);
  const phrase = fc.constantFrom(
    ...PHRASES.map(({ text }) => text),
    "5 days ago",
    "20 day",
    "from",
    "(",
    "/*",
    '"',
    "",
  );
  const formula = fc
    .tuple(
      fc.array(condition, { minLength: 3, maxLength: 12 }),
      fc.array(fc.constantFrom(" and ", " or "), { minLength: 12 }),
    )
    .map(([conditions, joints]) => conditions.map((text, at) => `${at === 0 ? "" : joints[at]}${text}`).join(""));
  const share = fc.double({ min: 0, max: 1, noNaN: true });

  test("is the same whatever was read before", () => {
    fc.assert(
      fc.property(
        formula,
        share,
        phrase,
        fc.array(share, { minLength: 1, maxLength: 4 }),
        (text, edit, typed, carets) => {
          const offset = Math.round(edit * text.length);
          const edited = `${text.slice(0, offset)}${typed} ${text.slice(offset)}`;
          for (const caret of [offset + typed.length, ...carets.map((one) => Math.round(one * edited.length))]) {
            // Nothing of this text is a beginning of that one.
            parseWords(`; ${"close ".repeat(50)}`);
            const fresh = completionContext(edited, caret, "words");
            for (const before of [text, edited]) {
              parseWords(before);
              expect(completionContext(edited, caret, "words"), `${edited} at ${caret}`).toEqual(fresh);
            }
          }
        },
      ),
      { numRuns: cases(60) },
    );
  });
});
