import * as fc from "fast-check";
import { printCode } from "../../src/formula/index.ts";
import { printState, readText, stateOfText, treeOf } from "../../src/request/index.ts";
import type { RequestState } from "../../src/request/index.ts";
import { orderedRows } from "../../src/request/text/text-of-state.ts";
import { arbitraryRequest } from "./builder-forms.ts";

/** What a request says: names, days, options, and each filter and column with its names and tree, in order. */
export const said = (state: RequestState) => ({
  name: state.dataRange.requestName.trim(),
  days: [state.dataRange.startTime, state.dataRange.endTime],
  description: state.description,
  options: state.options,
  outcome: state.outcome,
  parameters: state.parameters,
  holdOut: state.holdOut,
  entries: (["filters", "columns"] as const).map((side) =>
    orderedRows(state, side).map(({ title, added: { addedItem } }) => {
      const { name = "", tag = "" } = addedItem.kind === "custom" ? addedItem.formula : addedItem.options;
      const tree = treeOf(side, title, addedItem);
      return { name, tag, code: tree === null ? null : printCode(tree) };
    }),
  ),
});

/** Descriptions and names that a text must quote. */
export const awkward = fc.constantFrom(
  "",
  "Gaps",
  'He said "buy"',
  "/* no comment */",
  "a\nb",
  "off filter",
  '"',
  "x */ y",
  "  a  ",
  "a\tb",
  "größer 📈",
);

/** A request with both labels where an entry has two, its filters in an order of their own, and awkward names. */
export const labelledRequest: fc.Arbitrary<RequestState> = fc
  .tuple(arbitraryRequest, awkward, awkward, fc.boolean())
  .map(([drawn, name, description, turned]) => {
    const requestName = `N ${name.replaceAll("\n", " ")}`.trim();
    const named = { ...drawn, description, dataRange: { ...drawn.dataRange, requestName } };
    const lines = printState(named).replaceAll(/^((?:filter|column) \{[^{}]+\}):/gm, '$1 "second ""label""":');
    // Their order is that of the cards until somebody moves one.
    const filters = lines.split("\n").filter((line) => line.startsWith("filter"));
    const ordered = turned && !lines.includes("\n  ") ? lines.split("\n") : null;
    const text = ordered?.map((line) => (line.startsWith("filter") ? (filters.pop() ?? "") : line)).join("\n") ?? lines;
    return { ...stateOfText(readText(text), named).state, text: null };
  });
