import { text } from "node:stream/consumers";
import type { Market } from "../market.ts";
import { takeLock } from "./lock.ts";
import { COMMIT, clearImports, exchange, type RunText } from "./recover.ts";
import { GIVEN_TABLES } from "./given.ts";
import { TABLES, createTable, type Table } from "../tables.ts";

const ALL_TABLES: readonly Table[] = [...TABLES, ...GIVEN_TABLES];

/** Runs the statements of a clean-up with the client. */
const runWith =
  (market: Market): RunText =>
  async (sql) => {
    if (!sql.startsWith("SELECT")) return market.command({ sql, lane: "control" }).then(() => "");
    return text(await market.stream({ sql, lane: "control" }, "TabSeparated"));
  };

function tableEntry(name: string): Table {
  const table = ALL_TABLES.find((candidate) => candidate.name === name);
  if (!table) throw new Error(`No table ${name}`);
  return table;
}

/** What an import works in: fresh copies of tables that replace the old ones all at once, or never. */
export interface Swap {
  /** For the statements of the import; they fail once its lock is lost. */
  readonly market: Market;
  readonly database: string;
  /** Makes `<name>_new`, empty or as a clone of what is there (parts are shared, nothing is copied). */
  fresh(name: string, how?: "empty" | "clone"): Promise<void>;
  /** The name of the table until the swap: `<name>_new` where made, else the table itself. */
  now(name: string): string;
  /** A scratch table `incoming_…`, gone with the import. */
  scratch(name: string, columns: string, orderBy: string): Promise<string>;
}

/**
 * Runs `work`, then exchanges every table it made with the current one. If `work` fails, or this process or the
 * engine dies at any moment, either all tables are the old ones or all are the new ones: the decision is a table whose
 * comment names the swap, and the next start finishes a decided swap and drops an undecided one.
 */
export async function withSwap<Result>(given: Market, work: (swap: Swap) => Promise<Result>): Promise<Result> {
  const db = given.database;
  const lock = await takeLock(given, () => clearImports(runWith(given), db));
  const { market, holder } = lock;
  const made = new Set<string>();
  const swap: Swap = {
    market,
    database: db,
    async fresh(name, how = "empty") {
      const into = `${db}.${name}_new`;
      if (how === "empty")
        await market.command(`${createTable(tableEntry(name), db, `${name}_new`)} COMMENT '${holder}'`);
      else {
        await market.command(`CREATE TABLE ${into} CLONE AS ${db}.${name}`);
        await market.command(`ALTER TABLE ${into} MODIFY COMMENT '${holder}'`);
      }
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
    await lock.confirm();
    await market.command(`CREATE TABLE ${db}.${COMMIT} (x UInt8) ENGINE = Memory COMMENT '${holder}'`);
    if (made.size > 0) await market.command(exchange(db, [...made]));
    await clearImports(runWith(market), db);
    return result;
  } catch (error) {
    // Without the engine the next start cleans up; without the lock the tables belong to another import.
    await lock
      .confirm()
      .then(() => clearImports(runWith(market), db))
      .catch(() => undefined);
    throw error;
  } finally {
    lock.release();
  }
}
