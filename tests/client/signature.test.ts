import { describe, expect, test } from "vitest";
import { signatureAt } from "../../src/client/editor/signature.ts";
import { parser, wordsParser } from "../../src/formula/index.ts";

/** The signature where the `|` stands, its active argument in stars. */
function shown(marked: string, notation: "code" | "words" = "code"): string | null {
  const text = marked.replace("|", "");
  const tree = (notation === "code" ? parser : wordsParser).parse(text);
  const found = signatureAt(tree, text, marked.indexOf("|"));
  if (found === null) return null;
  const given = found.arguments.map((one, index) => (index === found.active ? `*${one}*` : one));
  return `${found.name}(${given.join(", ")})`;
}

describe("signature help", () => {
  test.each([
    ["abs(|", "abs(*x*)"],
    ["change([daily close], |", "change(x, *n*)"],
    ["max(1, abs(|2))", "abs(*x*)"],
    ["max(1, abs(2)|)", "max(a, *b*)"],
    ["[indicator bbands.upper(20, |2) close]", "bbands(length = 20, *deviations = 2*)"],
  ])("%s", (marked, expected) => {
    expect(shown(marked)).toBe(expected);
  });

  test.each(["|abs(1)", "abs(1)|", "[daily close] > (|5)", "nothing(|1)", '"abs(|"'])("%s has none", (marked) => {
    expect(shown(marked)).toBeNull();
  });

  test("in words too", () => {
    expect(shown("EMA(|20) of close", "words")).toContain("ema(*");
    expect(shown("abs(|5)", "words")).toBe("abs(*x*)");
  });
});
