import { text } from "node:stream/consumers";
import { MarketError, type Market } from "../market.ts";
import {
  alignViews,
  createScratch,
  dropUnused,
  scratchName,
  SNAPSHOT_LOG,
  versionedTable,
  versionName,
  type RunStatement,
  type Versions,
} from "../snapshot-log.ts";
import { currentSnapshot, type Snapshot, type SnapshotLabel } from "../snapshots.ts";
import { IMPORT_LOCK, takeLock } from "./lock.ts";
import { isConnectionLost, repeated, withRepetition } from "./repeated.ts";
import { withSettledReads } from "./settled-reads.ts";

/** The engine remembers the last inserts, so that one that comes a second time is stored once. */
const RECEIVED = " SETTINGS non_replicated_deduplication_window = 100";

/** Runs the statements of a clean-up with the client. */
const runWith =
  (market: Market): RunStatement =>
  async (sql) => {
    if (!sql.startsWith("SELECT")) return market.command({ sql, lane: "control" }).then(() => "");
    return repeated(market, async () => text(await market.stream({ sql, lane: "control" }, "TabSeparated")));
  };

/** The snapshot that an import makes: new versions of some tables, and of the others those of the snapshot before. */
export interface NextSnapshot {
  /** For the statements of the import; they fail once its lock is lost. */
  readonly market: Market;
  /** Database of the scratch tables. */
  readonly database: string;
  /** What the snapshot before was imported from. */
  readonly source: string;
  /** Whether the snapshot before holds the invented market. */
  readonly replacesDemo: boolean;
  /** Id of the snapshot before; empty where there is none. */
  readonly idBefore: string;
  /** A table as the snapshot before has it. */
  readonly before: (name: string) => string;
  /** A table as this snapshot will have it: the new version where one was made, else that of the snapshot before. */
  readonly table: (name: string) => string;
  /** What ALTER TABLE and DELETE FROM name for a table that was made. */
  readonly changed: (name: string) => string;
  /** Whether a table is as the snapshot before has it, and without a row. */
  readonly isEmpty: (name: string) => boolean;
  /** Makes a new version of a table, empty or as a clone of the one before (parts are shared, nothing is copied). */
  fresh(name: string, how?: "empty" | "clone"): Promise<void>;
  /** The same for a table that is derived from others, unless neither it nor they have a row: then it stays. Gives whether it did. */
  renew(name: string, from: readonly string[]): Promise<boolean>;
  /** A scratch table `incoming_…`, gone with the import. Of kind `received` it stores an insert that is sent twice once. */
  scratch(name: string, columns: string, orderBy: string, kind?: "received"): Promise<string>;
  /** Takes all tables and the label of an earlier snapshot. */
  restore(earlier: Snapshot): void;
  /** The snapshot before stays the current one: nothing of this one is kept. */
  keepBefore(): void;
  /** Says what the snapshot holds; without it it is called what the one before was. */
  label(label: SnapshotLabel | null): void;
}

/**
 * Runs `work`, then makes what it made the current snapshot. That is one row: if `work` fails, or this process or the engine
 * dies at any moment, the market is the one before or the new one, and what reads a snapshot goes on reading it. Versions
 * that no snapshot names are dropped here and by the next import or start.
 */
export async function makeSnapshot<Result>(of: Market, work: (next: NextSnapshot) => Promise<Result>): Promise<Result> {
  const given = withRepetition(of);
  const db = given.database;
  const { profile } = given;
  const lock = await takeLock(given, () => clear(given));
  const { holder } = lock;
  const { market, settleAll } = withSettledReads(lock.market);
  try {
    // At an address what a start left half made lies there still.
    if (market.folder === null) await dropUnused(runWith(market), db, profile, false);
    const before = await currentSnapshot(market);
    const number = before.number + 1;
    const withoutRows = await emptyTables(market);
    const made = new Map<string, number>();
    /** Makes stored tables; they are this import's alone, so that it may begin again with them. */
    const make = (tables: readonly string[], statements: readonly string[]): Promise<void> =>
      repeated(market, async (key, attempt) => {
        const drop = `DROP TABLE IF EXISTS ${tables.join(", ")}${profile.onCluster} SYNC`;
        for (const sql of [...(attempt > 0 ? [drop] : []), ...statements]) await market.command({ sql, key });
      });
    let { label, versions } = before;
    let isKept = false;
    const next: NextSnapshot = {
      market,
      database: db,
      source: before.label?.source ?? "",
      replacesDemo: before.label?.source === "demo",
      idBefore: before.label?.id ?? "",
      before: before.table,
      table: (name) => (made.has(name) ? `${db}.${versionName(name, number)}` : before.table(name)),
      isEmpty: (name) => !made.has(name) && withoutRows.has(before.table(name)),
      changed: (name) => profile.changedTable(versionedTable(name), next.table(name)),
      async fresh(name, how = "empty") {
        const version = `${db}.${versionName(name, number)}`;
        const table = versionedTable(name);
        await make(
          profile.storedTables(table, version),
          how === "empty"
            ? profile.createTable(table, version)
            : profile.cloneTable(table, version, before.table(name)),
        );
        made.set(name, number);
      },
      async renew(name, from) {
        if ([name, ...from].every((one) => next.isEmpty(one))) return false;
        await next.fresh(name);
        return true;
      },
      async scratch(name, columns, orderBy, kind) {
        const table = `${db}.${scratchName(name)}`;
        const storage = kind === undefined ? orderBy : `${orderBy}${RECEIVED}`;
        await make([table], [createScratch(profile, table, columns, storage)]);
        return table;
      },
      restore: (earlier) => void ({ label, versions } = earlier),
      keepBefore: () => void (isKept = true),
      label: (given) => void (label = given),
    };
    const result = await sayWhatStands(
      market,
      async () => {
        const done = await work(next);
        await settleAll();
        return done;
      },
      "The connection to the market broke, and it is not known what arrived. The market is as it was; begin again.",
    );
    await lock.confirm();
    if (isKept) {
      await clear(lock.market);
      return result;
    }
    versions = { ...versions, ...Object.fromEntries(made) };
    await publish(market, { number, versions, label, holder });
    try {
      await alignViews(runWith(market), db, profile, versions);
      await clear(lock.market);
    } catch (error) {
      // The snapshot stands; the next import or start brings up what is left.
      if (!isConnectionLost(error) || given.folder !== null) throw error;
    }
    return result;
  } catch (error) {
    // Without the engine the next start cleans up; without the lock the tables belong to another import.
    await lock
      .confirm()
      .then(() => clear(lock.market))
      .catch(() => undefined);
    throw error;
  } finally {
    lock.release();
  }
}

/** Tables of which the engine knows that they have no row, with their database; of those divided on a cluster it does not. */
async function emptyTables(market: Market): Promise<ReadonlySet<string>> {
  const rows = await market.query<{ name: string }>({
    sql: "SELECT concat(database, '.', name) AS name FROM system.tables WHERE database = {database:String} AND total_rows = 0",
    params: { database: market.database },
    lane: "control",
  });
  return new Set(rows.map(({ name }) => name));
}

/** Where the connection to an address is lost, the error says what is left of the work. */
async function sayWhatStands<Result>(market: Market, work: () => Promise<Result>, message: string): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw market.folder === null && isConnectionLost(error) ? new MarketError(error.code, message) : error;
  }
}

/** Drops what no snapshot has, then the lock. */
const clear = (market: Market): Promise<void> =>
  dropUnused(runWith(market), market.database, market.profile, market.folder !== null, IMPORT_LOCK);

/** Inserts the row that makes a snapshot the current one; only while the lock is held, and no other has come meanwhile. */
async function publish(
  market: Market,
  {
    number,
    versions,
    label,
    holder,
  }: {
    readonly number: number;
    readonly versions: Versions;
    readonly label: SnapshotLabel | null;
    readonly holder: string;
  },
): Promise<void> {
  const log = `${market.database}.${SNAPSHOT_LOG.name}`;
  const row = {
    sql: `INSERT INTO ${log} SELECT {number:UInt32}, {id:String}, {date:Date32}, parseDateTimeBestEffort({at:String}, 'UTC'), {source:String}, CAST(mapFromArrays({names:Array(String)}, {versions:Array(UInt32)}), 'Map(String, UInt32)'), {holder:String}
WHERE {number:UInt32} > (SELECT max(number) FROM ${log})
AND (SELECT count() FROM system.tables WHERE database = {database:String} AND name = {lock:String} AND startsWith(comment, {holder:String})) = 1`,
    params: {
      number,
      id: label?.id ?? "",
      date: label?.date ?? "1970-01-01",
      at: label?.importedAt ?? "1970-01-01T00:00:00Z",
      source: label?.source ?? "",
      names: Object.keys(versions),
      versions: Object.values(versions),
      database: market.database,
      lock: IMPORT_LOCK,
      holder,
    },
    lane: "control",
  } as const;
  // Where it had arrived the number is taken.
  await sayWhatStands(
    market,
    () => repeated(market, (key) => market.command({ ...row, key })),
    "The connection to the market broke at the last step. See by `market status` whether its snapshot is the new one.",
  );
  if ((await currentSnapshot(market)).importer !== holder)
    throw new MarketError("locked", "Another import was faster. Import again.");
}
