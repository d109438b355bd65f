import { hostname } from "node:os";
import type { Market } from "../market.ts";
import { MarketError } from "../market.ts";
import { SESSIONS } from "../calendar.ts";
import { GIVEN_TABLES } from "./given.ts";
import { TABLES, createTable, type Table } from "../tables.ts";

const ALL: readonly Table[] = [...TABLES, ...GIVEN_TABLES];
const LOCK = "import_lock";
const COMMIT = "import_commit";

/** Names of the tables of the database, with their comments. */
async function tables(market: Market): Promise<readonly { readonly name: string; readonly comment: string }[]> {
  return market.query<{ name: string; comment: string }>({
    sql: "SELECT name, comment FROM system.tables WHERE database = {database:String} ORDER BY name",
    params: { database: market.database },
    lane: "control",
  });
}

/**
 * Creates what is missing, rolls an interrupted swap forward and drops the leftovers of imports that died.
 * Idempotent; leaves everything alone while a living import holds the lock.
 */
export async function prepareMarket(market: Market): Promise<void> {
  const db = market.database;
  await market.command(`CREATE DATABASE IF NOT EXISTS ${db} ENGINE = Atomic`);
  const there = await tables(market);
  const holder = there.find((table) => table.name === LOCK);
  if (!holder || !isAlive(holder.comment)) await clear(market, there);
  const names = new Set(there.map((table) => table.name));
  for (const table of ALL.filter((entry) => !names.has(entry.name))) {
    await market.command(createTable(table, db).replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"));
  }
  const [filled] = await market.query<{ n: number }>(`SELECT toUInt32(count()) AS n FROM ${db}.session`);
  if (filled?.n !== SESSIONS.length) {
    await market.command(`TRUNCATE TABLE ${db}.session`);
    await market.insert(`${db}.session`, SESSIONS);
  }
}

/** Finishes the swap that was decided, then drops every table an import made for itself. */
async function clear(
  market: Market,
  there: readonly { readonly name: string; readonly comment: string }[],
): Promise<void> {
  const db = market.database;
  const decided = there.find((table) => table.name === COMMIT)?.comment;
  const fresh = there.filter((table) => table.name.endsWith("_new"));
  if (decided)
    await exchange(
      market,
      fresh.filter((table) => table.comment === decided).map((table) => table.name.slice(0, -4)),
    );
  const ours = there.filter(
    ({ name }) => name.endsWith("_new") || name.startsWith("incoming_") || name.startsWith("demo_"),
  );
  for (const { name } of ours) await market.command(`DROP TABLE IF EXISTS ${db}.${name} SYNC`);
  for (const name of [COMMIT, LOCK]) await market.command(`DROP TABLE IF EXISTS ${db}.${name} SYNC`);
}

async function exchange(market: Market, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const pairs = names.map((name) => `${market.database}.${name} AND ${market.database}.${name}_new`);
  await market.command(`EXCHANGE TABLES ${pairs.join(", ")}`);
}

function isAlive(holder: string): boolean {
  const [host, pid] = holder.split(" ");
  if (host !== hostname()) return true;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}

function entry(name: string): Table {
  const table = ALL.find((candidate) => candidate.name === name);
  if (!table) throw new Error(`No table ${name}`);
  return table;
}

/** What an import works in: fresh copies of tables that replace the old ones all at once, or never. */
export interface Swap {
  readonly database: string;
  /** Makes `<name>_new`, empty or as a clone of what is there (parts are shared, nothing is copied). */
  fresh(name: string, how?: "empty" | "clone"): Promise<void>;
  /** The name under which the table stands until the swap: `<name>_new` where made, else the table itself. */
  now(name: string): string;
  /** A scratch table `incoming_…`, gone with the import. */
  scratch(name: string, columns: string, orderBy: string): Promise<string>;
}

/**
 * Runs `work`, then exchanges every table it made with the standing one. If `work` fails, or this process or the
 * engine dies at any moment, either all tables are the old ones or all are the new ones: the decision is a table whose
 * comment names the swap, and the next start finishes a decided swap and forgets an undecided one.
 */
export async function withSwap<Result>(market: Market, work: (swap: Swap) => Promise<Result>): Promise<Result> {
  await prepareMarket(market);
  const db = market.database;
  const holder = `${hostname()} ${process.pid} ${Date.now().toString(36)}`;
  try {
    await market.command(`CREATE TABLE ${db}.${LOCK} (x UInt8) ENGINE = Memory COMMENT '${holder}'`);
  } catch (error) {
    if (error instanceof MarketError && error.engineCode === 57) {
      throw new MarketError("locked", "Another import is running. Wait until it has ended, then import again.");
    }
    throw error;
  }
  const made = new Set<string>();
  const swap: Swap = {
    database: db,
    async fresh(name, how = "empty") {
      await market.command(
        how === "clone"
          ? `CREATE TABLE ${db}.${name}_new CLONE AS ${db}.${name}`
          : createTable(entry(name), db, `${name}_new`),
      );
      await market.command(`ALTER TABLE ${db}.${name}_new MODIFY COMMENT '${holder}'`);
      made.add(name);
    },
    now: (name) => `${db}.${made.has(name) ? `${name}_new` : name}`,
    async scratch(name, columns, orderBy) {
      await market.command(`CREATE TABLE ${db}.incoming_${name} (${columns}) ENGINE = MergeTree ORDER BY ${orderBy}`);
      return `${db}.incoming_${name}`;
    },
  };
  try {
    const result = await work(swap);
    await market.command(`CREATE TABLE ${db}.${COMMIT} (x UInt8) ENGINE = Memory COMMENT '${holder}'`);
    await exchange(market, [...made]);
    await clear(market, await tables(market));
    return result;
  } catch (error) {
    // The engine may be gone; then the next start clears up.
    await tables(market)
      .then((there) => clear(market, there))
      .catch(() => undefined);
    throw error;
  }
}
