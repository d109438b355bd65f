import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Market } from "../../src/market/index.ts";
import { INDICATORS, scaleOf, type BarField, type Indicator } from "../../src/vocabulary/index.ts";
import { cases, IN_SOAK, rounds, timeLimit } from "../cases.ts";
import { openTestMarket } from "../market/open-market.ts";
import type { NaiveBar } from "../naive/indicators.ts";
import { Random } from "../naive/random.ts";
import { createBars, defaultsOf, insertBars, runIndicators, type IndicatorRun } from "./indicator-engine.ts";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  await createBars(market);
});
afterAll(() => market.close());

/** Prices as a vendor gives them: four decimals. */
const traded = (price: number): number => Math.round(price * 1e4) / 1e4;

/**
 * Bars on a coarse grid, so that prices, moves, typical prices and volumes come back all the time: flat bars and stretches,
 * outside bars that reach as far up as down, bars of other shape with the typical price of the one before.
 */
function coarse(random: Random, length: number, tick: number): NaiveBar[] {
  let level = 104;
  let last = { high: level, low: level, close: level };
  return Array.from({ length }, (_value, i): NaiveBar => {
    level = Math.max(20, level + random.whole(-2, 2));
    const reach = random.whole(0, 3);
    const near = (): number => level + random.whole(-reach, reach);
    let [open, close] = [near(), near()];
    let high = Math.max(open, close) + random.whole(0, 1);
    let low = Math.min(open, close) - random.whole(0, 1);
    const kind = random.next();
    if (kind < 0.15) [open, high, low, close] = [last.close, last.close, last.close, last.close];
    else if (kind < 0.3) {
      [high, low] = [last.high + reach, last.low - reach];
      [open, close] = [random.whole(low, high), random.whole(low, high)];
    } else if (kind < 0.45) {
      [high, low, close] = [last.high + 1, last.low - 1, last.close];
      open = random.whole(low, high);
    }
    last = { high, low, close };
    const at = (ticks: number): number => traded(ticks * tick);
    return {
      session: Math.floor(i / 40),
      minute: 540 + (i % 40),
      open: at(open),
      high: at(high),
      low: at(low),
      close: at(close),
      volume: random.chance(0.05) ? 0 : 70 * random.whole(1, 12),
      num_trades: random.whole(1, 9),
      vwap: random.chance(0.3) ? null : at(close),
    };
  });
}

/** What adjusting makes of the bars as they would have been traded before splits of `ratios`, in the last bits too. */
const PRICES = ["open", "high", "low", "close", "vwap"] as const;
function adjusted(bar: NaiveBar, before: number, ratios: readonly number[]): NaiveBar {
  const factor = 1 / ratios.reduce((product, ratio) => product * ratio, 1);
  const price = (value: number | null | undefined): number | null =>
    value === null || value === undefined ? null : traded(value * before) * factor;
  const volume = bar.volume === null ? null : bar.volume / before / factor;
  const [open = null, high = null, low = null, close = null, vwap = null] = PRICES.map((name) => price(bar[name]));
  return { ...bar, open, high, low, close, vwap, volume };
}

/**
 * The same market, told otherwise. `early` and `late` are the splits after the first and after the second half of the bars;
 * the first half was traded at the price times `before`. What prices become in all is multiplied by `factor`.
 */
const TELLINGS = [
  { name: "before a split of 3:1", before: 1, early: [3], late: [3], factor: 1 / 3 },
  { name: "before a reverse split of 1:10", before: 1, early: [0.1], late: [0.1], factor: 10 },
  { name: "over a split of 3:1", before: 3, early: [3], late: [], factor: 1 },
  { name: "over a split of 7:1", before: 7, early: [7], late: [], factor: 1 },
  { name: "over a reverse split of 1:10", before: 0.1, early: [0.1], late: [], factor: 1 },
  { name: "over a split of 3:1, with a later one of 7:1", before: 3, early: [3, 7], late: [7], factor: 1 / 7 },
  { name: "over a split of 3:2, with a later reverse one", before: 1.5, early: [1.5, 0.1], late: [0.1], factor: 10 },
] as const;

const RELATIVE = 1e-7;
/** Indicators to a statement. */
const TOGETHER = 12;
let lastSecurity = 0;

/** Lines that a telling gives other values than the bars themselves, scale apart, with the first of them. */
async function broken(histories: readonly (readonly NaiveBar[])[], runs: readonly IndicatorRun[]): Promise<string[]> {
  const stored = histories.map((bars) => ({
    bars,
    plain: (lastSecurity += 1),
    tellings: TELLINGS.map((telling) => ({
      ...telling,
      security: (lastSecurity += 1),
      bars: bars.map((bar, i) =>
        i < bars.length / 2 ? adjusted(bar, telling.before, telling.early) : adjusted(bar, 1, telling.late),
      ),
    })),
  }));
  await insertBars(
    market,
    stored.flatMap(({ bars, plain, tellings }) => [
      [plain, bars] as const,
      ...tellings.map((telling) => [telling.security, telling.bars] as const),
    ]),
  );
  const securities = stored.flatMap(({ plain, tellings }) => [plain, ...tellings.map(({ security }) => security)]);
  const found: string[] = [];
  for (let first = 0; first < runs.length; first += TOGETHER) {
    const some = runs.slice(first, first + TOGETHER);
    const results = await runIndicators(market, securities, some, { kind: "intraday" });
    for (const { plain, tellings, bars } of stored) {
      for (const telling of tellings) {
        const [own, other] = [plain, telling.security].map((security) => results.get(security) ?? []);
        some.forEach(({ indicator, parameters, source = "close" }, run) => {
          for (const line of indicator.lines) {
            const { price, volume } = scaleOf(line, source);
            const factor = telling.factor ** (price - volume);
            const of = (row: Readonly<Record<string, number | null>> | undefined): number | null => {
              const value = row?.[`run${run}_${line.name}`] ?? null;
              return value !== null && line.scale === "tangent" ? Math.tan((value * Math.PI) / 180) : value;
            };
            const largest = Math.max(0, ...(own ?? []).map((row) => Math.abs(of(row) ?? 0)));
            const floor = 1e-2 * RELATIVE * largest * factor;
            const at = bars.findIndex((_bar, i) => {
              const [expected, got] = [of(own?.[i]), of(other?.[i])];
              if (expected === null || got === null) return expected !== got;
              const scaled = expected * factor;
              // What is 0, neither more nor less, is 0 in every telling.
              if (scaled === 0 || got === 0) return Math.abs(scaled - got) > 1e-13 * largest * factor;
              return Math.abs(scaled - got) > Math.max(RELATIVE * Math.abs(scaled), floor);
            });
            if (at >= 0)
              found.push(
                `${indicator.name}.${line.name}(${parameters.join()}) ${source} ${telling.name}, bar ${at}: ` +
                  `${of(other?.[at])}, not ${of(own?.[at])} × ${factor}`,
              );
          }
        });
      }
    }
  }
  return found;
}

/** Default parameters, or short ones, and a random source. */
function randomRun(indicator: Indicator, random: Random): IndicatorRun {
  const drawn = indicator.parameters.map(({ min, integer, default: usual }) =>
    integer ? Math.max(min, random.whole(1, 12)) : usual,
  );
  const parameters = random.chance(0.3) || indicator.refuse?.(...drawn) ? defaultsOf(indicator) : drawn;
  if (indicator.source === null) return { indicator, parameters };
  return { indicator, parameters, source: random.of<BarField>(["close", "close", "high", "volume", "vwap"]) };
}

const isHilbert = ({ name }: Indicator): boolean => /^(mama|ht_)/.test(name);

const GROUPS = [...Map.groupBy(INDICATORS, (indicator) => indicator.group)].map(([group, indicators]) => ({
  group,
  indicators,
}));

// `naive/agreement` computes every indicator over days that split, adjusted and as traded.
test.runIf(IN_SOAK).each(GROUPS)(
  "$group: a split changes no value without a scale, and multiplies the others by their scale's factor",
  { timeout: timeLimit(400_000) },
  async ({ indicators }) => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = new Random(seed);
        // Hilbert's transform takes as long for a bar as twenty others.
        const [long, others] = [indicators.filter(isHilbert), indicators.filter((one) => !isHilbert(one))];
        for (const [some, length] of [
          [others, 320],
          [long, rounds(140, 320)],
        ] as const) {
          const histories = [0.1, 0.01].map((tick) => coarse(random, length, tick));
          const runs = some.map((indicator) => randomRun(indicator, random));
          expect(runs.length === 0 ? [] : await broken(histories, runs)).toEqual([]);
        }
      }),
      { numRuns: cases(1), endOnFailure: true },
    );
  },
);
