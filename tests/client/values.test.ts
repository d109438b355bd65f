import { format } from "date-fns";
import { describe, expect, test } from "vitest";
import { showDay, showMoment } from "../../src/client/ui/dates.ts";
import { barsOf } from "../../src/client/results/hits-by-period.ts";
import { ordinal } from "../../src/client/results/statistics.ts";
import {
  showCount,
  showDate,
  showMove,
  showSeconds,
  showValue,
  showDatesIn,
  showKnownAt,
} from "../../src/client/ui/values.ts";
import { cases } from "../cases.ts";

describe("values on screen", () => {
  test.each([
    [1234.5, "number", "price", "1,234.50"],
    [0.1234, "number", "price", "0.1234"],
    [-4.806, "number", "percent", "-4.81%"],
    [1234567, "number", "shares", "1.23M"],
    // Cents say nothing beside thousands of dollars.
    [1234567.891, "number", "currency", "$1.23M"],
    [12.5, "number", "currency", "$12.50"],
    [-2_500_000, "number", "currency", "-$2.50M"],
    [999_999.2, "number", "currency", "$999,999"],
    [2.34565, "number", "plain", "2.3457"],
    [null, "number", "price", ""],
    [570, "time", null, "09:30"],
    ["2024-06-09", "date", null, "06/09/2024"],
    [true, "boolean", null, "true"],
    ["=1+1", "text", null, "=1+1"],
  ])("%j of type %s and unit %s reads %j", (value, type, unit, text) => {
    expect(showValue(value, { type, unit })).toBe(text);
  });

  test.each([
    [3.25, "percent", "+3.25%"],
    [-3.25, "percent", "-3.25%"],
    [0, "percent", "0.00%"],
    [3.25, "price", "3.25"],
    [null, "percent", ""],
  ])("%s %s among movers is %s", (value, unit, text) => {
    expect(showMove(value, { type: "number", unit }, undefined)).toBe(text);
  });

  test("counts, dates and lengths of time", () => {
    expect([showCount(1284), showDate("2025-12-31")]).toEqual(["1,284", "12/31/2025"]);
    expect([0.0001, 0.038, 1.44, 75.2].map(showSeconds)).toEqual(["1 ms", "38 ms", "1.4 s", "75 s"]);
  });
});

test("ordinals", () => {
  expect([1, 2, 3, 4, 5, 11, 12, 13, 21, 22, 95, 99, 101].map(ordinal).join(" ")).toBe(
    "1st 2nd 3rd 4th 5th 11th 12th 13th 21st 22nd 95th 99th 101st",
  );
});

test("dates of explanations read as those of the grid, but not those of formulas", () => {
  expect(showDatesIn("[daily date] > '2024-01-05' on 2024-03-28: 2024-01-02 to 2024-01-08, 5 of 5 sessions")).toBe(
    "[daily date] > '2024-01-05' on 03/28/2024: 01/02/2024 to 01/08/2024, 5 of 5 sessions",
  );
  expect(showKnownAt("2024-03-28 09:30")).toBe("at 09:30 on 03/28/2024");
  expect(showKnownAt("2024-03-28 00:00")).toBe("before the open of 03/28/2024");
});

describe("hits as bars", () => {
  /** Every weekday from the first date to the second, with its day of the month as hits. */
  const weekdays = (from: string, to: string): readonly { date: string; rows: number }[] => {
    const found = [];
    for (let time = Date.parse(from); time <= Date.parse(to); time += 86_400_000) {
      const day = new Date(time);
      if (day.getUTCDay() % 6 !== 0) found.push({ date: day.toISOString().slice(0, 10), rows: day.getUTCDate() });
    }
    return found;
  };

  test("one bar a day while they fit", () => {
    const hits = weekdays("2024-01-02", "2024-01-10");
    expect(barsOf(hits, 7)).toEqual({
      period: "day",
      bars: hits.map(({ date, rows }) => ({ from: date, to: date, rows, partial: false })),
    });
  });

  test("else one a calendar week, and a week that the range cuts says so", () => {
    expect(barsOf(weekdays("2024-01-02", "2024-01-16"), 3)).toEqual({
      period: "week",
      bars: [
        { from: "2024-01-02", to: "2024-01-05", rows: 2 + 3 + 4 + 5, partial: true },
        { from: "2024-01-08", to: "2024-01-12", rows: 8 + 9 + 10 + 11 + 12, partial: false },
        { from: "2024-01-15", to: "2024-01-16", rows: 15 + 16, partial: true },
      ],
    });
  });

  test("longer ranges by month and by year; whatever the period, no hit is lost", () => {
    const hits = weekdays("2018-01-01", "2024-12-31");
    const sum = hits.reduce((all, { rows }) => all + rows, 0);
    for (const [most, period] of [
      [400, "week"],
      [100, "month"],
      [20, "year"],
    ] as const) {
      const found = barsOf(hits, most);
      expect(found.period).toBe(period);
      expect(found.bars.reduce((all, { rows }) => all + rows, 0)).toBe(sum);
      expect(found.bars.slice(1, -1).some(({ partial }) => partial)).toBe(false);
    }
    expect(barsOf(hits, 20).bars.map(({ partial }) => partial)).not.toContain(true);
  });

  test("no sessions, no bars", () => {
    expect(barsOf([], 3)).toEqual({ period: "day", bars: [] });
  });
});

test("moments read as date-fns writes them, at midnight and noon as well", () => {
  const ends = ["2024-03-28T00:05:00", "2024-03-28T12:00:00", "2024-12-31T23:59:59"].map((at) => new Date(at));
  const spread = Array.from({ length: cases(200) }, (_, index) => new Date(1_600_000_000_000 + index * 987_654_321));
  for (const at of [...ends, ...spread]) {
    expect(showMoment(at.toISOString())).toBe(format(at, "MM/dd/yyyy hh:mm a"));
    expect(showDay(at.toISOString())).toBe(format(at, "MM/dd/yyyy"));
  }
  expect(showMoment(null)).toBe("never");
});
