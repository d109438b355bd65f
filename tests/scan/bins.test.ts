import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { binsOf, type Bins } from "../../src/scan/explain/bins.ts";

const end = ({ from, width, count }: Bins): number => from + width * count;

describe("bins of a histogram", () => {
  test.each<[string, Parameters<typeof binsOf>[0], Bins | null]>([
    ["round widths", { min: 0.3, max: 29.4, p1: 0.5, p99: 29, whole: false }, { from: 0, width: 1, count: 30 }],
    ["whole numbers", { min: 1, max: 5, p1: 1, p99: 5, whole: true }, { from: 1, width: 1, count: 5 }],
    ["an outlier stays outside", { min: 0, max: 1e9, p1: 1, p99: 30, whole: false }, { from: 0, width: 1, count: 31 }],
    ["one value", { min: 7, max: 7, p1: 7, p99: 7, whole: true }, null],
    ["floats next to each other", { min: 1, max: 1 + Number.EPSILON, p1: 1, p99: 1, whole: false }, null],
    ["as far apart as floats can be", { min: -1.7e308, max: 1.7e308, p1: -1.7e308, p99: 1.7e308, whole: false }, null],
  ])("%s", (_, numbers, expected) => {
    expect(binsOf(numbers)).toEqual(expected);
  });

  test("cover the bulk with some thirty bins, whatever the numbers", () => {
    const sorted = fc
      .array(fc.double({ min: -1e12, max: 1e12, noNaN: true }), { minLength: 4, maxLength: 4 })
      .map((numbers) => numbers.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(sorted, ([min = 0, p1 = 0, p99 = 0, max = 0]) => {
        const bins = binsOf({ min, max, p1, p99, whole: false });
        if (bins === null) return;
        const bulk = p99 > p1 ? [p1, p99] : [min, max];
        expect(bins.from).toBeLessThanOrEqual((bulk[0] ?? 0) + bins.width * 1e-6);
        expect(end(bins)).toBeGreaterThanOrEqual((bulk[1] ?? 0) - bins.width * 1e-6);
        expect(bins.count).toBeGreaterThanOrEqual(10);
        expect(bins.count).toBeLessThanOrEqual(33);
      }),
    );
  });
});
