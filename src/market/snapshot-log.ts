import { GIVEN_TABLES } from "./import/given.ts";
import type { EngineProfile } from "./engine-profile.ts";
import { TABLES, type Table } from "./tables.ts";

/*
 * How snapshots lie in the engine. A table `daily` of the market is stored in versions, `daily_3`, `daily_7`; a version
 * never changes once a snapshot names it. A row of the log is a snapshot: which version of each table belongs to it. The
 * row with the highest number counts, so that a market changes by one inserted row, all at once or not at all, and what
 * did not change is stored once.
 */

/** Runs a statement and gives its rows as tab-separated text. */
export type RunStatement = (sql: string) => Promise<string>;

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
export const VERSIONED_TABLES: readonly Table[] = [...TABLES, ...GIVEN_TABLES];

/** RangeError for a name that no such table has. */
export function versionedTable(name: string): Table {
  const table = VERSIONED_TABLES.find((candidate) => candidate.name === name);
  if (!table) throw new RangeError(`The market has no table ${name}`);
  return table;
}

/** Versions of each table; one that is missing there has none yet. */
export type Versions = Readonly<Record<string, number>>;

export const versionName = (name: string, version: number): string => `${name}_${version}`;

/** Snapshots that stay beside the current one: for going back, and for what is being read. */
const KEPT_BEFORE = 1;

/** Tables of answers that scans keep of a snapshot: they go with it, and no backup has them. */
export const answerTableNames = (number: number) =>
  ({ sets: versionName("answer_set", number), values: versionName("answer_value", number) }) as const;
/** What their comment says: at an address others may have tables of these names. */
export const ANSWERS_COMMENT = "scanbook answers";

export const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

/** What an import makes for itself is marked: at an address the database may hold tables of others under any name. */
const SCRATCH_COMMENT = "scanbook import";
export const scratchName = (name: string): string => `incoming_${name}`;
export const createScratch = (
  { onCluster, wholeEngine }: EngineProfile,
  table: string,
  columns: string,
  orderBy: string,
): string =>
  `CREATE TABLE ${table}${onCluster} (${columns}) ENGINE = ${wholeEngine} ORDER BY ${orderBy} COMMENT '${SCRATCH_COMMENT}'`;

/** Where the whole database is the program's, what versions before left without a mark is dropped by its name. */
const isScratch = (name: string, comment: string, ownDatabase: boolean): boolean =>
  ownDatabase ? /^(incoming|demo)_/.test(name) : name.startsWith(scratchName("")) && comment === SCRATCH_COMMENT;

const OF_VERSION = /^(\w+)_(\d+)(?:_local)?$/;
const VERSIONED_NAMES: ReadonlySet<string> = new Set(VERSIONED_TABLES.map(({ name }) => name));

/** The table of the market that a stored one, with its database, is a version of; undefined where it is none. */
export function tableOfVersion(stored: string): Table | undefined {
  const [, name] = OF_VERSION.exec(stored.slice(stored.indexOf(".") + 1)) ?? [];
  return VERSIONED_TABLES.find((table) => table.name === name);
}

/**
 * Drops what no snapshot that stays has: versions of tables, finished or not, and tables that an import made for itself.
 * Only for who holds the lock of imports, or for the owner of an engine at its start. The newest snapshots stay, and those
 * that a scan under way reads, which the comment of its database says. At an address (`ownDatabase` false) what others keep in
 * the database stays: tables without the mark of an import, and `daily_2024`, which is no version that was ever made.
 * `last` is dropped too, when all else is gone.
 */
export async function dropUnused(
  run: RunStatement,
  database: string,
  { onCluster }: EngineProfile,
  ownDatabase: boolean,
  last?: string,
): Promise<void> {
  const log = `${database}.${SNAPSHOT_LOG.name}`;
  const { sets, values } = answerTableNames(0);
  const answers = [sets, values].map((name) => `concat('${name.slice(0, -1)}', toString(number))`).join(", ");
  const found = linesOf(
    await run(`SELECT 'stay' AS what, arrayJoin(arrayConcat([${answers}], arrayMap((name, version) -> concat(name, '_', toString(version)), mapKeys(tables), mapValues(tables)))) AS name, '' AS comment FROM ${log}
WHERE number IN (SELECT number FROM ${log} ORDER BY number DESC LIMIT 1 BY number LIMIT ${KEPT_BEFORE + 1})
OR number IN (SELECT toUInt32OrZero(splitByChar(' ', comment)[4]) FROM system.databases WHERE startsWith(name, 'run_') AND startsWith(comment, 'scanbook '))
UNION ALL SELECT 'newest', toString(max(number)), '' FROM ${log}
UNION ALL SELECT 'there', name, comment FROM system.tables WHERE database = '${database}' AND engine != 'View'`),
  ).map((line) => line.split("\t"));
  const of = (wanted: string): readonly (readonly [name: string, comment: string])[] =>
    found.flatMap(([what, name = "", comment = ""]) => (what === wanted ? [[name, comment] as const] : []));
  const there = of("there");
  const stay = new Set(of("stay").map(([name]) => name));
  const newest = Number(of("newest")[0]?.[0]);
  const unused = there.flatMap(([name, comment]) => {
    const [, table = "", version = ""] = OF_VERSION.exec(name) ?? [];
    // The next number is that of an import that died before its row.
    const isVersion = VERSIONED_NAMES.has(table) && (ownDatabase || Number(version) <= newest + 1);
    if (comment === ANSWERS_COMMENT) return stay.has(name) ? [] : [name];
    return isScratch(name, comment, ownDatabase) || (isVersion && !stay.has(versionName(table, Number(version))))
      ? [name]
      : [];
  });
  if (there.some(([name]) => name === last)) unused.push(last ?? "");
  if (unused.length > 0)
    await run(`DROP TABLE IF EXISTS ${unused.map((name) => `${database}.${name}`).join(", ")}${onCluster} SYNC`);
}

/**
 * Views of the current snapshot under the names of its tables: for SQL of one's own, and for servers of the version before
 * while they still run. The program itself never reads them: they change one after another.
 */
export async function alignViews(
  run: RunStatement,
  database: string,
  { onCluster }: EngineProfile,
  versions: Versions,
): Promise<void> {
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
    if (there.get(name) !== select) await run(`CREATE OR REPLACE VIEW ${database}.${name}${onCluster} AS ${select}`);
  }
  if (!there.has("snapshot")) {
    await run(
      `CREATE VIEW ${database}.snapshot${onCluster} AS SELECT id, date, imported_at, source FROM ${database}.${SNAPSHOT_LOG.name} WHERE number = (SELECT max(number) FROM ${database}.${SNAPSHOT_LOG.name}) AND id != '' LIMIT 1`,
    );
  }
}

/** Number and versions of the current snapshot; null in a database that has none yet. */
export async function readCurrent(
  run: RunStatement,
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
