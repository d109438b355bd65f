import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Market } from "../../src/market/index.ts";
import { INDICATORS, type Indicator } from "../../src/vocabulary/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { naiveIndicator, type NaiveBar } from "../naive/indicators.ts";
import { createBars, defaultsOf, insertBars, runIndicators, type IndicatorRun } from "./indicator-engine.ts";
import { cases, IN_SOAK, rounds, timeLimit } from "../cases.ts";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  await createBars(market);
});
afterAll(() => market.close());

const cents = (value: number): number => Math.max(0.01, Math.round(value * 100) / 100);

/** A walk of prices on a grid of cents, with missing fields, flat stretches and silent bars. */
function walk(random: () => number, length: number, { level = 50, nulls = 0.03, flat = 0.1 } = {}): NaiveBar[] {
  let price = level;
  let session = 0;
  let minute = 240;
  const maybe = (value: number): number | null => (random() < nulls ? null : value);
  return Array.from({ length }, () => {
    const still = random() < flat;
    const open = cents(price * (1 + (still ? 0 : (random() - 0.5) * 0.02)));
    const close = still ? open : cents(open * (1 + (random() - 0.5) * 0.04));
    const high = still ? open : cents(Math.max(open, close) * (1 + random() * 0.01));
    const low = still ? open : cents(Math.min(open, close) * (1 - random() * 0.01));
    price = close;
    minute += 1 + Math.floor(random() * 90);
    if (minute > 1199) [session, minute] = [session + 1, 240];
    return {
      session,
      minute,
      open: maybe(open),
      high: maybe(high),
      low: maybe(low),
      close: maybe(close),
      volume: maybe(random() < 0.05 ? 0 : Math.floor(random() * 1e6)),
      num_trades: maybe(Math.floor(random() * 1e4)),
      vwap: random() < 0.3 ? null : cents((high + low + close) / 3),
    };
  });
}

function generator(seed: number): () => number {
  // mulberry32
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Whether the engine's value is the naive one. `floor` is the rounding of what the value is a difference of: a MACD of a flat
 * price is 0 or 1e-17 of it, whichever way it was added up.
 */
function same(engine: number | null, naive: number | null, relative: number, floor: number): boolean {
  if (engine === null || naive === null) return engine === naive;
  return Math.abs(engine - naive) <= Math.max(relative * Math.abs(naive), floor);
}

/** Milliseconds: a group has up to thirty indicators, and machines have other things to do. */
const UNHURRIED = timeLimit(400_000);

let lastSecurity = 0;
/** Indicators to a statement. */
const TOGETHER = 12;

/** Every line of every run that has values other than the naive ones, with the first of them. */
async function disagreements(
  histories: readonly (readonly NaiveBar[])[],
  runs: readonly IndicatorRun[],
  relative: number,
): Promise<readonly string[]> {
  if (runs.length === 0) return [];
  const numbered = histories.map((bars) => [(lastSecurity += 1), bars] as const);
  await insertBars(market, numbered);
  const found: string[] = [];
  for (let first = 0; first < runs.length; first += TOGETHER)
    found.push(...(await disagreementsOf(numbered, runs.slice(first, first + TOGETHER), relative)));
  return found;
}

async function disagreementsOf(
  numbered: readonly (readonly [security: number, bars: readonly NaiveBar[]])[],
  runs: readonly IndicatorRun[],
  relative: number,
): Promise<readonly string[]> {
  const securities = numbered.map(([security]) => security);
  const results = await runIndicators(market, securities, runs, { kind: "intraday" });
  return numbered.flatMap(([security, bars]) =>
    runs.flatMap(({ indicator, parameters, source = "close" }, run) => {
      const rows = results.get(security) ?? [];
      const size = (field: "close" | "volume" | "vwap"): number => Math.max(0, ...bars.map((bar) => bar[field] ?? 0));
      const rounding =
        1e-12 * Math.max(100, size(indicator.source === null ? "close" : source === "volume" ? "volume" : "close"));
      return Object.entries(naiveIndicator(indicator.name, parameters, bars, source)).flatMap(([line, values]) => {
        const largest = Math.max(0, ...values.map((value) => Math.abs(value ?? 0)));
        const floor = Math.max(rounding, 1e-2 * relative * largest);
        const at = values.findIndex(
          (value, i) => !same(rows[i]?.[`run${run}_${line}`] ?? null, value, relative, floor),
        );
        return at < 0
          ? []
          : [
              `${indicator.name}.${line}(${parameters.join()}) ${source} at bar ${at} of ${bars.length}: ` +
                `${rows[at]?.[`run${run}_${line}`]}, naive ${values[at]}`,
            ];
      });
    }),
  );
}

const defaultRun = (indicator: Indicator): IndicatorRun => ({ indicator, parameters: defaultsOf(indicator) });
const GROUPS = [...Map.groupBy(INDICATORS, (indicator) => indicator.group)].map(([group, indicators]) => ({
  group,
  indicators,
}));

/** Hilbert's transform: a fold of 26 numbers, and a step of it takes as long as twenty of another's. */
const isLong = ({ name }: Indicator): boolean => /^(mama|ht_)/.test(name);
const isSequential = (indicator: Indicator): boolean => JSON.stringify(indicator.recipe()).includes('"op":"fold"');

/** Random parameters within their ranges, short enough for the histories, and a random source. */
function randomRun(indicator: Indicator, random: () => number): IndicatorRun {
  const drawn = indicator.parameters.map(({ min, integer, default: usual }) =>
    integer ? Math.max(min, 1 + Math.floor(random() * 20)) : usual * (0.5 + random()),
  );
  const parameters = indicator.refuse?.(...drawn) ? defaultsOf(indicator) : drawn;
  if (indicator.source === null) return { indicator, parameters };
  return { indicator, parameters, source: random() < 0.7 ? "close" : random() < 0.5 ? "volume" : "vwap" };
}

test("every indicator of the catalogue has a naive twin with the same lines", () => {
  for (const { indicator, parameters } of INDICATORS.map(defaultRun)) {
    const naive = naiveIndicator(indicator.name, parameters, walk(generator(1), 5));
    expect(Object.keys(naive).sort()).toEqual(indicator.lines.map((line) => line.name).sort());
  }
});

test.each(GROUPS)(
  "$group: the engine agrees with plain loops on random bars with gaps, for random parameters and sources",
  async ({ indicators }) => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = generator(seed);
        const histories = [1, 2, 17, 60, 150, rounds(250, 400)].map((length, i) =>
          walk(random, length, { level: 10 ** (random() * 4 - 1), nulls: i % 2 === 0 ? 0 : 0.04 }),
        );
        const runs = indicators.map((indicator) => randomRun(indicator, random));
        const long = rounds(isLong, () => false);
        const [others, slow] = [runs.filter((run) => !long(run.indicator)), runs.filter((run) => long(run.indicator))];
        expect(await disagreements(histories, others, 1e-8)).toEqual([]);
        expect(await disagreements(histories.slice(0, -1), slow, 1e-8)).toEqual([]);
      }),
      { numRuns: cases(1) },
    );
  },
  UNHURRIED,
);

// In `npm test` those whose numbers grow largest, and those that turn the most steps of rounding into an angle.
test.each(GROUPS.filter(({ group }) => IN_SOAK || ["Cycle", "Volume"].includes(group)))(
  "$group: 5,000 bars at 43,210 ± 0.01 with volumes of 1e11: no precision is lost",
  async ({ indicators }) => {
    const random = generator(7);
    const bars = Array.from({ length: 5_000 }, (_value, i): NaiveBar => {
      const near = (): number => 43_210 + Math.round((random() - 0.5) * 200) / 10_000;
      const [open, close] = [near(), near()];
      return {
        session: Math.floor(i / 60),
        minute: 240 + (i % 60),
        open,
        close,
        high: Math.max(open, close) + 0.01,
        low: Math.min(open, close) - 0.01,
        volume: 1e11 + Math.floor(random() * 1e9),
        num_trades: 1,
        vwap: null,
      };
    });
    const levels = ["sma", "ema", "rma", "wma", "dema", "tema", "lsma", "atr", "rsi", "obv", "vwap", "max", "sum"];
    const exact = indicators.filter((indicator) => levels.includes(indicator.name));
    expect(await disagreements([bars], exact.map(defaultRun), 2e-12)).toEqual([]);
    // A fold takes a step a bar, whatever the number of securities: a lone one costs as much as a whole market.
    const steps = indicators.filter((indicator) => isSequential(indicator) && !exact.includes(indicator));
    for (const [some, few, many] of [
      [steps.filter((one) => !isLong(one)), 600, 1_200],
      [steps.filter(isLong), 200, 1_200],
    ] as const)
      expect(await disagreements([bars.slice(0, rounds(few, many))], some.map(defaultRun), 1e-6)).toEqual([]);
    // The place of a MACD of a millionth of the price within its range: rounding of the price is five digits nearer.
    const ill = indicators.filter((indicator) => indicator.name === "stc");
    expect(await disagreements([bars], ill.map(defaultRun), 1e-4)).toEqual([]);
    const well = indicators.filter((indicator) => ![...exact, ...steps, ...ill].includes(indicator));
    expect(await disagreements([bars], well.map(defaultRun), 1e-6)).toEqual([]);
  },
  UNHURRIED,
);
