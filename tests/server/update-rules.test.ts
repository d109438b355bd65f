import { describe, expect, test } from "vitest";
import { movedEnd, withEnd } from "../../src/server/updates/moved-end.ts";
import { verdictOn } from "../../src/server/updates/verdicts.ts";

describe("the last day of a request, when new data has landed", () => {
  test.each([
    // 2025-11-27 is Thanksgiving; the 28th a half day, then a weekend.
    ["2025-11-26", "2025-11-26", "2025-11-28", "2025-11-28", "moves on with the data"],
    ["2025-11-27", "2025-11-26", "2025-11-28", "2025-11-28", "on a closed day after the last session it moves, too"],
    ["2025-11-30", "2025-11-28", "2025-12-01", "2025-12-01", "on a Sunday"],
    ["2025-11-28", "2025-11-28", "2025-12-03", "2025-12-03", "over several sessions"],
    ["2025-11-25", "2025-11-26", "2025-11-28", "2025-11-25", "stays where it ended earlier"],
    ["2025-12-31", "2025-11-26", "2025-11-28", "2025-12-31", "stays where it reaches beyond the data anyway"],
    ["2025-11-28", "2025-11-28", "2025-11-26", "2025-11-28", "never moves back"],
  ])("%s, data up to %s and now %s: %s (%s)", (end, seen, now, moved) => {
    expect(movedEnd(end, seen, now)).toBe(moved);
  });

  test("is written where the request had it, the rest as it was sent", () => {
    const sent = { name: "x", Date_Range: { start_date: "a", end_date: "b" }, filters: {} };
    expect(JSON.stringify(withEnd(sent, "c"))).toBe(
      '{"name":"x","Date_Range":{"start_date":"a","end_date":"c"},"filters":{}}',
    );
    expect(withEnd(null, "c")).toBe(null);
  });
});

test.each([
  ["Finished", "2025-11-25", "active", "new-session"],
  ["Failed", "2025-11-25", "active", "new-session"],
  ["Cancelled", null, "active", "new-session"],
  ["Finished", "2025-11-26", "active", "current"],
  ["Cancelled", "2025-11-26", "active", "current"],
  ["Failed", "2025-11-26", "active", "failed"],
  ["Finished", "2025-11-28", "active", "current"],
  ["Pending", "2025-11-25", "active", "running"],
  ["Running", "2025-11-25", "active", "running"],
  ["Finished", "2025-11-25", "blocked", "account-inactive"],
] as const)("a request that is %s, saw %s, of an account that is %s: %s", (status, seen, account_status, verdict) => {
  expect(verdictOn({ status, seen, account_status, in_plan: true }, "2025-11-26")).toBe(verdict);
});

test.each([
  ["Finished", "active", "not-in-plan"],
  ["Failed", "active", "not-in-plan"],
  ["Running", "active", "running"],
  ["Finished", "blocked", "account-inactive"],
] as const)("without daily updates in the plan a request that is %s of an account that is %s: %s", (...given) => {
  const [status, account_status, verdict] = given;
  expect(verdictOn({ status, seen: "2025-11-25", account_status, in_plan: false }, "2025-11-26")).toBe(verdict);
});
