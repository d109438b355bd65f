import { describe, expect, test } from "vitest";
import { planScan, type Plan } from "../../src/scan/index.ts";
import { LAST, PLAN_MARKET, planOf as plan } from "./plan-of.ts";

const names = (made: Plan): string[] => made.relations.map((relation) => relation.name);

describe("stages", () => {
  test("cheap filters run first, dear ones only for the rows that survived", () => {
    const made = plan(
      ["[intraday sum volume '09:30' .. '09:59'] > 1000", "[indicator rsi(14)] < 30", "[daily close] > 5"],
      ["[daily close]"],
    );
    expect(made.filters.map((filter) => filter.label)).toEqual([
      "[daily close] > 5",
      "[indicator rsi(14)] < 30",
      "[intraday sum volume '09:30' .. '09:59'] > 1000",
    ]);
    expect(names(made)).toEqual(["s1", "s2_indicator0", "s2", "s3_bucket0", "s3", "rows"]);
    const lookups = made.relations.filter((relation) => relation.kind === "lookup");
    expect(lookups.map((lookup) => lookup.rows)).toEqual(["s1", "s2"]);
  });

  test("the cheap half of one dear filter narrows its dear half, and counts as one step of the funnel", () => {
    const made = plan(["[intraday max high '09:30' .. '09:59'] > 10 & [daily close] > 5"], []);
    expect(names(made)).toEqual(["s1", "s2_bucket0", "s2", "rows"]);
    expect(made.filters).toMatchObject([{ relation: "s2", flags: 1 }]);
  });

  test("many indicators are computed a few to a statement", () => {
    const made = plan(
      [],
      Array.from({ length: 20 }, (_, index) => `[indicator ema(${index + 2})]`),
    );
    const lookups = made.relations.filter((relation) => relation.kind === "lookup");
    expect(lookups.map(({ name, series }) => [name, series.length])).toEqual([
      ["rows_indicator0", 8],
      ["rows_indicator1", 8],
      // The last four, and the number of the bar.
      ["rows_indicator2", 5],
    ]);
  });

  test("a series that a filter computed is carried, not computed again", () => {
    const made = plan(["[indicator rsi(14)] < 30"], ["[indicator rsi(14)]", "[daily max high -20 .. -1]"]);
    expect(names(made)).toEqual(["s1_indicator0", "s1", "rows"]);
  });

  test("where few rows are left, columns gather beside the filter that reads the same bars", () => {
    const filters = ["[daily close] > 5", "[indicator rsi(14)] < 30"];
    const columns = ["[indicator ema(20)]", "[indicator ema(20) close adj]"];
    expect(names(plan(filters, columns))).toEqual([
      "s1",
      "s2_indicator0",
      "s2",
      "rows_indicator0",
      "rows_indicator1",
      "rows",
    ]);
    expect(names(plan(filters, columns, { gather: true }))).toEqual([
      "s1",
      "s2_indicator0",
      "s2",
      "rows_indicator0",
      "rows",
    ]);
  });

  test("one number of the bar serves the notes of all columns, and no filter reads more bars for it", () => {
    const filters = ["[daily close] > 5", "[indicator rsi(14) close adj] < 30"];
    const bars = (made: Plan, relation: string): unknown[] =>
      made.relations
        .flatMap((each) => (each.name === relation && each.kind === "lookup" ? each.series : []))
        .flatMap((id) => made.series[id] ?? [])
        .filter(({ kind }) => kind === "bar-number");
    const short = plan(filters, ["[indicator ema(5) close adj]", "[indicator rsi(14) close adj]"]);
    expect(short.notes.map(({ code }) => code)).toEqual(["unstable", "unstable"]);
    expect(bars(short, "s2_indicator0")).toHaveLength(1);
    const long = plan(filters, ["[indicator ema(200) close adj]", "[indicator rsi(14) close adj]"]);
    expect(bars(long, "s2_indicator0")).toEqual([]);
    expect(bars(long, "rows_indicator0")).toHaveLength(1);
  });

  test("columns are grouped by how far back they look", () => {
    const made = plan(
      ["[daily close] > 5"],
      ["[daily max high -10 .. -1]", "[daily max high -252 .. -1]", "[daily close -3]"],
    );
    const windows = made.relations.filter((relation) => relation.name.startsWith("w"));
    expect(windows.map((relation) => (relation.kind === "rows" ? [relation.name, relation.lookback] : null))).toEqual([
      ["w2", 10],
      ["w3", 252],
    ]);
  });
});

describe("one graph", () => {
  test("equal parts of different formulas are one node, and `at` disappears into the days", () => {
    const made = plan([], ["at([daily close], -1)", "[daily close -1]", "at(at([daily close], -2), 1)"]);
    expect(new Set(made.columns.map((column) => column.node)).size).toBe(1);
  });

  test("a column stands as its formula", () => {
    const made = plan([], ["{gap}", "( [daily open adj] / [daily close -1 adj] - 1 ) * 100"]);
    expect(made.columns[0]?.node).toBe(made.columns[1]?.node);
  });

  test("windows and bars are one series for code that says the same", () => {
    const made = plan([], ["[daily max high -3 .. -1]", "highest([daily high], -3 .. -1)"]);
    expect(made.columns[0]?.node).toBe(made.columns[1]?.node);
  });
});

describe("reach", () => {
  test("lookback and lookahead follow from the formulas, nested ranges added", () => {
    const made = plan([], ["avg([daily max high -5 .. -1], -3 .. 0)", "mfe(4)"]);
    expect(made.result).toMatchObject({ lookback: 8, lookahead: 4 });
    expect(made.reach).toEqual({ from: LAST - 19 - 8, to: LAST + 4 });
  });

  test("rank computes its value over every security of the sessions it is asked for", () => {
    const made = plan(["[daily close] > 5"], ["at(rank([daily volume]), -2)"]);
    expect(made.ranks).toHaveLength(1);
    expect(made.ranks[0]?.relations.at(-1)).toMatchObject({ rows: null, sessions: { from: LAST - 21, to: LAST - 2 } });
  });
});

describe("minutes", () => {
  test.each([
    ["[intraday max high '09:30' .. '09:59']", "bucket"],
    ["[intraday sum volume '09:30' .. '15:59']", "bucket"],
    ["[intraday avg vwap '04:00' .. '09:29']", "bucket"],
    ["[intraday max high '09:30' .. '10:00']", "minute"],
    ["[intraday max open '09:30' .. '09:59']", "minute"],
    ["[intraday close at '10:00']", "minute"],
  ])("%s comes from %s", (code, of) => {
    const lookup = plan([], [code]).relations.find((relation) => relation.kind === "lookup");
    expect(lookup).toMatchObject({ of });
  });

  test("without buckets every window reads minutes", () => {
    const lookup = plan([], ["[intraday max high '09:30' .. '09:59']"], { buckets: false }).relations[0];
    expect(lookup).toMatchObject({ of: "minute" });
  });
});

test("a plan is plain data without SQL", () => {
  const made = plan(
    ["{gap} > 5", "rank([daily volume]) < 10"],
    ["[indicator ema(20) close adj]", "first_touch(5, 3, 10)"],
  );
  expect(JSON.parse(JSON.stringify(made))).toEqual(made);
  expect(JSON.stringify(made)).not.toMatch(/SELECT|FROM |OVER/);
});

test("dates outside the market give no sessions", () => {
  const made = planScan({ start: "1995-01-03", end: "1995-02-01", filters: [], columns: [] }, new Map(), PLAN_MARKET);
  expect(made.sessions.from).toBeGreaterThan(made.sessions.to);
});
