import { expect, test } from "vitest";
import { sectionsOf } from "../../src/client/templates/gallery.ts";

const sample = (id: string, moment: "premarket" | "open" | "close", filter: string, column: string) => ({
  id,
  name: id,
  description: `About ${id}.`,
  moment,
  filters: [filter],
  columns: [{ name: column, type: "number", unit: null }],
  own: [],
  hits: 1,
  rows: [],
});
const ALL = [
  sample("Cross", "close", "SMA 50 crosses above SMA 200", "RSI"),
  sample("Gap", "open", "open above previous close", "Gap %"),
  sample("Early", "premarket", "up before the open", "Gap %"),
];
const shown = (query: string) =>
  sectionsOf(ALL, query).map(({ title, items }) => [title, ...items.map(({ id }) => id)]);

test("templates stand in the order of the day, and a search looks at names, filters and columns", () => {
  expect(shown("")).toEqual([
    ["Premarket", "Early"],
    ["At the open", "Gap"],
    ["At the close, end of day", "Cross"],
  ]);
  expect(shown("gap")).toEqual([
    ["Premarket", "Early"],
    ["At the open", "Gap"],
  ]);
  expect(shown(" sma  CROSSES ")).toEqual([["At the close, end of day", "Cross"]]);
  expect(shown("gap sma")).toEqual([]);
});
