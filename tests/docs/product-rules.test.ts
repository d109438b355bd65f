import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  cardOf,
  clock,
  LIMITS,
  NAMED_SESSIONS,
  SIZES,
  STATUS_COLOURS,
  TIMINGS,
  USER_STATUS_COLOURS,
} from "../../src/vocabulary/index.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/product-rules.md"), "utf8");
/** The cells of every row of a table, without their marks. */
const rows: readonly (readonly string[])[] = page
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.replaceAll("`", "").trim()),
  );

describe("docs/product-rules.md", () => {
  test.each(Object.entries({ ...LIMITS, ...TIMINGS, ...SIZES }))("has %s with its value", (name, value) => {
    const row = rows.find((cells) => cells[2] === name);
    expect(row?.[1]?.split(" ")[0]).toBe(String(value));
  });

  test.each(NAMED_SESSIONS)("has the session $name", ({ name, start, end }) => {
    expect(rows).toContainEqual([name, `${clock(start)} to ${clock(end)}`]);
  });

  test.each([
    ...Object.entries(USER_STATUS_COLOURS).map(([status, colour]) => ["user", status, colour] as const),
    ...Object.entries(STATUS_COLOURS).map(([status, colour]) => ["transaction", status, colour] as const),
  ])("has the colour of the %s status %s", (who, status, colour) => {
    const row = rows.find(([first = ""]) => first.includes(who) && first.split(/[:,]\s*/).includes(status));
    expect(row?.[1]).toBe(colour);
  });

  test.each([
    ["Intraday", "", 1],
    ["Indicator", "Daily", 2],
  ] as const)("has the functions that the %s card starts with", (title, tab, cell) => {
    const points = cardOf("columns", title)?.tabs.find(({ name }) => name === tab)?.dataPoints ?? [];
    for (const { label, func } of points.filter((point) => point.func !== undefined)) {
      const row = rows.find(([first = ""]) => first.toLowerCase().split(", ").includes(label.toLowerCase()));
      expect([label, row?.[cell]]).toEqual([label, func]);
    }
  });
});
