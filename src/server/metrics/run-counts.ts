import { sql } from "kysely";
import { FORMATS, SERVER_SOURCE } from "../../contract/index.ts";
import type { Format, RunStatus } from "../../contract/index.ts";
import { own } from "../db/index.ts";
import type { Db, RunTable } from "../db/index.ts";
import { EXPORTED } from "../events/export-event.ts";
import { dayOf, isInSpan } from "./span.ts";
import type { Span } from "./span.ts";

/** An account and a span of days; both are optional. */
interface MetricsFilter {
  readonly account?: string;
  readonly span?: Span;
}

const CREATED = sql<Date>`r.created_at`;
const AT = sql<Date>`e.at`;
/** Events of these types are counted one by one; the rest only in the total. */
const SHOWN_TYPES = 20;

const noRuns = (): Record<RunStatus, number> => ({
  Pending: 0,
  Running: 0,
  Finished: 0,
  Failed: 0,
  Cancelled: 0,
});
const noFormats = (): Record<Format, number> => ({ xlsx: 0, csv: 0, parquet: 0 });
const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;
const latest = (moments: readonly (Date | null)[]): Date | null =>
  moments.reduce((last, next) => (last === null || (next !== null && next > last) ? next : last), null);

const runsOf = (db: Db, { account, span }: MetricsFilter) =>
  db
    .selectFrom("run as r")
    .$if(account !== undefined, (query) => query.where(own("run as r", account ?? "")))
    .$if(span !== undefined, (query) => query.where(span === undefined ? sql<boolean>`true` : isInSpan(CREATED, span)));

export const eventsOf = (db: Db, { account, span }: MetricsFilter) =>
  db
    .selectFrom("event as e")
    .$if(account !== undefined, (query) => query.where(own("event as e", account ?? "")))
    .$if(span !== undefined, (query) => query.where(span === undefined ? sql<boolean>`true` : isInSpan(AT, span)));

/** Runs by status and cause, with what they found and how long that took. */
export async function countRuns(db: Db, narrowing: MetricsFilter) {
  const rows = await runsOf(db, narrowing)
    .select(({ fn }) => [
      "r.status",
      "r.cause",
      fn.countAll<string>().as("runs"),
      fn.sum<string | null>("r.result_rows").as("found"),
      fn.sum<number | null>("r.result_seconds").as("seconds"),
      fn.max<Date>("r.created_at").as("last"),
    ])
    .groupBy(["r.status", "r.cause"])
    .execute();
  const by_status = noRuns();
  const by_cause: Record<RunTable["cause"], number> = { user: 0, daily_update: 0, admin: 0 };
  let [total, found, seconds] = [0, 0, 0];
  for (const row of rows) {
    const runs = Number(row.runs);
    by_status[row.status] += runs;
    by_cause[row.cause] += runs;
    total += runs;
    found += Number(row.found ?? 0);
    seconds += row.seconds ?? 0;
  }
  return { total, by_status, by_cause, rows: found, seconds, last_at: iso(latest(rows.map(({ last }) => last))) };
}

const ROWS = sql<string | null>`sum((e.payload->>'rows')::bigint)`;

const exportsOf = (db: Db, narrowing: MetricsFilter) =>
  eventsOf(db, narrowing).where("e.type", "=", EXPORTED).where("e.source", "=", SERVER_SOURCE);

/** Files that were downloaded, and the rows in them. */
export async function countExports(db: Db, narrowing: MetricsFilter) {
  const rows = await exportsOf(db, narrowing)
    .select(({ fn }) => [
      sql<string>`e.payload->>'format'`.as("format"),
      fn.countAll<string>().as("files"),
      ROWS.as("rows"),
      fn.max<Date>("e.at").as("last"),
    ])
    .groupBy(sql`1`)
    .execute();
  const by_format = noFormats();
  let [files, written] = [0, 0];
  for (const row of rows) {
    const format = FORMATS.find((known) => known === row.format);
    if (format !== undefined) by_format[format] += Number(row.files);
    files += Number(row.files);
    written += Number(row.rows ?? 0);
  }
  return { files, rows: written, by_format, last_at: iso(latest(rows.map(({ last }) => last))) };
}

/** Events by type, the most frequent first. */
export async function countEvents(db: Db, narrowing: MetricsFilter) {
  const rows = await eventsOf(db, narrowing)
    .select(({ fn }) => ["e.type", fn.countAll<string>().as("count"), fn.max<Date>("e.at").as("last")])
    .groupBy("e.type")
    .orderBy("count", "desc")
    .orderBy("e.type")
    .execute();
  return {
    total: rows.reduce((sum, { count }) => sum + Number(count), 0),
    by_type: rows
      .slice(0, SHOWN_TYPES)
      .map(({ type, count, last }) => ({ type, count: Number(count), last_at: last.toISOString() })),
  };
}

interface DayCounts {
  readonly date: string;
  readonly runs: Record<RunStatus, number>;
  rows: number;
  exports: number;
  rows_exported: number;
}

/** Runs and downloads of each day of the span; days without any are not in it. */
export async function countDays(db: Db, narrowing: MetricsFilter): Promise<ReadonlyMap<string, DayCounts>> {
  const days = new Map<string, DayCounts>();
  const of = (date: string): DayCounts => {
    const known = days.get(date) ?? { date, runs: noRuns(), rows: 0, exports: 0, rows_exported: 0 };
    days.set(date, known);
    return known;
  };
  const runs = await runsOf(db, narrowing)
    .select(({ fn }) => [
      dayOf(CREATED).as("date"),
      "r.status",
      fn.countAll<string>().as("runs"),
      fn.sum<string | null>("r.result_rows").as("found"),
    ])
    .groupBy([sql`1`, "r.status"])
    .execute();
  for (const { date, status, runs: count, found } of runs) {
    const day = of(date);
    day.runs[status] += Number(count);
    day.rows += Number(found ?? 0);
  }
  const exported = await exportsOf(db, narrowing)
    .select(({ fn }) => [dayOf(AT).as("date"), fn.countAll<string>().as("files"), ROWS.as("rows")])
    .groupBy(sql`1`)
    .execute();
  for (const { date, files, rows } of exported) {
    const day = of(date);
    day.exports += Number(files);
    day.rows_exported += Number(rows ?? 0);
  }
  return days;
}

export const emptyDay = (date: string): DayCounts => ({ date, runs: noRuns(), rows: 0, exports: 0, rows_exported: 0 });
