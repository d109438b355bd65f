import { createWriteStream, existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { onSnapshot } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import { KEY_FILE } from "../auth/keyring.ts";
import type { Database } from "../db/index.ts";
import { BackupError, pack } from "./archive.ts";
import type { Manifest } from "./archive.ts";
import { marketShapes, resultShapes, saveMarketTable, saveResult } from "./engine-tables.ts";
import { readRows } from "./rows.ts";

/** Paths of the data folder that belong to a backup besides the tables: files of runs, mails, the demo account's sign-in, the keys of secrets in the tables. */
const BACKED_UP_PATHS = ["files", "outbox", "demo-account.json", KEY_FILE] as const;

interface BackupParts {
  readonly database: Database;
  readonly market: Market;
  readonly data: string;
}

export interface BackupReport {
  readonly rows: number;
  readonly results: number;
  readonly market: boolean;
}

/**
 * Writes everything into one file, also while a server runs: the account database of one moment, the results of its
 * runs, files, and the market where wanted. Throws BackupError.
 */
export async function makeBackup(
  { database, market, data }: BackupParts,
  target: string,
  options: { readonly market: boolean; readonly force: boolean },
): Promise<BackupReport> {
  const file = resolve(target);
  if (existsSync(file) && !options.force) throw new BackupError(`${file} is there already; --force replaces it.`);
  await mkdir(dirname(file), { recursive: true });
  const folder = await mkdtemp(join(dirname(file), `.${basename(file)}-`));
  try {
    const { tables, migrations, resultTables } = await saveRows(database, folder);
    const results = await saveResults(market, folder, new Set(resultTables));
    const kept = options.market ? await saveMarket(market, folder) : null;
    for (const path of BACKED_UP_PATHS) {
      if (existsSync(join(data, path))) await cp(join(data, path), join(folder, "data", path), { recursive: true });
    }
    await pack(folder, file, { made: new Date().toISOString(), migrations, tables, results, market: kept });
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    return { rows, results: Object.keys(results).length, market: options.market };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function saveRows(database: Database, folder: string) {
  await mkdir(join(folder, "rows"));
  return readRows(database.connection, async (reader) => {
    const tables: Record<string, number> = {};
    for (const table of reader.tables) {
      tables[table] = await writeLines(join(folder, "rows", `${table}.jsonl.gz`), reader.lines(table));
    }
    await writeLines(
      join(folder, "jobs.jsonl.gz"),
      reader.jobs.map((job) => JSON.stringify(job)),
    );
    const runs = await reader.query<{ name: string }>(
      "SELECT finished->>'table' AS name FROM run WHERE status = 'Finished' AND result_dropped_at IS NULL",
    );
    return { tables, migrations: [...reader.migrations], resultTables: runs.map(({ name }) => name) };
  });
}

/** Writes lines into a compressed file; gives how many. */
async function writeLines(path: string, lines: AsyncIterable<string> | Iterable<string>): Promise<number> {
  let count = 0;
  await pipeline(
    async function* ended() {
      for await (const line of lines) {
        count += 1;
        yield `${line}\n`;
      }
    },
    createGzip({ level: 1 }),
    createWriteStream(path, { mode: 0o600 }),
  );
  return count;
}

/** The results in those tables; one that has been dropped since is left out. */
async function saveResults(market: Market, folder: string, tables: ReadonlySet<string>): Promise<Manifest["results"]> {
  await mkdir(join(folder, "results"));
  const results: Manifest["results"] = {};
  for (const { name, create, rows } of await resultShapes(market)) {
    if (!tables.has(name)) continue;
    const run = name.replace(/^result_/, "");
    try {
      await saveResult(market, name, join(folder, "results", `${run}.gz`));
      results[run] = { rows, create };
    } catch (error) {
      if ((await resultShapes(market)).some((shape) => shape.name === name)) throw error;
      await rm(join(folder, "results", `${run}.gz`), { force: true });
    }
  }
  return results;
}

/** The tables of one snapshot. */
function saveMarket(market: Market, folder: string): Promise<NonNullable<Manifest["market"]>> {
  return onSnapshot(market, async (snapshot) => {
    await mkdir(join(folder, "market"), { recursive: true });
    const kept: NonNullable<Manifest["market"]> = {};
    for (const { name, rows, columns } of await marketShapes(snapshot)) {
      await saveMarketTable(snapshot, name, join(folder, "market", `${name}.gz`));
      kept[name] = { rows, columns };
    }
    return kept;
  });
}
