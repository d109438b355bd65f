import { describe, expect, it } from "vitest";
import {
  builderTitle,
  deletionText,
  freshRequest,
  navigation,
  paging,
  setOption,
  switches,
} from "../../src/request/index.ts";
import { CardHand, TODAY } from "./card.ts";

describe("the builder's screen", () => {
  it.each([
    ["create", "request", "Create Data Request"],
    ["edit", "request", "Edit Data Request"],
    ["create", "template", "Create Template"],
    ["edit", "template", "Edit Template"],
  ] as const)("%s %s is titled %s", (mode, kind, title) => expect(builderTitle({ mode, kind })).toBe(title));

  it("has three anchors and each card with its count", () => {
    const { state } = new CardHand("filters", "Daily").choose("condition", ">").type("value", "5").submit();
    const shown = navigation(state);
    expect(shown.map(({ anchor, title, count }) => [anchor, title, count])).toEqual([
      ["date-range", "Date range", null],
      ["filters", "Filters", 1],
      ["columns", "Columns", 0],
    ]);
    expect(shown[1]?.cards.map(({ title, count }) => `${title} ${count}`)).toEqual([
      "Custom 0",
      "Daily 1",
      "Identity 0",
      "Indicator 0",
      "Intraday 0",
      "Fundamental 0",
      "Ownership 0",
    ]);
    expect(shown[2]?.cards.length).toBe(9);
  });

  it.each([
    ["filters", false, "You are about to remove one of the selected Data. Are you sure?"],
    ["filters", true, "You are about to remove all selected Data. Are you sure?"],
    [
      "columns",
      true,
      "You are about to remove all selected Data. Are you sure? Columns referenced in a custom formula are also removed.",
    ],
  ] as const)("asks before it deletes: %s, all %s", (side, all, text) => expect(deletionText(side, all)).toBe(text));

  it("gates Daily Updates by the subscription", () => {
    const on = setOption(freshRequest(TODAY), "data_updates", true);
    expect(switches(on, true).map(({ label, on: is, disabled }) => [label, is, disabled])).toEqual([
      ["Daily Updates", true, false],
      ["E-mail notification", false, false],
    ]);
    expect(switches(on, false)[0]).toMatchObject({
      on: false,
      disabled: true,
      tooltip: "Upgrade subscription to enable daily updates",
    });
    expect(switches(freshRequest(TODAY, "request", "edit"), true)[2]).toMatchObject({
      label: "Overwrite",
      tooltip: "Remove original data request after editing",
    });
    expect(switches(on, true, true).every(({ disabled }) => disabled)).toBe(true);
  });
});

describe("paging", () => {
  it("appears only when the rows exceed a page", () => {
    expect(paging(10, 1)).toBeNull();
    expect(paging(11, 1)).toEqual({ page: 1, last: 2, block: [1, 2], from: 0, to: 10 });
  });

  it("goes in blocks of ten from 1", () => {
    expect(paging(235, 10)?.block).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(paging(235, 11)?.block).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    expect(paging(235, 24)).toEqual({ page: 24, last: 24, block: [21, 22, 23, 24], from: 230, to: 235 });
  });

  it.each([0, -3, 99, Number.NaN])("stays within the table for page %d", (wanted) => {
    const found = paging(25, wanted);
    expect(found !== null && found.page >= 1 && found.page <= 3).toBe(true);
  });
});
