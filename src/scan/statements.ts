import { MarketError, type Snapshot } from "../market/index.ts";
import { branchSettings, STATEMENT_BOUNDS } from "./bounds.ts";
import { runComment } from "./owner.ts";
import { keyOf, nameOf } from "./result.ts";
import type { ScanOptions } from "./options.ts";
import type { Printed } from "./sql/print.ts";

/** The statements of one run: they share its key, lane and signal; steps of them report progress. */
export class RunStatements {
  readonly market: Snapshot;
  /** Database of its tables. */
  readonly database: string;
  /** Table of its rows, alone and with its database. */
  readonly table: string;
  readonly result: string;
  /** Comment that names the owner of its tables. */
  readonly comment: string;
  readonly run: string;
  /** As dropRun takes it. */
  readonly name: string;
  readonly key: string;
  readonly #options: ScanOptions;
  #done = 0;
  /** Number of steps. */
  total = 1;

  constructor(market: Snapshot, options: ScanOptions) {
    this.market = market;
    this.#options = options;
    this.run = options.run;
    this.name = nameOf(options);
    this.comment = runComment(options.owner, market.number);
    this.database = `run_${this.name}`;
    this.table = `result_${this.name}`;
    this.result = `${market.database}.${this.table}`;
    this.key = keyOf(this.name);
  }

  async command(statement: string | Printed): Promise<void> {
    this.#refuseAborted();
    await this.market.command(this.#statement(statement));
  }

  /** Waits until every node of a cluster has the rows of a table that all have whole. */
  async settle(table: string): Promise<void> {
    for (const statement of this.market.profile.settle(table)) await this.command(statement);
  }

  async rows<Row>(statement: string | Printed): Promise<Row[]> {
    this.#refuseAborted();
    return this.market.query<Row>(this.#statement(statement));
  }

  async one<Row>(statement: string | Printed): Promise<Row> {
    const [row] = await this.rows<Row>(statement);
    if (row === undefined) throw new MarketError("engine", "The engine gave no answer.");
    return row;
  }

  /** Runs a step and reports its progress. */
  async step(stage: string, work: () => Promise<void>): Promise<void> {
    const { onProgress } = this.#options;
    const report = (readRows: number): void => onProgress?.({ stage, done: this.#done, total: this.total, readRows });
    report(0);
    const readProgress = (): void =>
      void this.market.progress(this.key).then(
        (progress) => progress && report(progress.readRows),
        () => undefined,
      );
    const timer = onProgress ? setInterval(readProgress, 250) : null;
    try {
      await work();
    } finally {
      if (timer) clearInterval(timer);
    }
    this.#done += 1;
    report(0);
  }

  #refuseAborted(): void {
    if (this.#options.signal?.aborted) throw new MarketError("cancelled", "The scan was cancelled.");
  }

  #statement(statement: string | Printed) {
    const { lane, signal } = this.#options;
    const printed = typeof statement === "string" ? { sql: statement } : statement;
    return {
      ...printed,
      key: this.key,
      // A null in a column that was declared without nulls is an error, not a 0.
      settings: {
        ...STATEMENT_BOUNDS,
        ...branchSettings(printed.sql),
        enable_materialized_cte: 1,
        insert_null_as_default: 0,
      },
      lane: lane ?? "scan",
      ...(signal ? { signal } : {}),
    } as const;
  }
}
