import { describe, expect, test } from "vitest";
import {
  conditionOfValue,
  conditionOn,
  filterQuery,
  orderFor,
  orderOfQuery,
  rowsQuery,
  sortedBy,
  sortTurned,
  whereWith,
} from "../../src/client/results/rows-order.ts";
import type { RowsOrder, SortedColumn } from "../../src/client/results/rows-order.ts";

const COLUMNS = [
  { name: "Symbol", type: "text" },
  { name: "Date", type: "date" },
  { name: "Gap", type: "number" },
  { name: "Exchange", type: "text" },
];
const [SYMBOL, , GAP] = COLUMNS.map((column) => column);
const ORDER: RowsOrder = {
  sort: [
    { name: "Gap", descending: true },
    { name: "Date", descending: false },
  ],
  search: "nyse 2025",
  where: [
    { name: "Gap", is: "> 10" },
    { name: "Exchange", is: "in NYSE, NASDAQ" },
  ],
};

describe("pressing a header", () => {
  const presses = (
    type: string,
    added: boolean,
    before: readonly SortedColumn[],
  ): readonly (readonly SortedColumn[])[] => {
    const column = { name: "x", type };
    const one = sortTurned(before, column, added);
    const two = sortTurned(one, column, added);
    return [one, two, sortTurned(two, column, added)];
  };

  test("a number begins with the largest, anything else with the first; the third press is the original order", () => {
    expect(presses("number", false, [])).toEqual([
      [{ name: "x", descending: true }],
      [{ name: "x", descending: false }],
      [],
    ]);
    expect(presses("text", false, [])).toEqual([
      [{ name: "x", descending: false }],
      [{ name: "x", descending: true }],
      [],
    ]);
  });

  test("with Shift it counts after those that sort already", () => {
    const before = [{ name: "a", descending: false }];
    expect(presses("number", true, before)).toEqual([
      [...before, { name: "x", descending: true }],
      [...before, { name: "x", descending: false }],
      before,
    ]);
  });

  test("without Shift it sorts alone, however many did", () => {
    const both = [
      { name: "x", descending: false },
      { name: "a", descending: false },
    ];
    expect(sortTurned(both, { name: "x", type: "number" }, false)).toEqual([{ name: "x", descending: true }]);
  });

  test("the server takes eight columns", () => {
    const eight = Array.from({ length: 8 }, (_, at) => ({ name: String(at), descending: false }));
    expect(sortTurned(eight, { name: "x", type: "text" }, true)).toBe(eight);
    expect(sortedBy(eight, { name: "x", descending: true }, true)).toBe(eight);
    expect(sortedBy(eight, { name: "3", descending: true }, true)[3]).toEqual({ name: "3", descending: true });
  });
});

test("columns are sent by their places, and an address reads as the same order", () => {
  const query = rowsQuery(ORDER, COLUMNS);
  expect(query).toEqual({ sort: "2,1", order: "desc,asc", q: "nyse 2025", where: "2 > 10\n3 in NYSE, NASDAQ" });
  expect(orderOfQuery(new URLSearchParams(query), COLUMNS)).toEqual(ORDER);
  expect(filterQuery(ORDER, COLUMNS)).toEqual({ q: query.q, where: query.where });
});

test("what columns do not have any more is left out; a column that moved is still meant", () => {
  const moved = [COLUMNS[3], COLUMNS[2]].flatMap((column) => column ?? []);
  expect(rowsQuery(orderFor(ORDER, { columns: moved }), moved)).toEqual({
    sort: "1",
    order: "desc",
    q: "nyse 2025",
    where: "1 > 10\n0 in NYSE, NASDAQ",
  });
  const retyped = [SYMBOL, { name: "Gap", type: "text" }].flatMap((column) => column ?? []);
  expect(orderFor(ORDER, { columns: retyped }).where).toEqual([]);
  expect(orderFor(ORDER, { columns: COLUMNS })).toBe(ORDER);
});

test("an address that means nothing is the original order", () => {
  const read = orderOfQuery(
    new URLSearchParams({ sort: "9,x,2", order: "up", where: "2 > ten\n> 3\n99 > 1" }),
    COLUMNS,
  );
  expect(read).toEqual({ sort: [{ name: GAP?.name, descending: false }], search: "", where: [] });
});

test.each([
  ["number", -1.5, "= -1.5"],
  ["number", 1e9, "= 1B"],
  ["number", null, "is empty"],
  ["text", 'A, "B"', '= "A, ""B"""'],
  ["date", "2025-12-31", "= 2025-12-31"],
  ["time", 570, "= 09:30"],
  ["boolean", 1, "= true"],
  ["boolean", false, "= false"],
])("the group of a %s %j opens to %s", (type, value, is) => {
  expect(conditionOfValue({ type }, value)).toBe(is);
  expect(conditionOn([{ name: "x", type }], { name: "x", is })).not.toBeNull();
});

test("conditions are bounded as the server bounds them", () => {
  const many = Array.from({ length: 16 }, () => ({ name: "Gap", is: "> 1" }));
  expect(whereWith(many, { name: "Gap", is: "> 2" }, null)).toBe("At most 16 conditions count at once.");
  expect(whereWith(many, { name: "Gap", is: "> 2" }, 0)).toHaveLength(16);
  const long = Array.from({ length: 15 }, () => ({ name: "Exchange", is: "x".repeat(195) }));
  expect(whereWith(long, { name: "Exchange", is: "x".repeat(195) }, null)).toBe(
    "The conditions are too long together.",
  );
});
