import { setTimeout as delay } from "node:timers/promises";
import { isTableMissing, MarketError, type Market } from "./market.ts";
import { SNAPSHOT_LOG, versionedTable, versionName, type Versions } from "./snapshot-log.ts";

/**
 * One state of the market. Its tables never change: an import makes others, and a later snapshot names those. What is
 * read of one snapshot belongs together, however many statements read it and whatever is imported meanwhile.
 */
export interface Snapshot extends Market {
  /** The market that this is a state of. */
  readonly market: Market;
  /** Counts up with every change of the market, so that of two snapshots the higher one is the newer. */
  readonly number: number;
  /** What the data are, and where they end; null while nothing was imported. */
  readonly label: SnapshotLabel | null;
  /** Which version of each table belongs to it. */
  readonly versions: Versions;
  /** Names the import that made it; empty where none did. */
  readonly importer: string;
  /** A table of this state, with its database. RangeError for one that the market does not have. */
  readonly table: (name: string) => string;
  /** The same inside a shard of a cluster, which has the rows of its own securities; elsewhere there is no difference. */
  readonly localTable: (name: string) => string;
}

export interface SnapshotLabel {
  /** Made of the content: equal data have equal ids. */
  readonly id: string;
  /** Date of the last session with a bar, yyyy-MM-dd. */
  readonly date: string;
  /** ISO 8601, UTC. */
  readonly importedAt: string;
  /** The vendor or format it was imported from. */
  readonly source: string;
}

interface LogRow {
  readonly number: number;
  readonly id: string;
  readonly date: string;
  readonly importedAt: string;
  readonly source: string;
  readonly tables: Versions;
  readonly importer: string;
}

const ROWS = `SELECT number, id, toString(date) AS date, formatDateTime(imported_at, '%FT%TZ', 'UTC') AS importedAt, source, tables, importer`;

function snapshotOf(market: Market, { number, tables, importer, ...label }: LogRow): Snapshot {
  const table = (name: string): string => {
    const version = tables[name];
    if (version === undefined) throw new RangeError(`The market has no table ${name}`);
    return `${market.database}.${versionName(name, version)}`;
  };
  return {
    ...market,
    market,
    number,
    label: label.id === "" ? null : label,
    versions: tables,
    importer,
    table,
    localTable: (name) => market.profile.localTable(versionedTable(name), table(name)),
  };
}

const isSnapshot = (market: Market): market is Snapshot => "table" in market;

/** The newest state of the market. Rejects with MarketError. */
export async function currentSnapshot(market: Market): Promise<Snapshot> {
  const [row] = await market.query<LogRow>({
    sql: `${ROWS} FROM ${market.database}.${SNAPSHOT_LOG.name} ORDER BY number DESC LIMIT 1`,
    lane: "control",
  });
  if (row === undefined)
    throw new MarketError("engine", "The market has no snapshot: its database was not made by this program.");
  return snapshotOf(market, row);
}

/** Snapshots whose tables are all there, the newest first: they can be read, and be made the current one again. */
export async function keptSnapshots(market: Market): Promise<readonly Snapshot[]> {
  const rows = await market.query<LogRow>({
    sql: `${ROWS} FROM ${market.database}.${SNAPSHOT_LOG.name}
WHERE hasAll((SELECT groupArray(name) FROM system.tables WHERE database = {database:String}), arrayMap((name, version) -> concat(name, '_', toString(version)), mapKeys(tables), mapValues(tables)))
ORDER BY number DESC`,
    params: { database: market.database },
    lane: "control",
  });
  return rows.map((row) => snapshotOf(market, row));
}

/** How often work is repeated because its snapshot went. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 20;

/**
 * Runs several statements on one snapshot: the given one, or the newest of the market. A snapshot goes when two newer ones
 * exist and no scan names it; work that meets this is repeated on the newest, so that each try must replace what the last
 * one left. Rejects with MarketError `changed` where every try met it.
 */
export async function onSnapshot<T>(market: Market, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  if (isSnapshot(market)) return work(market);
  for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0; attemptsLeft -= 1) {
    const snapshot = await currentSnapshot(market);
    try {
      return await work(snapshot);
    } catch (error) {
      if (!(error instanceof MarketError) || !isTableMissing(error)) throw error;
      if ((await currentSnapshot(market)).number === snapshot.number) throw error;
      await delay(RETRY_MS);
    }
  }
  throw new MarketError("changed", "Imports changed the market each time meanwhile. Try again when they have ended.");
}

/** The same on the snapshot of an id while the market keeps it, else on the newest. */
export async function onSnapshotOf<T>(
  market: Market,
  id: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const kept = (await keptSnapshots(market)).find(({ label }) => label?.id === id);
  if (kept === undefined) return onSnapshot(market, work);
  try {
    return await work(kept);
  } catch (error) {
    if (!(error instanceof MarketError) || !isTableMissing(error)) throw error;
    return onSnapshot(market, work);
  }
}

/** A function of the market that always answers of one snapshot. */
export const ofSnapshot =
  <Arguments extends readonly unknown[], Result>(
    work: (snapshot: Snapshot, ...rest: Arguments) => Promise<Result>,
  ): ((market: Market, ...rest: Arguments) => Promise<Result>) =>
  (market, ...rest) =>
    onSnapshot(market, (snapshot) => work(snapshot, ...rest));
