import { describe, expect, it } from "vitest";
import {
  cardState,
  columnReferences,
  enterFormula,
  formulaText,
  placeOfColumn,
  renameColumnRow,
} from "../../src/request/index.ts";
import type { FormulaCheck, RequestState } from "../../src/request/index.ts";
import { CardHand } from "./card.ts";

const CODE = "Build your own - code";
const passed = (text: string): FormulaCheck => ({ state: "success", text });

/** A request with columns, each a name and its code. */
function withColumns(columns: Readonly<Record<string, string>>): RequestState {
  let hand = new CardHand("columns", "Custom").tab(CODE);
  for (const [name, code] of Object.entries(columns))
    hand = hand
      .with(enterFormula(hand.state, "columns", code))
      .type("name", name)
      .submit(undefined, passed(code));
  return hand.state;
}

const state = withColumns({
  Gap: "[daily open] - [daily close -1]",
  Twice: "{gap} * 2 /* {Gap} */",
  Other: "[daily open]",
});
const codes = (now: RequestState): readonly string[] =>
  cardState(now, "columns", "Custom").addedOptions.map(({ addedItem }) =>
    addedItem.kind === "custom" ? `${addedItem.formula.name} = ${addedItem.formula.inputFormula}` : "",
  );

describe("a column that is renamed", () => {
  it("gets the name in its row and in every formula that names it", () => {
    const next = renameColumnRow(state, "gap", "Jump");
    expect(next && codes(next.state)).toEqual([
      "Jump = [daily open] - [daily close -1]",
      "Twice = {Jump} * 2 /* {Gap} */",
      "Other = [daily open]",
    ]);
  });

  it("gets it in the formula that is being written, too", () => {
    const writing = enterFormula(state, "columns", "{Gap} + {Gap}");
    const next = renameColumnRow(writing, "Gap", "Jump")?.state ?? writing;
    const { form } = cardState(next, "columns", "Custom");
    expect(form.kind === "custom" && formulaText(form)).toBe("{Jump} + {Jump}");
  });

  it("may change its letters only, but not take another's name or none", () => {
    expect(renameColumnRow(state, "Gap", "GAP")).not.toBeNull();
    for (const taken of ["twice", "Symbol", " ", "{}"]) expect(renameColumnRow(state, "Gap", taken)).toBeNull();
    expect(renameColumnRow(state, "Nobody", "Jump")).toBeNull();
  });

  it("is found where it stands and where it is named", () => {
    expect(placeOfColumn(state, "TWICE")).toEqual({ title: "Custom", index: 1 });
    expect(placeOfColumn(state, "Nobody")).toBeNull();
    expect(columnReferences(state, "GAP")).toEqual([{ name: "Twice", index: 1 }]);
  });
});
