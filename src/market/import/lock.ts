import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { lockFile } from "../file-lock.ts";
import { MarketError, type Market } from "../market.ts";
import { repeated } from "./repeated.ts";

/*
 * One import at a time. In a data folder this is a lock of the operating system, which ends with its process. At an
 * address a lock table holds a heartbeat: the importer renews it every few seconds, sends no statement once it could not
 * for the length of a lease, and much later counts as abandoned.
 */
export const IMPORT_LOCK = "import_lock";
const HEARTBEAT_MS = 10_000;
const LEASE_MS = 30_000;
const ABANDONED_SECONDS = 90;

const locked = (): MarketError =>
  new MarketError("locked", "Another import is running. Wait until it has ended, then import again.");

interface ImportLock {
  /** The comment of the tables that the import makes. */
  readonly holder: string;
  /** The market for as long as the import is the only one; MarketError `locked` once it may not be. */
  readonly market: Market;
  /** Throws unless the lock is still held; asked before anything is decided. */
  confirm(): Promise<void>;
  release(): void;
}

/** Takes the lock; `clear` removes what an import that died left, its lock included. Throws MarketError `locked`. */
export async function takeLock(market: Market, clear: () => Promise<void>): Promise<ImportLock> {
  const holder = randomBytes(8).toString("hex");
  if (market.folder !== null) {
    const file = lockFile(join(market.folder, `import-${market.database}.lock`));
    if (file === null) throw locked();
    try {
      await clear();
      await createLock(market, holder);
    } catch (error) {
      file.release();
      throw error;
    }
    return { holder, market, confirm: async () => undefined, release: () => file.release() };
  }
  if (await isAbandoned(market)) await clear();
  await createLock(market, await heartbeatComment(market, holder));
  let lastBeat = Date.now();
  const timer = setInterval(() => {
    const began = Date.now();
    heartbeat(market, holder).then(
      () => (lastBeat = began),
      // The next heartbeat tries again; without success the lease ends.
      () => undefined,
    );
  }, HEARTBEAT_MS);
  timer.unref();
  const check = (): void => {
    if (Date.now() - lastBeat > LEASE_MS)
      throw new MarketError("locked", "The import stood still for too long and was given up. Import again.");
  };
  return {
    holder,
    market: checked(market, check),
    async confirm() {
      check();
      if (!(await lockComment(market))?.startsWith(`${holder} `)) throw locked();
    },
    release: () => clearInterval(timer),
  };
}

const TABLE_ALREADY_EXISTS = 57;

async function createLock(market: Market, comment: string): Promise<void> {
  const sql = `CREATE TABLE ${market.database}.${IMPORT_LOCK}${market.profile.onCluster} (x UInt8) ENGINE = Memory COMMENT '${comment}'`;
  try {
    await repeated(market, (key) => market.command({ sql, key }));
  } catch (error) {
    if (!(error instanceof MarketError && error.engineCode === TABLE_ALREADY_EXISTS)) throw error;
    // It may be the own one, whose connection broke.
    if ((await lockComment(market)) !== comment) throw locked();
  }
}

async function heartbeat(market: Market, holder: string): Promise<void> {
  if (!(await lockComment(market))?.startsWith(`${holder} `)) throw locked();
  const comment = await heartbeatComment(market, holder);
  await market.command({
    sql: `ALTER TABLE ${market.database}.${IMPORT_LOCK}${market.profile.onCluster} MODIFY COMMENT '${comment}'`,
    lane: "control",
  });
}

/** By the engine's clock, which is the same for all who import. */
async function heartbeatComment(market: Market, holder: string): Promise<string> {
  const [row] = await market.query<{ now: number }>({ sql: "SELECT toUnixTimestamp(now()) AS now", lane: "control" });
  return `${holder} ${row?.now ?? 0}`;
}

async function lockComment(market: Market): Promise<string | null> {
  const [row] = await market.query<{ comment: string }>({
    sql: "SELECT comment FROM system.tables WHERE database = {database:String} AND name = {name:String}",
    params: { database: market.database, name: IMPORT_LOCK },
    lane: "control",
  });
  return row?.comment ?? null;
}

/** Whether the lock's last heartbeat is too long ago. A lock of an older version names host and process, and has none. */
async function isAbandoned(market: Market): Promise<boolean> {
  const comment = await lockComment(market);
  if (comment === null) return false;
  const [, now = "0"] = (await heartbeatComment(market, "")).split(" ");
  const [, beaten, ...older] = comment.split(" ");
  return older.length > 0 || Number(now) - Number(beaten) > ABANDONED_SECONDS;
}

function checked(market: Market, check: () => void): Market {
  return {
    ...market,
    query: async <Row>(statement: Parameters<Market["query"]>[0]) => {
      check();
      return market.query<Row>(statement);
    },
    command: async (statement) => {
      check();
      return market.command(statement);
    },
    insert: async (table, rows) => {
      check();
      return market.insert(table, rows);
    },
  };
}
