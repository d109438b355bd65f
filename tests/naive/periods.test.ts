import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCode } from "../../src/formula/index.ts";
import { openMarket, SESSIONS, periodSessions, type Market } from "../../src/market/index.ts";
import { cases, IN_SOAK } from "../cases.ts";
import { openTestMarket } from "../market/open-market.ts";
import { openCluster } from "../scan/clusters.ts";
import { agree } from "./agreement.ts";
import { importMarket, scanEngine } from "./engine.ts";
import type { NamedFormula } from "./formulas.ts";
import { KNOWN } from "./known-by.ts";
import { calendar, sessionNumber, viewOf, type ReferenceMarket } from "./market.ts";
import { randomMarket } from "./random-market.ts";
import { Random } from "./random.ts";

// A week of four sessions (Independence Day) at the end of which the month is new; SPLIT halves on its Wednesday.
const FIRST = sessionNumber("2024-06-26");
const DAYS = 12;
const bar = (close: number) => ({
  open: close,
  high: close + 1,
  low: close - 1,
  close,
  volume: 100 + close,
  num_trades: null,
  vwap: null,
});
const daily = (without: readonly number[] = [], scale = (_day: number) => 1) =>
  new Map(
    Array.from({ length: DAYS }, (_, day) => day)
      .filter((day) => !without.includes(day))
      .map((day) => [FIRST + day, bar((10 + day) * scale(day))]),
  );
const empty = { changes: [], listing: null, minutes: new Map(), splits: [], facts: [], statements: [], events: [] };
const MARKET: ReferenceMarket = {
  securities: [
    { ...empty, symbol: "A", daily: daily() },
    // Halted in the whole week after the holiday, and on the first day of that of the holiday.
    { ...empty, symbol: "HALT", daily: daily([3, 7, 8, 9, 10, 11]) },
    {
      ...empty,
      symbol: "SPLIT",
      daily: daily([], (day) => (day < 5 ? 2 : 1)),
      splits: [{ date: calendar(FIRST + 5).date, ratio: 2 }],
    },
  ],
};

let home: Market;
beforeAll(async () => {
  home = await openTestMarket();
  await importMarket(home, MARKET);
});
afterAll(() => home.close());

function formula(code: string, index: number): NamedFormula {
  const { tree, diagnostics } = parseCode(code);
  if (!tree) throw new Error(`${code}: ${diagnostics.map(({ message }) => message).join(" ")}`);
  return { name: `f${index}`, tree, code, type: "number" };
}

/** By symbol and formula: the twelve days, Wednesday the 26th of June to Friday the 12th of July. */
const VALUES: Readonly<Record<string, Readonly<Record<string, readonly (number | null)[]>>>> = {
  A: {
    // The first week is not all in the data, so neither it nor what is so far of it has a bar.
    "[weekly close -1]": [null, null, null, null, null, null, null, 16, 16, 16, 16, 16],
    "[weekly close]": [null, null, null, 16, 16, 16, 16, 21, 21, 21, 21, 21],
    "[weekly close so far]": [null, null, null, 13, 14, 15, 16, 17, 18, 19, 20, 21],
    "[weekly high so far]": [null, null, null, 14, 15, 16, 17, 18, 19, 20, 21, 22],
    "[weekly low 1]": [12, 12, 12, 16, 16, 16, 16, null, null, null, null, null],
    "[weekly volume so far]": [null, null, null, 113, 227, 342, 458, 117, 235, 354, 474, 595],
    "[indicator sma(2) close weekly]": [null, null, null, null, null, null, null, 18.5, 18.5, 18.5, 18.5, 18.5],
    "[indicator sma(1) high weekly -1]": [null, null, null, null, null, null, null, 17, 17, 17, 17, 17],
    // July does not end in the data.
    "[monthly open]": Array.from({ length: DAYS }, () => null),
    "[monthly open so far]": [null, null, null, 13, 13, 13, 13, 13, 13, 13, 13, 13],
  },
  HALT: {
    "[weekly open so far]": [null, null, null, 14, 14, 14],
    "[weekly close]": [null, null, null, 16, 16, 16],
    "[weekly close 1]": [16, 16, 16, null, null, null],
  },
  SPLIT: {
    "[weekly open -1 adj]": [null, null, null, null, null, null, null, 13, 13, 13, 13, 13],
    "[weekly open -1]": [null, null, null, null, null, null, null, 26, 26, 26, 26, 26],
    "[weekly high -1]": [null, null, null, null, null, null, null, 29, 29, 29, 29, 29],
    "[weekly high -1 adj]": [null, null, null, null, null, null, null, 17, 17, 17, 17, 17],
  },
};

const range = { start: calendar(FIRST).date, end: calendar(FIRST + DAYS - 1).date };

test("a week or month is that of the row's day, whole or so far, made of the days that were traded", async () => {
  for (const [symbol, values] of Object.entries(VALUES)) {
    const columns = Object.keys(values).map(formula);
    const filters = [formula(`[identity symbol] = "${symbol}"`, 99)];
    const { rows } = await scanEngine(home, { ...range, filters, columns });
    const found = columns.map(({ code }, index) => [code, rows.map((row) => row.values[index])]);
    expect(Object.fromEntries(found), symbol).toEqual(values);
  }
  const columns = [...new Set(Object.values(VALUES).flatMap((values) => Object.keys(values)))].map(formula);
  const { disagreements } = await agree(home, MARKET, { ...range, filters: [], columns });
  expect(disagreements).toEqual([]);
  // On two shards `scan/cluster` has columns of every kind.
  if (!IN_SOAK) return;
  const shards = await openCluster(home, "two", 1);
  try {
    const request = { ...range, filters: [], columns };
    expect((await scanEngine(shards.market, request)).rows).toEqual((await scanEngine(home, request)).rows);
  } finally {
    await shards.end();
  }
});

test("every session lies in one week and one month, which follow each other", () => {
  for (const period of ["week", "month"] as const) {
    const spans = SESSIONS.map(({ session }) => periodSessions(period, session));
    for (const [session, span] of spans.entries()) {
      expect(span !== null && span.from <= session && session <= span.to).toBe(true);
      if (span === null || span.to + 1 >= SESSIONS.length) continue;
      expect(periodSessions(period, session, 1)).toEqual(spans[span.to + 1]);
    }
  }
});

// In `time.test.ts` they keep the laws of time.
test.runIf(IN_SOAK)(
  "what is known of weeks, groups and other securities does not move when the bars after the day are shuffled",
  async () => {
    const columns = KNOWN.map(formula);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 10_000 }), async (seed) => {
        const reference = { securities: randomMarket(seed).securities.map((each) => ({ ...each, splits: [] })) };
        const { first, last } = viewOf(reference);
        const day = Math.floor((first + last) / 2);
        const shuffled = {
          securities: reference.securities.map((each) => ({ ...each, daily: shuffleAfter(each.daily, day, seed) })),
        };
        const request = { start: calendar(day - 5).date, end: calendar(day).date, filters: [], columns };
        const found: unknown[] = [];
        const market = await openMarket({ folder: home.folder ?? "", database: `later_${seed}` });
        try {
          // The shuffled bars take the place of the ones that stand on their days.
          for (const given of [reference, shuffled]) {
            await importMarket(market, given);
            found.push((await scanEngine(market, request)).rows);
          }
        } finally {
          await market.close();
        }
        expect(found[1]).toEqual(found[0]);
      }),
      { numRuns: cases(1) },
    );
  },
);

/** The bars after a day in another order, on the same days. */
function shuffleAfter<Bar>(bars: ReadonlyMap<number, Bar>, day: number, seed: number): ReadonlyMap<number, Bar> {
  const random = new Random(seed);
  const later = [...bars.keys()].filter((session) => session > day);
  const values = later.flatMap((session) => bars.get(session) ?? []);
  for (let at = values.length - 1; at > 0; at--) {
    const to = random.whole(0, at);
    const [a, b] = [values[at], values[to]];
    if (a !== undefined && b !== undefined) [values[at], values[to]] = [b, a];
  }
  const moved = new Map(later.map((session, index) => [session, values[index]] as const));
  return new Map([...bars].map(([session, bar]) => [session, moved.get(session) ?? bar]));
}
