import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCode, type Node } from "../../../src/formula/index.ts";
import { checkMarket, FINDING_KINDS, importCsv, sessionFrom, type Market } from "../../../src/market/index.ts";
import { rounds } from "../../cases.ts";
import { agree } from "../../naive/agreement.ts";
import { calendar, sessionNumber, type ReferenceMarket } from "../../naive/market.ts";
import { Random } from "../../naive/random.ts";
import { clock } from "../../../src/vocabulary/index.ts";
import { folderOf, MINUTE } from "../csv-folder.ts";
import { openTestMarket } from "../open-market.ts";
import { naiveCheck, type CheckedSecurity, type DayBar } from "./naive-check.ts";

const SEED = Number(process.env["SEED"] ?? 7);
const FIRST = sessionNumber("2023-03-01");
const LENGTH = 300;
/** Sessions that no security has. */
const LACKED: ReadonlySet<number> = new Set([FIRST + 90, FIRST + 150, FIRST + 151]);

const cents = (price: number): number => Math.max(0.01, Math.round(price * 100) / 100);

/** Bars in which every kind of error is frequent. */
function wildSecurity(random: Random, symbol: string): CheckedSecurity {
  const bars: DayBar[] = [];
  const wildness = random.of([0.002, 0.01, 0.05]);
  const swapped = random.chance(0.2);
  const splits: { session: number; ratio: number }[] = [];
  let price = random.of([0.5, 8, 40, 300]);
  let volume = random.of([300, 20_000, 400_000, 3e7]);
  const last = random.chance(0.2) ? FIRST + random.whole(100, LENGTH) : FIRST + LENGTH;
  for (let session = FIRST; session < last; session += 1) {
    if (random.chance(0.01)) session += random.of([1, 1, 2, 4, 22, 30]);
    if (random.chance(0.004)) volume *= random.of([100, 0.01, 30, 0.04]);
    if (random.chance(0.006)) price *= random.of([2, 0.5, 3, 0.333, 1.5, 1.4, 4.2, 9]);
    if (random.chance(0.004) && splits.length < 3) {
      const ratio = random.of([2, 3, 0.1, 1.5, 1.2]);
      if (random.chance(0.5)) price /= ratio;
      splits.push({ session, ratio });
    }
    const previous = bars.at(-1);
    if (previous && random.chance(0.01)) {
      bars.push({ ...previous, session });
      continue;
    }
    price = Math.min(5_000, Math.max(0.05, price * (1 + (random.next() - 0.5) * 2 * wildness)));
    const slip = random.chance(0.01) ? random.of([10, 0.1, 1.6, 0.6, 1.45]) : 1;
    const near = (): number => cents(price * slip * (1 + (random.next() - 0.5) * wildness));
    const night = previous && swapped ? previous.open : near();
    const [open, close] = swapped ? [near(), cents(night)] : [near(), near()];
    const high = Math.max(open, close) * (random.chance(0.01) ? random.of([1.4, 1.7, 10]) : 1);
    const low = Math.min(open, close) / (random.chance(0.01) ? random.of([1.4, 1.7, 10]) : 1);
    const shares = random.chance(0.01)
      ? 0
      : Math.round(
          Math.max(1, volume * (0.5 + random.next()) * (random.chance(0.01) ? random.of([100, 0.01, 35, 0.03]) : 1)),
        );
    bars.push({
      session,
      open,
      high: cents(high),
      low: cents(low),
      close,
      volume: shares,
      num_trades: random.chance(0.5)
        ? Math.min(4e9, Math.round((shares / 100) * (random.chance(0.02) ? 200 : 1)))
        : null,
      vwap: random.chance(0.5) ? cents(((high + low) / 2) * (random.chance(0.02) ? 10 : 1)) : null,
    });
  }
  const had = bars.filter(({ session }) => !LACKED.has(session));
  const minutes = new Map(
    had.slice(-3).map((bar) => {
      const moved = (value: number): number => cents(value * random.of([1, 1, 1, 1.05]));
      const low = moved(bar.low);
      const high = Math.max(low, moved(bar.high));
      return [
        bar.session,
        {
          high,
          low,
          close: Math.min(high, Math.max(low, moved(bar.close))),
          volume: Math.round(bar.volume * random.of([0.8, 0.8, 0.1, 1.2])),
          count: random.of([50, 60, 80]),
        },
      ] as const;
    }),
  );
  const reports = Array.from(
    { length: random.whole(0, 5) },
    (_, index) => calendar(FIRST + 20 + index * random.of([62, 62, 40])).date,
  );
  // Drawn apart, so that the bars stay those they were.
  const cash = new Random(SEED + Number(symbol.slice(1)));
  const dividends = Array.from({ length: cash.whole(0, 3) }, () => ({
    session: cash.whole(FIRST, Math.max(FIRST, bars.at(-1)?.session ?? 0)),
    amount: cents(price * cash.of([0.01, 0.5, 3])),
    special: cash.chance(0.2),
  })).filter(({ session }, index, all) => all.findIndex((one) => one.session === session) === index);
  return {
    symbol,
    bars: had,
    splits,
    dividends,
    ipo: random.chance(0.5) ? calendar(FIRST + random.whole(0, 3)).date : null,
    delisted: last < FIRST + LENGTH && random.chance(0.5),
    reports: [...new Set(reports)],
    minutes,
  };
}

type Line = readonly (string | number | null)[];

function filesOf(securities: readonly CheckedSecurity[]): Readonly<Record<string, string>> {
  const rows = (header: string, lines: readonly Line[]): string =>
    [header, ...lines.map((line) => line.map((each) => each ?? "").join(","))].join("\n");
  const each = (of: (security: CheckedSecurity) => readonly Line[]): readonly Line[] =>
    securities.flatMap((security) => of(security).map((line) => [security.symbol, ...line]));
  const date = (session: number): string => calendar(session).date;
  return {
    "daily.csv": rows(
      "symbol,date,open,high,low,close,volume,num_trades,vwap",
      each(({ bars }) =>
        bars.map((b) => [date(b.session), b.open, b.high, b.low, b.close, b.volume, b.num_trades, b.vwap]),
      ),
    ),
    "splits.csv": rows(
      "symbol,date,ratio",
      each(({ splits }) => splits.map(({ session, ratio }) => [date(session), ratio])),
    ),
    "dividends.csv": rows(
      "symbol,date,amount,kind",
      each(({ dividends }) =>
        dividends.flatMap(({ session, amount, special }) =>
          ["regular", ...(special ? ["special"] : [])].map((kind) => [date(session), amount, kind]),
        ),
      ),
    ),
    "securities.csv": rows(
      "symbol,ipo_date,delisted_date",
      each(({ ipo, delisted, bars }) => [[ipo, delisted ? date(bars.at(-1)?.session ?? FIRST) : null]]),
    ),
    "statements.csv": rows(
      "symbol,item,fiscal_end,known_at,value",
      each(({ reports }) => reports.map((day) => ["total-revenue", day, `${day}T17:00`, 1])),
    ),
    "minute.csv": rows(
      MINUTE,
      each(({ minutes }) =>
        [...minutes].flatMap(([session, day]) =>
          Array.from({ length: day.count }, (_, at) => {
            const close = at === day.count - 1 ? day.close : day.low;
            return [
              date(session),
              clock(570 + at),
              day.low,
              at === 0 ? day.high : Math.max(close, day.low),
              day.low,
              close,
              at === 0 ? day.volume : 0,
            ];
          }),
        ),
      ),
    ),
  };
}

/** What the plain evaluator sees of them: bars, and the sessions on which something is doubted. */
function referenceOf(securities: readonly CheckedSecurity[], found: readonly string[]): ReferenceMarket {
  return {
    securities: securities.map(({ symbol, bars }) => ({
      symbol,
      changes: [],
      listing: null,
      daily: new Map(bars.map(({ session, ...bar }) => [session, bar])),
      minutes: new Map(),
      splits: [],
      facts: [],
      statements: [],
      events: [],
      doubts: new Set(
        found.flatMap((one) => {
          const [of, date = ""] = one.split(" ");
          return of === symbol ? [sessionFrom(date)?.session ?? 0] : [];
        }),
      ),
    })),
  };
}

function treeOf(code: string): Node {
  const { tree } = parseCode(code);
  if (tree === null) throw new Error(code);
  return tree;
}

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

test("the engine doubts what a plain computation over arrays doubts, of every kind", async () => {
  const random = new Random(SEED);
  const securities = Array.from({ length: rounds(30, 600) }, (_, index) => wildSecurity(random, `S${index}`));
  const { refused, doubtful } = await importCsv(market, folderOf(filesOf(securities)), { check: true });
  expect(refused.rows).toEqual([]);
  const found: string[] = [];
  const bars = await checkMarket(market, (some) =>
    some.forEach(({ symbol, date, kind }) => found.push(`${symbol} ${date} ${kind}`)),
  );
  const expected = naiveCheck(securities);
  expect(found.toSorted()).toEqual(expected);
  expect(bars).toBe(securities.reduce((sum, security) => sum + security.bars.length, 0));
  // They are kept with the snapshot, and formulas see them.
  const kept = await market.query<{ text: string }>(
    `SELECT concat(x.symbol, ' ', toString(f.date), ' ', f.kind) AS text FROM ${market.database}.finding AS f INNER JOIN ${market.database}.security AS x ON x.security_id = f.security_id WHERE f.state = 'open'`,
  );
  expect(kept.map(({ text }) => text).toSorted()).toEqual(expected);
  expect(doubtful).toBe(expected.length);
  const reference = referenceOf(securities, expected);
  const agreed = await agree(market, reference, {
    start: calendar(FIRST + 40).date,
    end: calendar(FIRST + LENGTH - 40).date,
    filters: [],
    columns: ["doubtful()", "at(doubtful(), -1)", "count(doubtful(), -9 .. 5)", "bars_since(doubtful(), 30)"].map(
      (code, index) => ({ name: `c${index}`, code, tree: treeOf(code), type: index < 2 ? "boolean" : "number" }),
    ),
  });
  expect(agreed.disagreements).toEqual([]);
  expect(agreed.cells).toBeGreaterThan(1000);
  expect(FINDING_KINDS.filter(({ name }) => !expected.some((one) => one.endsWith(` ${name}`)))).toEqual([]);
});
