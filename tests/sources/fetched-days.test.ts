import * as fc from "fast-check";
import { expect, test } from "vitest";
import { daysAfter, isCovered, requestsLeft, type FetchedDays, type FetchRequest } from "../../src/sources/index.ts";

const day = (number: number): string => new Date(Date.UTC(2025, 0, 1 + number)).toISOString().slice(0, 10);
const want = (from: number, to: number, symbols: readonly string[] = ["A"]): FetchRequest => ({
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
  expect(requestsLeft(wanted, days)).toEqual(left);
});

test.each([
  ["as it was begun", [want(13, 30)], [want(13, 29)], true],
  ["less is left", [want(20, 30)], [want(13, 29)], true],
  ["more is left, as of a market in the place of another", [want(0, 30)], [want(13, 29)], false],
  ["symbols of two", [want(13, 30, ["A", "B"])], [want(13, 29), want(0, 29, ["B"])], true],
  ["a symbol that it lacks", [want(13, 30, ["A", "B"])], [want(13, 29)], false],
  ["a source of whole files", [want(5, 30, [])], [want(0, 29, [])], true],
  ["and of more of them", [want(0, 30, [])], [want(5, 29, [])], false],
] as const)("an unfinished fetch is ended as it was begun where it has what is left: %s", (_, left, begun, is) => {
  expect(isCovered(left, begun)).toBe(is);
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
        for (const { from, to } of requestsLeft(each, days)) {
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
