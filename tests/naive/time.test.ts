import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diagnose } from "../../src/formula/index.ts";
import { openMarket, sessionOf, type Market } from "../../src/market/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { cases, rounds } from "../cases.ts";
import { closeness, same } from "./disagreement.ts";
import { importMarket, scanEngine, type EngineRow } from "./engine.ts";
import { evaluate } from "./evaluate.ts";
import { fieldFormulas } from "./field-formulas.ts";
import { randomColumns, type NamedFormula } from "./formulas.ts";
import { alteredAfter, countsBarsAhead, KNOWN, knownBetween, labelOf, looksAhead, type Moment } from "./known-by.ts";
import { calendar, EVENT_KINDS, sessionNumber, viewOf, type ReferenceMarket } from "./market.ts";
import { Random } from "./random.ts";
import { randomMarket } from "./random-market.ts";
import { columnsOf } from "./scan.ts";
import type { Value } from "./values.ts";

/*
 * Two laws of time. No value uses what became known after the moment its label names; and importing what comes later changes
 * no value of an earlier day. Documented restatements are left out: adjusted values where splits follow, and the present
 * values of listings, which the first dated value of a field replaces on all days.
 */
const SEED = Number(process.env["SEED"] ?? (process.env["CI"] ? 98_447_668 : Math.floor(Math.random() * 1e9)));
/** Each costs a market of its own in the engine. */
const MOMENTS = rounds(1, 3);
const MOMENTS_BY_HAND = 4;
/** To a statement: it costs a tenth of a second, a column of it less than a hundredth. */
const FORMULAS = 64;

const CLOCKS = (
  "00:00:00 04:00:00 09:29:00 09:29:30 09:30:00 09:31:00 10:00:00 12:59:00 12:59:59 13:00:00 13:00:01 13:01:00 " +
  "15:59:00 16:00:00 16:00:30 16:30:00 20:00:00 23:59:59"
).split(" ");
/** Where what becomes known a second later is nearest to being seen. */
const BEFORE_CLOSE = CLOCKS.filter((clock) => clock < "16:00:00");
/** When all bars of a day are known. */
const EVENINGS = ["20:00:00", "20:30:00", "23:59:00", "23:59:59"];

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

/** The first is the engine's own database. */
let isHomeTaken = false;
async function emptyMarket(): Promise<Market> {
  if (!isHomeTaken) {
    isHomeTaken = true;
    return home;
  }
  const market = await openMarket({ folder: home.folder ?? "", database: `time_${open.length}` });
  open.push(market);
  return market;
}

/**
 * A market in which nothing but time makes a difference: each kind of event is covered on every session, as every import
 * of one has it, and where a listed field has dated values one of them is older than the data.
 */
function settledMarket(seed: number): ReferenceMarket {
  const market = randomMarket(seed);
  const { first, last } = viewOf(market);
  const ago = calendar(first - 1).date;
  return {
    securities: market.securities.map((security, index) => ({
      ...security,
      splits: seed % 2 === 0 ? [] : security.splits,
      dividends: [],
      facts: [
        ...security.facts,
        ...[...new Set(security.facts.map(({ field }) => field))].flatMap((field) => {
          const value = security.facts.find((fact) => fact.field === field)?.value;
          const known_at = `${ago}T00:00:01`;
          return value === undefined ? [] : [{ field, known_at, value }];
        }),
      ],
      events:
        index > 0
          ? security.events
          : [
              ...security.events,
              ...Array.from({ length: last - first + 1 }, (_, day) => calendar(first + day).date).flatMap((date) =>
                EVENT_KINDS.map((kind) => ({ kind, at: `${date}T00:02` })),
              ),
            ],
    })),
  };
}

/** Moments at which much is decided: days on which something became known, and half days. */
function momentsOf(
  random: Random,
  market: ReferenceMarket,
  clocks: readonly string[],
  count = MOMENTS,
): readonly Moment[] {
  const { first, last } = viewOf(market);
  const [from, to] = [calendar(first).date, calendar(last - 1).date];
  const traded = new Set(market.securities.flatMap((security) => viewOf(market).sessionsOf(security)));
  const days = market.securities
    .flatMap(({ facts, statements, events }) => [
      ...facts.map(({ known_at }) => known_at),
      ...statements.map(({ known_at }) => known_at),
      ...events.map(({ at }) => at),
    ])
    .map((at) => at.slice(0, 10))
    .filter((date) => date >= from && date <= to && traded.has(sessionOf(date)?.session ?? -1));
  const half = Array.from({ length: last - first }, (_, index) => calendar(first + index)).filter(
    ({ close }) => close < 960,
  );
  return Array.from({ length: count }, () => {
    const day = random.chance(0.3) && half.length > 0 ? random.of(half).date : random.of([...days, from]);
    return `${day}T${random.of(clocks)}`;
  });
}

/** `every`: one of so many formulas of the fields is taken in `npm test`, in the soak each. */
const formulasFor = (random: Random, market: ReferenceMarket, every: number): readonly NamedFormula[] => [
  ...fieldFormulas(random).filter((_, place) => place % rounds(every, 1) === 0),
  ...KNOWN.map((code, index) => formulaOf(code, `known ${index}`)),
  ...randomColumns(random, market, 8).filter(({ code }) => !countsBarsAhead(code) && !/\{k/i.test(code)),
];

function formulaOf(code: string, name: string): NamedFormula {
  const { tree, type } = diagnose(code, { columns: new Map(), use: "column" });
  if (!tree || !type) throw new Error(code);
  return { name, tree, code, type };
}

const wholeRange = (market: ReferenceMarket): { start: string; end: string } => {
  const { first, last } = viewOf(market);
  return { start: calendar(first).date, end: calendar(last).date };
};

async function scanned(
  market: Market,
  reference: ReferenceMarket,
  formulas: readonly NamedFormula[],
): Promise<ReadonlyMap<string, readonly Value[]>> {
  const rows = new Map<string, Value[]>();
  for (let at = 0; at < formulas.length; at += FORMULAS) {
    const columns = formulas.slice(at, at + FORMULAS);
    const result = await scanEngine(market, { ...wholeRange(reference), filters: [], columns });
    for (const row of result.rows) {
      const values = rows.get(keyOf(row)) ?? [];
      values.push(...row.values);
      rows.set(keyOf(row), values);
    }
  }
  return rows;
}

const keyOf = ({ date, symbol }: Pick<EngineRow, "date" | "symbol">): string => `${date} ${symbol}`;

/** Values that were public at a moment and differ, in words. */
function changed(
  before: ReadonlyMap<string, readonly Value[]>,
  after: ReadonlyMap<string, readonly Value[]>,
  formulas: readonly NamedFormula[],
  moment: Moment,
  isCompared: (formula: NamedFormula) => boolean = () => true,
): { readonly wrong: readonly string[]; readonly compared: number } {
  const named = columnsOf(formulas);
  const wrong: string[] = [];
  let compared = 0;
  for (const [key, values] of before) {
    const session = sessionNumber(key.slice(0, 10));
    const other = after.get(key);
    if (!other) {
      wrong.push(`${key} is gone`);
      continue;
    }
    for (const [index, formula] of formulas.entries()) {
      const label = labelOf(formula, formulas, session);
      if ((label !== null && label > moment) || !isCompared(formula)) continue;
      compared += 1;
      const [a = null, b = null] = [values[index], other[index]];
      if (!same(a, b, closeness(formula.tree, named)))
        wrong.push(`${key} ${formula.code}, known ${label}: ${JSON.stringify(a)}, then ${JSON.stringify(b)}`);
    }
  }
  for (const key of after.keys())
    if (key.slice(0, 10) < moment.slice(0, 10) && !before.has(key)) wrong.push(`${key} is new`);
  return { wrong, compared };
}

describe("by hand", () => {
  const first = sessionNumber("2024-07-01");
  const bar = { open: 10, high: 10, low: 10, close: 10, volume: 100, num_trades: null, vwap: null };
  const security = {
    symbol: "H",
    changes: [],
    listing: null,
    daily: new Map([0, 1, 2, 3, 4, 5].map((day) => [first + day, bar])),
    minutes: new Map(),
    splits: [],
    // 07-03 closes at 13:00, 07-04 is a holiday.
    facts: [
      { field: "exchange", known_at: "2024-06-28", value: "NYSE" },
      { field: "exchange", known_at: "2024-07-02T12:59", value: "NASDAQ" },
      { field: "exchange", known_at: "2024-07-05T00:00:01", value: "NYSE ARCA" },
      { field: "exchange", known_at: "2024-07-09", value: "BATS" },
      { field: "float", known_at: "2024-07-01T16:00:30", value: 1 },
      { field: "float", known_at: "2024-07-03T13:00", value: 2 },
      { field: "float", known_at: "2024-07-05T15:59:59.5", value: 3 },
      { field: "sector", known_at: "2024-07-03T13:00:01", value: "Energy" },
    ],
    statements: [
      { item: "total-revenue", fiscal_end: "2023-09-30", known_at: "2023-11-01", value: 80 },
      { item: "total-revenue", fiscal_end: "2023-12-31", known_at: "2024-02-01", value: 90 },
      { item: "total-revenue", fiscal_end: "2024-03-31", known_at: "2024-05-01", value: 100 },
      { item: "total-assets", fiscal_end: "2024-03-31", known_at: "2024-05-01", value: 5 },
    ],
    events: [],
  } as const;
  // A predecessor's period in the midst of a month; the end of a changed fiscal year; a restatement of the quarter beside it.
  const later = [
    { item: "total-revenue", fiscal_end: "2022-11-15", known_at: "2024-07-05T08:00", value: 7 },
    { item: "total-assets", fiscal_end: "2024-04-30", known_at: "2024-07-08T08:00", value: 6 },
    { item: "total-assets", fiscal_end: "2024-03-31", known_at: "2024-07-09T08:00", value: 55 },
  ] as const;
  const expected: Readonly<Record<string, readonly Value[]>> = {
    "[identity exchange]": ["NYSE", "NYSE", "NASDAQ", "NASDAQ", "NYSE ARCA", "BATS"],
    "[ownership float]": [null, 1, 2, 3, 3, 3],
    "[fundamental sector]": [null, null, null, "Energy", "Energy", "Energy"],
    "[earnings total-revenue-1q]": [100, 100, 100, 100, 100, 100],
    "[earnings total-revenue-2q]": [90, 90, 90, 90, 90, 90],
    "[earnings total-revenue-3q]": [80, 80, 80, 80, 80, 80],
    "[earnings total-assets-1q]": [5, 5, 5, 5, 5, 5],
  };
  // The end nearest to the whole number of quarters, though the other was restated later.
  const expectedLater = { ...expected, "[earnings total-assets-1q]": [5, 5, 5, 5, 6, 6] };
  const formulas = Object.keys(expected).map((code, index) => formulaOf(code, `h${index}`));

  test("identity as the day begins, the rest at its close; older quarters that come later move nothing", async () => {
    const market = await emptyMarket();
    const inTime: ReferenceMarket = { securities: [security] };
    const whole: ReferenceMarket = { securities: [{ ...security, statements: [...security.statements, ...later] }] };
    for (const [reference, values] of [
      [inTime, expected],
      [whole, expectedLater],
    ] as const) {
      await importMarket(market, reference);
      const rows = await scanned(market, reference, formulas);
      expect(
        Object.fromEntries(formulas.map(({ code }, at) => [code, [...rows.values()].map((row) => row[at])])),
      ).toEqual(values);
    }
  });
});

describe("no value uses what became known after its label's moment", () => {
  test.each(Array.from({ length: cases(4) }, (_, index) => SEED + 100 + index))(
    "by the definitions: market %i",
    (seed) => {
      const random = new Random(seed);
      const reference = settledMarket(seed);
      const formulas = formulasFor(random, reference, 3);
      const named = columnsOf(formulas);
      const view = viewOf(reference);
      const wrong: string[] = [];
      for (const moment of momentsOf(random, reference, CLOCKS, MOMENTS_BY_HAND)) {
        const other = alteredAfter(random, reference, moment, view.last);
        for (const [index, security] of reference.securities.entries()) {
          const twin = other.securities[index];
          const near = view.sessionsOf(security).filter((session) => calendar(session).date <= moment.slice(0, 10));
          for (const session of near.slice(-3))
            for (const formula of formulas) {
              const label = labelOf(formula, formulas, session);
              if (label === null || label > moment || !twin) continue;
              const a = evaluate(formula.tree, reference, security, session, named);
              const b = evaluate(formula.tree, other, twin, session, named);
              if (!same(a, b, closeness(formula.tree, named)))
                wrong.push(
                  `${moment} ${security.symbol} ${calendar(session).date} ${formula.code}, known ${label}: ${JSON.stringify(a)}, then ${JSON.stringify(b)}`,
                );
            }
        }
      }
      expect(wrong.slice(0, 5), `SEED=${seed}`).toEqual([]);
    },
  );
});

// Both laws of one market: it is the last of those that the second one makes.
describe("in the engine", () => {
  const ADJUSTED = /\badj(?:div)?\b/;

  test.each(Array.from({ length: rounds(1, 8) }, (_, index) => SEED + index))(
    "what is imported later changes no value of an earlier day, and none uses what became known later: market %i",
    async (seed) => {
      const random = new Random(seed);
      const reference = settledMarket(seed);
      const split = reference.securities.some(({ splits }) => splits.length > 0);
      const formulas = formulasFor(random, reference, 16);
      const isKept = ({ code, tree }: NamedFormula): boolean => !looksAhead(tree) && !(split && ADJUSTED.test(code));
      const moments = [...momentsOf(random, reference, EVENINGS)].toSorted();
      const market = await emptyMarket();
      let known: { readonly moment: Moment; readonly rows: ReadonlyMap<string, readonly Value[]> } | null = null;
      for (const moment of [...moments, "9999-12-31T00:00:00"]) {
        const part = knownBetween(reference, known?.moment ?? "", moment);
        await importMarket(market, part);
        const rows = await scanned(market, reference, formulas);
        if (known) {
          const { wrong, compared } = changed(known.rows, rows, formulas, known.moment, isKept);
          expect(wrong.slice(0, 5), `SEED=${seed} ${known.moment}, then ${moment}`).toEqual([]);
          expect(compared).toBeGreaterThan(0);
        }
        known = { moment, rows };
      }
      if (known === null) throw new Error("the market has a last moment");
      for (const moment of momentsOf(random, reference, BEFORE_CLOSE)) {
        const other = await emptyMarket();
        await importMarket(other, alteredAfter(random, reference, moment, viewOf(reference).last));
        const { wrong, compared } = changed(known.rows, await scanned(other, reference, formulas), formulas, moment);
        expect(wrong.slice(0, 5), `SEED=${seed} ${moment}`).toEqual([]);
        expect(compared).toBeGreaterThan(0);
      }
    },
  );
});
