import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { source } from "../../src/client/editor/completion.ts";
import { formulaAt } from "../../src/client/editor/formula-at.ts";
import { inOtherNotation } from "../../src/client/editor/other-notation.ts";
import { requestTextOf } from "../../src/client/editor/request-text.ts";
import { valuedFormula } from "../../src/client/editor/request-values.ts";
import { printCode } from "../../src/formula/index.ts";

/** An editor's state with the caret at `|`. */
function at(marked: string): EditorState {
  const anchor = marked.indexOf("|");
  return EditorState.create({
    doc: marked.replace("|", ""),
    selection: { anchor },
    extensions: requestTextOf(() => []),
  });
}

test.each([
  ["filter 1 > 0\nfilter [daily| open] > 2", "filters", "[daily open] > 2"],
  ["column {A}: 5\n  * 2|\nfilter 1 > 0", "columns", "5   * 2"],
  ["column {A}: 5 * \n  |", "columns", "5 *    "],
  ["filter |", "filters", ""],
])("the formula at the caret of %j", (marked, part, text) => {
  const formula = formulaAt(at(marked));
  expect([formula?.part, formula?.text]).toEqual([part, text]);
});

test.each(["req|uest A", "column {|A}: 5", "filter 1 > 0\n|", "| /* a */\nfilter 1 > 0"])("%j has none", (marked) => {
  expect(formulaAt(at(marked))).toBeNull();
});

test("suggestions are those of the editor of one formula: operators only where they are asked for", () => {
  const offered = (marked: string, explicit: boolean) => {
    const state = at(marked);
    const { head } = state.selection.main;
    const found = source(new CompletionContext(state, head, explicit));
    return found && [found.from, found.options[0]?.label];
  };
  expect(offered("request A\nfilter [daily open] |", false)).toBeNull();
  expect(offered("request A\nfilter [daily open] |", true)).toEqual([30, ">"]);
  expect(offered("request A\nfilter [daily clo|", false)).toEqual([24, "close"]);
});

test("the statement at the caret stands in the other notation", () => {
  expect(inOtherNotation(at("filter [daily open|] > 2"))).toBe("open is above 2");
  expect(inOtherNotation(at("notation words\nfilter open is ab|ove 2"))).toBe("[daily open] > 2");
  expect(inOtherNotation(at("filter [daily open|] >"))).toBeNull();
  expect(inOtherNotation(at("fil|ter {low}: [daily open] > 2"))).toBe("open is above 2");
  expect(inOtherNotation(at("request |A\nfilter [daily open] > 2"))).toBeNull();
});

test("values are those of the statement at the caret, wherever in it the caret is", () => {
  const valued = valuedFormula(at("filter 1 > 0\ncolumn {|A}: [daily open]\n  * 2\n"));
  expect(valued && [printCode(valued.tree), valued.from, valued.to]).toEqual(["[daily open] * 2", 25, 43]);
});
