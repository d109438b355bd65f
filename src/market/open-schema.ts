import { createHash } from "node:crypto";
import type { EngineProfile } from "./engine-profile.ts";
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
  versionedTable,
  versionName,
  versionsSql,
  type RunStatement,
} from "./snapshot-log.ts";
import { tableDefinition } from "./tables.ts";

export const DEFAULT_DATABASE = "market";

/** Kept as the comment of the database: which definition each table was created from. */
type Definitions = Record<string, string>;

/** How tables lie in the database; written last, so that a change that was broken off is gone through again. */
const LAYOUT = { layout: "snapshots" };

const IF_MISSING = { ifMissing: true } as const;

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

const definitions = (): Definitions =>
  Object.fromEntries(
    VERSIONED_TABLES.map((table) => [
      table.name,
      hashOf(`CREATE TABLE d.${table.name} ${tableDefinition(table, "MergeTree")}`),
    ]),
  );

function differentCluster(database: string, made: string | undefined, wanted: string | null): string {
  const of = (cluster: string | null | undefined): string =>
    cluster === undefined || cluster === null ? "one server" : `the cluster ${cluster}`;
  return (
    `The database ${database} was made for ${of(made)}, and MARKET_CLUSTER asks for ${of(wanted)}. ` +
    "Set it back, or name another database in MARKET_URL and fill that."
  );
}

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
  profile: EngineProfile,
  options: { readonly dropLeftovers: boolean },
): Promise<void> {
  const { onCluster } = profile;
  const want = { ...definitions(), ...LAYOUT, ...(profile.cluster === null ? {} : { cluster: profile.cluster }) };
  const stored = linesOf(await run(`SELECT hex(comment) FROM system.databases WHERE name = '${database}'`));
  const have = stored[0] === undefined ? {} : readDefinitions(Buffer.from(stored[0], "hex").toString("utf8"));
  if (have !== null && Object.keys(have).length > 0 && have["cluster"] !== want.cluster) {
    throw new MarketError("engine", differentCluster(database, have["cluster"], profile.cluster));
  }
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
    await run(`CREATE DATABASE IF NOT EXISTS ${database}${onCluster} ENGINE = Atomic`);
    await createMissing(run, database, profile, options);
    await run(`ALTER DATABASE ${database}${onCluster} MODIFY COMMENT '${JSON.stringify({ ...have, ...want })}'`);
  }
  if (!options.dropLeftovers) return;
  await dropUnused(run, database, profile, true);
  const current = await readCurrent(run, database);
  if (current !== null) await alignViews(run, database, profile, current.versions);
}

/** Makes the tables that the current snapshot lacks, and the snapshot that has them; each step may have been done before. */
async function createMissing(
  run: RunStatement,
  database: string,
  profile: EngineProfile,
  options: { readonly dropLeftovers: boolean },
): Promise<void> {
  const log = `${database}.${SNAPSHOT_LOG.name}`;
  await each(run, profile.createTable(SNAPSHOT_LOG, log, IF_MISSING));
  const current = await readCurrent(run, database);
  const number = (current?.number ?? 0) + 1;
  const adopted = await adoptUnversioned(run, database, { number, ownsEngine: options.dropLeftovers });
  const versions: Record<string, number> = { ...current?.versions };
  for (const name of adopted.tables) versions[name] = number;
  for (const table of VERSIONED_TABLES) {
    if (versions[table.name] !== undefined) continue;
    await each(run, profile.createTable(table, `${database}.${versionName(table.name, number)}`, IF_MISSING));
    versions[table.name] = number;
  }
  versions["session"] = await fillCalendar(run, database, profile, { version: versions["session"] ?? number, number });
  if (Object.values(versions).includes(number)) {
    const label = adopted.label ?? `SELECT id, date, imported_at, source FROM ${log} ORDER BY number DESC LIMIT 1`;
    await run(`INSERT INTO ${log}
SELECT ${number}, any(id), any(date), any(imported_at), any(source), ${versionsSql(versions)}, '' FROM (${label})
HAVING ${number} > (SELECT max(number) FROM ${log})`);
    await each(run, profile.settle(log));
  }
  await removeUnversioned(run, database);
  await alignViews(run, database, profile, versions);
}

/**
 * Gives the version of `session` that holds the calendar: the given one, or one of the new number, since a version that a
 * snapshot names may be being read.
 */
async function fillCalendar(
  run: RunStatement,
  database: string,
  profile: EngineProfile,
  { version, number }: { readonly version: number; readonly number: number },
): Promise<number> {
  const there = await run(
    `SELECT session, date, open, close FROM ${database}.${versionName("session", version)} ORDER BY session`,
  );
  const wanted = SESSIONS.map(({ session, date, open, close }) => [session, date, open, close].join("\t"));
  if (linesOf(there).join("\n") === wanted.join("\n")) return version;
  const into = `${database}.${versionName("session", number)}`;
  await each(run, profile.createTable(versionedTable("session"), into, IF_MISSING));
  await run(`TRUNCATE TABLE ${into}${profile.onCluster}`);
  const values = SESSIONS.map(({ session, date, open, close }) => `(${session}, '${date}', ${open}, ${close})`);
  await run(`INSERT INTO ${into} (session, date, open, close) VALUES ${values.join(", ")}`);
  await each(run, profile.settle(into));
  return number;
}

async function each(run: RunStatement, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await run(statement);
}

async function dropRuns(run: RunStatement): Promise<void> {
  const runs = await run("SELECT name FROM system.databases WHERE startsWith(name, 'run_')");
  for (const name of linesOf(runs)) await run(`DROP DATABASE IF EXISTS \`${name}\` SYNC`);
}
