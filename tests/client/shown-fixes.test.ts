import { EditorState, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { applyShownFix, findingsOf } from "../../src/client/editor/findings.ts";
import { place } from "../../src/client/editor/place.ts";
import { serverParseField } from "../../src/client/editor/server-parse.ts";

/** As much of an editor as a fix needs. */
function editor(doc: string) {
  const view = {
    state: EditorState.create({ doc, extensions: [place(), serverParseField] }),
    dispatch(spec: TransactionSpec) {
      view.state = view.state.update(spec).state;
    },
    focus: () => undefined,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return view as unknown as EditorView & { readonly state: EditorState };
}

/** The first fix that is shown for a text. */
function shownFor(doc: string) {
  const found = findingsOf(editor(doc).state).find(({ fixes = [] }) =>
    fixes.some(({ label }) => label.includes("close")),
  );
  const fix = found?.fixes?.find(({ label }) => label.includes("close"));
  if (found === undefined || fix === undefined) throw new Error(`${doc} has no fix`);
  return { found, fix };
}

test("a fix that was found in an older text is applied as it is for the text of now, or not at all", () => {
  const { found, fix } = shownFor("[daily clos] > 20");
  const same = editor("[daily clos] > 20");
  applyShownFix(same, found, fix);
  expect(same.state.doc.toString()).toBe("[daily close] > 20");
  // Typed on meanwhile: the old places would give "[daily closeoe] > 20".
  const typedOn = editor("[daily clsoe] > 20");
  const older = { ...found, to: 10 };
  applyShownFix(typedOn, older, { ...fix, edits: [{ from: 7, to: 10, insert: "close" }] });
  expect(typedOn.state.doc.toString()).toBe("[daily close] > 20");
  const repaired = editor("[daily high] > 20");
  applyShownFix(repaired, found, fix);
  expect(repaired.state.doc.toString()).toBe("[daily high] > 20");
});
