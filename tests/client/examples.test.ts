import { describe, expect, test } from "vitest";
import { EXAMPLES } from "../../src/client/builder/examples.ts";
import { RANGES, rangeOf } from "../../src/client/builder/ranges.ts";
import { readRequest, requestOfFormulas } from "../../src/request/index.ts";

describe("the examples", () => {
  test.each(EXAMPLES)("$name has nothing to find fault with", ({ name, filters, columns }) => {
    const json = requestOfFormulas({ name, start: "2025-10-01", end: "2025-12-31", filters, columns });
    expect(readRequest(json).diagnostics).toEqual([]);
  });
});

describe("ranges of days", () => {
  const bounds = { first: "2025-01-15", last: "2025-12-31" };

  test.each([
    ["Last 5 days", "2025-12-25"],
    ["Last month", "2025-11-30"],
    ["Last 3 months", "2025-09-30"],
    ["Last year", "2025-01-15"],
    ["Everything", "2025-01-15"],
  ])("%s begins on %s and ends with the data", (label, start) => {
    const range = RANGES.find((one) => one.label === label);
    expect(range && rangeOf(range, bounds)).toEqual({ start, end: "2025-12-31" });
  });
});
