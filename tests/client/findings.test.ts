import { EditorState } from "@codemirror/state";
import { describe, expect, test } from "vitest";
import { findingsOf } from "../../src/client/editor/findings.ts";
import { fixesAtCaret } from "../../src/client/editor/fix-at-caret.ts";
import { checkedField, place, setPlace } from "../../src/client/editor/place.ts";
import { serverParseField, setServerParse } from "../../src/client/editor/server-parse.ts";
import { parseCode } from "../../src/formula/index.ts";

const from = "[daily close] > ".length;
/** A formula with one finding that only the server has, on `{Jump}`. */
function answered(): EditorState {
  const state = EditorState.create({ doc: "[daily close] > {Jump}", extensions: [place(), serverParseField] });
  const finding = { code: "from-the-server", severity: "warning" as const, from, to: from + 6, message: "Look again." };
  return state.update({ effects: setServerParse.of({ state: "success", findings: [finding] }) }).state;
}

const placed = (state: EditorState, columns: readonly string[]): EditorState =>
  state.update({
    effects: setPlace.of({
      part: "columns",
      notation: "code",
      columns: columns.map((text) => {
        const [name = "", formula = ""] = text.split(" = ");
        return { name, tree: parseCode(formula).tree };
      }),
    }),
  }).state;

const codes = (state: EditorState): readonly string[] => findingsOf(state).map(({ code }) => code);

describe("findings in an editor", () => {
  test("the local check is there with the text, before any answer", () => {
    const state = EditorState.create({ doc: "[daily clsoe]", extensions: [place(), serverParseField] });
    expect(codes(state)).toEqual(["unknown-field"]);
    expect(codes(state.update({ changes: { from: 0, to: 13, insert: "[daily close] > 1" } }).state)).toEqual([]);
  });

  test("a list that the account lacks is found as soon as its lists are known, and not before", () => {
    const state = EditorState.create({ doc: 'in_list("Watsh")', extensions: [place(), serverParseField] });
    expect(codes(state)).toEqual([]);
    const own = { lists: [{ name: "Watch", version: "1" }], numbers: [] };
    const known = state.update({
      effects: setPlace.of({ part: "filters", notation: "code", columns: [], own }),
    }).state;
    expect(codes(known)).toEqual(["unknown-list"]);
    expect(findingsOf(known)[0]?.fixes?.[0]?.label).toBe('Write "Watch"');
  });

  test("a finding of the server moves with an edit before it and goes with an edit on it", () => {
    const state = placed(answered(), ["Jump = [daily close]"]);
    const moved = state.update({ changes: { from: 0, insert: "1 + " } }).state;
    expect(findingsOf(moved)).toMatchObject([{ code: "from-the-server", from: from + 4, to: from + 10 }]);
    // A verdict is about the text it was made of.
    expect(moved.field(serverParseField).state).toBe("idle");
    const touched = moved.update({ changes: { from: from + 6, to: from + 6, insert: "g" } }).state;
    expect(codes(touched)).not.toContain("from-the-server");
  });

  test("a fix of the server writes where the edit before it has moved it, or not at all", () => {
    const [edit] = [{ from, to: from + 6, insert: "{Gap}" }];
    const found = { code: "from-the-server", severity: "warning" as const, from: 0, to: 5, message: "Look again." };
    const asked = answered().update({
      effects: setServerParse.of({
        state: "success",
        findings: [{ ...found, fixes: [{ label: "Write {Gap}", edits: [edit] }] }],
      }),
    }).state;
    const later = asked.update({ changes: { from: 6, insert: " /* why */" } }).state;
    const [fix] = later.field(serverParseField).findings[0]?.fixes ?? [];
    expect(later.update({ changes: [...(fix?.edits ?? [])] }).newDoc.toString()).toContain("> {Gap}");
    const gone = asked.update({ changes: { from: from + 1, insert: "x" } }).state;
    expect(gone.field(serverParseField).findings[0]?.fixes).toEqual([]);
  });

  test("a long formula is not checked with each key; what was found moves along", () => {
    const long = `[daily clsoe] > 1${" | [daily close] > 1".repeat(60)}`;
    const state = EditorState.create({ doc: long, extensions: [place(), serverParseField] });
    const typed = state.update({ changes: { from: 0, insert: "1 + " } }).state;
    expect(typed.field(checkedField).tree).toBeNull();
    expect(findingsOf(typed).map(({ code, from }) => [code, from])).toEqual([["unknown-field", 11]]);
  });

  test("the same finding of both counts once, the worst comes first", () => {
    const state = placed(answered(), []);
    const local = findingsOf(state).find(({ code }) => code === "unknown-column");
    if (local === undefined) throw new Error("the local check found nothing");
    const both = state.update({
      effects: setServerParse.of({
        state: "failure",
        findings: [{ ...local }, { ...local, code: "doubt", severity: "info" }],
      }),
    }).state;
    expect(codes(both)).toEqual(["unknown-column", "doubt"]);
  });

  test("what another column is changes what is found here", () => {
    expect(codes(placed(answered(), ["Jump = [daily close]"]))).toEqual(["from-the-server"]);
    expect(codes(placed(answered(), ['Jump = "text"']))).toHaveLength(2);
  });
});

test.each([
  ["[daily clsoe|] > 1", ["Write close"]],
  // Two meanings of one text: neither is taken without being asked for.
  ["close > 4%|", ["Write 0.04, a part of one", "Write 4, percent in points"]],
  ["[indicator bb| 20] > 1", ["Write bb.upper", "Write bb.mid", "Write bb.lower"]],
  // The mistake at the caret comes before an earlier one, and what is at no caret is found all the same.
  ["[daily opn] > [daily clsoe|]", ["Write close"]],
  ["[daily opn] > 1 & [daily close] |", ["Write open"]],
  ["[daily close] > 1|", []],
])("the fixes at the caret of %s", (marked, labels) => {
  const doc = marked.replace("|", "");
  const selection = { anchor: marked.indexOf("|") };
  const state = EditorState.create({ doc, selection, extensions: [place(), serverParseField] });
  expect(fixesAtCaret(state).map(({ fix }) => fix.label)).toEqual(labels);
});
