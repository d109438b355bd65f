import { describe, expect, it } from "vitest";
import type { ColumnStatistics } from "../../src/contract/index.ts";
import { isEntry, readText } from "../../src/request/index.ts";
import type { EntryStatement } from "../../src/request/index.ts";
import {
  columnLine,
  countsOfFunnel,
  countsOfOff,
  datesLine,
  filterLine,
  shortKnownAt,
} from "../../src/client/builder/margin-figures.ts";

const TEXT = readText(`dates 2025-10-01 .. 2025-12-31
filter {gap}: [daily open adj] / [daily close -1 adj] > 1.05
off filter {quiet}: [daily volume] < 1M
filter {price}: [daily open] > 2
column {Gap}: [daily open]
`);
const entries = TEXT.statements.filter(isEntry);
const of = (name: string): EntryStatement => {
  const found = entries.find((one) => one.name?.value === name);
  if (found === undefined) throw new Error(`no statement ${name}`);
  return found;
};
const step = (rows: number) => ({ label: "", code: "", rows });
const AT_OPEN = { day: 0, minute: 570 } as const;

describe("beside a filter", () => {
  it("stand the security-days it leaves and the share of those before it", () => {
    const counts = countsOfFunnel(TEXT, [step(31_086), step(267), step(242)]);
    expect(filterLine(of("gap"), counts.get(of("gap")), AT_OPEN)).toMatchObject({
      from: TEXT.text.indexOf("filter {gap}"),
      figure: "267",
      share: "0.9%",
      knownAt: "09:30",
      description: "Leaves 267 of 31,086 security-days, 0.9%; known at 09:30",
    });
    expect(filterLine(of("price"), counts.get(of("price")), null)).toMatchObject({ figure: "242", share: "91%" });
  });

  it("stands nothing where the funnel is that of other filters", () => {
    expect(countsOfFunnel(TEXT, [step(31_086), step(267)]).size).toBe(0);
    expect(countsOfFunnel(TEXT, []).size).toBe(0);
  });

  it("that was only begun stands nothing, and takes nothing from the others", () => {
    const begun = readText(`${TEXT.text}filter \n`);
    const filters = begun.statements.filter(isEntry).filter(({ kind, off }) => kind === "filter" && !off);
    const counts = countsOfFunnel(begun, [step(31_086), step(267), step(242)]);
    expect(filters.map((filter) => counts.get(filter)?.rows)).toEqual([267, 242, undefined]);
  });

  it("that left nothing to count has no share", () => {
    expect(filterLine(of("price"), { rows: 0, of: 0 }, null)).toMatchObject({ figure: "0", share: "" });
  });

  it("that is switched off stands in brackets what it would leave of what those before it leave", () => {
    const counted = [of("gap"), of("quiet"), of("price")];
    const counts = countsOfOff(counted, [
      { pass: "111", rows: 20 },
      { pass: "110", rows: 11 },
      { pass: "101", rows: 200 },
      { pass: "011", rows: 5_000 },
      { pass: "000", rows: 7 },
    ]);
    expect([...counts.keys()]).toEqual([of("quiet")]);
    expect(filterLine(of("quiet"), counts.get(of("quiet")), null)).toMatchObject({
      figure: "(31",
      share: "13%)",
      description: "Switched off; it would leave 31 of 231 security-days, 13%",
    });
  });

  it("that is switched off stands nothing where the outcomes are too many, or are those of other filters", () => {
    const counted = [of("gap"), of("quiet"), of("price")];
    expect(countsOfOff(counted, null).size).toBe(0);
    expect(countsOfOff(counted, [{ pass: "11", rows: 1 }]).size).toBe(0);
    expect(filterLine(of("quiet"), undefined, null)).toBeNull();
  });
});

describe("beside a column", () => {
  const statistics: ColumnStatistics = {
    name: "Gap",
    type: "number",
    unit: "percent",
    rows: 200,
    nulls: 2,
    min: 1,
    max: 9,
    numbers: {
      mean: 5,
      deviation: 1,
      quantiles: [],
      histogram: {
        below: 0,
        above: 0,
        bins: [
          { from: 1, to: 5, rows: 10 },
          { from: 5, to: 9, rows: 40 },
        ],
      },
    },
    truths: null,
    top: null,
  };

  it("stand its spread, the share without a value and when it is known", () => {
    expect(columnLine(of("Gap"), { value: undefined, statistics, known: { day: -1, minute: "close" } })).toMatchObject({
      figure: "",
      share: "1.0% ∅",
      bars: [0.25, 1],
      knownAt: "close −1d",
    });
  });

  it("stands nothing of what is not known", () => {
    expect(columnLine(of("Gap"), { value: undefined, statistics: undefined, known: null })).toEqual({
      from: of("Gap").from,
      figure: "",
      share: "",
      bars: [],
      knownAt: "",
      description: "",
    });
  });
});

it("beside the days stands how many security-days they are", () => {
  expect(datesLine(TEXT, [step(31_086)])).toMatchObject({ from: 0, figure: "31,086", share: "days" });
  expect(datesLine(TEXT, [])).toBeNull();
});

it.each([
  [{ day: 0, minute: 570 }, "09:30"],
  [{ day: 0, minute: "close" }, "close"],
  [{ day: -1, minute: "close" }, "close −1d"],
  [{ day: 5, minute: 1_000 }, "16:40 +5d"],
] as const)("known %j is short %s", (known, text) => {
  expect(shortKnownAt(known)).toBe(text);
});
