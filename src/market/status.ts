import type { Market } from "./market.ts";
import { SESSIONS } from "./calendar.ts";
import { ofOneState } from "./one-state.ts";
import { SECURITY_TEXTS, TABLES } from "./tables.ts";

export interface MarketStatus {
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly bytes: number }[];
  readonly rows: number;
  readonly bytes: number;
  readonly securities: number;
  /** First and last date with a daily bar, and on how many sessions there is one; null in an empty market. */
  readonly daily: { readonly from: string; readonly to: string; readonly sessions: number } | null;
  readonly minute: { readonly from: string; readonly to: string; readonly sessions: number } | null;
  readonly snapshot: {
    readonly id: string;
    readonly date: string;
    readonly importedAt: string;
    readonly source: string;
  } | null;
}

/** What the market holds, for people: `market status`. */
export const marketStatus = ofOneState(async function statusOnce(market: Market): Promise<MarketStatus> {
  const db = market.database;
  const tables = await market.query<{ table: string; rows: number; bytes: number }>({
    sql: `SELECT name AS table, toFloat64(ifNull(total_rows, 0)) AS rows, toFloat64(ifNull(total_bytes, 0)) AS bytes FROM system.tables
WHERE database = {database:String} AND name IN {names:Array(String)} ORDER BY name`,
    params: { database: db, names: TABLES.map((table) => table.name) },
  });
  const [securities] = await market.query<{ n: number }>(`SELECT toUInt32(count()) AS n FROM ${db}.security`);
  return {
    tables,
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    bytes: tables.reduce((sum, table) => sum + table.bytes, 0),
    securities: securities?.n ?? 0,
    daily: await span(market, "daily"),
    minute: await span(market, "minute_session"),
    snapshot: await snapshotOf(market),
  };
});

async function span(market: Market, table: "daily" | "minute_session"): Promise<MarketStatus["daily"]> {
  const db = market.database;
  const [row] = await market.query<{ from: string; to: string; sessions: number }>(
    `SELECT min(s.date) AS from, max(s.date) AS to, toUInt32(count()) AS sessions
FROM (SELECT DISTINCT session FROM ${db}.${table}) AS d INNER JOIN ${db}.session AS s ON s.session = d.session`,
  );
  return row && row.sessions > 0 ? row : null;
}

async function snapshotOf(market: Market): Promise<MarketStatus["snapshot"]> {
  const [row] = await market.query<{ id: string; date: string; importedAt: string; source: string }>(
    `SELECT id, toString(date) AS date, formatDateTime(imported_at, '%FT%TZ', 'UTC') AS importedAt, source FROM ${market.database}.snapshot`,
  );
  return row ?? null;
}

export interface MarketProfile {
  /** First and last session with a daily bar; null in an empty market. */
  readonly firstSession: number | null;
  readonly lastSession: number | null;
  /** Sessions for which minutes were imported, in order. */
  readonly minuteSessions: readonly number[];
  /** Days with minutes outside the regular session only exist as daily bars without prices (source 2). */
  readonly hasOffhours: boolean;
  readonly snapshot: { readonly id: string; readonly date: string } | null;
  /** The whole calendar, from its first session to its last; the index is the session number. */
  readonly calendar: readonly {
    readonly date: string;
    readonly session: number;
    readonly open: number;
    readonly close: number;
  }[];
  /** Identity and fundamental fields of which only the present value is known: no dated fact gives them. */
  readonly currentOnly: readonly string[];
  readonly eventCoverage: readonly { readonly kind: string; readonly from: number; readonly to: number }[];
  readonly securities: number;
}

/** What the planner must know of the market before it plans. */
export async function marketProfile(market: Market): Promise<MarketProfile> {
  const db = market.database;
  const [bars] = await market.query<{ first: number; last: number; n: number; offhours: number }>(
    `SELECT min(session) AS first, max(session) AS last, toFloat64(count()) AS n, toUInt8(countIf(source = 2) > 0) AS offhours FROM ${db}.daily`,
  );
  const minutes = await market.query<{ session: number }>(`SELECT session FROM ${db}.minute_session ORDER BY session`);
  const dated = await market.query<{ field: string }>({
    sql: `SELECT DISTINCT toString(field) AS field FROM ${db}.fact WHERE field IN {fields:Array(String)}`,
    params: { fields: [...SECURITY_TEXTS] },
  });
  const [securities] = await market.query<{ n: number }>(`SELECT toUInt32(count()) AS n FROM ${db}.security`);
  const snapshot = await snapshotOf(market);
  const known = new Set(dated.map(({ field }) => field));
  const some = bars !== undefined && bars.n > 0;
  return {
    firstSession: some ? bars.first : null,
    lastSession: some ? bars.last : null,
    minuteSessions: minutes.map(({ session }) => session),
    hasOffhours: some && bars.offhours === 1,
    snapshot: snapshot && { id: snapshot.id, date: snapshot.date },
    calendar: SESSIONS,
    currentOnly: SECURITY_TEXTS.filter((field) => !known.has(field)),
    eventCoverage: await market.query(
      `SELECT toString(kind) AS kind, from_session AS from, to_session AS to FROM ${db}.event_coverage ORDER BY kind, from`,
    ),
    securities: securities?.n ?? 0,
  };
}
