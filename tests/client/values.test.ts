import { describe, expect, test } from "vitest";
import { barsOf } from "../../src/client/results/bars.ts";
import { showCount, showDate, showSeconds, showValue } from "../../src/client/results/values.ts";

describe("values on screen", () => {
  test.each([
    [1234.5, "number", "price", "1,234.50"],
    [0.1234, "number", "price", "0.1234"],
    [-4.806, "number", "percent", "-4.81%"],
    [1234567, "number", "shares", "1,234,567"],
    [1234567.891, "number", "currency", "$1,234,567.89"],
    [-2_500_000, "number", "currency", "-$2,500,000"],
    [2.34565, "number", "plain", "2.3457"],
    [null, "number", "price", ""],
    [570, "time", null, "09:30"],
    ["2024-06-09", "date", null, "06/09/2024"],
    [true, "boolean", null, "true"],
    ["=1+1", "text", null, "=1+1"],
  ])("%j of type %s and unit %s reads %j", (value, type, unit, text) => {
    expect(showValue(value, { type, unit })).toBe(text);
  });

  test("counts, dates and lengths of time", () => {
    expect([showCount(1284), showDate("2025-12-31")]).toEqual(["1,284", "12/31/2025"]);
    expect([0.0001, 0.038, 1.44, 75.2].map(showSeconds)).toEqual(["1 ms", "38 ms", "1.4 s", "75 s"]);
  });
});

describe("hits per day as bars", () => {
  const hits = Array.from({ length: 7 }, (_, day) => ({ date: `2024-01-0${day + 1}`, rows: day }));

  test("one bar a session while they fit", () => {
    expect(barsOf(hits, 7)).toHaveLength(7);
  });

  test("neighbours are put together when they do not, and none is lost", () => {
    expect(barsOf(hits, 3)).toEqual([
      { from: "2024-01-01", to: "2024-01-03", rows: 3 },
      { from: "2024-01-04", to: "2024-01-06", rows: 12 },
      { from: "2024-01-07", to: "2024-01-07", rows: 6 },
    ]);
  });

  test("no sessions, no bars", () => {
    expect(barsOf([], 3)).toEqual([]);
  });
});
