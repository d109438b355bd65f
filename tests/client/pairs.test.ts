import { describe, expect, test } from "vitest";
import { pairsOf } from "../../src/client/editor/pairs.ts";

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
});
