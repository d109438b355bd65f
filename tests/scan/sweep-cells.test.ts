import { expect, test } from "vitest";
import { cellsOf } from "../../src/scan/sweep/cells.ts";
import { chanceOf } from "../../src/scan/sweep/chance.ts";
import type { SweptRows } from "../../src/scan/sweep/swept-rows.ts";
import { metOf } from "../../src/scan/sweep/thresholds.ts";
import { ROUNDING, SWEEP_ENOUGH_ROWS } from "../../src/vocabulary/index.ts";
import { cases } from "../cases.ts";
import { Random } from "../naive/random.ts";

/** Days of one row and of many, outcomes that are missing, settings without rows, several variants of the outcome. */
function madeUp(random: Random): SweptRows {
  const days = random.whole(1, 100);
  const sessions = Array.from({ length: days }, (_, day) =>
    Array.from({ length: random.chance(0.2) ? 1 : random.whole(1, 12) }, () => 7 + 2 * day),
  ).flat();
  const patterns = random.whole(1, 40);
  const variants = random.whole(1, 3);
  const settings = random.whole(1, 12);
  return {
    sessions: Int32Array.from(sessions),
    pattern: Int32Array.from(sessions, () => random.whole(0, patterns - 1)),
    outcomes: Array.from({ length: variants }, () =>
      Float64Array.from(sessions, () => (random.chance(0.05) ? NaN : random.next() - 0.5)),
    ),
    ofSetting: Array.from({ length: settings }, () =>
      Int32Array.from(random.some([...Array(patterns).keys()], random.next())),
    ),
    patterns,
    outcomeOf: Array.from({ length: settings }, () => random.whole(0, variants - 1)),
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);
const isKnown = (value: number): boolean => !Number.isNaN(value);

/** Rows of a setting, each with the outcome that stands at `dealt`. */
function plainRows(rows: SweptRows, setting: number, dealt: readonly number[]) {
  const own = new Set(rows.ofSetting[setting]);
  const outcomes = rows.outcomes[rows.outcomeOf[setting] ?? 0] ?? [];
  return [...rows.sessions.entries()].flatMap(([row, session]) =>
    own.has(rows.pattern[row] ?? -1) ? [{ session, outcome: outcomes[dealt[row] ?? -1] ?? NaN }] : [],
  );
}

/** The rows of each day in an order that the seed deals, each deal from the one before. */
function* plainDeals(rows: SweptRows, seed: number): Generator<readonly number[]> {
  const random = new Random(seed);
  const order = [...rows.sessions.keys()];
  for (;;) {
    for (const session of new Set(rows.sessions)) {
      const [from, to] = [rows.sessions.indexOf(session), rows.sessions.lastIndexOf(session)];
      for (let at = to; at > from; at -= 1) {
        const other = random.whole(from, at);
        [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
      }
    }
    yield [...order];
  }
}

function plainBest(rows: SweptRows, dealt: readonly number[]): number {
  const means = rows.outcomeOf.map((_, setting) => {
    const known = plainRows(rows, setting, dealt).flatMap(({ outcome }) => (isKnown(outcome) ? [outcome] : []));
    return known.length < SWEEP_ENOUGH_ROWS ? -Infinity : sumOf(known) / known.length;
  });
  return Math.max(...means);
}

test("cells and deals are those of plain loops over the rows", async () => {
  const random = new Random(20_261_126);
  let dealt = 0;
  for (let number = 0; number < cases(30); number += 1) {
    const rows = madeUp(random);
    const own = [...rows.sessions.keys()];
    const cells = cellsOf(
      rows,
      rows.outcomeOf.map((_, setting) => [setting]),
    );
    for (const [setting, cell] of cells.entries()) {
      const plain = plainRows(rows, setting, own);
      const known = plain.flatMap(({ outcome }) => (isKnown(outcome) ? [outcome] : []));
      expect([cell.rows, cell.days, cell.known]).toEqual([
        plain.length,
        new Set(plain.filter(({ outcome }) => isKnown(outcome)).map(({ session }) => session)).size,
        known.length,
      ]);
      expect(cell.mean === null).toBe(known.length === 0);
      if (cell.mean !== null) expect(cell.mean).toBeCloseTo(sumOf(known) / known.length, 12);
      expect(cell.won).toBe(known.length === 0 ? null : known.filter((one) => one > 0).length / known.length);
    }
    const chance = await chanceOf(rows, number, () => Promise.resolve());
    if (typeof chance === "string") continue;
    dealt += 1;
    const deals = plainDeals(rows, number);
    const best = Array.from({ length: chance.draws }, () => plainBest(rows, deals.next().value ?? []));
    const sorted = best.filter(Number.isFinite).sort((a, b) => a - b);
    const quantile = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
    expect(chance.median).toBeCloseTo(quantile(0.5), 12);
    expect(chance.high).toBeCloseTo(quantile(0.95), 12);
    const peak = plainBest(rows, own) - 1e-12;
    const reached = best.filter((one) => !Number.isFinite(one) || one >= peak).length;
    expect(chance.share).toBe((reached + 1) / (chance.draws + 1));
  }
  expect(dealt).toBeGreaterThan(10);
}, 60_000);

test("where each setting has all rows of a day or none there is no comparison with chance", async () => {
  const random = new Random(20_261_128);
  const chanceWhere = async (patternOf: (day: number, row: number) => number) => {
    const sessions = Array.from({ length: 400 }, (_, row) => Math.floor(row / 10));
    const rows: SweptRows = {
      sessions: Int32Array.from(sessions),
      pattern: Int32Array.from(sessions, patternOf),
      outcomes: [1, 2, 3].map(() => Float64Array.from(sessions, () => (random.chance(0.05) ? NaN : random.next()))),
      ofSetting: [0, 1, 2].map(() => Int32Array.of(0, 1)),
      patterns: 3,
      outcomeOf: [0, 1, 2],
    };
    return chanceOf(rows, 1, () => Promise.resolve());
  };
  expect(await chanceWhere(() => 0)).toBe("no-comparison");
  expect(await chanceWhere((day) => day % 3)).toBe("no-comparison");
  expect(await chanceWhere((day, row) => (day === 7 ? row % 3 : 0))).toMatchObject({ draws: 199 });
});

test("shuffles after which no setting has enough rows with an outcome do not make the best one better than chance", async () => {
  const random = new Random(7);
  const sessions = Array.from({ length: 120 }, (_, row) => Math.floor(row / 4));
  const rows: SweptRows = {
    sessions: Int32Array.from(sessions),
    // Each day one row of the first setting, which has an outcome, and three of the second, which have none.
    pattern: Int32Array.from(sessions, (_, row) => (row % 4 === 0 ? 0 : 1)),
    outcomes: [Float64Array.from(sessions, (_, row) => (row % 4 === 0 ? random.next() - 0.5 : NaN))],
    ofSetting: [Int32Array.of(0), Int32Array.of(1)],
    patterns: 2,
    outcomeOf: [0, 0],
  };
  const chance = await chanceOf(rows, 1, () => Promise.resolve());
  expect(typeof chance === "string" || chance.share > 0.05).toBe(true);
});

test("a value meets the thresholds that it meets one by one, those next to it within the tolerance only where it is computed", () => {
  const random = new Random(4);
  const near = (value: number): number => value * (1 + random.of([0, 0, 0.4, -0.4, 3, -3]) * ROUNDING);
  for (let number = 0; number < cases(150); number += 1) {
    const from = random.whole(-3, 3);
    const rising = Array.from({ length: random.whole(1, 30) }, (_, at) => from + at / 2);
    const values = Float64Array.from({ length: 40 }, () =>
      random.chance(0.1) ? NaN : near(random.chance(0.5) ? random.of(rising) : 8 * random.next() - 4),
    );
    for (const op of [">", ">=", "<", "<="] as const)
      for (const exact of [true, false]) {
        const limits = op === ">" || op === ">=" ? rising : rising.toReversed();
        const met = metOf(values, { op, limits, exact });
        for (const [at, value] of values.entries()) {
          const holds = limits.filter((limit) => {
            const slack = exact ? 0 : ROUNDING * Math.max(Math.abs(value), Math.abs(limit));
            const isEqual = Math.abs(value - limit) <= slack;
            if (op === ">" || op === "<") return !isEqual && (op === ">" ? value > limit : value < limit);
            return isEqual || (op === ">=" ? value > limit : value < limit);
          });
          expect(met[at], `${value} ${op} ${limits.join(" ")}`).toBe(holds.length);
        }
      }
  }
});
