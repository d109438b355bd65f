import { GIVEN_TABLES } from "./import/given.ts";
import { TABLES, type Table } from "./tables.ts";

/*
 * How snapshots lie in the engine. A table `daily` of the market is stored in versions, `daily_3`, `daily_7`; a version
 * never changes once a snapshot names it. A row of the log is a snapshot: which version of each table belongs to it. The
 * row with the highest number counts, so that a market changes by one inserted row, all at once or not at all, and what
 * did not change is stored once.
 */

/** Runs a statement and gives its rows as tab-separated text. */
export type RunText = (sql: string) => Promise<string>;

export const SNAPSHOT_LOG: Table = {
  name: "snapshot_log",
  columns: [
    ["number", "UInt32"],
    // Empty while nothing was imported; else made of the content of all tables that formulas read.
    ["id", "String"],
    // The last session with a bar; factors are to that date.
    ["date", "Date32"],
    ["imported_at", "DateTime('UTC')"],
    ["source", "String"],
    // Version of each table.
    ["tables", "Map(String, UInt32)"],
    // Names the import that made it; empty where none did.
    ["importer", "String"],
  ],
  orderBy: "number",
  settings: "fsync_after_insert = 1, fsync_part_directory = 1",
};

/** Every table that has versions. */
export const VERSIONED: readonly Table[] = [...TABLES, ...GIVEN_TABLES];

/** Versions of each table; one that is missing there has none yet. */
export type Versions = Readonly<Record<string, number>>;

export const versionName = (name: string, version: number): string => `${name}_${version}`;

/** Snapshots that stay beside the current one: for going back, and for what is being read. */
const KEPT_BEFORE = 1;

export const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

const isScratch = (name: string): boolean => name.startsWith("incoming_") || name.startsWith("demo_");

const OF_VERSION = /^(\w+)_\d+$/;
const VERSIONED_NAMES: ReadonlySet<string> = new Set(VERSIONED.map(({ name }) => name));

/**
 * Drops what no snapshot that stays has: versions of tables, finished or not, and tables that an import made for itself.
 * Only for who holds the lock of imports, or for the owner of an engine at its start. The newest snapshots stay, and those
 * that a scan under way reads, which the comment of its database says.
 */
export async function dropUnused(run: RunText, database: string): Promise<void> {
  const log = `${database}.${SNAPSHOT_LOG.name}`;
  const named =
    await run(`SELECT DISTINCT arrayJoin(arrayMap((name, version) -> concat(name, '_', toString(version)), mapKeys(tables), mapValues(tables))) FROM ${log}
WHERE number IN (SELECT number FROM ${log} ORDER BY number DESC LIMIT 1 BY number LIMIT ${KEPT_BEFORE + 1})
OR number IN (SELECT toUInt32OrZero(splitByChar(' ', comment)[4]) FROM system.databases WHERE startsWith(name, 'run_') AND startsWith(comment, 'scanbook '))`);
  const stay = new Set(linesOf(named));
  const there = linesOf(
    await run(`SELECT name FROM system.tables WHERE database = '${database}' AND engine != 'View'`),
  );
  const unused = there.filter((name) => {
    if (isScratch(name)) return true;
    const table = OF_VERSION.exec(name)?.[1];
    return table !== undefined && VERSIONED_NAMES.has(table) && !stay.has(name);
  });
  if (unused.length > 0)
    await run(`DROP TABLE IF EXISTS ${unused.map((name) => `${database}.${name}`).join(", ")} SYNC`);
}

/**
 * Views of the current snapshot under the names of its tables: for SQL of one's own, and for servers of the version before
 * while they still run. The program itself never reads them: they change one after another.
 */
export async function alignViews(run: RunText, database: string, versions: Versions): Promise<void> {
  const views = await run(
    `SELECT name, as_select FROM system.tables WHERE database = '${database}' AND engine = 'View'`,
  );
  const there = new Map(
    linesOf(views).map((line) => {
      const [name = "", select = ""] = line.split("\t");
      return [name, select] as const;
    }),
  );
  for (const { name } of TABLES) {
    const version = versions[name];
    if (version === undefined) continue;
    const select = `SELECT * FROM ${database}.${versionName(name, version)}`;
    if (there.get(name) !== select) await run(`CREATE OR REPLACE VIEW ${database}.${name} AS ${select}`);
  }
  if (!there.has("snapshot")) {
    await run(
      `CREATE VIEW ${database}.snapshot AS SELECT id, date, imported_at, source FROM ${database}.${SNAPSHOT_LOG.name} WHERE number = (SELECT max(number) FROM ${database}.${SNAPSHOT_LOG.name}) AND id != '' LIMIT 1`,
    );
  }
}

/** Number and versions of the current snapshot; null in a database that has none yet. */
export async function readCurrent(
  run: RunText,
  database: string,
): Promise<{ readonly number: number; readonly versions: Versions } | null> {
  const [row] = linesOf(
    await run(
      `SELECT number, arrayStringConcat(arrayMap((name, version) -> concat(name, ' ', toString(version)), mapKeys(tables), mapValues(tables)), ',') FROM ${database}.${SNAPSHOT_LOG.name} ORDER BY number DESC LIMIT 1`,
    ),
  );
  if (row === undefined) return null;
  const [number = "0", text = ""] = row.split("\t");
  const versions = text.split(",").map((pair) => pair.split(" "));
  return {
    number: Number(number),
    versions: Object.fromEntries(versions.map(([name = "", version = "0"]) => [name, Number(version)])),
  };
}

/** Versions as a value in SQL; names are those of tables. */
export const versionsSql = (versions: Versions): string =>
  `map(${Object.entries(versions)
    .flatMap(([name, version]) => [`'${name}'`, `toUInt32(${version})`])
    .join(", ")})`;
