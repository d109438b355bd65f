import type { Logger } from "pino";
import { MarketError } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import { dropRun, runScan } from "../../scan/index.ts";
import { newId } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { exportMeta } from "./export-meta.ts";
import { Lane } from "./lane.ts";
import { CANCELLED, isOver } from "./run-status.ts";
import type { RunView } from "./run-view.ts";
import { failureOf } from "./scans.ts";

interface Preview {
  readonly account: string;
  /** When somebody last asked for it. */
  seen: number;
  view: RunView;
  readonly abort: AbortController;
  /** Resolves when it has ended, successfully or not. */
  readonly over: PromiseWithResolvers<void>;
}

/** Browser pages of one account whose last preview is kept, and how many of its previews may wait. */
const MAX_PAGES_PER_ACCOUNT = 16;
const MAX_WAITING = 4;
/** Pages of all accounts. Beyond it, pages that were idle for this long are dropped; without any, no preview starts. */
const MAX_PAGES = 512;
const IDLE_PAGE_MS = 600_000;
/** Prefix of the id of every preview, which tells its tables from those of runs. */
const PREFIX = "p";

/** Scans that are not stored: one at a time for each page; its rows stay until the page's next preview has finished. */
export class Previews {
  readonly #market: Market;
  readonly #logger: Logger;
  readonly #previews = new Map<string, Preview>();
  readonly #lane = new Lane(2);
  /** By page, oldest first: the preview that is shown, and the one that will replace it. */
  readonly #pages = new Map<string, Preview[]>();

  constructor(market: Market, logger: Logger) {
    this.#market = market;
    this.#logger = logger;
  }

  /** Whether an account has to wait before it starts another one. */
  full(account: string): boolean {
    return this.#lane.waitingOf(account) >= MAX_WAITING;
  }

  /** A preview of that account; undefined for one of another account. */
  get(account: string, id: string): RunView | null {
    const found = this.#previews.get(id);
    if (found?.account !== account) return null;
    found.seen = Date.now();
    return found.view;
  }

  /** Whether it is a preview of this process. */
  has(id: string): boolean {
    return this.#previews.has(id);
  }

  /** Resolves when the preview is over; at once where there is none. */
  async over(id: string): Promise<void> {
    await this.#previews.get(id)?.over.promise;
  }

  /**
   * Starts a preview; the page's running one ends, its finished one stays until this one has finished. One account's pages
   * take no room of another's. Throws the answer `overloaded` where there are too many of all.
   */
  async start(account: string, pageName: string, request: ScanRequest): Promise<RunView> {
    // Two accounts may choose the same name.
    const page = `${account} ${pageName}`;
    const before = this.#pages.get(page) ?? [];
    if (before.length === 0) await this.#makeRoom(account);
    for (const older of before) older.abort.abort();
    const preview = this.#remember(account, request);
    this.#pages.delete(page);
    this.#pages.set(page, [...before, preview]);
    this.#lane.add(account, async () => {
      await this.#execute(preview, request);
      if (preview.view.status !== "Finished") return;
      const now = this.#pages.get(page);
      if (now === undefined) return this.#drop(preview);
      this.#pages.set(page, now.slice(now.indexOf(preview)));
      await Promise.all(now.slice(0, now.indexOf(preview)).map((older) => this.#drop(older)));
    });
    return preview.view;
  }

  cancel(id: string): void {
    const preview = this.#previews.get(id);
    if (preview === undefined || isOver(preview.view.status)) return;
    preview.abort.abort();
    if (preview.view.status === "Pending") this.#update(preview, { status: "Cancelled", error: CANCELLED });
  }

  /** Ends and drops all of them. */
  async close(): Promise<void> {
    for (const preview of this.#previews.values()) preview.abort.abort();
    await this.#lane.close();
    await Promise.all([...this.#previews.values()].map((preview) => this.#drop(preview)));
  }

  /** Drops tables of previews that a killed server left; those of the last hour may be another process's. */
  async sweep(): Promise<void> {
    const left = await this.#market.query<{ run: string }>({
      sql: `SELECT substring(name, 8) AS run FROM system.tables WHERE database = {database:String} AND match(name, '^result_p[0-9a-z]{26}$') AND metadata_modification_time < now() - INTERVAL 1 HOUR`,
      params: { database: this.#market.database },
    });
    for (const { run } of left) if (!this.#previews.has(run)) await dropRun(this.#market, run);
  }

  /** Drops the oldest page of an account that has the maximum, and idle ones where all accounts have too many. */
  async #makeRoom(account: string): Promise<void> {
    const own = [...this.#pages.keys()].filter((page) => page.startsWith(`${account} `));
    const [oldest] = own;
    if (own.length >= MAX_PAGES_PER_ACCOUNT && oldest !== undefined) return this.#dropPage(oldest);
    if (this.#pages.size < MAX_PAGES) return;
    const until = Date.now() - IDLE_PAGE_MS;
    const left = [...this.#pages].filter(([, previews]) => previews.every(({ seen }) => seen < until));
    if (left.length === 0) throw new ProblemAnswer("overloaded", "Too many previews are open.", [], 60);
    await Promise.all(left.map(([page]) => this.#dropPage(page)));
  }

  async #dropPage(page: string): Promise<void> {
    const left = this.#pages.get(page) ?? [];
    this.#pages.delete(page);
    await Promise.all(left.map((older) => this.#drop(older)));
  }

  #remember(account: string, request: ScanRequest): Preview {
    const id = PREFIX + newId();
    const meta = exportMeta(request);
    const view: RunView = {
      id,
      run: id,
      preview: true,
      name: meta.requestName,
      created: new Date(),
      status: "Pending",
      meta,
      progress: null,
      error: null,
      finished: null,
      older: null,
    };
    const preview = {
      account,
      seen: Date.now(),
      view,
      abort: new AbortController(),
      over: Promise.withResolvers<void>(),
    };
    this.#previews.set(id, preview);
    return preview;
  }

  #update(preview: Preview, change: Partial<RunView>): void {
    preview.view = { ...preview.view, ...change };
  }

  /** Never rejects: an error becomes the preview's status. */
  async #execute(preview: Preview, request: ScanRequest): Promise<void> {
    const { signal } = preview.abort;
    try {
      signal.throwIfAborted();
      this.#update(preview, { status: "Running" });
      const finished = await runScan(this.#market, request, {
        run: preview.view.run,
        lane: "interactive",
        signal,
        onProgress: (progress) => this.#update(preview, { progress }),
      });
      this.#update(preview, { status: "Finished", progress: null, finished });
    } catch (error) {
      await dropRun(this.#market, preview.view.run).catch((reason: unknown) => this.#undropped(reason));
      if (signal.aborted) this.#update(preview, { status: "Cancelled", progress: null, error: CANCELLED });
      else {
        const { failure, foreseen } = failureOf(error);
        if (!foreseen && !(error instanceof MarketError)) this.#logger.error({ err: error }, "preview failed");
        this.#update(preview, { status: "Failed", progress: null, error: failure });
      }
    } finally {
      preview.over.resolve();
    }
  }

  async #drop(preview: Preview): Promise<void> {
    preview.abort.abort();
    this.#previews.delete(preview.view.id);
    await dropRun(this.#market, preview.view.run).catch((reason: unknown) => this.#undropped(reason));
  }

  #undropped(reason: unknown): void {
    this.#logger.warn({ err: reason }, "could not drop a preview");
  }
}
