import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { printCode, sameTree } from "../../src/formula/index.ts";
import type { Node } from "../../src/formula/index.ts";
import {
  cardState,
  freshRequest,
  itemSent,
  openRequest,
  placedTree,
  readRequest,
  requestSent,
  treeOf,
  treeOfItem,
} from "../../src/request/index.ts";
import type { RequestState } from "../../src/request/index.ts";
import { cardsOf } from "../../src/vocabulary/index.ts";
import { arbitraryFormula } from "../formula/arbitrary.ts";
import { addRandom, arbitraryRequest, TODAY } from "./builder-forms.ts";
import { cases } from "../cases.ts";

const CARDS = (["filters", "columns"] as const).flatMap((side) =>
  cardsOf(side)
    .filter(({ kind }) => kind !== "custom")
    .map(({ title }) => ({ side, title })),
);

// Generous: the machine that runs this may be busy.
vi.setConfig({ testTimeout: 60_000 });

describe("an entry and its formula are the same tree", () => {
  it.each(CARDS)("entry, tree, entry: $side $title", ({ side, title }) => {
    let counted = 0;
    fc.assert(
      fc.property(fc.gen(), (gen) => {
        const state = addRandom(gen, freshRequest(TODAY), side, title);
        const item = cardState(state, side, title).addedOptions[0]?.addedItem;
        if (item === undefined || item.kind !== "card") return;
        counted++;
        const { tree, diagnostics } = treeOfItem(side, title, item);
        expect(diagnostics).toEqual([]);
        if (tree === null) throw new Error("An added entry has a tree.");
        const placed = placedTree(tree, side);
        if ("why" in placed) throw new Error(`${printCode(tree)}: ${placed.why}`);
        const { name: _name, tag: _tag, ...said } = item.options;
        expect({ title: placed.title, ...placed.item }).toEqual({ ...item, title, options: said });
      }),
      { numRuns: cases(100), endOnFailure: true },
    );
    // Some draws are refused, such as a slow average that is faster than the fast one; most are not.
    expect(counted).toBeGreaterThan(60);
  });

  const anyFilter = arbitraryFormula("boolean", { maxDepth: 2, days: { from: -400, to: 20 } });
  const anyColumn = fc
    .constantFrom("number", "text", "boolean", "date", "time")
    .chain((type) => arbitraryFormula(type, { maxDepth: 1, days: { from: -400, to: 20 } }));
  it.each([
    ["filters", anyFilter],
    ["columns", anyColumn],
  ] as const)("tree, entry or custom, tree: %s", (side, trees) => {
    let shown = 0;
    fc.assert(
      fc.property(trees, (tree: Node) => {
        const placed = placedTree(tree, side);
        if ("why" in placed) {
          expect(placed.why).not.toBe("");
          expect(placed.tree).toBe(tree);
          return;
        }
        shown++;
        const { tree: again } = treeOfItem(side, placed.title, placed.item);
        expect(again !== null && sameTree(again, tree), printCode(tree)).toBe(true);
      }),
      { numRuns: cases(1_000) },
    );
    expect(shown).toBeGreaterThan(100);
  });
});

/** What of a builder travels: everything but the forms. */
const kept = (state: RequestState) => ({
  dataRange: state.dataRange,
  options: state.options,
  columnOrder: state.columnOrder,
  rows: (["filters", "columns"] as const).flatMap((side) =>
    cardsOf(side).map(({ title }) => [side, title, cardState(state, side, title).addedOptions]),
  ),
});

describe("builder, payload, builder", () => {
  it("is the same builder, and the payload is a request", () => {
    fc.assert(
      fc.property(arbitraryRequest, (state) => {
        const named = { ...state, dataRange: { ...state.dataRange, requestName: "All cards" } };
        const sent: unknown = JSON.parse(JSON.stringify(requestSent(named)));
        const opened = openRequest(sent, "request", "create");
        expect(opened.diagnostics).toEqual([]);
        expect(kept(opened.state)).toEqual(kept(named));
        const { request, diagnostics } = readRequest(sent);
        expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        const trees = (["filters", "columns"] as const).map((side) =>
          cardsOf(side)
            .flatMap(({ title }) => cardState(named, side, title).addedOptions.map((row) => ({ title, row })))
            .map(({ title, row }) => treeOf(side, title, row.addedItem))
            .map((tree) => (tree === null ? "" : printCode(tree)))
            .toSorted(),
        );
        expect(trees[0]).toEqual(request?.filters.map(({ code }) => code).toSorted());
        expect(trees[1]).toEqual(request?.columns.map(({ code }) => code).toSorted());
      }),
      { numRuns: cases(150), endOnFailure: true },
    );
  });
});

describe("any JSON at all", () => {
  it("opens as far as it can be read, and never throws", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        for (const json of [
          a,
          { name: a, Date_Range: b, filters: { Custom: [a], Indicator: [b] }, columns: { Technical: { Daily: [a] } } },
        ]) {
          const { state, diagnostics } = openRequest(json);
          const rows = cardsOf("filters").flatMap(({ title }) => cardState(state, "filters", title).addedOptions);
          for (const { addedItem } of rows) expect(itemSent("filters", "Custom", addedItem)).toBeDefined();
          for (const { path, message } of diagnostics) expect([typeof path, message === ""]).toEqual(["string", false]);
        }
      }),
      { numRuns: cases(100), endOnFailure: true },
    );
  });
});
