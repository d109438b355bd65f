import { createReadStream, existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { sql } from "kysely";
import { pino } from "pino";
import { marketStatus, onSnapshot, replaceTables } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import { addKeys } from "../auth/keyring.ts";
import { hostOf } from "../db/host-note.ts";
import { MIGRATIONS } from "../db/migrations/index.ts";
import { openDatabase } from "../db/index.ts";
import { hasCluster, restoredCluster, takeRestored } from "../db/restored-cluster.ts";
import { Jobs } from "../jobs/jobs.ts";
import { AlreadyRunsError, holdFolder } from "../running.ts";
import type { HeldFolder } from "../running.ts";
import { ownersOnly, privateFolder } from "../private-files.ts";
import { BackupError, unpack } from "./archive.ts";
import type { Manifest } from "./archive.ts";
import { checkRows, fillTable, marketShapes, restoreResult, sameColumns } from "./engine-tables.ts";
import type { BackupReport } from "./make-backup.ts";
import { withRestoredSchema } from "./restored-schema.ts";
import { writeRows } from "./rows.ts";
import type { WaitingJob } from "../jobs/jobs.ts";

interface RestoreParts {
  readonly data: string;
  /** Address of an external PostgreSQL; null for the embedded one. */
  readonly url: string | null;
  readonly openMarket: () => Promise<Market>;
}

/**
 * Restores a backup. The accounts change in one step at the end, so that an interrupted restore leaves them as they were;
 * results, files and the market come before, each completely or not at all. What is replaced is kept under another
 * name. Throws BackupError.
 */
export async function restoreBackup(
  parts: RestoreParts,
  file: string,
  { force }: { readonly force: boolean },
): Promise<BackupReport> {
  const { data } = parts;
  if (!existsSync(file)) throw new BackupError(`There is no ${file}.`);
  const held: HeldFolder[] = [];
  try {
    for (const role of ["server", "worker"] as const) held.push(await holdFolder(data, role));
    return await restoreInto(parts, file, force);
  } catch (error) {
    if (!(error instanceof AlreadyRunsError)) throw error;
    const where = error.address === null ? "" : ` (${error.address})`;
    throw new BackupError(`${error.what} runs on this data folder${where}. Stop it first.`, { cause: error });
  } finally {
    for (const folder of held) await folder.release();
  }
}

async function restoreInto(parts: RestoreParts, file: string, force: boolean): Promise<BackupReport> {
  const { data, url } = parts;
  if ((await hostOf(data)) !== null)
    throw new BackupError("Another program uses this data folder. Wait until it has ended.");
  if (url === null && !force && (await hasCluster(data))) {
    throw new BackupError(
      "There are accounts in this data folder already. --force replaces them with those of the backup.",
    );
  }
  await mkdir(data, { recursive: true, mode: 0o700 });
  const staging = join(data, "restoring");
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  try {
    // The database's system user may pass through the folder, but not list it.
    await chmod(staging, 0o711);
    const folder = join(staging, "backup");
    await mkdir(folder, { mode: 0o700 });
    const manifest = await unpack(resolve(file), folder);
    const unknown = manifest.migrations.filter((name) => !Object.hasOwn(MIGRATIONS, name));
    if (unknown.length > 0) throw new BackupError(`The backup is of a newer version (${unknown.join(", ")}).`);
    // Before the accounts, so that these never exist without their files.
    await addKeys(data, join(folder, "data"));
    const others = (): Promise<void> => restoreTables(parts, manifest, folder, force);
    if (url === null) {
      await fill(manifest, folder, { data: staging, url: null });
      await others();
      await rename(join(staging, "accounts"), restoredCluster(data));
      await takeRestored(data);
    } else {
      await withRestoredSchema(url, force, async () => {
        await fill(manifest, folder, { data, url });
        await others();
      });
    }
    const demo = join(folder, "data", "demo-account.json");
    if (existsSync(demo)) await cp(demo, join(data, "demo-account.json"));
    const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
    return { rows, results: Object.keys(manifest.results).length, market: manifest.market !== null };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Fills the account database: the schema of that time, its rows, then the migrations since, and last its jobs. */
async function fill(
  manifest: Manifest,
  folder: string,
  where: { readonly data: string; readonly url: string | null },
): Promise<void> {
  const logger = pino({ level: "warn" }, pino.destination(2));
  const then = await openDatabase({ ...where, logger, migrations: manifest.migrations });
  try {
    const written = await writeRows(then.connection, (table) =>
      Object.hasOwn(manifest.tables, table) ? linesOf(join(folder, "rows", `${table}.jsonl.gz`)) : null,
    );
    for (const [table, rows] of Object.entries(manifest.tables)) {
      if (written[table] !== rows)
        throw new BackupError(`${table} has ${written[table] ?? 0} rows instead of ${rows}.`);
    }
  } finally {
    await then.close();
  }
  const now = await openDatabase({ ...where, logger });
  const jobs = new Jobs(now.connection, logger);
  try {
    // A result that was dropped while the backup was made is marked as dropped.
    await now.db
      .updateTable("run")
      .set({ result_dropped_at: new Date() })
      .where("status", "=", "Finished")
      .where("result_dropped_at", "is", null)
      .$if(Object.keys(manifest.results).length > 0, (query) =>
        query.where(
          sql`finished->>'table'`,
          "not in",
          Object.keys(manifest.results).map((name) => `result_${name}`),
        ),
      )
      .execute();
    await jobs.start();
    const waiting: WaitingJob[] = [];
    for await (const line of linesOf(join(folder, "jobs.jsonl.gz"))) waiting.push(JSON.parse(line));
    await now.db.transaction().execute(async (transaction) => {
      for (const job of waiting) await jobs.enqueueAgain(transaction, job);
    });
  } finally {
    await jobs.stop();
    await now.close();
  }
}

async function restoreTables(
  { data, openMarket }: RestoreParts,
  { results, market: kept }: Manifest,
  folder: string,
  force: boolean,
): Promise<void> {
  const market = await openMarket();
  try {
    if (kept !== null) {
      if (!force && (await marketStatus(market)).snapshot !== null) {
        throw new BackupError("There is a market already. --force replaces it with that of the backup.");
      }
      const shapes = new Map((await onSnapshot(market, marketShapes)).map((shape) => [shape.name, shape]));
      const differing = Object.entries(kept).flatMap(([name, saved]) => {
        const shape = shapes.get(name);
        return shape !== undefined && sameColumns(shape, saved.columns) ? [] : [name];
      });
      if (differing.length > 0) throw new BackupError(`The market is of another version (${differing.join(", ")}).`);
      await replaceTables(market, Object.keys(kept), async (filled, name, into) => {
        await fillTable(filled, into, join(folder, "market", `${name}.gz`));
        await checkRows(filled, into, kept[name]?.rows ?? 0);
      });
    }
    for (const [run, result] of Object.entries(results)) {
      await restoreResult(market, run, result, join(folder, "results", `${run}.gz`));
    }
  } finally {
    await market.close();
  }
  for (const kind of ["files", "outbox"]) {
    const from = join(folder, "data", kind);
    if (!existsSync(from)) continue;
    await privateFolder(join(data, kind));
    await ownersOnly(from);
    for (const name of await readdir(from)) {
      if (!existsSync(join(data, kind, name))) await rename(join(from, name), join(data, kind, name));
    }
  }
}

async function* linesOf(path: string): AsyncGenerator<string, void> {
  const source = createReadStream(path);
  const text = createGunzip();
  source.once("error", (error) => text.destroy(error));
  yield* createInterface({ input: source.pipe(text), crlfDelay: Infinity });
}
