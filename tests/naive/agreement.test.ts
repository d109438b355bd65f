import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diagnose } from "../../src/formula/index.ts";
import { openMarket, type Market } from "../../src/market/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { INDICATORS } from "../../src/vocabulary/index.ts";
import { agree, resultsApart, rowsApart } from "./agreement.ts";
import { importMarket, scanEngine, type EngineRequest } from "./engine.ts";
import { randomColumns, randomIndicators, type NamedFormula } from "./formulas.ts";
import { calendar, viewOf, type ReferenceMarket } from "./market.ts";
import { Random } from "./random.ts";
import { randomMarket } from "./random-market.ts";
import { RULING_FORMULAS } from "./ruling-formulas.ts";
import { scanNaive } from "./scan.ts";
import { steadyFilters } from "./steady.ts";
import { openCluster } from "../scan/clusters.ts";
import { cases, IN_SOAK, rounds, timeLimit } from "../cases.ts";

// SEED=… npx vitest run tests/naive/agreement.test.ts makes the same markets and formulas again.
// A submission is judged on the same cases each time; new ones are looked for wherever people work.
const SEED = Number(process.env["SEED"] ?? (process.env["CI"] ? 98_447_668 : Math.floor(Math.random() * 1e9)));
const MARKETS = Number(process.env["MARKETS"] ?? rounds(1, 12));
const SCANS = rounds(1, 12);
// A statement costs a tenth of a second, a column of it some hundredths.
const FORMULAS = 20;
const FILTERED_SCANS = rounds(1, 4);
/** Hilbert's transform over minutes: a fold of 26 numbers, as long as a hundred others. Over days it is always among them. */
const LONG_FOLD = /\[indicator (mama|ht_\w+)\b/;
/** Over minutes one of so many, in turn: they are the same folds as over days, of other bars. */
const OVER_MINUTES = rounds(6, 1);
const ONLY_OVER_MINUTES = new RegExp(
  `\\[indicator (${INDICATORS.flatMap(({ name, intradayOnly }) => (intradayOnly ? [name] : [])).join("|")})\\b`,
);
const INDICATORS_AT_ONCE = 24;

let home: Market;
const open: Market[] = [];
beforeAll(async () => {
  console.info(`SEED=${SEED}`);
  home = await openTestMarket();
});
afterAll(async () => {
  for (const market of open) await market.close();
  await home.close();
});

const marketsBySeed = new Map<number, Promise<Market>>();
/** The random market of a seed in the engine, to be read only. */
function marketOf(seed: number): Promise<Market> {
  const market = marketsBySeed.get(seed) ?? imported(randomMarket(seed));
  marketsBySeed.set(seed, market);
  return market;
}

let isHomeTaken = false;
/** A database of the one engine of this file, filled with the markets, one import each. */
async function imported(...references: readonly ReferenceMarket[]): Promise<Market> {
  const market = isHomeTaken
    ? await openMarket({ folder: home.folder ?? "", database: `reference_${open.length}` })
    : home;
  if (isHomeTaken) open.push(market);
  isHomeTaken = true;
  for (const reference of references) await importMarket(market, reference);
  return market;
}

const wholeRange = (reference: ReferenceMarket): { start: string; end: string } => {
  const { first, last } = viewOf(reference);
  return { start: calendar(first).date, end: calendar(last).date };
};

const RULINGS: readonly NamedFormula[] = RULING_FORMULAS.map((code, index) => {
  const { tree, type, diagnostics } = diagnose(code, { columns: new Map(), use: "column" });
  if (!tree || !type) throw new Error(`${code}: ${diagnostics[0]?.message}`);
  return { name: `ruling ${index}`, tree, code, type };
});

describe.each(Array.from({ length: MARKETS }, (_, index) => SEED + index))("market %i", (seed) => {
  const reference = randomMarket(seed);
  let market: Market;
  beforeAll(async () => {
    market = await marketOf(seed);
  });

  // Hundreds of statements, each analysed anew: minutes on a busy machine.
  test("every cell of random formulas is what the definitions say", { timeout: timeLimit(60_000) }, async () => {
    const random = new Random(seed);
    let [cells, rounding] = [0, 0];
    for (let scan = 0; scan < SCANS; scan++) {
      const columns = randomColumns(random, reference, FORMULAS);
      const result = await agree(market, reference, { ...wholeRange(reference), filters: [], columns });
      expect(result.disagreements, `SEED=${seed}`).toEqual([]);
      cells += result.cells;
      rounding += result.rounding;
    }
    expect(rounding).toBeLessThanOrEqual(cells * 0.002);
  });

  test("every ruling of the language reference holds", async () => {
    const result = await agree(market, reference, { ...wholeRange(reference), filters: [], columns: RULINGS });
    expect(result.disagreements, `SEED=${seed}`).toEqual([]);
  });

  // The markets share them: each of them is in one.
  const indicators = randomIndicators(new Random(seed + 2))
    .filter((_one, place) => place % MARKETS === seed - SEED)
    .filter(({ code }, place) => {
      if (!/ \d+min at /.test(code) || ONLY_OVER_MINUTES.test(code)) return true;
      return place % OVER_MINUTES === 0 && !rounds(LONG_FOLD, null)?.test(code);
    })
    // `tests/scan/indicator-vectors.test.ts` and `tests/scan/indicators-naive.test.ts` have each of them.
    .filter((_one, place) => place % rounds(3, 1) === 0);
  const parts = Array.from({ length: Math.ceil(indicators.length / INDICATORS_AT_ONCE) }, (_, part) =>
    indicators.slice(part * INDICATORS_AT_ONCE, (part + 1) * INDICATORS_AT_ONCE),
  );
  test.each(parts.map((columns, part) => ({ part, columns })))(
    "every indicator is what its definition says, over days and minutes: part $part",
    async ({ columns }) => {
      const result = await agree(market, reference, { ...wholeRange(reference), filters: [], columns });
      expect(result.disagreements, `SEED=${seed}`).toEqual([]);
    },
  );

  test("filters leave the same rows, step by step", async () => {
    const random = new Random(seed + 1);
    for (let scan = 0; scan < FILTERED_SCANS; scan++) {
      const filters = steadyFilters(random, reference, 3);
      const columns = randomColumns(random, reference, 5);
      const request = { ...wholeRange(reference), filters, columns };
      const engine = await scanEngine(market, request);
      // The engine takes the cheap ones first.
      const ordered = engine.funnel.slice(1).map(({ label }) => filters.find(({ name }) => name === label));
      const trees = ordered.flatMap((filter) => (filter ? [filter.tree] : []));
      const naive = scanNaive({ ...request, filters: trees }, reference);
      const context = `SEED=${seed}\n${filters.map(({ code }) => code).join("\n")}`;
      expect(rowsApart(naive, engine), context).toBeNull();
      expect(
        engine.funnel.map(({ rows }) => rows),
        context,
      ).toEqual(naive.funnel);
      const { disagreements } = await agree(market, reference, request);
      expect(disagreements, context).toEqual([]);
    }
  });
});

describe("what may not make a difference (in the soak)", () => {
  const reference = randomMarket(SEED);
  const columns = randomColumns(new Random(SEED + 2), reference, 25);
  const request: EngineRequest = { ...wholeRange(reference), filters: [], columns };
  const bars = scanNaive({ ...request, filters: [], columns: [] }, reference).rows.length;
  let market: Market;
  beforeAll(async () => {
    if (IN_SOAK) market = await marketOf(SEED);
  });

  // `scan/run` has the same of its columns: other dates, passes and buckets.
  test.runIf(IN_SOAK)("the dates asked for", async () => {
    const whole = await scanEngine(market, request);
    const { first, last } = viewOf(reference);
    const random = new Random(SEED + 3);
    for (let scan = 0; scan < 3; scan++) {
      const from = random.whole(first, last);
      const to = scan === 0 ? from : random.whole(from, last);
      const part = await scanEngine(market, { ...request, start: calendar(from).date, end: calendar(to).date });
      expect(resultsApart(part, whole, columns), `SEED=${SEED} ${from} .. ${to}`).toEqual([]);
    }
  });

  test.runIf(IN_SOAK)("buckets, passes over the securities", { timeout: timeLimit(400_000) }, async () => {
    const rulings = RULINGS.filter(({ code }) => code.includes("intraday") || code.includes("rank"));
    const windows = columns.concat(rulings);
    const both = { ...request, filters: steadyFilters(new Random(SEED + 4), reference, 2), columns: windows };
    const usual = await scanEngine(market, both);
    for (const options of [{ buckets: false }, { passRows: Math.ceil(bars / 3) }] as const) {
      const other = await scanEngine(market, both, options);
      expect(other.funnel, JSON.stringify(options)).toEqual(usual.funnel);
      expect(resultsApart(usual, other, windows), `SEED=${SEED} ${JSON.stringify(options)}`).toEqual([]);
    }
  });

  // Two imports; that their order makes no difference is shown by tests/market/import-order in any case.
  test.runIf(IN_SOAK)("imports in two parts, the later one first", async () => {
    const half = Math.ceil(reference.securities.length / 2);
    const parts = [reference.securities.slice(0, half), reference.securities.slice(half)] as const;
    const [one, other] = [{ securities: parts[0] }, { securities: parts[1] }];
    const forth = await scanEngine(market, request);
    const back = await scanEngine(await imported(other, one), request);
    expect(forth.rows.length).toBe(bars);
    expect(resultsApart(forth, back, columns), `SEED=${SEED}`).toEqual([]);
  });

  // One that no list of formulas was made for. `scan/cluster` divides its columns, of every kind, between two shards.
  test.runIf(IN_SOAK)(
    "securities divided between two shards of a cluster",
    { timeout: timeLimit(400_000) },
    async () => {
      const cluster = await openCluster(market, "two", 1);
      try {
        const random = new Random(SEED + 5);
        for (let scan = 0; scan < cases(5); scan++) {
          const filters = steadyFilters(random, reference, scan % 3);
          const formulas = randomColumns(random, reference, 20);
          const wanted = { ...request, filters, columns: formulas };
          const whole = await scanEngine(market, wanted);
          const divided = await scanEngine(
            cluster.market,
            wanted,
            scan % 5 === 4 ? { passRows: Math.ceil(bars / 3) } : {},
          );
          const context = `SEED=${SEED} scan ${scan}\n${[...filters, ...formulas].map(({ code }) => code).join("\n")}`;
          expect(divided.funnel, context).toEqual(whole.funnel);
          expect(divided.rows.length, context).toBe(whole.rows.length);
          expect(resultsApart(whole, divided, formulas), context).toEqual([]);
        }
      } finally {
        await cluster.end();
      }
    },
  );
});
