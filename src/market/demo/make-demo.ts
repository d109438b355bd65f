import type { Market, Statement } from "../market.ts";
import { SESSIONS, sessionOf } from "../calendar.ts";
import { SESSIONS_PER_PARTITION } from "../tables.ts";
import { buckets, minuteDays, minuteSessions } from "../import/rollup.ts";
import { EVENT_KINDS } from "../import/kinds.ts";
import { dividends, EX_DIVIDEND_COLUMNS } from "../import/dividends.ts";
import { takeSnapshot } from "../import/snapshot.ts";
import { makeSnapshot } from "../import/next-snapshot.ts";
import * as bars from "./bars.ts";
import * as facts from "./facts.ts";
import { PATH_COLUMNS, SECURITY_COLUMNS, path, securities } from "./scratch.ts";

export interface DemoOptions {
  /** Securities, 1 to 17,576. Default 500. */
  readonly symbols?: number;
  /** Years of 252 sessions. Default 3. */
  readonly years?: number;
  /** Last sessions that have minute bars. Default 20. */
  readonly minuteDays?: number;
  readonly seed?: number;
  /** Share done, 0 to 1, and what is being made. */
  readonly onProgress?: (done: number, what: string) => void;
}

export interface DemoReport {
  readonly securities: number;
  readonly sessions: number;
  readonly minuteSessions: number;
  readonly daily: number;
  readonly minute: number;
  readonly seconds: number;
  readonly snapshot: string;
}

/** The demo's last session, so that the same options give the same market on every day. */
export const DEMO_LAST_DATE = "2025-12-31";

const MADE_TABLES = [
  "security",
  "symbol_change",
  "daily",
  "minute",
  "bucket",
  "minute_day",
  "minute_session",
  "fact",
  "statement",
  "event",
  "event_coverage",
  "split",
  "dividend",
] as const;

/** Rows of one step stay near these, whatever the size of the market. */
const SECURITY_DAYS = 1_000_000;
const MINUTE_SECURITY_DAYS = 20_000;

/** Makes the synthetic market in place of what is there, all at once. Deterministic in its options. */
export async function makeDemo(given: Market, options: DemoOptions = {}): Promise<DemoReport> {
  const started = performance.now();
  const n = options.symbols ?? 500;
  const last = sessionOf(DEMO_LAST_DATE)?.session ?? SESSIONS.length - 1;
  const days = Math.max(2, Math.min(last, Math.round((options.years ?? 3) * 252)));
  const first = last - days + 1;
  const minuteSessionCount = Math.min(options.minuteDays ?? 20, days);
  if (!Number.isInteger(n) || n < 1 || n > 17_576)
    throw new RangeError("symbols must be a whole number from 1 to 17,576");
  const seed = options.seed ?? 1;
  const progress = options.onProgress ?? (() => undefined);
  return makeSnapshot(given, async (next) => {
    const { market } = next;
    const scratch = new Map<string, string>();
    const of = (name: string): string => scratch.get(name) ?? next.table(name);
    const run = (sql: string, params: Statement["params"] = {}, settings: Statement["settings"] = {}): Promise<void> =>
      market.command({ sql, lane: "scan", params: { seed, n, first, last, ...params }, settings });
    for (const table of MADE_TABLES) await next.fresh(table);
    scratch.set("demo_security", await next.scratch("demo_security", SECURITY_COLUMNS, "id"));
    scratch.set("demo_path", await next.scratch("demo_path", PATH_COLUMNS, "(id, session)"));
    await run(securities(of));

    const perStep = Math.max(1, Math.floor(SECURITY_DAYS / days));
    const ranges = chunks(1, n, perStep);
    const minuteRanges = chunks(1, n, Math.max(1, Math.floor(MINUTE_SECURITY_DAYS / SESSIONS_PER_PARTITION)));
    const sessionRanges = minuteSessionCount > 0 ? partitions(last - minuteSessionCount + 1, last) : [];
    const steps = ranges.length * 3 + minuteRanges.length * sessionRanges.length;
    let done = 0;
    const step = (what: string): void => progress((done += 1) / (steps + 1), what);

    for (const [from, to] of ranges) {
      await run(path(of), { from, to });
      step("prices");
    }
    for (const [after, upto] of sessionRanges) {
      for (const [from, to] of minuteRanges) {
        await run(
          bars.minutes(of),
          { from, to, after, upto },
          { max_block_size: 128, max_insert_block_size: 500_000, min_insert_block_size_rows: 500_000 },
        );
        step("minute bars");
      }
      await run(buckets(next.table("minute"), next.table("bucket")), { sessions: numbers(after, upto) });
      await run(minuteDays(next.table("minute"), next.table("session"), next.table("minute_day")), {
        sessions: numbers(after, upto),
      });
    }
    for (const [from, to] of ranges) {
      await run(bars.daily(of), { from, to });
      step("daily bars");
    }
    for (const make of [facts.securities, facts.symbolChanges, facts.splits]) await run(make(of));
    for (const [from, to] of ranges) {
      for (const make of [
        facts.statements,
        facts.reportEvents,
        facts.announcements,
        facts.news,
        facts.filings,
        facts.halts,
        facts.listings,
        facts.holdings,
        facts.marketCaps,
        facts.sectors,
      ]) {
        await run(make(of), { from, to });
      }
      step("fundamentals and news");
    }
    await run(minuteSessions(next.table("minute_day"), next.table("minute_session")));
    await run(
      `INSERT INTO ${next.table("event_coverage")} SELECT kind, {first:UInt16}, {last:UInt16} FROM (SELECT arrayJoin([${EVENT_KINDS.map((kind) => `'${kind}'`).join(", ")}]) AS kind)`,
    );
    scratch.set("demo_dividend", await next.scratch("demo_dividend", EX_DIVIDEND_COLUMNS, "(security_id, session)"));
    await run(facts.dividends(of));
    await run(dividends(of, of("demo_dividend")));
    for (const name of ["demo_path", "demo_security", "demo_dividend"])
      await run(`DROP TABLE ${of(name)}${market.profile.onCluster} SYNC`);
    const snapshot = await takeSnapshot(next, "demo");
    const [rows] = await market.query<{ daily: number; minute: number }>(
      `SELECT (SELECT toUInt32(count()) FROM ${next.table("daily")}) AS daily, (SELECT toUInt32(count()) FROM ${next.table("minute")}) AS minute`,
    );
    progress(1, "done");
    return {
      securities: n,
      sessions: days,
      minuteSessions: minuteSessionCount,
      daily: rows?.daily ?? 0,
      minute: rows?.minute ?? 0,
      seconds: (performance.now() - started) / 1000,
      snapshot,
    };
  });
}

/** Whole ranges [from, to] of at most `size` numbers, both ends included. */
function chunks(from: number, to: number, size: number): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (let start = from; start <= to; start += size) ranges.push([start, Math.min(to, start + size - 1)]);
  return ranges;
}

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The sessions from .. to, cut where the partitions of the minute tables are. */
function partitions(from: number, to: number): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (let start = from; start <= to;) {
    const end = Math.min(to, (Math.floor(start / SESSIONS_PER_PARTITION) + 1) * SESSIONS_PER_PARTITION - 1);
    ranges.push([start, end]);
    start = end + 1;
  }
  return ranges;
}
