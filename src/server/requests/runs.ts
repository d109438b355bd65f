import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { MarketError } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import { dropRun, runScan } from "../../scan/index.ts";
import type { ScanProgress } from "../../scan/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import { exportMeta } from "./export-meta.ts";
import { Lane } from "./lane.ts";
import type { RunRecord, RunStore } from "./store.ts";

/** A run as it stands now. A preview is one that nobody keeps. */
export interface Run {
  record: RunRecord;
  readonly preview: boolean;
  progress: ScanProgress | null;
  readonly abort: AbortController;
  /** Settled when the run is over, whatever became of it, and when the server stops. */
  readonly over: PromiseWithResolvers<void>;
}

export interface RunsParts {
  readonly market: Market;
  readonly store: RunStore;
  /** Reads a kept request again; null where it is no longer valid. */
  readonly read: (source: unknown) => ScanRequest | null;
  readonly logger: Logger;
}

/** Requests that may wait; more would only be forgotten by whoever sent them. */
export const QUEUE_LIMIT = 50;
/** Browser pages whose last preview is kept, and previews that may wait. */
const PAGES = 16;
const PREVIEWS_WAITING = 8;

const CANCELLED = { code: "cancelled", message: "Cancelled." };
const FAILURES: Readonly<Partial<Record<MarketError["code"], string>>> = {
  "engine-died": "The market engine stopped twice during this scan. Nothing was lost; run it again.",
  memory: "The scan needs more memory than it may use. Choose a shorter date range or fewer columns.",
  "disk-full": "The disk is full. Make room and run it again.",
  locked: "Another process uses the data folder.",
};

/** Every run of this server: requests one after the other and kept, previews beside them and dropped. */
export class Runs {
  readonly #parts: RunsParts;
  readonly #runs = new Map<string, Run>();
  readonly #requests = new Lane(1);
  readonly #previews = new Lane(2);
  /** By page, oldest first: the preview that is shown, and the one that is to replace it. */
  readonly #pages = new Map<string, Run[]>();
  #closing = false;

  constructor(parts: RunsParts) {
    this.#parts = parts;
  }

  /** Loads what was kept; a request that had not finished when the server stopped runs again. */
  async resume(): Promise<void> {
    const records = await this.#parts.store.load();
    await this.#sweep(new Set(records.map(({ id }) => id)));
    for (const record of records) {
      const run = this.#remember(record, false);
      if (record.status !== "Pending" && record.status !== "Running") continue;
      const request = this.#parts.read(record.meta.request);
      if (request === null) await this.#fail(run, "invalid-request", "The request no longer fits the market data.");
      else this.#requests.add(() => this.#execute(run, request));
    }
  }

  /** The run of that account; somebody else's is not there. */
  get(account: string, id: string): Run | undefined {
    const run = this.#runs.get(id);
    return run?.record.account === account ? run : undefined;
  }

  /** Kept requests of an account, newest first. */
  list(account: string): readonly Run[] {
    return [...this.#runs.values()].filter((run) => !run.preview && run.record.account === account).reverse();
  }

  get full(): boolean {
    return this.#requests.waiting >= QUEUE_LIMIT;
  }

  get previewsFull(): boolean {
    return this.#previews.waiting >= PREVIEWS_WAITING;
  }

  /** Requests that run before this one. */
  waiting(run: Run): number {
    if (run.preview || run.record.status !== "Pending") return 0;
    const before = [...this.#runs.values()];
    return before
      .slice(0, before.indexOf(run))
      .filter(({ preview, record }) => !preview && (record.status === "Pending" || record.status === "Running")).length;
  }

  async create(account: string, request: ScanRequest): Promise<Run> {
    const run = this.#remember(this.#record(account, request), false);
    await this.#parts.store.save(run.record);
    this.#requests.add(() => this.#execute(run, request));
    return run;
  }

  /** Starts a preview; the page's running one ends, its finished one stays until this one has finished. */
  async preview(account: string, pageName: string, request: ScanRequest): Promise<Run> {
    // Two accounts may choose the same name.
    const page = `${account} ${pageName}`;
    const before = this.#pages.get(page) ?? [];
    for (const older of before) older.abort.abort();
    const run = this.#remember(this.#record(account, request), true);
    this.#pages.delete(page);
    this.#pages.set(page, [...before, run]);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > PAGES && oldest !== undefined) {
      const left = this.#pages.get(oldest) ?? [];
      this.#pages.delete(oldest);
      await Promise.all(left.map((older) => this.#drop(older)));
    }
    this.#previews.add(async () => {
      await this.#execute(run, request);
      if (run.record.status !== "Finished") return;
      const now = this.#pages.get(page);
      if (now === undefined) return this.#drop(run);
      this.#pages.set(page, now.slice(now.indexOf(run)));
      await Promise.all(now.slice(0, now.indexOf(run)).map((older) => this.#drop(older)));
    });
    return run;
  }

  async cancel(run: Run): Promise<void> {
    run.abort.abort();
    if (run.record.status === "Pending") await this.#update(run, { status: "Cancelled", error: CANCELLED });
  }

  /** Stops what runs. Requests stay as they are and run again at the next start; previews are dropped. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const run of this.#runs.values()) run.abort.abort();
    await Promise.all([this.#requests.close(), this.#previews.close()]);
    await Promise.all([...this.#runs.values()].filter((run) => run.preview).map((run) => this.#drop(run)));
  }

  /** Drops what a killed server left of its previews; the command line's runs have other names. */
  async #sweep(kept: ReadonlySet<string>): Promise<void> {
    const { market } = this.#parts;
    const results = await market.query<{ run: string }>({
      sql: `SELECT substring(name, 8) AS run FROM system.tables WHERE database = {database:String} AND match(name, '^result_[0-9a-f]{20}$')`,
      params: { database: market.database },
    });
    for (const { run } of results) if (!kept.has(run)) await dropRun(market, run);
  }

  #record(account: string, request: ScanRequest): RunRecord {
    return {
      account,
      id: randomBytes(10).toString("hex"),
      created_at: new Date().toISOString(),
      status: "Pending",
      meta: exportMeta(request),
      error: null,
      finished: null,
    };
  }

  #remember(record: RunRecord, preview: boolean): Run {
    const run: Run = { record, preview, progress: null, abort: new AbortController(), over: Promise.withResolvers() };
    this.#runs.set(record.id, run);
    if (record.status !== "Pending" && record.status !== "Running") run.over.resolve();
    return run;
  }

  async #update(run: Run, change: Partial<RunRecord>): Promise<void> {
    run.record = { ...run.record, ...change };
    if (!run.preview) await this.#parts.store.save(run.record);
  }

  async #fail(run: Run, code: string, message: string): Promise<void> {
    await this.#update(run, { status: "Failed", error: { code, message } });
  }

  /** Never rejects: whatever happens becomes the run's status. */
  async #execute(run: Run, request: ScanRequest): Promise<void> {
    try {
      if (run.abort.signal.aborted) {
        if (!this.#closing) await this.#update(run, { status: "Cancelled", error: CANCELLED });
        return;
      }
      await this.#update(run, { status: "Running" });
      const finished = await this.#scan(run, request);
      run.progress = null;
      await this.#update(run, { status: "Finished", finished });
    } catch (error) {
      run.progress = null;
      await this.#ended(run, error).catch((reason: unknown) => {
        this.#parts.logger.error({ err: reason, run: run.record.id }, "could not keep the end of a run");
      });
    } finally {
      run.over.resolve();
    }
  }

  /** `runScan` itself tries once more when the engine died. */
  async #scan(run: Run, request: ScanRequest): Promise<FinishedRun> {
    return runScan(this.#parts.market, request, {
      run: run.record.id,
      lane: run.preview ? "interactive" : "scan",
      signal: run.abort.signal,
      onProgress: (progress) => {
        run.progress = progress;
      },
    });
  }

  async #ended(run: Run, error: unknown): Promise<void> {
    await dropRun(this.#parts.market, run.record.id).catch((reason: unknown) => {
      this.#parts.logger.warn({ err: reason, run: run.record.id }, "could not drop a run");
    });
    if (run.abort.signal.aborted) {
      if (!this.#closing) await this.#update(run, { status: "Cancelled", error: CANCELLED });
      return;
    }
    const code = error instanceof MarketError ? error.code : "internal";
    const message = error instanceof MarketError ? FAILURES[error.code] : undefined;
    if (message === undefined) this.#parts.logger.error({ err: error, run: run.record.id }, "scan failed");
    await this.#fail(run, code, message ?? "The scan failed. Its cause is in the server's log.");
  }

  async #drop(run: Run): Promise<void> {
    run.abort.abort();
    this.#runs.delete(run.record.id);
    await dropRun(this.#parts.market, run.record.id).catch((reason: unknown) => {
      this.#parts.logger.warn({ err: reason, run: run.record.id }, "could not drop a preview");
    });
  }
}
