import { sql } from "kysely";
import type { Logger } from "pino";
import { MarketError } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import { attemptOf, dropRun, endRun, storedRuns, runScan } from "../../scan/index.ts";
import type { ScanProgress } from "../../scan/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import { isConnectionLoss, isDiskFull } from "../db/index.ts";
import type { Db, RunDifference, RunFailure } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { changeStatus, OPEN } from "./run-status.ts";
import { differenceOf } from "./difference.ts";
import { marketDate } from "./market-date.ts";
import type { RunFiles } from "./files.ts";
import { runEnded } from "./after-run.ts";
import type { AfterRun } from "./after-run.ts";
import { supersede } from "./superseded.ts";
import { takeRun } from "./take-run.ts";

export interface ScansParts {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly market: Market;
  readonly files: RunFiles;
  /** Reads a kept request again; null where it is no longer valid. */
  readonly read: (source: unknown) => ScanRequest | null;
  /** What follows from the end of a run, in this order. */
  readonly afterRun: readonly AfterRun[];
  /** In whose name results are left in the market. */
  readonly owner: string;
  readonly logger: Logger;
}

/** A run as one worker has it. */
interface Held {
  readonly run: string;
  readonly attempt: number;
}

/** How often a run tells its progress and learns that it was cancelled elsewhere. */
const BEAT_MS = 500;
/** How often runs are looked for that nobody works on, and how long one may be without its job. */
const RECONCILE_MS = 60_000;
const INTERRUPTED: RunFailure = {
  code: "interrupted",
  message: "The scan was interrupted too often. Run it again; if it happens again, choose a shorter date range.",
};

export const FAILURES: Readonly<Partial<Record<MarketError["code"], string>>> = {
  "engine-died": "The market engine stopped twice during this scan. Nothing was lost; run it again.",
  memory: "The scan needs more memory than it may use. Choose a shorter date range or fewer columns.",
  "too-much": "The scan reads more than one may. Choose a shorter date range or fewer filters and columns.",
  "disk-full": "The disk is full. Make room and run it again.",
  locked: "Another process uses the data folder.",
  changed: "Imports changed the market each time during this scan. Run it again when they have ended.",
};

/** What a failed scan tells its user; anything unforeseen is neutral, its cause goes to the log. */
export function failureOf(error: unknown): { readonly failure: RunFailure; readonly foreseen: boolean } {
  // The account database may be what has no room for the end of the run.
  const code = isDiskFull(error) ? "disk-full" : error instanceof MarketError ? error.code : "internal";
  const message = code === "internal" ? undefined : FAILURES[code];
  return {
    failure: { code, message: message ?? "The scan failed. Its cause is in the server's log." },
    foreseen: message !== undefined,
  };
}

/** The run that tables are of; null where they are of no request's. */
export const runOf = (name: string): string | null => /^([0-9a-z]{26})(?:_\d+)?$/.exec(name)?.[1] ?? null;

/**
 * Scans the runs of the queue. The row is the truth: what it says is kept before a job ends, and a job can come twice.
 */
export class Scans {
  readonly #parts: ScansParts;
  readonly #running = new Map<string, AbortController>();
  #closing = false;
  #reconciling: NodeJS.Timeout | undefined;

  constructor(parts: ScansParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    await this.#parts.jobs.work("run", ({ data: { run }, signal }) => this.#execute(run, signal));
    this.#reconciling = setInterval(() => {
      this.reconcile().catch((error: unknown) => this.#parts.logger.warn({ err: error }, "could not reconcile runs"));
    }, RECONCILE_MS);
    this.#reconciling.unref();
  }

  /** Ends runs whose job has given up (their process died with them time after time): every run ends. */
  async reconcile(): Promise<void> {
    const { db, jobs } = this.#parts;
    const open = await db
      .selectFrom("run")
      .select(["id", "attempt"])
      .where("status", "in", OPEN)
      .where("created_at", "<", new Date(Date.now() - RECONCILE_MS))
      .execute();
    for (const { id: run, attempt } of open) {
      if (!this.#running.has(run) && !(await jobs.isLive("run", { run })))
        await this.#end({ run, attempt }, INTERRUPTED);
    }
  }

  /** Stops a run of this process at once; others notice at their next beat. */
  stop(run: string): void {
    this.#running.get(run)?.abort();
  }

  /** Drops the rows and files of a run that nobody can reach any more. */
  async forget(run: string): Promise<void> {
    this.stop(run);
    const { market, owner, logger, files } = this.#parts;
    const left = await storedRuns(market, owner, new Date()).catch((reason: unknown) => {
      logger.warn({ err: reason, run }, "could not look for what a run left");
      return [];
    });
    for (const { name } of left) if (runOf(name) === run) await this.#drop(name);
    await files.forget(run);
  }

  /** Drops what one attempt left in the market. */
  async drop(name: string): Promise<void> {
    await this.#drop(name);
  }

  /** Stops what runs; it runs again at the next start. */
  close(): void {
    this.#closing = true;
    clearInterval(this.#reconciling);
    for (const abort of this.#running.values()) abort.abort();
  }

  /** Rejects only where the job is to come again. */
  async #execute(run: string, signal: AbortSignal): Promise<void> {
    const { db, jobs, market, read, owner } = this.#parts;
    const taken = await takeRun(db, jobs, run, await marketDate(market));
    if (taken === null) return;
    const held = { run, attempt: taken.attempt };
    const request = read(taken.meta.request);
    if (request === null) {
      await this.#end(held, { code: "invalid-request", message: "The request no longer fits the market data." });
      return;
    }
    const abort = new AbortController();
    this.#running.set(run, abort);
    const beat = this.#beat(held, abort);
    try {
      // Whoever had it before may be paused, or dead with a statement that goes on.
      await this.#endAttempt(run, taken.attempt - 1);
      const finished = await runScan(market, request, {
        ...held,
        owner,
        signal: AbortSignal.any([abort.signal, signal]),
        onProgress: (progress) => {
          this.#progress.set(run, progress);
        },
      });
      const difference = await this.#difference(run, finished);
      await this.#finish(held, finished, difference);
    } catch (error) {
      await this.#failed(held, error);
    } finally {
      beat.stop();
      await beat.last;
      if (this.#running.get(run) === abort) this.#running.delete(run);
      this.#progress.delete(run);
    }
  }

  readonly #progress = new Map<string, ScanProgress>();

  /** Says every beat that the run is worked on, and how far; stops the scan when it is over, or another's. */
  #beat({ run, attempt }: Held, abort: AbortController): { readonly last: Promise<void>; stop(): void } {
    const { db, logger } = this.#parts;
    let told: ScanProgress | undefined;
    const beat = async (): Promise<void> => {
      const progress = this.#progress.get(run);
      const row = await db
        .updateTable("run")
        .set({
          beat_at: sql`now()`,
          ...(progress === undefined || progress === told ? {} : { progress: JSON.stringify(progress) }),
        })
        .where("id", "=", run)
        .where("attempt", "=", attempt)
        .where("status", "=", "Running")
        .returning("id")
        .executeTakeFirst();
      told = progress;
      if (row === undefined) abort.abort();
    };
    let last: Promise<void> = Promise.resolve();
    const timer = setInterval(() => {
      last = last
        .then(beat)
        .catch((error: unknown) => logger.warn({ err: error, run }, "could not save the progress of a run"));
    }, BEAT_MS);
    return {
      get last() {
        return last;
      },
      stop: () => clearInterval(timer),
    };
  }

  /** What changed since the finished run before it; null where there is none, or its rows are not there any more. */
  async #difference(run: string, finished: FinishedRun): Promise<RunDifference | null> {
    const { db, market, logger } = this.#parts;
    const before = await db
      .selectFrom("run as r")
      .innerJoin("run as mine", (join) =>
        join.on("mine.id", "=", run).onRef("mine.data_request_id", "=", "r.data_request_id"),
      )
      .select("r.finished")
      .where("r.id", "!=", run)
      .where("r.status", "=", "Finished")
      .where("r.result_dropped_at", "is", null)
      .orderBy("r.created_at", "desc")
      .orderBy("r.id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (before === undefined || before.finished === null) return null;
    try {
      return await differenceOf(market, before.finished, finished);
    } catch (error) {
      // The rows are there and right; only what changed is not known.
      if (!(error instanceof MarketError) || error.code === "cancelled") throw error;
      logger.warn({ err: error, run }, "could not compare a run with the one before");
      return null;
    }
  }

  async #finish({ run, attempt }: Held, finished: FinishedRun, difference: RunDifference | null): Promise<void> {
    const superseded = await this.#parts.db.transaction().execute(async (transaction) => {
      const [row] = await changeStatus(
        transaction,
        { runs: [run], attempt },
        { status: "Finished", finished, difference },
      );
      if (row === undefined) return null;
      await runEnded(transaction, this.#parts, { run, status: "Finished" });
      return supersede(transaction, row.data_request_id);
    });
    // Cancelled in the last moment, or another's by now: its rows are nobody's.
    if (superseded === null) await this.#drop(attemptOf(run, attempt));
    else for (const older of superseded) await this.#clear(older);
  }

  /** Removes what a superseded run left; what cannot be removed now the purge finds. */
  async #clear(run: string): Promise<void> {
    await this.forget(run).catch((reason: unknown) => {
      this.#parts.logger.warn({ err: reason, run }, "could not clear a superseded run");
    });
  }

  /**
   * After a scan, or the keeping of its end, has failed. Only rows of an attempt that is not kept as finished are
   * dropped: a connection that breaks at the commit may have committed. Rejects where the database does not say, and
   * the job comes again.
   */
  async #failed(held: Held, error: unknown): Promise<void> {
    const { run, attempt } = held;
    const row = await this.#parts.db
      .selectFrom("run")
      .select(["status", "attempt"])
      .where("id", "=", run)
      .executeTakeFirst();
    if (row?.status === "Finished" && row.attempt === attempt) return;
    await this.#drop(attemptOf(run, attempt));
    // Whoever has it now ends it.
    if (row !== undefined && row.attempt !== attempt) return;
    if (this.#closing) {
      await this.#parts.db
        .transaction()
        .execute(async (transaction) => changeStatus(transaction, { runs: [run], attempt }, { status: "Pending" }));
      throw new Error("The server is stopping; the run starts again when it is back.", { cause: error });
    }
    // The account database went away, not the scan: once more when it is back.
    if (!(error instanceof MarketError) && isConnectionLoss(error)) throw error;
    const { failure, foreseen } = failureOf(error);
    const cancelled = error instanceof MarketError && error.code === "cancelled";
    if (!foreseen && !cancelled) this.#parts.logger.error({ err: error, run }, "scan failed");
    // A cancelled one says so already, and stays so.
    await this.#end(held, failure);
  }

  async #end({ run, attempt }: Held, failure: RunFailure): Promise<void> {
    await this.#parts.db.transaction().execute(async (transaction) => {
      const ended = await changeStatus(transaction, { runs: [run], attempt }, { status: "Failed", error: failure });
      if (ended.length === 0) return;
      await runEnded(transaction, this.#parts, { run, status: "Failed" });
    });
  }

  async #endAttempt(run: string, attempt: number): Promise<void> {
    if (attempt < 1) return;
    await endRun(this.#parts.market, attemptOf(run, attempt)).catch((reason: unknown) => {
      this.#parts.logger.warn({ err: reason, run, attempt }, "could not end the attempt before");
    });
  }

  async #drop(name: string): Promise<void> {
    await dropRun(this.#parts.market, name).catch((reason: unknown) => {
      this.#parts.logger.warn({ err: reason, run: name }, "could not drop a run");
    });
  }
}
