import { createHash } from "node:crypto";
import { MarketError } from "./market.ts";
import { SESSIONS } from "./calendar.ts";
import { GIVEN_TABLES } from "./import/given.ts";
import { clearImports, type RunText } from "./import/recover.ts";
import { createTable, TABLES } from "./tables.ts";

export const DEFAULT_DATABASE = "market";

const ALL_TABLES = [...TABLES, ...GIVEN_TABLES];

/** Kept as the comment of the database: which definition each table was created from. */
type Definitions = Record<string, string>;

function definitions(): Definitions {
  return Object.fromEntries(
    ALL_TABLES.map((table) => [
      table.name,
      createHash("sha256").update(createTable(table, "d")).digest("hex").slice(0, 12),
    ]),
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

function rows(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

/**
 * Creates the database and its missing tables, the calendar filled in. Rejects with MarketError `engine` where a table was created by a version
 * of the program that defines it differently. With `dropLeftovers`, what a dead import (`*_new`) or run (`run_*`) left
 * behind is dropped: only for the owner of the engine, at its start.
 */
export async function ensureSchema(
  run: RunText,
  database: string,
  options: { readonly dropLeftovers: boolean },
): Promise<void> {
  const want = definitions();
  const stored = rows(await run(`SELECT hex(comment) FROM system.databases WHERE name = '${database}'`));
  const have = stored[0] === undefined ? {} : readDefinitions(Buffer.from(stored[0], "hex").toString("utf8"));
  const differing = Object.keys(want).filter((name) => have?.[name] !== undefined && have[name] !== want[name]);
  if (differing.length > 0) {
    throw new MarketError(
      "engine",
      `The market in this folder was made by another version of the program (tables that differ: ${differing.join(", ")}). ` +
        `Use that version, or import into a new folder.`,
    );
  }
  if (options.dropLeftovers) await dropLeftovers(run, database);
  if (Object.keys(want).every((name) => have?.[name] === want[name])) return;
  const comment = JSON.stringify({ ...have, ...want });
  await run(`CREATE DATABASE IF NOT EXISTS ${database} ENGINE = Atomic`);
  for (const table of ALL_TABLES) {
    await run(createTable(table, database).replace(/^CREATE TABLE /, "CREATE TABLE IF NOT EXISTS "));
  }
  await fillCalendar(run, database);
  await run(`ALTER DATABASE ${database} MODIFY COMMENT '${comment}'`);
}

/** Writes the calendar only where it differs: at an address, other processes may be scanning. */
async function fillCalendar(run: RunText, database: string): Promise<void> {
  const there = await run(`SELECT session, date, open, close FROM ${database}.session ORDER BY session`);
  const wanted = SESSIONS.map(({ session, date, open, close }) => [session, date, open, close].join("\t"));
  if (rows(there).join("\n") === wanted.join("\n")) return;
  const values = SESSIONS.map(({ session, date, open, close }) => `(${session}, '${date}', ${open}, ${close})`);
  await run(`TRUNCATE TABLE ${database}.session`);
  await run(`INSERT INTO ${database}.session (session, date, open, close) VALUES ${values.join(", ")}`);
}

async function dropLeftovers(run: RunText, database: string): Promise<void> {
  await clearImports(run, database);
  const runs = await run("SELECT name FROM system.databases WHERE startsWith(name, 'run_')");
  for (const name of rows(runs)) await run(`DROP DATABASE IF EXISTS \`${name}\` SYNC`);
}
