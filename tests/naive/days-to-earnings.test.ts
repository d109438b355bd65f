import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sourceText } from "../../src/contract/index.ts";
import type { Market } from "../../src/market/index.ts";
import { values, type Explained } from "../../src/scan/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { importMarket } from "./engine.ts";
import { DATES, MARKET } from "./fixture.ts";
import { IN_SOAK } from "../cases.ts";

const CODE = "[fundamental days_to_earnings]";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  await importMarket(market, MARKET);
});
afterAll(() => market.close());

async function rootOf(symbol: string, day: number, formula: string): Promise<Explained> {
  const answer = await values(market, { symbol, date: DATES[day] ?? "", formulas: [formula] });
  if (!answer.ok) throw new Error(JSON.stringify(answer.mistakes));
  const [found] = answer.value.formulas;
  if (!found) throw new Error("no formula");
  return found.root;
}

describe("days to earnings", () => {
  const [first, moved, again] = ["2024-07-02 16:00", "2024-07-03 13:00:01", "2024-07-08 16:00:01"] as const;

  // `tests/naive/agreement.test.ts` has the field among all others; only the soak has it by hand, with what it names as its source.
  test.runIf(IN_SOAK).each([
    { day: 0, value: null, known: null },
    { day: 1, value: 8, known: first, announced: "2024-07-10" },
    // The correction of the half day came a second after its close.
    { day: 2, value: 7, known: first, announced: "2024-07-10" },
    { day: 3, value: 0, known: moved, announced: "2024-07-05" },
    // The next one is announced a second after the close.
    { day: 4, value: null, known: moved, announced: "2024-07-05" },
    { day: 5, value: 92, known: again, announced: "2024-10-09" },
  ])("count on day $day to the day that was announced last by its close", async ({ day, value, ...announcement }) => {
    const root = await rootOf(day < 2 ? "OLD" : "A", day, CODE);
    expect(root).toMatchObject({ value, known: `${DATES[day]} ${day === 2 ? "13:00" : "16:00"}` });
    expect(root.source).toEqual({ kind: "fact", date: DATES[day], day: 0, ...announcement });
    expect(sourceText(root.source)).toBe(
      announcement.announced === undefined
        ? null
        : `announced for ${announcement.announced}, known since ${announcement.known}`,
    );
    const brought = { of: "facts", file: "facts.csv", source: "CSV files", rows: 1 };
    expect(root.origins).toEqual(announcement.known === null ? [] : [expect.objectContaining(brought)]);
  });

  test.runIf(IN_SOAK)("are seen from a later day and by another security as they were", async () => {
    expect(await rootOf("A", 5, "[fundamental days_to_earnings -2]")).toMatchObject({
      value: 0,
      source: { date: DATES[3], day: -2, announced: "2024-07-05" },
    });
    expect(await rootOf("S", 5, '[fundamental days_to_earnings of "A"]')).toMatchObject({
      value: 92,
      source: { kind: "fact", known: again, announced: "2024-10-09", symbol: "A" },
    });
  });
});
