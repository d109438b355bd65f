import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import { MarketError } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import { attemptOf, endRun, runScan } from "../../scan/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import { notification, notify, progressSent } from "../changes/change.ts";
import type { Changes } from "../changes/listener.ts";
import type { Db, RunFailure, RunProgress, RunState } from "../db/index.ts";
import { keepWithinBound } from "./answer-room.ts";
import { STAYS } from "./kept-previews.ts";
import { isPreview, previewChange } from "./previews.ts";
import type { Previews } from "./previews.ts";
import { isOver } from "./run-status.ts";
import { failureOf } from "./scans.ts";
import { stepTimer } from "./scan-measures.ts";
import { takePreview } from "./take-preview.ts";
import type { Taken } from "./take-preview.ts";
import type { ScanMeasures } from "./scan-measures.ts";

interface PreviewWorkerParts {
  readonly db: Db;
  readonly market: Market;
  readonly changes: Changes;
  readonly previews: Previews;
  /** Reads a stored request of an account, with what it names of its own; null where it is no longer valid. */
  readonly readOf: (account: string, source: unknown) => Promise<ScanRequest | null>;
  /** Previews that run at once in all processes together. */
  readonly atOnce: number;
  /** Bytes of answers to clauses that the engine keeps; 0 keeps none. */
  readonly answerBytes: number;
  readonly measures: ScanMeasures;
  readonly owner: string;
  readonly logger: Logger;
}

interface Running {
  readonly attempt: number;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** How often a worker says that it works on a preview, and how far it is. */
const HEARTBEAT_MS = 500;
/** Workers that may die on one preview. */
const MAX_ATTEMPTS = 3;
/** A preview that is finished sooner after its filters were counted is not shown before that. */
const COUNTED_MS = 40;
/** Of a preview whose filters are counted before the first step that is reported. */
const JUST_COUNTED: RunProgress = { stage: "Computing columns", done: 0, total: 1, readRows: 0 };
/** How long a preview waits at most for the end of the one that it takes the place of. */
const OLDER_ENDS_MS = 200;
/** Ids of ended previews that are remembered. */
const MAX_ENDED = 1_000;
/** How often previews of dead workers are looked for, and such whose notice was lost. */
const POLL_MS = 2_000;
const INTERRUPTED: RunFailure = { code: "interrupted", message: "The preview was interrupted too often. Try again." };

/** Takes previews as they come and runs them. */
export class PreviewWorker {
  readonly #parts: PreviewWorkerParts;
  readonly #running = new Map<string, Running>();
  /** Previews that ended here, or were ended from here, newest last. */
  readonly #ended = new Set<string>();
  readonly #work = new Set<Promise<void>>();
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  /** False where no more are taken. */
  #taking = true;
  #closing = false;
  #timer: NodeJS.Timeout | undefined;
  #unfollow: (() => void) | undefined;

  constructor(parts: PreviewWorkerParts) {
    this.#parts = parts;
  }

  /** Begins to take previews. */
  start(): void {
    this.#unfollow = this.#parts.changes.follow({
      changed: (change) => {
        if (change.kind !== "status" || !isPreview(change.run)) return;
        if (change.status === "Pending") return this.#look();
        const mine = this.#running.get(change.run);
        // Cancelled, replaced, or taken by another worker.
        if (mine !== undefined && (isOver(change.status) || change.attempt > mine.attempt)) mine.abort.abort();
      },
      resumed: () => this.#look(),
    });
    this.#timer = setInterval(() => this.#look(), POLL_MS);
    this.#timer.unref();
    this.#look();
  }

  /** Takes no more; resolves when those that run have ended. */
  async takeNoMore(): Promise<void> {
    this.#taking = false;
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.all(this.#work);
  }

  /** Returns what runs here to the other workers, or to the next start. */
  async close(): Promise<void> {
    this.#taking = false;
    this.#closing = true;
    clearInterval(this.#timer);
    this.#unfollow?.();
    await this.#looking;
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all(this.#work);
  }

  /** Takes what there is; once more where something came meanwhile. Never rejects. */
  #look(): void {
    this.#lookAgain = true;
    if (this.#looking !== null || !this.#taking) return;
    this.#looking = this.#takeAll()
      .catch((error: unknown) => this.#parts.logger.warn({ err: error }, "could not take previews"))
      .finally(() => {
        this.#looking = null;
        if (this.#lookAgain) this.#look();
      });
  }

  async #takeAll(): Promise<void> {
    while (this.#lookAgain && this.#taking) {
      this.#lookAgain = false;
      for (;;) {
        const taken = this.#taking ? await takePreview(this.#parts.db, this.#parts.atOnce) : null;
        if (taken === null) break;
        const work: Promise<void> = this.#execute(taken)
          .catch((error: unknown) => this.#parts.logger.error({ err: error }, "could not end a preview"))
          .finally(() => {
            this.#work.delete(work);
            this.#look();
          });
        this.#work.add(work);
      }
    }
  }

  async #execute(taken: Taken): Promise<void> {
    const { market, readOf, owner } = this.#parts;
    const { id, attempt } = taken;
    if (attempt > 1) await this.#endAttempt(attemptOf(id, attempt - 1));
    if (attempt > MAX_ATTEMPTS) return this.#end(taken, "Failed", INTERRUPTED);
    const request = await readOf(taken.account_id, taken.request);
    if (request === null)
      return this.#end(taken, "Failed", { code: "invalid-request", message: "The request cannot be read." });
    const abort = new AbortController();
    const over = Promise.withResolvers<void>();
    this.#running.set(id, { attempt, abort, ended: over.promise });
    let progress: RunProgress | undefined;
    let funnel: RunProgress["funnel"];
    let counted: NodeJS.Timeout | undefined;
    const now = (): RunProgress | undefined =>
      funnel === undefined ? progress : { ...(progress ?? JUST_COUNTED), funnel };
    const beat = setInterval(() => {
      this.#beat(taken, now()).then(
        (mine) => (mine ? undefined : abort.abort()),
        (error: unknown) => this.#parts.logger.warn({ err: error }, "could not report the progress of a preview"),
      );
    }, HEARTBEAT_MS);
    const timed = stepTimer(this.#parts.measures, "preview");
    try {
      await this.#endOlder(taken);
      const finished = await runScan(market, request, {
        run: id,
        attempt,
        owner,
        lane: "interactive",
        signal: abort.signal,
        answers: this.#parts.answerBytes > 0,
        onProgress: (step) => {
          progress = step;
          timed(step);
        },
        onSurvivors: (steps) => {
          funnel = steps;
          clearTimeout(counted);
          counted = setTimeout(() => void this.#tellCounted(taken, now()), COUNTED_MS);
        },
      });
      clearTimeout(counted);
      await this.#finish(taken, finished);
      this.#parts.measures.scanEnded("preview", "Finished");
    } catch (error) {
      // A connection that broke at the commit may have committed. Where it cannot be asked, the next worker clears away.
      if (await this.#isFinished(taken)) return;
      await this.#drop(taken);
      if (this.#closing) return await this.#end(taken, "Pending", null);
      const { failure, foreseen } = failureOf(error);
      if (!foreseen && !(error instanceof MarketError)) this.#parts.logger.error({ err: error }, "preview failed");
      // One that was cancelled keeps its status.
      await this.#end(taken, "Failed", failure);
      this.#parts.measures.scanEnded("preview", abort.signal.aborted ? "Cancelled" : "Failed");
    } finally {
      clearInterval(beat);
      clearTimeout(counted);
      if (this.#running.get(id)?.abort === abort) this.#running.delete(id);
      this.#rememberEnded(id);
      over.resolve();
      // However it ended: one that was replaced has kept answers as well.
      if (!this.#closing) await keepWithinBound(this.#parts);
    }
  }

  /** The engine works on the page's newest question only: those before it are cancelled there first. */
  async #endOlder({ older }: Taken): Promise<void> {
    await Promise.all(
      older.map(async ({ id, attempt }) => {
        const here = this.#running.get(id);
        if (here !== undefined) {
          here.abort.abort();
          const late = new AbortController();
          await Promise.race([
            here.ended,
            delay(OLDER_ENDS_MS, undefined, { signal: late.signal, ref: false }),
          ]).finally(() => late.abort());
        } else if (!this.#ended.has(id)) {
          await this.#endAttempt(attemptOf(id, attempt));
          this.#rememberEnded(id);
        }
      }),
    );
  }

  #rememberEnded(id: string): void {
    this.#ended.add(id);
    const [oldest] = this.#ended;
    if (this.#ended.size > MAX_ENDED && oldest !== undefined) this.#ended.delete(oldest);
  }

  /** Shows the funnel while the columns are being computed. */
  async #tellCounted(taken: Taken, progress: RunProgress | undefined): Promise<void> {
    await this.#parts.db
      .updateTable("preview")
      .set({ progress: JSON.stringify(progress) })
      .where("id", "=", taken.id)
      .where("attempt", "=", taken.attempt)
      .where("status", "=", "Running")
      .returning(["id", notification(previewChange(taken, "Running")).as("told")])
      .execute()
      .catch((error: unknown) => this.#parts.logger.warn({ err: error }, "could not show the funnel of a preview"));
  }

  /** Writes a sign of life and the progress, and reports it; whether the preview is still this worker's. */
  async #beat({ id, attempt, account_id }: Taken, progress: RunProgress | undefined): Promise<boolean> {
    const row = await this.#parts.db
      .updateTable("preview")
      .set({ beat_at: sql<Date>`now()`, ...(progress === undefined ? {} : { progress: JSON.stringify(progress) }) })
      .where("id", "=", id)
      .where("attempt", "=", attempt)
      .where("status", "=", "Running")
      .returning(["id", progressSent({ account: account_id, request: id, run: id, attempt }, progress).as("sent")])
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Stores the end, and drops the older previews of the page but for the last ones. */
  async #finish(taken: Taken, finished: FinishedRun): Promise<void> {
    const row = await this.#parts.db
      .with("done", (query) =>
        query
          .updateTable("preview")
          .set({ status: "Finished", progress: null, finished: JSON.stringify(finished) })
          .where("id", "=", taken.id)
          .where("attempt", "=", taken.attempt)
          .where("status", "=", "Running")
          .returning(["id", "account_id", "page", "created_at"]),
      )
      .with("older", (query) =>
        query
          .deleteFrom("preview as p")
          .using("done as d")
          .whereRef("p.account_id", "=", "d.account_id")
          .whereRef("p.page", "=", "d.page")
          .where(sql<boolean>`(p.created_at, p.id) < (d.created_at, d.id)`)
          .where((where) => where.not(STAYS))
          .returning(["p.id", "p.attempt"]),
      )
      .selectFrom("done")
      .select([
        notification(previewChange(taken, "Finished")).as("told"),
        sql<readonly Pick<Taken, "id" | "attempt">[]>`(SELECT coalesce(json_agg(older), '[]') FROM older)`.as("older"),
      ])
      .executeTakeFirst();
    // Cancelled in the last moment, dropped, or taken by another worker.
    if (row === undefined) await this.#drop(taken);
    else await this.#parts.previews.drop(row.older);
  }

  async #end(taken: Taken, status: Extract<RunState, "Pending" | "Failed">, error: RunFailure | null): Promise<void> {
    await this.#parts.db.transaction().execute(async (transaction) => {
      const ended = await transaction
        .updateTable("preview")
        .set({ status, progress: null, error: error && JSON.stringify(error) })
        .where("id", "=", taken.id)
        .where("attempt", "=", taken.attempt)
        .where("status", "=", "Running")
        .returning("id")
        .executeTakeFirst();
      if (ended !== undefined) await notify(transaction, [previewChange(taken, status)]);
    });
  }

  async #isFinished({ id, attempt }: Taken): Promise<boolean> {
    const row = await this.#parts.db
      .selectFrom("preview")
      .select(["status", "attempt"])
      .where("id", "=", id)
      .executeTakeFirst();
    return row?.status === "Finished" && row.attempt === attempt;
  }

  async #drop({ id, attempt }: Taken): Promise<void> {
    await this.#parts.previews.drop([{ id, attempt }]);
  }

  async #endAttempt(name: string): Promise<void> {
    await endRun(this.#parts.market, name).catch((error: unknown) => {
      this.#parts.logger.warn({ err: error }, "could not end the attempt before");
    });
  }
}
