import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { marginField, requestMargin, setMargin } from "../../src/client/editor/request-margin.ts";
import type { MarginLine } from "../../src/client/editor/request-margin.ts";

const TEXT = "filter [daily close] > 20\ncolumn {Close}: [daily close]\n";
const COLUMN = TEXT.indexOf("column");

const line = (from: number, figure: string, more: Partial<MarginLine> = {}): MarginLine => ({
  from,
  figure,
  share: "",
  bars: [],
  knownAt: "",
  description: figure,
  ...more,
});

/** What stands beside each line, with whether it is pale: as a whole, or by itself. */
function shown(state: EditorState): { readonly pale: boolean; readonly figures: readonly [string, boolean][] } {
  const figures: [string, boolean][] = [];
  state.field(marginField).figures.between(0, state.doc.length, (_from, _to, { line: of, old }) => {
    figures.push([of.figure, old]);
  });
  const classes = state.facet(EditorView.editorAttributes).map((given) => (typeof given === "function" ? {} : given));
  return { pale: classes.some((given) => given["class"] === "request-margin-old"), figures };
}

test("figures of an older text stay, pale, until those of the new one come", () => {
  const start = EditorState.create({ doc: TEXT, extensions: requestMargin });
  const counted = start.update({ effects: setMargin.of([line(0, "267"), line(COLUMN, "31.5")]) }).state;
  expect(shown(counted)).toEqual({
    pale: false,
    figures: [
      ["267", false],
      ["31.5", false],
    ],
  });

  const typed = counted.update({ changes: { from: TEXT.indexOf("20"), insert: "1" } }).state;
  const again = typed.update({ changes: { from: TEXT.indexOf("20"), insert: "2" } }).state;
  for (const state of [typed, again])
    expect(shown(state)).toEqual({
      pale: true,
      figures: [
        ["267", false],
        ["31.5", false],
      ],
    });

  // The filters are counted; what the columns are worth is still to come.
  const moved = COLUMN + 2;
  const half = again.update({
    effects: setMargin.of([line(0, "12"), line(moved, "", { waits: true })]),
  }).state;
  expect(shown(half)).toEqual({
    pale: false,
    figures: [
      ["12", false],
      ["31.5", true],
    ],
  });

  const whole = half.update({ effects: setMargin.of([line(0, "12"), line(moved, "40.1")]) }).state;
  expect(shown(whole)).toEqual({
    pale: false,
    figures: [
      ["12", false],
      ["40.1", false],
    ],
  });
});
