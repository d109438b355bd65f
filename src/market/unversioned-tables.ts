import { MarketError } from "./market.ts";
import { linesOf, VERSIONED_TABLES, versionName, type RunStatement } from "./snapshot-log.ts";

/*
 * Up to version 0.2 a market had one table of each name, which an import exchanged with `<name>_new`. They become the first
 * versions of their names. Every step may have been done before by a start that was killed.
 */

/** Existed while an import ran; the comment says who and, at an address, when it last was alive. */
const IMPORT_LOCK = "import_lock";
/** Existed from the decision to exchange until all tables were exchanged; the comment is that of the new tables. */
const COMMIT = "import_commit";
/** Seconds after which an import that says nothing counts as dead. */
const ABANDONED_SECONDS = 90;

interface Adopted {
  /** Tables that now have a version of that number. */
  readonly tables: readonly string[];
  /** SELECT of the row that named the state; null where there were no such tables. */
  readonly label: string | null;
}

/** Makes tables without a version the version of a number. Rejects with MarketError `locked` while an import changes them. */
export async function adoptUnversioned(
  run: RunStatement,
  database: string,
  { number, ownsEngine }: { readonly number: number; readonly ownsEngine: boolean },
): Promise<Adopted> {
  await finishExchange(run, database, ownsEngine);
  const there = new Set((await storedTables(run, database)).map(({ name }) => name));
  // It goes last: without it nothing of that layout is left.
  if (!there.has("snapshot")) return { tables: [], label: null };
  const tables: string[] = [];
  for (const { name } of VERSIONED_TABLES) {
    const version = versionName(name, number);
    if (there.has(name)) {
      if (there.has(version)) await run(`DROP TABLE ${database}.${version} SYNC`);
      await run(`RENAME TABLE ${database}.${name} TO ${database}.${version}`);
      // Servers of that version read on.
      await run(`CREATE OR REPLACE VIEW ${database}.${name} AS SELECT * FROM ${database}.${version}`);
    } else if (!there.has(version)) continue;
    tables.push(name);
  }
  return { tables, label: tables.length === 0 ? null : `SELECT * FROM ${database}.snapshot` };
}

/** Drops the one table that has no versions: the log has its row. */
export async function removeUnversioned(run: RunStatement, database: string): Promise<void> {
  const there = await storedTables(run, database);
  if (there.some(({ name }) => name === "snapshot")) await run(`DROP TABLE ${database}.snapshot SYNC`);
}

async function storedTables(
  run: RunStatement,
  database: string,
): Promise<readonly { readonly name: string; readonly comment: string }[]> {
  const text = await run(`SELECT name, comment FROM system.tables WHERE database = '${database}' AND engine != 'View'`);
  return linesOf(text).map((line) => {
    const [name = "", comment = ""] = line.split("\t");
    return { name, comment };
  });
}

/** Ends an import of that version which died: finishes its exchange where that was decided, else drops what it made. */
async function finishExchange(run: RunStatement, database: string, ownsEngine: boolean): Promise<void> {
  const tables = await storedTables(run, database);
  const commentOf = (name: string): string | undefined => tables.find((table) => table.name === name)?.comment;
  const made = tables.filter(({ name }) => name.endsWith("_new"));
  const lock = commentOf(IMPORT_LOCK);
  if (made.length === 0 && commentOf(COMMIT) === undefined) return;
  if (!ownsEngine && lock !== undefined && !(await isAbandoned(run, lock))) {
    throw new MarketError(
      "locked",
      "An import of the version before is changing this market. Wait until it has ended, then start again.",
    );
  }
  const pending = made.filter(({ comment }) => comment !== "" && comment === commentOf(COMMIT));
  const pairs = pending.map(({ name }) => `${database}.${name.slice(0, -"_new".length)} AND ${database}.${name}`);
  if (pairs.length > 0) await run(`EXCHANGE TABLES ${pairs.join(", ")}`);
  const dropped = [...made.map(({ name }) => name), COMMIT, IMPORT_LOCK].map((name) => `${database}.${name}`);
  await run(`DROP TABLE IF EXISTS ${dropped.join(", ")} SYNC`);
}

async function isAbandoned(run: RunStatement, lock: string): Promise<boolean> {
  const now = Number(await run("SELECT toUnixTimestamp(now())"));
  const [, beaten, ...older] = lock.split(" ");
  return older.length > 0 || now - Number(beaten) > ABANDONED_SECONDS;
}
