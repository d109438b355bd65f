import { array, assert, constantFrom, double, integer, property } from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compactNumber,
  decimalsOf,
  formatNumber,
  fullNumber,
  magnitudesWith,
  NO_MAGNITUDES,
  numberOnScreen,
} from "../../src/vocabulary/index.ts";
import { cases } from "../cases.ts";

const UNITS = [
  "plain",
  "price",
  "shares",
  "currency",
  "ratio",
  "percent",
  "count",
  "minutes",
  "sessions",
  "days",
] as const;

/** A column: every value with the decimals of all. */
const column = (unit: string | null, values: readonly number[]): readonly string[] => {
  const decimals = decimalsOf(unit, magnitudesWith(NO_MAGNITUDES, values));
  return values.map((value) => formatNumber(value, unit, decimals));
};

describe("numbers by their unit", () => {
  test.each<[string | null, readonly number[], readonly string[]]>([
    ["price", [7.1, 524.21], ["7.10", "524.21"]],
    ["price", [0.1234, 524.21], ["0.1234", "524.2100"]],
    ["price", [0.00123, 1], ["0.001230", "1.000000"]],
    ["currency", [2_721_854_076.25, 12_000_000], ["$2,721,854,076", "$12,000,000"]],
    ["currency", [-2_500_000], ["-$2,500,000"]],
    ["currency", [12.5, 3], ["$12.50", "$3.00"]],
    ["percent", [-4.806, 0], ["-4.81%", "0.00%"]],
    ["percent", [-0.001], ["0.00%"]],
    ["ratio", [1.0234, 12], ["1.02", "12.00"]],
    ["ratio", [0.0034], ["0.00340"]],
    ["shares", [1_234_567, 99], ["1,234,567", "99"]],
    ["shares", [1_234_567.4], ["1,234,567"]],
    ["count", [2.5, 4], ["2.50", "4.00"]],
    ["plain", [0.5, 0.25, 2], ["0.50", "0.25", "2.00"]],
    ["plain", [2.34565, 1], ["2.3457", "1.0000"]],
    ["plain", [12_345.678], ["12,345.68"]],
    [null, [3, 12], ["3", "12"]],
    [null, [0.0000123], ["0.0000123"]],
    [null, [1e-12, 3e20], ["1.0000e-12", "3.0000e+20"]],
    ["no unit of this table", [1.5], ["1.5"]],
  ])("%s of %j reads %j", (unit, values, texts) => {
    expect(column(unit, values)).toEqual(texts);
  });

  test("alone a number has the decimals it needs", () => {
    expect([formatNumber(524.21, null), formatNumber(524.21, "price"), formatNumber(0, "price")]).toEqual([
      "524.21",
      "524.21",
      "0.00",
    ]);
  });

  test.each<[string | null, number, boolean, string]>([
    ["currency", 2_721_854_076.25, false, "$2.72B"],
    ["currency", -481_200_000, false, "-$481.20M"],
    ["currency", 999_999, false, "$999,999"],
    ["currency", 999_999.7, false, "$1.00M"],
    ["currency", 999_996_000, false, "$1.00B"],
    ["currency", 3.2e12, false, "$3.20T"],
    ["shares", 1_234_567, false, "1.23M"],
    ["shares", 950_312, false, "950,312"],
    // A count and a bare number keep their digits: one looks them up.
    ["count", 1_234_567, false, "1,234,567"],
    [null, 1_234_567, false, "1,234,567"],
    ["percent", 4.806, true, "+4.81"],
    ["percent", -4.806, true, "-4.81"],
    ["percent", 0.004, true, "0.00"],
    ["percent", 4.806, false, "4.81"],
  ])("%s of %d stands in a table as %s", (unit, value, change, text) => {
    const decimals = decimalsOf(unit, magnitudesWith(NO_MAGNITUDES, [value]));
    expect(numberOnScreen(value, unit, decimals, change).replace("%", "")).toBe(text);
  });

  test("a compact number is off by no more than half of its last digit", () => {
    const letters = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };
    assert(
      property(double({ min: 1_000, max: 9e14, noNaN: true }), integer({ min: 0, max: 2 }), (value, decimals) => {
        const text = compactNumber(value, "shares", decimals) ?? "";
        const [, digits = "", letter = ""] = /^([\d,.]+)([KMBT])$/.exec(text) ?? [];
        const scale = Object.entries(letters).find(([name]) => name === letter)?.[1] ?? NaN;
        const read = Number(digits.replaceAll(",", "")) * scale;
        expect(Math.abs(read - value)).toBeLessThanOrEqual(0.5 * scale * 10 ** -decimals * (1 + 1e-6));
      }),
      { numRuns: cases(200) },
    );
  });

  test("every digit is there for who asks", () => {
    expect(fullNumber(2_721_854_076.25, "currency")).toBe("$2,721,854,076.25");
    expect(fullNumber(-0.123456789, "percent")).toBe("-0.123456789%");
  });

  const usual = double({ min: -1e14, max: 1e14, noNaN: true }).filter((value) => value === 0 || Math.abs(value) > 1e-8);

  test("in a column every value has as many decimals as the others, and none is off by more than half of the last", () => {
    assert(
      property(constantFrom(...UNITS, null), array(usual, { minLength: 1 }), (unit, values) => {
        const texts = column(unit, values);
        const decimals = new Set(texts.map((text) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0));
        expect(decimals.size).toBe(1);
        const [places = 0] = decimals;
        for (const [index, text] of texts.entries()) {
          const value = values[index] ?? 0;
          const off = Math.abs(Number(text.replaceAll(/[$,%]/g, "")) - value);
          expect(off).toBeLessThanOrEqual(0.5 * 10 ** -places * (1 + 1e-6) + Math.abs(value) * 1e-15);
        }
      }),
      { numRuns: cases(200) },
    );
  });
});
