import { EditorState } from "@codemirror/state";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { changesBetween } from "../../src/client/editor/changes-between.ts";
import { cases } from "../cases.ts";

const text = fc.array(fc.constantFrom("a", "b", "{A}", "\n", " "), { maxLength: 12 }).map((parts) => parts.join(""));

test("one text becomes the other", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const state = EditorState.create({ doc: before });
      expect(state.update({ changes: changesBetween(before, after) }).newDoc.toString()).toBe(after);
    }),
    { numRuns: cases(300) },
  );
});

test("the caret keeps its place between two lines that are changed", () => {
  const [before, after] = [
    "column {A}: 5\nfilter 1 > 0\ncolumn {B}: {A}",
    "column {Long}: 5\nfilter 1 > 0\ncolumn {B}: {Long}",
  ];
  const changes = EditorState.create({ doc: before }).changes(changesBetween(before, after));
  expect(changes.mapPos(before.indexOf("1 > 0"))).toBe(after.indexOf("1 > 0"));
});
