import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NotationName } from "../../src/formula/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { Steps } from "./steps.ts";

const steps = new Steps();
/** Loaded behind `start`, so that every block counts. */
const load = async () => ({
  ...(await import("../../src/formula/index.ts")),
  ...(await import("../../src/client/editor/pairs.ts")),
  ...(await import("./repeated-tokens.ts")),
});
let loaded: Awaited<ReturnType<typeof load>> | null = null;
const language = (): Awaited<ReturnType<typeof load>> => {
  if (loaded === null) throw new Error("not loaded yet");
  return loaded;
};

beforeAll(async () => {
  steps.start();
  loaded = await load();
});
afterAll(() => steps.stop());

type Work = (token: string, length: number, notation: NotationName) => () => void;
type Read = (text: string, notation: NotationName) => void;
const reading =
  (read: Read): Work =>
  (token, length, notation) => {
    const text = language().repeated(token, length);
    return () => read(text, notation);
  };
/** Leaves room for what is put in the caret's place. */
const completing =
  (caret: "end" | "middle"): Work =>
  (token, length, notation) => {
    const { columnsByKey, complete, parseCode, repeatedAround } = language();
    const { text, position } = repeatedAround(token, length - 50, caret);
    const columns = columnsByKey([
      { name: "a", tree: null },
      { name: "gap in ATR", tree: parseCode("{gap} * 2").tree },
    ]);
    return () => {
      parseAnew(notation);
      void complete(text, position, { env: { columns, use: "filter" }, notation, library: [], uses: new Map() });
    };
  };
/** Nothing of the last text is a beginning of the next one. */
const parseAnew = (notation: NotationName): void =>
  void language().parseAnswer({ formula: "; ".repeat(100), notation });

/** Those that once took four times as long at twice the length, or seconds. */
const ONCE_SLOW = [";", ",", "of -", "> days ago ", "a-", "1-", ";,", ".", "!5 ", "on 5 minute bars ", "%", "-5%"];
const ONCE_SLOW_TO_COMPLETE = ["( {a} ", "isn't in ", "%", "1-", "( 5 + 1 ) * ", "highest "];

/** Messages and labels of the answers that fit no screen. */
const tooLong: string[] = [];
const answer: Read = (formula, notation) => {
  for (const { message, fixes = [] } of language().parseAnswer({ formula, notation }).diagnostics) {
    if (message.length >= 1_000) tooLong.push(`${formula.slice(0, 20)}: ${message}`);
    for (const { label } of fixes) if (label.length > 200) tooLong.push(`${formula.slice(0, 20)}: ${label}`);
  }
};

const READERS: readonly (readonly [name: string, work: Work, slow: readonly string[]])[] = [
  ["the answer of /parse", reading(answer), ONCE_SLOW],
  ["the layout over lines", reading((text, notation) => void language().layout(text, notation)), ONCE_SLOW],
  ["the pairs of parentheses", reading((text) => void language().pairsOf(text)), ONCE_SLOW],
  ["the suggestions at the end", completing("end"), ONCE_SLOW_TO_COMPLETE],
  ["the suggestions in the middle", completing("middle"), ONCE_SLOW_TO_COMPLETE],
];

/** The others in turn, all of them in a soak. */
const measured = (slow: readonly string[]): readonly string[] => {
  const { REPEATED } = language();
  return [...new Set([...slow, ...REPEATED.filter((_, index) => index % rounds(480, 1) === 0)])];
};

/**
 * The answer reads a token of words in words, a sign in code. Layout and suggestions read the text as the answer does and then
 * do their own part: each token in one of the notations, in turn. All of them in a soak.
 */
const notationsOf = (reader: number, token: string, place: number): readonly NotationName[] =>
  language().NOTATION_NAMES.filter(
    (name, index) =>
      IN_SOAK || (reader === 0 ? (name === "words") === /[a-z]{2}/.test(token) : (place + reader + index) % 2 === 0),
  );

describe("twice the text takes twice the steps, whatever token fills it", () => {
  test("at least 200 tokens and pairs of tokens are known", () => {
    expect(language().REPEATED.length).toBeGreaterThan(400);
  });

  // 8,000 characters, the longest formula, against half of them, in a soak; what grows too fast does so at a quarter of it.
  // The layout and the suggestions in the middle read the text as the others do, and add little to it.
  const inTurn = READERS.map(([name, work, slow], reader) => ({ name, work, slow, reader }));
  test.each(inTurn.filter(({ reader }) => IN_SOAK || ![1, 4].includes(reader)))(
    "$name: at most 2.5 times as many",
    ({ work, slow, reader }) => {
      const { LONG } = language();
      const length = rounds(LONG / 4, LONG);
      const beyond: string[] = [];
      for (const [place, token] of measured(slow).entries()) {
        for (const notation of notationsOf(reader, token, place)) {
          const taken = (characters: number): number => steps.of(work(token, characters, notation));
          // What is made once, at the first use, belongs to neither.
          taken(40);
          const [half, whole] = [taken(length / 2), taken(length)];
          if (whole > 2.5 * half + rounds(5_000, 20_000))
            beyond.push(`${notation} ${JSON.stringify(token)}: ${half} to ${whole}`);
          // One step is some nanoseconds: no text holds up everybody else.
          if (whole > 30_000_000) beyond.push(`${notation} ${JSON.stringify(token)}: ${whole}`);
        }
      }
      expect(beyond).toEqual([]);
    },
    rounds(120_000, 3_600_000),
  );

  test("no message or label is longer than fits a screen", () => {
    expect(tooLong).toEqual([]);
  });
});

describe("a text full of mistakes", () => {
  test.each(["( ) ", "% > ", "a b - - > ", "of -"])(
    "is given up with one finding where the first stands: %s",
    (token) => {
      const { parseAnswer, repeated } = language();
      for (const notation of ["code", "words"] as const) {
        const { diagnostics, success } = parseAnswer({ formula: repeated(token, 8_000), notation });
        expect(success).toBe(false);
        expect(diagnostics.length).toBeLessThanOrEqual(100);
        if (token === "( ) ")
          expect(diagnostics.map(({ code, from }) => [code, from])).toEqual([["too-many-mistakes", 2]]);
      }
    },
  );

  test("with a few dozen mistakes is read to its end, and each is reported", () => {
    const { parseAnswer } = language();
    const formula = Array.from({ length: 15 }, () => "[daily close] > & [daily open] > 5").join(" & ");
    const { diagnostics } = parseAnswer({ formula });
    expect(diagnostics.filter(({ code }) => code === "missing-value")).toHaveLength(15);
  });

  test("asks for no more columns than can be looked through", () => {
    const { parseAnswer } = language();
    const names = (count: number): string => Array.from({ length: count }, (_, n) => `col${n.toString(36)}`).join("|");
    const formula = Array.from({ length: 400 }, (_, n) => `{kol${(n * 7_919).toString(36)}} > 1`).join(" & ");
    const taken = (count: number): number => steps.of(() => void parseAnswer({ formula, column_list: names(count) }));
    taken(100);
    expect(taken(20_000)).toBeLessThan(2.5 * taken(10_000));
  });
});

describe("columns that name each other are checked in time that grows with their text", () => {
  const COLUMNS = rounds(30, 60);
  const others = (of: (own: number, other: number) => boolean) => (own: number, count: number) =>
    Array.from({ length: count }, (_, other) => other).filter((other) => of(own, other));
  test.each([
    ["all earlier ones", others((own, other) => other < own)],
    ["all later ones", others((own, other) => other > own)],
    ["all others, in cycles", others((own, other) => other !== own)],
    [
      "all later ones and the last itself",
      others((own, other) => other > own || other === 2 * COLUMNS - 1 || other === COLUMNS - 1),
    ],
  ])("each names %s", (_, named) => {
    const { check, columnsByKey, parseCode } = language();
    const columns = (count: number) =>
      Array.from({ length: count }, (__, own) => {
        const names = named(own, count).map((other) => `{c${other}}`);
        return { name: `c${own}`, tree: parseCode(["1", ...names].join(" + ")).tree };
      });
    const taken = (count: number): number => {
      const list = columns(count);
      // Each formula for itself, as the builder's rows do.
      return steps.of(() => {
        for (const { tree } of list) if (tree) check(tree, { columns: columnsByKey(list), use: "column" });
      });
    };
    taken(10);
    // Twice as many columns are four times the text.
    expect(taken(2 * COLUMNS)).toBeLessThan(rounds(4.5, 5) * taken(COLUMNS));
  });
});
