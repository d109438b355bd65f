import { createHash } from "node:crypto";
import { MarketError } from "./market.ts";
import { SESSIONS } from "./calendar.ts";
import { adoptUnversioned, removeUnversioned } from "./unversioned-tables.ts";
import {
  alignViews,
  dropUnused,
  linesOf,
  readCurrent,
  SNAPSHOT_LOG,
  VERSIONED_TABLES,
  versionName,
  versionsSql,
  type RunStatement,
} from "./snapshot-log.ts";
import { createTable } from "./tables.ts";

export const DEFAULT_DATABASE = "market";

/** Kept as the comment of the database: which definition each table was created from. */
type Definitions = Record<string, string>;

/** How tables lie in the database; written last, so that a change that was broken off is gone through again. */
const LAYOUT = { layout: "snapshots" };

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

const definitions = (): Definitions =>
  Object.fromEntries(VERSIONED_TABLES.map((table) => [table.name, hashOf(createTable(table, "d"))]));

function readDefinitions(comment: string): Definitions | null {
  try {
    const value: unknown = JSON.parse(comment);
    if (typeof value !== "object" || value === null) return null;
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    // A database that someone created by hand, without our comment.
    return null;
  }
}

/**
 * Creates the database and what it lacks: the tables, the calendar filled in, the first snapshot. Rejects with MarketError
 * `engine` where a table was created by a version of the program that defines it differently. With `dropLeftovers`, what a
 * dead import or run (`run_*`) left behind is dropped: only for the owner of the engine, at its start.
 */
export async function ensureSchema(
  run: RunStatement,
  database: string,
  options: { readonly dropLeftovers: boolean },
): Promise<void> {
  const want = { ...definitions(), ...LAYOUT };
  const stored = linesOf(await run(`SELECT hex(comment) FROM system.databases WHERE name = '${database}'`));
  const have = stored[0] === undefined ? {} : readDefinitions(Buffer.from(stored[0], "hex").toString("utf8"));
  const differing = Object.entries(definitions()).filter(
    ([name, definition]) => have?.[name] !== undefined && have[name] !== definition,
  );
  if (differing.length > 0) {
    throw new MarketError(
      "engine",
      `The market in this folder was made by another version of the program (tables that differ: ${differing.map(([name]) => name).join(", ")}). ` +
        `Use that version, or import into a new folder.`,
    );
  }
  if (options.dropLeftovers) await dropRuns(run);
  if (Object.entries(want).some(([name, definition]) => have?.[name] !== definition)) {
    await run(`CREATE DATABASE IF NOT EXISTS ${database} ENGINE = Atomic`);
    await createMissing(run, database, options);
    await run(`ALTER DATABASE ${database} MODIFY COMMENT '${JSON.stringify({ ...have, ...want })}'`);
  }
  if (!options.dropLeftovers) return;
  await dropUnused(run, database, true);
  const current = await readCurrent(run, database);
  if (current !== null) await alignViews(run, database, current.versions);
}

/** Makes the tables that the current snapshot lacks, and the snapshot that has them; each step may have been done before. */
async function createMissing(
  run: RunStatement,
  database: string,
  options: { readonly dropLeftovers: boolean },
): Promise<void> {
  await run(createTable(SNAPSHOT_LOG, database).replace(/^CREATE TABLE /, "CREATE TABLE IF NOT EXISTS "));
  const current = await readCurrent(run, database);
  const number = (current?.number ?? 0) + 1;
  const adopted = await adoptUnversioned(run, database, { number, ownsEngine: options.dropLeftovers });
  const versions: Record<string, number> = { ...current?.versions };
  for (const name of adopted.tables) versions[name] = number;
  for (const table of VERSIONED_TABLES) {
    if (versions[table.name] !== undefined) continue;
    const create = createTable(table, database, versionName(table.name, number));
    await run(create.replace(/^CREATE TABLE /, "CREATE TABLE IF NOT EXISTS "));
    versions[table.name] = number;
  }
  versions["session"] = await fillCalendar(run, database, versions["session"] ?? number, number);
  if (Object.values(versions).includes(number)) {
    const label =
      adopted.label ??
      `SELECT id, date, imported_at, source FROM ${database}.${SNAPSHOT_LOG.name} ORDER BY number DESC LIMIT 1`;
    await run(`INSERT INTO ${database}.${SNAPSHOT_LOG.name}
SELECT ${number}, any(id), any(date), any(imported_at), any(source), ${versionsSql(versions)}, '' FROM (${label})
HAVING ${number} > (SELECT max(number) FROM ${database}.${SNAPSHOT_LOG.name})`);
  }
  await removeUnversioned(run, database);
  await alignViews(run, database, versions);
}

/**
 * Gives the version of `session` that holds the calendar: the given one, or one of the new number, since a version that a
 * snapshot names may be being read.
 */
async function fillCalendar(run: RunStatement, database: string, version: number, number: number): Promise<number> {
  const there = await run(
    `SELECT session, date, open, close FROM ${database}.${versionName("session", version)} ORDER BY session`,
  );
  const wanted = SESSIONS.map(({ session, date, open, close }) => [session, date, open, close].join("\t"));
  if (linesOf(there).join("\n") === wanted.join("\n")) return version;
  const into = `${database}.${versionName("session", number)}`;
  await run(`CREATE TABLE IF NOT EXISTS ${into} AS ${database}.${versionName("session", version)}`);
  await run(`TRUNCATE TABLE ${into}`);
  const values = SESSIONS.map(({ session, date, open, close }) => `(${session}, '${date}', ${open}, ${close})`);
  await run(`INSERT INTO ${into} (session, date, open, close) VALUES ${values.join(", ")}`);
  return number;
}

async function dropRuns(run: RunStatement): Promise<void> {
  const runs = await run("SELECT name FROM system.databases WHERE startsWith(name, 'run_')");
  for (const name of linesOf(runs)) await run(`DROP DATABASE IF EXISTS \`${name}\` SYNC`);
}
