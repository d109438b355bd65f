import { setTimeout as delay } from "node:timers/promises";
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
import type { Changes } from "../changes/listener.ts";
import { heartbeat } from "./heartbeat.ts";
import { changeStatus, isOver, OPEN_STATUSES } from "./run-status.ts";
import { differenceOf } from "./difference.ts";
import { marketDate } from "./market-date.ts";
import type { RunFiles } from "./files.ts";
import { runEnded } from "./after-run.ts";
import type { AfterRun } from "./after-run.ts";
import { markSuperseded } from "./superseded.ts";
import { stepTimer } from "./scan-measures.ts";
import type { ScanMeasures } from "./scan-measures.ts";
import { takeRun } from "./take-run.ts";
import type { TakenRun } from "./take-run.ts";

interface ScansParts {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly changes: Changes;
  readonly market: Market;
  readonly files: RunFiles;
  /** Reads a stored request of an account, with what it names of its own; null where it is no longer valid. */
  readonly readOf: (account: string, source: unknown) => Promise<ScanRequest | null>;
  /** Called after the end of a run, in this order. */
  readonly afterRun: readonly AfterRun[];
  readonly measures: ScanMeasures;
  /** Owner of the result tables in the market. */
  readonly owner: string;
  /** Scans that run at once in all processes together. */
  readonly atOnce: number;
  readonly logger: Logger;
}

/** A run and the attempt of the worker that holds it. */
interface HeldRun {
  readonly run: string;
  readonly attempt: number;
}

/** How often runs without a worker are looked for, and how long a run may be without a job. */
const RECONCILE_MS = 60_000;
/** How often a run looks whether the engine has room for it: others may be of workers elsewhere. */
const POLL_MS = 250;
const STOPPING = "The server is stopping; the run starts again when it is back.";
const INTERRUPTED: RunFailure = {
  code: "interrupted",
  message: "The scan was interrupted too often. Run it again; if it happens again, choose a shorter date range.",
};

const FAILURES: Readonly<Partial<Record<MarketError["code"], string>>> = {
  "engine-died": "The market engine stopped twice during this scan. Nothing was lost; run it again.",
  memory: "The scan needs more memory than it may use. Choose a shorter date range or fewer columns.",
  "too-much": "The scan reads more than one may. Choose a shorter date range or fewer filters and columns.",
  "disk-full": "The disk is full. Make room and run it again.",
  locked: "Another process uses the data folder.",
  changed: "Imports changed the market each time during this scan. Run it again when they have ended.",
};

/** The failure of a scan for its user; an unexpected one gets a neutral text, and its cause is logged. */
export function failureOf(error: unknown): { readonly failure: RunFailure; readonly foreseen: boolean } {
  // The disk may also be full for the account database.
  const code = isDiskFull(error) ? "disk-full" : error instanceof MarketError ? error.code : "internal";
  const message = code === "internal" ? undefined : FAILURES[code];
  return {
    failure: { code, message: message ?? "The scan failed. Its cause is in the server's log." },
    foreseen: message !== undefined,
  };
}

/** The run that tables belong to; null where they are not those of a request. */
export const runOf = (name: string): string | null => /^([0-9a-z]{26})(?:_\d+)?$/.exec(name)?.[1] ?? null;

/**
 * Scans the runs of the queue. The row decides: its state is stored before a job ends, and a job can come twice.
 */
export class Scans {
  readonly #parts: ScansParts;
  readonly #running = new Map<string, { readonly attempt: number; readonly abort: AbortController }>();
  #closing = false;
  #reconciling: NodeJS.Timeout | undefined;
  readonly #unfollow: () => void;

  constructor(parts: ScansParts) {
    this.#parts = parts;
    this.#unfollow = parts.changes.follow({
      changed: (change) => {
        if (change.kind !== "status") return;
        const mine = this.#running.get(change.run);
        // Ended, or taken by another worker.
        if (mine !== undefined && (isOver(change.status) || change.attempt > mine.attempt)) mine.abort.abort();
      },
    });
  }

  async start(): Promise<void> {
    const { jobs, atOnce } = this.#parts;
    await jobs.work("run", ({ data: { run }, signal }) => this.#execute(run, signal), atOnce);
    this.#reconciling = setInterval(() => {
      this.reconcile().catch((error: unknown) => this.#parts.logger.warn({ err: error }, "could not reconcile runs"));
    }, RECONCILE_MS);
    this.#reconciling.unref();
  }

  /** Ends runs whose job was given up because their process died each time, so that every run ends. */
  async reconcile(): Promise<void> {
    const { db, jobs } = this.#parts;
    const open = await db
      .selectFrom("run")
      .select(["id", "attempt"])
      .where("status", "in", OPEN_STATUSES)
      .where("created_at", "<", new Date(Date.now() - RECONCILE_MS))
      .execute();
    for (const { id: run, attempt } of open) {
      if (!this.#running.has(run) && !(await jobs.isLive("run", { run })))
        await this.#end({ run, attempt }, INTERRUPTED);
    }
  }

  /** Stops a run of this process at once; others are told of the change. */
  stop(run: string): void {
    this.#running.get(run)?.abort.abort();
  }

  /** Drops the rows and files of a run that can no longer be reached. */
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

  /** Stops all scans; they run again at the next start. */
  close(): void {
    this.#closing = true;
    clearInterval(this.#reconciling);
    this.#unfollow();
    for (const { abort } of this.#running.values()) abort.abort();
  }

  /** Takes a run, once there is room in the engine for it. */
  async #take(run: string, signal: AbortSignal): Promise<TakenRun | null> {
    for (;;) {
      const taken = await takeRun(this.#parts, run, await marketDate(this.#parts.market));
      if (taken !== "full") return taken;
      await delay(POLL_MS, undefined, { signal });
      if (this.#closing) throw new Error(STOPPING);
    }
  }

  /** Rejects only where the job should be tried again. */
  async #execute(run: string, signal: AbortSignal): Promise<void> {
    const { db, market, readOf, owner, logger } = this.#parts;
    const taken = await this.#take(run, signal);
    if (taken === null) return;
    const held = { run, attempt: taken.attempt };
    const request = await readOf(taken.account_id, taken.meta.request);
    if (request === null) {
      await this.#end(held, { code: "invalid-request", message: "The request no longer fits the market data." });
      return;
    }
    const mine = { attempt: taken.attempt, abort: new AbortController() };
    this.#running.set(run, mine);
    let progress: ScanProgress | undefined;
    const beat = heartbeat(
      { ...held, account: taken.account_id, request: taken.data_request_id },
      { db, logger, progress: () => progress, lost: () => mine.abort.abort() },
    );
    const timed = stepTimer(this.#parts.measures, "run");
    try {
      // An earlier worker may be paused, or dead while its statement still runs.
      await this.#endAttempt(run, taken.attempt - 1);
      const finished = await runScan(market, request, {
        ...held,
        owner,
        signal: AbortSignal.any([mine.abort.signal, signal]),
        onProgress: (now) => {
          progress = now;
          timed(now);
        },
      });
      const difference = await this.#difference(run, finished);
      await this.#finish(held, finished, difference);
    } catch (error) {
      await this.#failed(held, error);
    } finally {
      await beat.stop();
      if (this.#running.get(run) === mine) this.#running.delete(run);
    }
  }

  /** What changed since the finished run before; null where there is none, or its rows no longer exist. */
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
      // The result is complete; only its difference is unknown.
      if (!(error instanceof MarketError) || error.code === "cancelled") throw error;
      logger.warn({ err: error, run }, "could not compare a run with the one before");
      return null;
    }
  }

  async #finish({ run, attempt }: HeldRun, finished: FinishedRun, difference: RunDifference | null): Promise<void> {
    const superseded = await this.#parts.db.transaction().execute(async (transaction) => {
      const [row] = await changeStatus(
        transaction,
        { runs: [run], attempt },
        { status: "Finished", finished, difference },
      );
      if (row === undefined) return null;
      await runEnded(transaction, this.#parts, { run, status: "Finished" });
      return markSuperseded(transaction, row.data_request_id);
    });
    if (superseded !== null) this.#parts.measures.scanEnded("run", "Finished");
    // Cancelled in the last moment, or taken by another worker: the rows are not needed.
    if (superseded === null) await this.#drop(attemptOf(run, attempt));
    else for (const older of superseded) await this.#clear(older);
  }

  /** Removes the tables and files of superseded runs; what cannot be removed now is left to the purge. */
  async #clear(run: string): Promise<void> {
    await this.forget(run).catch((reason: unknown) => {
      this.#parts.logger.warn({ err: reason, run }, "could not clear a superseded run");
    });
  }

  /**
   * Called where a scan, or storing its end, has failed. Rows are dropped only where the attempt is not stored as
   * finished, since a connection that broke at the commit may have committed. Rejects where the database cannot be
   * asked, so that the job is tried again.
   */
  async #failed(held: HeldRun, error: unknown): Promise<void> {
    const { run, attempt } = held;
    const row = await this.#parts.db
      .selectFrom("run")
      .select(["status", "attempt"])
      .where("id", "=", run)
      .executeTakeFirst();
    if (row?.status === "Finished" && row.attempt === attempt) return;
    await this.#drop(attemptOf(run, attempt));
    // The worker that has it now ends it.
    if (row !== undefined && row.attempt !== attempt) return;
    if (this.#closing) {
      await this.#parts.db
        .transaction()
        .execute(async (transaction) => changeStatus(transaction, { runs: [run], attempt }, { status: "Pending" }));
      throw new Error(STOPPING, { cause: error });
    }
    // The account database failed, not the scan: the job is tried again.
    if (!(error instanceof MarketError) && isConnectionLoss(error)) throw error;
    const { failure, foreseen } = failureOf(error);
    const cancelled = error instanceof MarketError && error.code === "cancelled";
    if (!foreseen && !cancelled) this.#parts.logger.error({ err: error, run }, "scan failed");
    // A cancelled run keeps its status.
    if (!(await this.#end(held, failure)) && cancelled) this.#parts.measures.scanEnded("run", "Cancelled");
  }

  /** False where the run is no longer of this attempt, or has ended. */
  async #end({ run, attempt }: HeldRun, failure: RunFailure): Promise<boolean> {
    const failed = await this.#parts.db.transaction().execute(async (transaction) => {
      const ended = await changeStatus(transaction, { runs: [run], attempt }, { status: "Failed", error: failure });
      if (ended.length > 0) await runEnded(transaction, this.#parts, { run, status: "Failed" });
      return ended.length > 0;
    });
    if (failed) this.#parts.measures.scanEnded("run", "Failed");
    return failed;
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
