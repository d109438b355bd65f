import { sql } from "kysely";
import type { Logger } from "pino";
import { importFailure } from "../../market/index.ts";
import type { ImportReport, Market } from "../../market/index.ts";
import type { SignedIn } from "../auth/actor.ts";
import { record } from "../audit.ts";
import { notify } from "../changes/change.ts";
import type { Config } from "../config.ts";
import { newId } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import { BucketError } from "../files/bucket.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { ProblemAnswer } from "../problem.ts";
import { importFolder } from "./import-folder.ts";

interface MarketImportParts {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly market: Market;
  /** The folder that imports read; callers cannot choose another. */
  readonly source: Config["etl"];
  readonly logger: Logger;
}

/** Refused rows that the log names; the counts are of all. */
const MAX_LOGGED_ROWS = 100;

/** Imports that an admin starts, one at a time. Their rows hold the log; an import replaces the tables in one step, so an interrupted one starts again. */
export class MarketImports {
  readonly #parts: MarketImportParts;
  #closing = false;

  constructor(parts: MarketImportParts) {
    this.#parts = parts;
  }

  /** Enqueues an import. Throws the answer where none is configured, or one is open already. */
  async enqueue(actor: SignedIn): Promise<string> {
    const { db, jobs, source } = this.#parts;
    if (source === null) throw new ProblemAnswer("conflict", "There is no source: ETL_FOLDER is not set.");
    await this.#endLost();
    const id = newId();
    await db.transaction().execute(async (transaction) => {
      const made = await transaction
        .insertInto("market_import")
        .values({ id, account_id: actor.account.id, source: source.source, status: "Pending" })
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      if (made === undefined) throw new ProblemAnswer("conflict", "An import is running already.");
      await record(transaction, { action: "import-started", account: null, actor, details: { import: id } });
      await jobs.enqueue(transaction, "market-import", { import: id });
    });
    return id;
  }

  /** Does not wait for running imports: they start again at the next start. */
  close(): void {
    this.#closing = true;
  }

  /** Runs one import. Rejects only where the job should be tried again. */
  async execute(id: string): Promise<void> {
    const { db, jobs, market, source, logger } = this.#parts;
    const started = await db
      .updateTable("market_import")
      .set({ status: "Running", started_at: sql`now()` })
      .where("id", "=", id)
      .where("status", "in", ["Pending", "Running"])
      .returning("id")
      .executeTakeFirst();
    if (started === undefined) return;
    const failed = (lines: readonly string[]): Promise<void> => this.#end(id, "Failed", lines);
    if (source === null) return failed(["There is no source any more: ETL_FOLDER is not set."]);
    await this.#log(id, [`Importing ${source.source}.`]);
    let report: ImportReport;
    try {
      report = await importFolder(market, source);
    } catch (error) {
      if (this.#closing)
        throw new Error("The server is stopping; the import starts again when it is back.", { cause: error });
      // Problems of the source or the disk are shown to the admin, others are only logged.
      const failure = error instanceof BucketError ? error.message : importFailure(error);
      if (failure !== null) return failed([failure]);
      logger.error({ err: error, import: id }, "import failed");
      return failed(["The import failed. Its cause is in the server's log."]);
    }
    const lines = reportLines(report);
    await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable("market_import")
        .set({ status: "Finished", ended_at: sql`now()`, log: appendLines(lines) })
        .where("id", "=", id)
        .execute();
      // The import may have brought a new session.
      await jobs.enqueue(transaction, "data-updates", {});
      await notify(transaction, [{ kind: "market" }]);
    });
  }

  async #log(id: string, lines: readonly string[]): Promise<void> {
    await this.#parts.db
      .updateTable("market_import")
      .set({ log: appendLines(lines) })
      .where("id", "=", id)
      .execute();
  }

  async #end(id: string, status: "Failed", lines: readonly string[]): Promise<void> {
    await this.#parts.db
      .updateTable("market_import")
      .set({ status, ended_at: sql`now()`, log: appendLines(lines) })
      .where("id", "=", id)
      .execute();
  }

  /** Ends an import whose job was given up, so that it does not block others for ever. */
  async #endLost(): Promise<void> {
    const { db, jobs } = this.#parts;
    const open = await db
      .selectFrom("market_import")
      .select("id")
      .where("status", "in", ["Pending", "Running"])
      .execute();
    for (const { id } of open) {
      if (!(await jobs.isLive("market-import", { import: id })))
        await this.#end(id, "Failed", ["Interrupted too often."]);
    }
  }
}

/** SQL that appends lines to the log, with the time. */
function appendLines(lines: readonly string[]) {
  const at = new Date().toISOString();
  return sql<string>`log || ${JSON.stringify(lines.map((text) => ({ at, text })))}::jsonb`;
}

function reportLines({
  taken,
  refused,
  restated,
  excluded,
  doubtful,
  snapshot,
  seconds,
}: ImportReport): readonly string[] {
  const kinds = Object.entries(taken).filter(([, rows]) => rows > 0);
  return [
    ...refused.rows
      .slice(0, MAX_LOGGED_ROWS)
      .map(({ file, line, field, reason, text }) => `${file}:${line}: ${field}: ${reason}: ${text.slice(0, 120)}`),
    `Taken: ${kinds.map(([kind, rows]) => `${rows} ${kind}`).join(", ") || "nothing"}. Refused: ${refused.count}. Replaced: ${restated}.`,
    ...(excluded > 0 ? [`Left out: ${excluded} bars that were excluded.`] : []),
    ...((doubtful ?? 0) > 0 ? [`Doubtful: ${doubtful} findings.`] : []),
    `Snapshot ${snapshot} after ${seconds.toFixed(1)} seconds.`,
  ];
}
