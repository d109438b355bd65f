import { SESSIONS } from "./calendar.ts";
import { ofSnapshot, type Snapshot, type SnapshotLabel } from "./snapshots.ts";
import { versionName } from "./snapshot-log.ts";
import { isSharded, OFF_HOURS_SOURCE, SECURITY_TEXTS, TABLES } from "./tables.ts";

export interface MarketStatus {
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly bytes: number }[];
  readonly rows: number;
  readonly bytes: number;
  readonly securities: number;
  /** First and last date with a daily bar, and on how many sessions there is one; null in an empty market. */
  readonly daily: { readonly from: string; readonly to: string; readonly sessions: number } | null;
  readonly minute: { readonly from: string; readonly to: string; readonly sessions: number } | null;
  readonly snapshot: SnapshotLabel | null;
}

/** What the market holds, for people: `market status`. */
export const marketStatus = ofSnapshot(async function statusOf(snapshot: Snapshot): Promise<MarketStatus> {
  const stored = new Map(
    TABLES.map(({ name }) => [versionName(name, snapshot.versions[name] ?? 0), name] as const).toSorted(
      ([, a], [, b]) => (a < b ? -1 : 1),
    ),
  );
  const found = await snapshot.query<{ name: string; rows: number; bytes: number }>({
    sql: `SELECT name, toFloat64(ifNull(total_rows, 0)) AS rows, toFloat64(ifNull(total_bytes, 0)) AS bytes FROM system.tables
WHERE database = {database:String} AND name IN {names:Array(String)}`,
    params: { database: snapshot.database, names: [...stored.keys()] },
  });
  const sizes = new Map(found.map((size) => [size.name, size]));
  for (const { name, rows, bytes } of await sizesInShards(snapshot)) sizes.set(name, { name, rows, bytes });
  const tables = [...stored].map(([version, table]) => {
    const { rows = 0, bytes = 0 } = sizes.get(version) ?? {};
    return { table, rows, bytes };
  });
  const [securities] = await snapshot.query<{ n: number }>(
    `SELECT toUInt32(count()) AS n FROM ${snapshot.table("security")}`,
  );
  return {
    tables,
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    bytes: tables.reduce((sum, table) => sum + table.bytes, 0),
    securities: securities?.n ?? 0,
    daily: await span(snapshot, "daily"),
    minute: await span(snapshot, "minute_session"),
    snapshot: snapshot.label,
  };
});

/** Sizes of the tables that a cluster divides between its shards: no node has them whole. */
async function sizesInShards(snapshot: Snapshot) {
  const { database, profile, versions, table } = snapshot;
  if (profile.cluster === null) return [];
  const sharded = TABLES.filter(isSharded).map(({ name }) => versionName(name, versions[name] ?? 0));
  const counted = TABLES.filter(isSharded).map(
    ({ name }) => `SELECT '${versionName(name, versions[name] ?? 0)}' AS name, count() AS rows FROM ${table(name)}`,
  );
  return snapshot.query<{ name: string; rows: number; bytes: number }>({
    sql: `SELECT c.name AS name, toFloat64(c.rows) AS rows, toFloat64(ifNull(b.bytes, 0)) AS bytes FROM (${counted.join(" UNION ALL ")}) AS c
LEFT JOIN (SELECT replaceRegexpOne(name, '_local$', '') AS name, sum(total_bytes) AS bytes FROM cluster('${profile.cluster}', system.tables) WHERE database = {database:String} AND name IN {names:Array(String)} GROUP BY name) AS b ON b.name = c.name`,
    params: { database, names: sharded.map((name) => `${name}_local`) },
  });
}

async function span(snapshot: Snapshot, table: "daily" | "minute_session"): Promise<MarketStatus["daily"]> {
  const [row] = await snapshot.query<{ from: string; to: string; sessions: number }>(
    `SELECT min(s.date) AS from, max(s.date) AS to, toUInt32(count()) AS sessions
FROM (SELECT DISTINCT session FROM ${snapshot.table(table)}) AS d INNER JOIN ${snapshot.table("session")} AS s ON s.session = d.session`,
  );
  return row && row.sessions > 0 ? row : null;
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
export const marketProfile = ofSnapshot(async function profileOf(market: Snapshot): Promise<MarketProfile> {
  const [bars] = await market.query<{ first: number; last: number; n: number; offhours: number }>(
    `SELECT min(session) AS first, max(session) AS last, toFloat64(count()) AS n, toUInt8(countIf(source = ${OFF_HOURS_SOURCE}) > 0) AS offhours FROM ${market.table("daily")}`,
  );
  const minutes = await market.query<{ session: number }>(
    `SELECT session FROM ${market.table("minute_session")} ORDER BY session`,
  );
  const dated = await market.query<{ field: string }>({
    sql: `SELECT DISTINCT toString(field) AS field FROM ${market.table("fact")} WHERE field IN {fields:Array(String)}`,
    params: { fields: [...SECURITY_TEXTS] },
  });
  const [securities] = await market.query<{ n: number }>(
    `SELECT toUInt32(count()) AS n FROM ${market.table("security")}`,
  );
  const known = new Set(dated.map(({ field }) => field));
  const some = bars !== undefined && bars.n > 0;
  return {
    firstSession: some ? bars.first : null,
    lastSession: some ? bars.last : null,
    minuteSessions: minutes.map(({ session }) => session),
    hasOffhours: some && bars.offhours === 1,
    snapshot: market.label && { id: market.label.id, date: market.label.date },
    calendar: SESSIONS,
    currentOnly: SECURITY_TEXTS.filter((field) => !known.has(field)),
    eventCoverage: await market.query(
      `SELECT toString(kind) AS kind, from_session AS from, to_session AS to FROM ${market.table("event_coverage")} ORDER BY kind, from`,
    ),
    securities: securities?.n ?? 0,
  };
});
