import { describe, expect, test } from "vitest";
import { isCurrent, notated, showNotation, typeFormula } from "../../src/client/editor/notations.ts";

describe("one formula under two tabs", () => {
  test("the other tab says the same, comments kept", () => {
    const formula = showNotation(notated("code", "[daily close adj] /* today */ > 5"), "words");
    expect(formula.words).toContain("adjusted close");
    expect(formula.words).toContain("/* today */");
    expect(showNotation(formula, "code").code).toBe("[daily close adj] /* today */ > 5");
  });

  test("looking at the other tab and coming back leaves the text as it was typed", () => {
    const typed = "( [daily close]>5 )";
    const back = showNotation(showNotation(notated("code", typed), "words"), "code");
    expect(back).toMatchObject({ notation: "code", code: typed });
    const again = showNotation(back, "words");
    const edited = typeFormula(again, "close > 6");
    expect(showNotation(edited, "code").code).toBe("[daily close] > 6");
    // Words as they were typed, not as they would be printed.
    expect(showNotation(showNotation(edited, "code"), "words").words).toBe("close > 6");
  });

  test("a text that does not parse stays in its notation, and the other keeps what it had", () => {
    const words = typeFormula(showNotation(notated("code", "[daily close] > 5"), "words"), "close is above abov");
    const code = showNotation(words, "code");
    expect(code).toMatchObject({ notation: "words", words: "close is above abov", code: "[daily close] > 5" });
    expect(isCurrent(code)).toBe(false);
    expect(isCurrent(showNotation(code, "words"))).toBe(true);
    expect(typeFormula(code, "[daily close] > 7")).toMatchObject({ notation: "code", code: "[daily close] > 7" });
  });

  test("nothing typed is nothing in either", () => {
    expect(isCurrent(showNotation(notated("words", ""), "code"))).toBe(true);
  });
});
