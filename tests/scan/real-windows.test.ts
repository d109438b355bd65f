import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importCsv, SESSIONS, sessionOf, type Market } from "../../src/market/index.ts";
import { diagnose } from "../../src/formula/index.ts";
import { readRequest, requestOfFormulas, type ScanRequest } from "../../src/request/index.ts";
import { readRows, runScan, type ScanOptions } from "../../src/scan/index.ts";
import { TRADE_FIELDS } from "../../src/vocabulary/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { openTestMarket } from "../market/open-market.ts";
import { agree } from "../naive/agreement.ts";
import { describeOnSharedData, hasSharedData, SHARED_DATA } from "../market/shared-data.ts";

// Windows of real minutes, computed a second time here: plain loops over the CSV files, nothing of the engine.

interface Bar {
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

const FOLDER = join(SHARED_DATA, "hf-ohlcv-1m");
const START = "2025-01-02";
const END = rounds("2025-01-31", "2025-02-28");
const DAYS_OF_DATA = rounds(20, 39);
/** The folders of the data: a month each. */
const MONTHS = rounds(["2025-01"], ["2025-01", "2025-02"]);

/** Minutes by symbol and session. January and February are standard time: New York is five hours behind UTC. */
function readBars(): Map<string, Map<number, Bar[]>> {
  const bars = new Map<string, Map<number, Bar[]>>();
  for (const month of MONTHS) {
    for (const file of readdirSync(join(FOLDER, month))) {
      const symbol = file.replace(".csv.gz", "");
      const days = bars.get(symbol) ?? new Map<number, Bar[]>();
      bars.set(symbol, days);
      const lines = gunzipSync(readFileSync(join(FOLDER, month, file)))
        .toString()
        .trim()
        .split("\n")
        .slice(1);
      for (const line of lines) {
        const [stamp = "", ...numbers] = line.split(",");
        const utc = Number(stamp.slice(11, 13)) * 60 + Number(stamp.slice(14, 16));
        // After 19:00 New York the UTC date is the next one.
        const late = utc < 300;
        const date = late
          ? new Date(Date.parse(`${stamp.slice(0, 10)}T00:00Z`) - 86_400_000).toISOString().slice(0, 10)
          : stamp.slice(0, 10);
        const session = sessionOf(date)?.session;
        if (session === undefined) throw new Error(`no session on ${date}`);
        const [open = 0, high = 0, low = 0, close = 0, volume = 0] = numbers.map(Number);
        const day = days.get(session) ?? [];
        days.set(session, day);
        day.push({ minute: late ? utc + 1440 - 300 : utc - 300, open, high, low, close, volume });
      }
    }
  }
  return bars;
}

const FUNCTIONS = ["first", "last", "max", "min", "avg", "sum"] as const;
const FIELDS = ["open", "high", "low", "close", "volume"] as const;
const WINDOWS = [
  ["09:30", "15:59"],
  ["04:00", "09:29"],
  ["16:00", "19:59"],
  ["09:30", "11:59"],
  ["12:00", "15:59"],
  ["09:30", "09:59"],
  ["04:00", "04:29"],
  ["19:30", "19:59"],
  ["09:31", "10:07"],
  ["19:58", "19:59"],
  ["05:13", "05:13"],
] as const;
const DAYS = [-1, -3, 2] as const;

/** Percent, ranges and prices; of a day and over days; in at a time, at a level and at the close. */
const TRADES = [
  "long at '09:30' target 1 stop 1 until '15:59'",
  "short below ( [daily low -1 adj] ) from '09:35' .. '15:00' stop 0.5 atr(5) trail 1 until close 3",
  ...rounds([], ["long at close target 2 stop 2 until close 2", "short at '10:00' trail 0.7 until close worst"]),
];

interface Case {
  readonly code: string;
  readonly expected: (days: ReadonlyMap<number, readonly Bar[]>, session: number) => number | null;
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

const windows = new WeakMap<readonly Bar[], Map<string, readonly Bar[]>>();

/** Bars of a day that start in a window, both ends included; kept, since every function asks for the same ones. */
function within(bars: readonly Bar[], start: string, end: string): readonly Bar[] {
  const known = windows.get(bars) ?? new Map<string, readonly Bar[]>();
  windows.set(bars, known);
  const found =
    known.get(start + end) ?? bars.filter((bar) => bar.minute >= minuteOf(start) && bar.minute <= minuteOf(end));
  known.set(start + end, found);
  return found;
}

function windowed(
  func: (typeof FUNCTIONS)[number],
  field: (typeof FIELDS)[number],
  start: string,
  end: string,
  day: number,
): Case {
  return {
    code: `[intraday ${func} ${field} '${start}' .. '${end}'${day === 0 ? "" : ` ${day}`}]`,
    expected: (days, session) => {
      const bars = days.get(session + day);
      if (!bars) return null;
      const values = within(bars, start, end).map((bar) => bar[field]);
      if (values.length === 0) return func === "sum" && field === "volume" ? 0 : null;
      switch (func) {
        case "first":
          return values[0] ?? null;
        case "last":
          return values.at(-1) ?? null;
        case "max":
          return Math.max(...values);
        case "min":
          return Math.min(...values);
        case "avg":
          return values.reduce((a, b) => a + b, 0) / values.length;
        case "sum":
          return values.reduce((a, b) => a + b, 0);
      }
    },
  };
}

/** Every function, field and window on the day itself, and every fourth on another day in turn. */
function cases(): Case[] {
  const all: Case[] = [];
  for (const func of FUNCTIONS) {
    for (const field of FIELDS) {
      for (const [start, end] of WINDOWS) {
        all.push(windowed(func, field, start, end, 0));
        if (all.length % 4 === 0) all.push(windowed(func, field, start, end, DAYS[all.length % DAYS.length] ?? -1));
      }
    }
  }
  for (const [start, end] of WINDOWS) {
    for (const by of ["high", "volume"] as const) {
      all.push({
        code: `[intraday open at max ${by} '${start}' .. '${end}']`,
        expected: (days, session) => {
          const bars = within(days.get(session) ?? [], start, end);
          const top = Math.max(...bars.map((bar) => bar[by]));
          return bars.find((bar) => bar[by] === top)?.open ?? null;
        },
      });
    }
  }
  return all;
}

function request(codes: readonly string[]): ScanRequest {
  const { request: read, diagnostics } = readRequest(
    requestOfFormulas({
      name: "windows",
      start: START,
      end: END,
      filters: [],
      columns: codes.map((formula, index) => ({ name: `c ${index}`, formula })),
    }),
  );
  if (!read)
    throw new Error(
      diagnostics
        .filter((each) => each.severity === "error")
        .map((each) => each.message)
        .join(" "),
    );
  return read;
}

describeOnSharedData(`33 symbols, ${DAYS_OF_DATA} days of real minutes`, () => {
  let market: Market;
  const bars = hasSharedData ? readBars() : new Map<string, Map<number, Bar[]>>();

  beforeAll(async () => {
    market = await openTestMarket();
    for (const month of MONTHS) {
      const report = await importCsv(market, join(FOLDER, month), { kind: "minute" });
      expect(report.refused.count).toBe(0);
    }
  });
  afterAll(() => market.close());

  async function scan(codes: readonly string[], options: Partial<ScanOptions> = {}): Promise<unknown[][]> {
    const finished = await runScan(market, request(codes), { run: "windows", ...options });
    return await readRows(market, finished, { offset: 0, limit: finished.rows });
  }

  // `tests/naive/agreement.test.ts` has every window on made-up minutes; only the soak has them on real ones.
  test.runIf(IN_SOAK)("a row for every symbol and day", async () => {
    const rows = await scan(["[daily close]"]);
    const expected = [...bars.values()].reduce((sum, days) => sum + days.size, 0);
    expect(rows).toHaveLength(expected);
    expect(rows[0]?.slice(0, 2)).toEqual([[...bars.keys()].sort()[0], START]);
    expect(SESSIONS.filter(({ date }) => date >= START && date <= END)).toHaveLength(DAYS_OF_DATA);
  });

  test.runIf(IN_SOAK)(
    "every function, field, window and day offset equals the second computation",
    async () => {
      // In turn, so that each function, field and window is among them.
      const all = cases().filter((_one, place) => place % rounds(3, 1) === 0);
      let compared = 0;
      for (let at = 0; at < all.length; at += 120) {
        const batch = all.slice(at, at + 120);
        const rows = await scan(batch.map(({ code }) => code));
        expect(
          await scan(
            batch.map(({ code }) => code),
            { buckets: false },
          ),
        ).toEqual(rows);
        for (const [symbol, date, ...values] of rows) {
          const session = sessionOf(String(date))?.session ?? -1;
          const days = bars.get(String(symbol));
          for (const [index, { code, expected }] of batch.entries()) {
            const want = days ? expected(days, session) : null;
            const got = values[index];
            const equal =
              want === null || typeof got !== "number" ? got === want : Math.abs(got - want) <= 1e-9 * Math.abs(want);
            if (!equal) expect.fail(`${String(symbol)} ${String(date)} ${code}: ${String(got)} instead of ${want}`);
            compared += 1;
          }
        }
      }
      console.log(`${compared} windows of real minutes compared`);
      expect(compared).toBeGreaterThan(rounds(75_000, 500_000));
    },
    300_000,
  );

  test.runIf(IN_SOAK)("aligned windows are the same from buckets and from minutes", async () => {
    const codes = cases()
      .map(({ code }) => code)
      .filter((code) => /(first open|max high|min low|last close|avg close|(sum|avg) volume) '/.test(code));
    expect(await scan(codes, { buckets: false })).toEqual(await scan(codes));
  });

  // `tests/naive/trades.test.ts` walks trades over made days and the rulings of the reference.
  test.runIf(IN_SOAK)(
    "trades of all days come to what somebody reads from the bars",
    async () => {
      const reference = {
        securities: [...bars].map(([symbol, days]) => ({
          symbol,
          changes: [],
          listing: null,
          daily: new Map(),
          minutes: new Map(
            [...days].map(([day, own]) => [day, own.map((bar) => ({ ...bar, num_trades: null, vwap: null }))]),
          ),
          splits: [],
          facts: [],
          statements: [],
          events: [],
        })),
      };
      const columns = TRADES.flatMap((rest) =>
        rounds(
          ["return", "exit_day", "exit_time", "reason", "path"] as const,
          TRADE_FIELDS.map(({ name }) => name),
        ).map((field) => {
          const code = `[trade ${field} ${rest}]`;
          const { tree, type } = diagnose(code, { columns: new Map(), use: "column" });
          if (tree === null || type === null) throw new Error(code);
          return { name: code, code, tree, type };
        }),
      );
      const found = await agree(market, reference, { start: START, end: END, filters: [], columns });
      expect(found.disagreements).toEqual([]);
      expect(found.cells).toBeGreaterThan(DAYS_OF_DATA * 30 * columns.length);
    },
    300_000,
  );
});
