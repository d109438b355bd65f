import { ChangeSet, Text } from "@codemirror/state";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changesPairs, pairsOf } from "../../src/client/editor/pairs.ts";
import { cases } from "../cases.ts";

/** The formula with each coloured parenthesis replaced by its level. */
const drawn = (text: string): string => {
  const levels = new Map(pairsOf(text).map(({ at, level }) => [at, level]));
  return Array.from(text, (sign, at) => (levels.has(at) ? String(levels.get(at)) : sign)).join("");
};

describe("pairs of parentheses", () => {
  test.each([
    ["(a) + (b)", "0a0 + 0b0"],
    ["((a))", "01a10"],
    ["abs(max(a, b))", "abs0max1a, b10"],
    ["(a", "(a"],
    ["a) + (b)", "a) + 0b0"],
    ['in(x, "a(b")', 'in0x, "a(b"0'],
    ["[indicator ema(20) close] + (1)", "[indicator ema(20) close] + 010"],
    ["{Gap (%)} * (2)", "{Gap (%)} * 020"],
    ["/* (not */ (yes)", "/* (not */ 0yes0"],
  ])("%j is drawn %j", (text, expected) => {
    expect(drawn(text)).toBe(expected);
  });

  test("only what can change a pair redraws them", () => {
    const texts = fc.string({
      unit: fc.constantFrom("(", ")", "[", "]", "{", "}", '"', "/", "*", "a", " ", "\n"),
      maxLength: 14,
    });
    fc.assert(
      fc.property(texts, texts, fc.nat(), fc.nat(), (before, insert, one, other) => {
        const [from = 0, to = 0] = [one % (before.length + 1), other % (before.length + 1)].toSorted((a, b) => a - b);
        const doc = Text.of(before.split("\n"));
        const changes = ChangeSet.of({ from, to, insert }, before.length);
        if (changesPairs(changes, doc)) return;
        const after = changes.apply(doc).toString();
        const moved = pairsOf(before).map(({ at, level }) => ({ at: changes.mapPos(at, 1), level }));
        expect(pairsOf(after)).toEqual(moved);
      }),
      { numRuns: cases(5_000) },
    );
  });
});
