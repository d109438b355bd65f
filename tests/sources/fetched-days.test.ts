import * as fc from "fast-check";
import { expect, test } from "vitest";
import { daysAfter, wantsLeft, type FetchedDays, type Want } from "../../src/sources/index.ts";

const day = (number: number): string => new Date(Date.UTC(2025, 0, 1 + number)).toISOString().slice(0, 10);
const want = (from: number, to: number, symbols: readonly string[] = ["A"]): Want => ({
  symbols,
  kinds: ["daily"],
  from: day(from),
  to: day(to),
});

test.each([
  ["nothing yet", {}, want(0, 30), [want(0, 30)]],
  ["newer days", { "daily A": { from: day(0), to: day(20) } }, want(0, 30), [want(13, 30)]],
  ["older days", { "daily A": { from: day(10), to: day(20) } }, want(0, 30), [want(0, 30)]],
  ["days that end before", { "daily A": { from: day(0), to: day(30) } }, want(0, 20), [want(13, 20)]],
  ["days after a gap", { "daily A": { from: day(0), to: day(5) } }, want(20, 30), [want(20, 30)]],
  [
    "one symbol more",
    { "daily A": { from: day(0), to: day(20) } },
    want(0, 30, ["A", "B"]),
    [want(13, 30), want(0, 30, ["B"])],
  ],
] as const)("what is left: %s", (_, days: FetchedDays, wanted, left) => {
  expect(wantsLeft(wanted, days)).toEqual(left);
});

test("law: after any fetches every day between the ends that are known was fetched", () => {
  const ranges = fc.array(
    fc.tuple(fc.nat(60), fc.nat(40)).map(([from, length]) => want(from, from + length)),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(ranges, (wants) => {
      const fetched = new Set<string>();
      let days: FetchedDays = {};
      for (const each of wants) {
        for (const { from, to } of wantsLeft(each, days)) {
          for (let number = 0; number <= 100; number += 1)
            if (day(number) >= from && day(number) <= to) fetched.add(day(number));
        }
        days = daysAfter(days, each);
        // What was wanted is there, and so is what counts as known.
        for (let number = 0; number <= 100; number += 1) {
          const at = day(number);
          const { from = "", to = "" } = days["daily A"] ?? {};
          if ((at >= each.from && at <= each.to) || (at >= from && at <= to)) expect(fetched).toContain(at);
        }
      }
    }),
  );
});
