import { sql } from "kysely";
import type { Logger } from "pino";
import { DAY_MS } from "../vocabulary/index.ts";
import type { Market } from "../market/index.ts";
import { attemptOf, storedRuns } from "../scan/index.ts";
import { DEVICE_MS } from "./auth/known-devices.ts";
import { IDLE_MS } from "./auth/sessions.ts";
import type { Db } from "./db/index.ts";
import type { RunFiles } from "./runs/files.ts";
import { isOfPreview } from "./runs/previews.ts";
import type { Previews } from "./runs/previews.ts";
import { runOf } from "./runs/scans.ts";
import type { Scans } from "./runs/scans.ts";

interface PurgeParts {
  readonly db: Db;
  readonly market: Market;
  readonly scans: Scans;
  readonly previews: Previews;
  readonly files: RunFiles;
  /** Owner of the result tables in the market. */
  readonly owner: string;
  readonly logger: Logger;
}

/** How long the trash and webhook deliveries are kept. */
const TRASH_DAYS = 30;
const DELIVERY_DAYS = 30;
/** Longer than the retries of a mail and the lifetime of its link together. */
const SIGN_UP_DAYS = 4;
/** How long events are kept: a year can be compared with the one before by its months. */
const EVENT_DAYS = 400;
/** Requests deleted in one transaction. */
const BATCH = 500;

/** Deletes what is too old. The next run continues an interrupted one. */
export async function purge(parts: PurgeParts): Promise<void> {
  const { db, previews, logger } = parts;
  const before = (days: number): Date => new Date(Date.now() - days * DAY_MS);
  const trash = before(TRASH_DAYS);
  const requests = await emptyTrash(parts, trash);
  await db.deleteFrom("folder").where("deleted_at", "<", trash).execute();
  await db.deleteFrom("template").where("deleted_at", "<", trash).execute();
  await db
    .deleteFrom("session")
    .where((where) =>
      where.or([where("expires_at", "<", new Date()), where("used_at", "<", new Date(Date.now() - IDLE_MS))]),
    )
    .execute();
  await db.deleteFrom("mailed_secret").where("expires_at", "<", new Date()).execute();
  await db.deleteFrom("sign_up").where("created_at", "<", before(SIGN_UP_DAYS)).execute();
  await db
    .deleteFrom("known_device")
    .where("used_at", "<", new Date(Date.now() - DEVICE_MS))
    .execute();
  await db.deleteFrom("pending_sign_in").where("expires_at", "<", new Date()).execute();
  await db.deleteFrom("chart_code").where("expires_at", "<", new Date()).execute();
  await db.deleteFrom("chart_session").where("expires_at", "<", new Date()).execute();
  await db.deleteFrom("download_ticket").where("expires_at", "<", new Date()).execute();
  await db.deleteFrom("allowance").where("resets_at", "<", new Date()).execute();
  await db.deleteFrom("api_token").where("revoked_at", "<", trash).execute();
  await db.deleteFrom("webhook_delivery").where("ended_at", "<", before(DELIVERY_DAYS)).execute();
  await db.deleteFrom("event").where("at", "<", before(EVENT_DAYS)).execute();
  const results = await dropResults(parts);
  await previews.sweep();
  logger.info({ requests, results }, "purged");
}

/** Deletes requests that went to the trash before a moment. */
async function emptyTrash({ db, scans }: PurgeParts, until: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const runs = await db.transaction().execute(async (transaction) => {
      const old = await transaction
        .selectFrom("data_request")
        .select("id")
        .where("deleted_at", "<", until)
        .orderBy("id")
        .limit(BATCH)
        // Skips a request that is being restored.
        .forUpdate()
        .skipLocked()
        .execute();
      if (old.length === 0) return null;
      const ids = old.map(({ id }) => id);
      const of = await transaction.selectFrom("run").select("id").where("data_request_id", "in", ids).execute();
      await transaction.deleteFrom("data_request").where("id", "in", ids).execute();
      deleted += ids.length;
      return of.map(({ id }) => id);
    });
    if (runs === null) return deleted;
    for (const run of runs) await scans.forget(run);
  }
}

/** Drops results and files of runs that nobody can read any more: superseded, failed, cancelled, deleted. Gives how many. */
async function dropResults({ db, market, scans, files, owner }: PurgeParts): Promise<number> {
  // Reads the existing tables first and the rows of runs second, since a run has its row before its tables.
  const left = await storedRuns(market, owner, new Date(Date.now() - DAY_MS));
  const withFiles = (await files.runs()).filter((name) => runOf(name) === name);
  const ids = new Set([...left.map(({ name }) => runOf(name)), ...withFiles].filter((id) => id !== null));
  const rows =
    ids.size === 0
      ? []
      : await db
          .selectFrom("run")
          .select([
            "id",
            "attempt",
            sql<string | null>`finished->>'table'`.as("table"),
            sql<boolean>`result_dropped_at IS NULL AND status IN ('Pending', 'Running', 'Finished')`.as("kept"),
          ])
          .where("id", "in", [...ids])
          .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  let dropped = 0;
  for (const { name, ours } of left) {
    const row = known.get(runOf(name) ?? "");
    // Those of previews are swept apart. At an address, unknown tables may belong to others; in the data folder's engine, a run without a row is a leftover.
    const kept =
      row === undefined
        ? isOfPreview(name) || !(ours || (market.folder !== null && runOf(name) !== null))
        : row.kept && name === (row.table?.replace(/^result_/, "") ?? attemptOf(row.id, row.attempt));
    if (kept) continue;
    await scans.drop(name);
    dropped += 1;
  }
  for (const id of withFiles) {
    // A run has its row before its files; they can be made again from its result.
    if (known.get(id)?.kept) continue;
    await scans.forget(id);
  }
  return dropped;
}
