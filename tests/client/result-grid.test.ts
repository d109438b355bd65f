import { array, assert, constantFrom, double, integer, nat, option, property, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { areaOf, cellsOf, HEADER, holds, moved } from "../../src/client/results/grid/cells.ts";
import {
  hideTurned,
  movedBefore,
  movedBy,
  pinTurned,
  resized,
  shownColumns,
  startLayout,
  stays,
  widthOf,
} from "../../src/client/results/grid/layout.ts";
import type { Column, Layout } from "../../src/client/results/grid/layout.ts";
import { cellText, lookOf, narrowText, seenWith, widestSeen } from "../../src/client/results/grid/numbers.ts";
import type { Seen } from "../../src/client/results/grid/numbers.ts";
import { tsvOf } from "../../src/client/results/grid/tsv.ts";
import { ROW_HEIGHTS } from "../../src/client/results/grid/row-height.ts";
import { isInSight, rowWindow, scrollToRow, MAX_HEIGHT_PIXELS } from "../../src/client/results/grid/window.ts";
import { leftAfter, movedTo } from "../../src/client/results/funnel-order.ts";
import { whyNoRows } from "../../src/client/results/shown-run.ts";

const size = { rows: 100, columns: 5, page: 10 };
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false });

describe("keys in the grid", () => {
  test.each<[string, boolean, [number, number], [number, number]]>([
    ["ArrowDown", false, [4, 2], [5, 2]],
    ["ArrowUp", false, [4, 2], [3, 2]],
    ["ArrowUp", false, [0, 2], [HEADER, 2]],
    ["ArrowUp", false, [HEADER, 2], [HEADER, 2]],
    ["ArrowDown", false, [HEADER, 2], [0, 2]],
    ["ArrowDown", false, [99, 2], [99, 2]],
    ["ArrowLeft", false, [4, 0], [4, 0]],
    ["ArrowRight", false, [4, 4], [4, 4]],
    ["ArrowRight", true, [4, 1], [4, 4]],
    ["ArrowDown", true, [4, 1], [99, 1]],
    ["ArrowUp", true, [40, 1], [0, 1]],
    ["Home", false, [4, 3], [4, 0]],
    ["End", false, [4, 3], [4, 4]],
    ["Home", true, [4, 3], [0, 0]],
    ["End", true, [4, 3], [99, 4]],
    ["PageDown", false, [95, 3], [99, 3]],
    ["PageDown", false, [5, 3], [15, 3]],
    ["PageUp", false, [5, 3], [0, 3]],
    ["PageUp", false, [HEADER, 3], [HEADER, 3]],
  ])("%s (Ctrl %s) from %j leads to %j", (key, ctrl, [row, column], [toRow, toColumn]) => {
    expect(moved(press(key, ctrl), { row, column }, size)).toEqual({ row: toRow, column: toColumn });
  });

  test("other keys lead nowhere", () => {
    expect(moved(press("a"), { row: 0, column: 0 }, size)).toBeNull();
  });

  test("a selection is the rectangle between its ends, whichever came first", () => {
    const area = areaOf({ anchor: { row: 7, column: 3 }, active: { row: 2, column: 1 } });
    expect(area).toEqual({ top: 2, bottom: 7, left: 1, right: 3 });
    expect(cellsOf(area)).toBe(18);
    expect([holds(area, 2, 3), holds(area, 1, 3), holds(area, 7, 4)]).toEqual([true, false, false]);
  });
});

describe("the window over the rows", () => {
  test("a row that is scrolled to is drawn where it is seen, over any number of rows", () => {
    assert(
      property(
        integer({ min: 1, max: 2_000_000 }),
        double({ min: 0, max: 1, noNaN: true }),
        double({ min: 0, max: 1, noNaN: true }),
        integer({ min: 44, max: 2_000 }),
        constantFrom(...Object.values(ROW_HEIGHTS)),
        (total, at, share, viewport, rowHeight) => {
          const from = (scrollTop: number) => ({ scrollTop, viewport, total, rowHeight });
          const row = Math.min(total - 1, Math.floor(at * total));
          const { height } = rowWindow(from(0));
          expect(height).toBeLessThanOrEqual(MAX_HEIGHT_PIXELS);
          const scrollTop = scrollToRow(row, from(share * Math.max(0, height - viewport)));
          expect(scrollTop).toBeLessThanOrEqual(Math.max(0, height - viewport) + 0.01);
          const window = rowWindow(from(scrollTop));
          expect(window.first).toBeLessThanOrEqual(row);
          expect(window.last).toBeGreaterThanOrEqual(row);
          const drawn = window.top + (row - window.first) * rowHeight;
          expect(drawn).toBeGreaterThanOrEqual(scrollTop - 0.01);
          expect(drawn + rowHeight).toBeLessThanOrEqual(scrollTop + viewport + 0.01);
          expect(isInSight(row, from(scrollTop))).toBe(true);
          expect(isInSight(window.first - 1, from(scrollTop))).toBe(window.first === 0);
          if (window.last < total - 1) expect(isInSight(window.last + 1, from(scrollTop))).toBe(false);
        },
      ),
    );
  });

  test("only what is seen is drawn", () => {
    const { first, last } = rowWindow({ scrollTop: 3_000_000, viewport: 600, total: 1_000_000, rowHeight: 24 });
    expect(last - first).toBeLessThan(40);
  });
});

const column = (name: string, type = "number"): Column => ({
  name,
  type,
  unit: null,
  nulls: 0,
  code: "",
  outcome: false,
  live: false,
});

test("pinned columns stay beside each other, in the order of the columns", () => {
  const columns = ["Symbol", "Date", "Open"].map((name) => column(name));
  const layout = pinTurned(resized({ ...startLayout(columns, true), pinned: ["Symbol"] }, "Symbol", 100), "Open");
  const widths = columns.map((one) => widthOf(one, layout));
  expect(stays(columns, widths, layout)).toEqual([0, undefined, 100]);
  expect(pinTurned(layout, "Symbol").pinned).toEqual(["Open"]);
  expect(widthOf(column("Symbol"), resized(layout, "Symbol", 5))).toBe(56);
  expect(widthOf(column("Open"), layout, 250)).toBe(250);
  expect(widthOf(column("Symbol"), layout, 250)).toBe(100);
});

test("columns are moved and hidden: each stands once, pinned ones first, and an unknown name counts for nothing", () => {
  const columns = ["Symbol", "Date", "Open", "Close", "Gap"].map((name) => column(name));
  const names = (layout: Layout, of = columns): readonly string[] =>
    shownColumns(of, layout).map((place) => of[place]?.name ?? "");
  const start = startLayout(columns, false);
  expect(start.pinned).toEqual(["Symbol", "Date"]);
  expect(startLayout(columns, true).pinned).toEqual(["Symbol"]);
  expect(names(movedBefore(start, columns, "Gap", "Open"))).toEqual(["Symbol", "Date", "Gap", "Open", "Close"]);
  expect(names(movedBefore(start, columns, "Open", null))).toEqual(["Symbol", "Date", "Close", "Gap", "Open"]);
  // What is pinned stays left of what is not.
  expect(names(movedBefore(start, columns, "Gap", "Symbol")).slice(0, 2)).toEqual(["Symbol", "Date"]);
  expect(movedBy(start, columns, "Open", -1)).toBeNull();
  expect(movedBy(start, columns, "Gap", 1)).toBeNull();
  const hidden = hideTurned(start, "Close");
  const past = movedBy(hidden, columns, "Open", 1) ?? hidden;
  expect(names(past)).toEqual(["Symbol", "Date", "Gap", "Open"]);
  expect(names(movedBy(past, columns, "Open", -1) ?? past)).toEqual(["Symbol", "Date", "Open", "Gap"]);
  expect(names(hideTurned(past, "Close"))).toHaveLength(5);
  expect(names(pinTurned(start, "Gap")).slice(0, 3)).toEqual(["Symbol", "Date", "Gap"]);
  // The request has other columns by now.
  const later = [...columns.slice(0, 2), column("Volume"), column("Gap")];
  expect(names(past, later)).toEqual(["Symbol", "Date", "Gap", "Volume"]);
  const all = columns.reduce((layout, { name }) => hideTurned(layout, name), start);
  expect(names(all)).toHaveLength(5);
  assert(
    property(array(tuple(nat(4), option(nat(4)), nat(2)), { maxLength: 12 }), (steps) => {
      const name = (place: number): string => columns[place]?.name ?? "";
      const layout = steps.reduce((now, [one, other, kind]) => {
        if (kind === 0) return pinTurned(now, name(one));
        if (kind === 1) return hideTurned(now, name(one));
        return movedBefore(now, columns, name(one), other === null ? null : name(other));
      }, start);
      const shown = names(layout);
      expect(new Set(shown).size).toBe(shown.length);
      const pinned = shown.map((one) => layout.pinned.includes(one));
      expect(pinned).toEqual(pinned.toSorted((a, b) => Number(b) - Number(a)));
      if (layout.hidden.length < columns.length) expect(shown.length).toBe(columns.length - layout.hidden.length);
    }),
  );
});

describe("room for numbers", () => {
  const money: Column = { ...column("Market cap"), unit: "currency" };
  /** A pixel a letter, and what stands beside them. */
  const measure = (text: string): number => text.length;
  const room = (of: Column, pages: readonly (readonly unknown[])[]): number =>
    widestSeen(
      of,
      pages.reduce<readonly Seen[]>(
        (seen, values) =>
          seenWith(
            seen,
            values.map((value) => [value]),
          ),
        [],
      )[0],
      measure,
    ) - widestSeen(of, seenWith([], [[0]])[0], measure);

  test("a column is as wide as the widest number of the pages that have come", () => {
    expect(room(money, [[12, 2_721_854_076.25]])).toBe("$999.99M".length - "$0".length);
    expect(room(money, [[2_721_854_076.25], [-3_000_000_000, null]])).toBe("-$999.99M".length - "$0".length);
    expect(room(column("Ratio"), [[1.5], [0.1234]])).toBe("1.5000".length - "0".length);
    expect(widestSeen(column("Name", "text"), seenWith([], [["x".repeat(80)]])[0], measure)).toBe(0);
  });

  test("a page with nothing new changes nothing, so that no row is drawn anew for it", () => {
    const seen = seenWith(
      [],
      [
        [12, "a", 1.25],
        [-3, "b", null],
      ],
    );
    expect(seenWith(seen, [[5, "c", 1.25]])).toBe(seen);
    expect(seenWith(seen, [[13, "c", 1.25]])).not.toBe(seen);
  });

  test("no value of the pages that have come is wider", () => {
    assert(
      property(
        array(array(double({ min: -1e17, max: 1e17, noNaN: true }), { minLength: 1 }), { minLength: 1 }),
        (pages) => {
          const seen = pages.reduce<readonly Seen[]>(
            (all, values) =>
              seenWith(
                all,
                values.map((value) => [value]),
              ),
            [],
          );
          const widest = widestSeen(money, seen[0], measure);
          const look = lookOf(money, seen[0]);
          for (const value of pages.flat())
            expect(cellText(value, money, look).length).toBeLessThanOrEqual(
              widest - (widestSeen(money, seenWith([], [[0]])[0], measure) - 2),
            );
        },
      ),
    );
  });
});

describe("cells by unit", () => {
  const of = (unit: string | null, code = ""): Column => ({ ...column("X"), unit, code });
  const look = (one: Column, values: readonly unknown[]) =>
    lookOf(
      one,
      seenWith(
        [],
        values.map((value) => [value]),
      )[0],
    );

  test.each<[string, string, readonly number[], boolean]>([
    ["percent", "( [daily open adj] / [daily close -1 adj] - 1 ) * 100", [5], true],
    ["percent", "100 * ( [daily open] - [daily close -1] ) / [daily close -1]", [5], true],
    ["percent", "100 * ( ( [daily open] - [daily close -1] ) / [daily close -1] )", [5], true],
    ["percent", "pct_change([daily close adj], 5)", [5], true],
    ["percent", "mae(5)", [5], true],
    ["percent", "[ownership io_percent]", [63, 12], false],
    ["percent", "( [daily close] - [daily low] ) / ( [daily high] - [daily low] ) * 100", [63], false],
    // Its values say so.
    ["percent", "{Move}", [63, -2], true],
    ["plain", "pct_change([daily close adj], 5) / 2", [-5], false],
  ])("%s %s of %j is a change: %s", (unit, code, values, expected) => {
    expect(look(of(unit, code), values)?.change).toBe(expected);
  });

  test("a change has its sign, a text its letters, no value nothing", () => {
    const gap = of("percent", "pct_change([daily close], 1)");
    expect([4.8, -4.8, 0].map((value) => cellText(value, gap, look(gap, [4.8])))).toEqual([
      "+4.80%",
      "-4.80%",
      "0.00%",
    ]);
    expect(cellText(null, gap, look(gap, []))).toBe("");
    const date = column("Date", "date");
    expect(cellText("2025-12-31", date, lookOf(date, undefined))).toBe("12/31/2025");
  });

  test("a number that does not fit is shorter, or not shown; never cut", () => {
    const within = (letters: number) => (text: string) => text.length <= letters;
    const money = of("currency");
    const shown = (value: number, one: Column, letters: number) =>
      narrowText(value, one, look(one, [value]), within(letters));
    expect([9, 7, 6, 5, 4, 3].map((letters) => shown(2_721_854_076, money, letters))).toEqual([
      "$2.72B",
      "$2.72B",
      "$2.72B",
      "$2.7B",
      "$3B",
      "$3B",
    ]);
    expect([7, 6, 5, 4, 3].map((letters) => shown(950_312, of("shares"), letters))).toEqual([
      "950,312",
      "950.3K",
      "950K",
      "950K",
      "###",
    ]);
    expect([5, 3, 2, 1].map((letters) => shown(524.21, of("price"), letters))).toEqual(["###", "###", "##", "#"]);
    expect(narrowText("Long name", column("Name", "text"), undefined, within(3))).toBe("Long name");
  });
});

test("cells go to the clipboard as a spreadsheet takes them", () => {
  const columns = [
    column("Symbol", "text"),
    column("Date", "date"),
    column("At", "time"),
    column("Up", "boolean"),
    column("Gap"),
  ];
  const rows = [
    ["BRK.A", "2025-12-31", 570, true, 1.23456789],
    ["=1+1", null, null, 0, null],
    ["a\tb", "2025-01-02", 0, 1, -2],
  ];
  expect(tsvOf(rows, columns, true)).toBe(
    [
      "Symbol\tDate\tAt\tUp\tGap",
      "BRK.A\t2025-12-31\t09:30\tTRUE\t1.23456789",
      "'=1+1\t\t\tFALSE\t",
      "a b\t2025-01-02\t00:00\tTRUE\t-2",
    ].join("\n"),
  );
});

test("a funnel of any order follows from the counts of every outcome", () => {
  const patterns = [
    { pass: "11", rows: 5 },
    { pass: "10", rows: 20 },
    { pass: "01", rows: 3 },
    { pass: "00", rows: 100 },
  ];
  expect(leftAfter(patterns, [1, 2])).toEqual([25, 5]);
  expect(leftAfter(patterns, [2, 1])).toEqual([8, 5]);
  expect(leftAfter(null, [1, 2])).toBeNull();
  expect([movedTo([1, 2, 3], 0, 2), movedTo([1, 2, 3], 2, 0), movedTo([1, 2], 0, -1)]).toEqual([
    [2, 3, 1],
    [3, 1, 2],
    [1, 2],
  ]);
});

test("a run without rows says whether a filter took the last ones or there was no day at all", () => {
  const entry = (label: string, rows: number) => ({ label, code: "", rows });
  expect(whyNoRows({ funnel: [entry("Security-days", 500), entry("Gap", 0)] }).why).toMatch(/passes every filter/);
  expect(whyNoRows({ funnel: [entry("Security-days", 0), entry("Gap", 0)] }).why).toMatch(/no security-day to look at/);
});
