import { BUILT_IN_COLUMNS, type FinishedRun, type FunnelStep, type ResultColumn } from "../vocabulary/index.ts";
import { check, columnKey, columnsByKey, liveFormula, parseCode, type Node } from "../formula/index.ts";
import { MarketError, type Market, type MarketProfile } from "../market/index.ts";
import type { ScanRequest } from "../request/index.ts";
import type { Plan, Relation, RowsRelation } from "./plan/plan.ts";
import { planScan, RESULT_TYPES } from "./plan/planner.ts";
import { dropRun } from "./result.ts";
import { notesOf } from "./notes.ts";
import { profileOf } from "./profile.ts";
import type { Names } from "./sql/names.ts";
import { resultStatement, singleStatement, stagedRank, stagedStatement, type Printed } from "./sql/print.ts";

export interface ScanProgress {
  /** What is being computed, in words. */
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  /** Security-days or minute bars read so far by the running statement. */
  readonly readRows: number;
}

export interface ScanOptions {
  /** Name of the run: letters, digits and underscores; the rows stay in `result_<run>` until dropRun. */
  readonly run: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ScanProgress) => void;
  /** Tables per stage (one engine) or one statement (cluster). */
  readonly printer?: "staged" | "single";
  readonly buckets?: boolean;
  /** Bar rows of a pass over a range of securities; bounds the memory of long scans. */
  readonly passRows?: number;
  readonly lane?: "scan" | "interactive";
}

/** Bars per pass: they bound the memory of a long scan, whose windows stand in it whole, for a few percent of its CPU. */
const PASS_ROWS = 1_000_000;

/** Rows that are sorted at once when a result is numbered. */
const STRETCH_ROWS = 400_000;

/** Security-days after the first filters up to which it is cheaper to compute columns beside the next filters. */
const FEW_ROWS = 20_000;

/**
 * Runs a request and keeps its rows in the engine. The request is expected to be checked (readRequest). Rejects with
 * MarketError: `cancelled` after an abort, `engine-died` when the engine died twice; nothing of the run is left then.
 */
export async function runScan(market: Market, request: ScanRequest, options: ScanOptions): Promise<FinishedRun> {
  if (!/^\w{1,64}$/.test(options.run)) throw new RangeError(`not a run name: ${options.run}`);
  try {
    return await new Run(market, request, options).finish();
  } catch (error) {
    // An engine that died took its tables along; the client starts it anew, and one more try is worth it.
    if (error instanceof MarketError && error.code === "engine-died" && !options.signal?.aborted) {
      return await new Run(market, request, options).finish();
    }
    throw error;
  }
}

/** Trees that a formula of the request may name in braces: its own columns, then the built-in ones. */
export function columnTrees(request: Pick<ScanRequest, "columns">): Map<string, Node> {
  const trees = new Map<string, Node>();
  for (const { name, code } of BUILT_IN_COLUMNS) {
    const { tree } = parseCode(code);
    if (tree) trees.set(name, tree);
  }
  for (const column of request.columns) trees.set(columnKey(column.name), column.tree);
  return trees;
}

class Run {
  readonly #market: Market;
  readonly #request: ScanRequest;
  readonly #options: ScanOptions;
  readonly #database: string;
  readonly #started = performance.now();
  #done = 0;
  #total = 1;

  constructor(market: Market, request: ScanRequest, options: ScanOptions) {
    this.#market = market;
    this.#request = request;
    this.#options = options;
    this.#database = `run_${options.run}`;
  }

  async finish(): Promise<FinishedRun> {
    const profile = await profileOf(this.#market);
    const trees = columnTrees(this.#request);
    const plan = planScan(this.#request, trees, profile, this.#options);
    const gathered = planScan(this.#request, trees, profile, { ...this.#options, gather: true });
    await dropRun(this.#market, this.#options.run);
    const onAbort = (): void => void this.#market.cancel(this.#key).catch(() => undefined);
    this.#options.signal?.addEventListener("abort", onAbort);
    try {
      await this.#command(`CREATE DATABASE ${this.#database} ENGINE = Atomic`);
      await this.#command(
        this.#createTable(plan, `${this.#database}.rows_all`, "ORDER BY (session, c0, security_id)", false),
      );
      const funnel = plan.sessions.from > plan.sessions.to ? emptyFunnel(plan) : await this.#rows(plan, gathered);
      const rows = await this.#number(plan);
      return await this.#finished(plan, profile, funnel, rows);
    } catch (error) {
      await dropRun(this.#market, this.#options.run).catch(() => undefined);
      if (this.#options.signal?.aborted) throw new MarketError("cancelled", "The scan was cancelled.");
      throw error;
    } finally {
      this.#options.signal?.removeEventListener("abort", onAbort);
      await this.#market
        .command({ sql: `DROP DATABASE IF EXISTS ${this.#database} SYNC`, lane: "control" })
        .catch(() => undefined);
    }
  }

  get #key(): string {
    return `scan_${this.#options.run}`;
  }

  get #result(): string {
    return `${this.#market.database}.result_${this.#options.run}`;
  }

  async #command(statement: string | Printed): Promise<void> {
    if (this.#options.signal?.aborted) throw new MarketError("cancelled", "The scan was cancelled.");
    const printed = typeof statement === "string" ? { sql: statement, params: {} } : statement;
    await this.#market.command({
      ...printed,
      key: this.#key,
      lane: this.#options.lane ?? "scan",
      settings: { enable_materialized_cte: 1 },
      ...(this.#options.signal ? { signal: this.#options.signal } : {}),
    });
  }

  async #one<Row>(statement: string | Printed): Promise<Row> {
    const printed = typeof statement === "string" ? { sql: statement, params: {} } : statement;
    const [row] = await this.#market.query<Row>({ ...printed, key: this.#key, lane: this.#options.lane ?? "scan" });
    if (row === undefined) throw new MarketError("engine", "The engine gave no answer.");
    return row;
  }

  /** Runs a step and reports how far it reads meanwhile. */
  async #step(stage: string, work: () => Promise<void>): Promise<void> {
    const report = (readRows: number): void =>
      this.#options.onProgress?.({ stage, done: this.#done, total: this.#total, readRows });
    report(0);
    const timer = setInterval(() => {
      this.#market.progress(this.#key).then(
        (progress) => progress && report(progress.readRows),
        () => undefined,
      );
    }, 250);
    try {
      await work();
    } finally {
      clearInterval(timer);
    }
    this.#done += 1;
    report(0);
  }

  /**
   * Every relation, pass by pass over the securities; gives the funnel. `gathered` is the same plan for few rows.
   */
  async #rows(plan: Plan, gathered: Plan): Promise<FunnelStep[]> {
    const { passes, spine } = await this.#passes(plan);
    const rankSteps = plan.ranks.reduce((sum, rank) => sum + rank.relations.length * passes.length + 1, 0);
    this.#total = rankSteps + passes.length * (plan.relations.length + 1) + 1;
    await this.#ranks(plan, passes);
    const counts = new Map<string, number[]>();
    for (const pass of passes) {
      const names = this.#names(pass);
      if (this.#options.printer === "single") {
        await this.#single(plan, names, counts);
        continue;
      }
      let empty = false;
      let current = plan;
      for (let at = 0; at < current.relations.length; at++) {
        const relation = current.relations[at];
        if (!relation) break;
        const flagged = relation.kind === "rows" && relation.flags.length > 0;
        if (empty && flagged) counts.set(relation.name, counts.get(relation.name) ?? []);
        // The last relation goes straight into the result.
        if (empty || relation === current.result) continue;
        await this.#step(stageName(relation), () => this.#make(current, relation, names));
        if (!flagged) continue;
        const left = await this.#count(relation, names);
        addCounts(counts, relation.name, left);
        const rows = left.at(-1) ?? 0;
        empty = rows === 0;
        // Both plans are the same up to the first filters; from there on the rows left decide.
        if (relation.rows === null && rows <= FEW_ROWS) current = gathered;
      }
      if (!empty) {
        await this.#step(stageName(current.result), () =>
          this.#command(resultStatement(current, names, `INSERT INTO ${this.#database}.rows_all`)),
        );
      }
      // The last pass leaves with the whole database.
      if (pass === passes.at(-1)) continue;
      for (const relation of current.relations) {
        await this.#command(`DROP TABLE IF EXISTS ${names.relation(relation.name)} SYNC`);
      }
    }
    return [
      { label: "Security-days", code: "", rows: spine },
      ...plan.filters.map(({ label, code, relation, flags }) => ({
        label,
        code,
        rows: counts.get(relation)?.[flags - 1] ?? 0,
      })),
    ];
  }

  async #ranks(plan: Plan, passes: readonly Pass[]): Promise<void> {
    for (const [index, rank] of plan.ranks.entries()) {
      const values = rank.relations.at(-1);
      for (const [at, pass] of passes.entries()) {
        const names = this.#names(pass);
        for (const relation of rank.relations) {
          const more = relation === values && at > 0;
          await this.#step("Ranking", () => this.#make(plan, relation, names, more));
          if (relation === values) continue;
        }
        for (const relation of rank.relations) {
          if (relation !== values) await this.#command(`DROP TABLE IF EXISTS ${names.relation(relation.name)} SYNC`);
        }
      }
      const names = this.#names(null);
      await this.#step("Ranking", () =>
        this.#command(stagedRank(plan, index, names, `CREATE TABLE ${names.relation(rank.name)} ENGINE = Memory AS`)),
      );
      if (values) await this.#command(`DROP TABLE IF EXISTS ${names.relation(values.name)} SYNC`);
    }
  }

  async #make(plan: Plan, relation: Relation, names: Names, append = false): Promise<void> {
    const table = names.relation(relation.name);
    const into = append ? `INSERT INTO ${table}` : `CREATE TABLE ${table} ENGINE = Memory AS`;
    await this.#command(stagedStatement(plan, relation, names, into));
  }

  /** Rows on which the first n conditions hold, for each n. */
  async #count(relation: RowsRelation, names: Names): Promise<number[]> {
    const counts = relation.flags.map(
      (_, index) =>
        `countIf(${relation.flags
          .slice(0, index + 1)
          .map((__, flag) => `f${flag}`)
          .join(" AND ")})`,
    );
    const { left } = await this.#one<{ left: string[] }>(
      `SELECT [${counts.join(", ")}] AS left FROM ${names.relation(relation.name)}`,
    );
    return left.map(Number);
  }

  async #single(plan: Plan, names: Names, counts: Map<string, number[]>): Promise<void> {
    const inline: Names = {
      ...names,
      relation: (name) => (plan.ranks.some((rank) => rank.name === name) ? names.relation(name) : name),
    };
    const statement = singleStatement({ ...plan, ranks: [] }, inline);
    await this.#step("Scanning", () =>
      this.#command({ sql: `INSERT INTO ${this.#database}.rows_all ${statement.sql}`, params: statement.params }),
    );
    for (const relation of plan.relations) {
      if (relation.kind !== "rows" || relation.flags.length === 0) continue;
      const upTo = plan.relations.slice(0, plan.relations.indexOf(relation) + 1);
      const { sql, params } = singleStatement({ ...plan, ranks: [], relations: upTo }, inline);
      const each = relation.flags.map(
        (_, index) =>
          `countIf(${relation.flags
            .slice(0, index + 1)
            .map((__, flag) => `f${flag}`)
            .join(" AND ")})`,
      );
      const head = sql.slice(0, sql.lastIndexOf("\nSELECT"));
      const { left } = await this.#one<{ left: string[] }>({
        sql: `${head}\nSELECT [${each.join(", ")}] AS left FROM ${relation.name}`,
        params,
      });
      addCounts(counts, relation.name, left.map(Number));
    }
  }

  /** Ranges of security ids of about as many bars each, and how many security-days the request is about. */
  async #passes(plan: Plan): Promise<{ readonly passes: readonly Pass[]; readonly spine: number }> {
    const reach = wholeReach(plan);
    const where = `session BETWEEN {from:UInt16} AND {to:UInt16}`;
    const table = `${this.#market.database}.daily`;
    const passRows = this.#options.passRows ?? PASS_ROWS;
    const { rows, spine } = await this.#one<{ rows: string; spine: string }>({
      sql: `SELECT count() AS rows, countIf(session BETWEEN {first:UInt16} AND {last:UInt16}) AS spine FROM ${table} WHERE ${where}`,
      params: { ...reach, first: plan.sessions.from, last: plan.sessions.to },
    });
    if (Number(rows) <= passRows) return { passes: [null], spine: Number(spine) };
    const { bounds } = await this.#one<{ bounds: number[] }>({
      sql: `SELECT groupArray(id) AS bounds FROM (SELECT max(security_id) AS id FROM (SELECT security_id, sum(rows) OVER (ORDER BY security_id) AS upto FROM (SELECT security_id, count() AS rows FROM ${table} WHERE ${where} GROUP BY security_id)) GROUP BY intDiv(upto, {size:UInt64}) ORDER BY id)`,
      params: { ...reach, size: passRows },
    });
    const passes = bounds.map((to, index) => ({
      from: index === 0 ? 0 : (bounds[index - 1] ?? 0) + 1,
      to: index === bounds.length - 1 ? 4_294_967_295 : to,
    }));
    return { passes, spine: Number(spine) };
  }

  #names(pass: Pass): Names {
    return {
      database: this.#market.database,
      table: (name) => `${this.#market.database}.${name}`,
      relation: (name) => `${this.#database}.${name}`,
      // Bounds are whole numbers of our own making.
      shard: (column) => (pass === null ? "1" : `${column} BETWEEN ${pass.from} AND ${pass.to}`),
    };
  }

  #createTable(plan: Plan, table: string, order: string, numbered: boolean): string {
    const columns = [
      ...(numbered ? ["row UInt64"] : []),
      "security_id UInt32",
      "session UInt16",
      "c0 String",
      "c1 Date32",
      ...plan.columns.map(({ id, type }) => `${id} ${RESULT_TYPES[type]}`),
    ];
    return `CREATE TABLE ${table} (${columns.join(", ")}) ENGINE = MergeTree ${order}`;
  }

  /** Numbers the rows by date, then symbol, into the result table; a stretch of sessions at a time bounds the sort. */
  async #number(plan: Plan): Promise<number> {
    const staged = `${this.#database}.rows_all`;
    let done = 0;
    await this.#step("Ordering", async () => {
      await this.#command(this.#createTable(plan, this.#result, "ORDER BY row", true));
      const sessions = await this.#market.query<{ session: number; rows: number }>({
        sql: `SELECT session, toFloat64(count()) AS rows FROM ${staged} GROUP BY session ORDER BY session`,
        key: this.#key,
      });
      for (const { from, to, rows } of stretches(sessions)) {
        await this.#command({
          sql: `INSERT INTO ${this.#result} SELECT {done:UInt64} + rowNumberInAllBlocks() + 1 AS row, * FROM (SELECT * FROM ${staged} WHERE session BETWEEN {from:UInt16} AND {to:UInt16} ORDER BY session, c0, security_id) SETTINGS max_threads = 1, max_insert_threads = 1, optimize_read_in_order = 0`,
          params: { done, from, to },
        });
        done += rows;
      }
    });
    return done;
  }

  async #finished(
    plan: Plan,
    profile: MarketProfile,
    funnel: readonly FunnelStep[],
    rows: number,
  ): Promise<FinishedRun> {
    const counts = ["0", ...plan.columns.map(({ id }) => `countIf(isNull(${id}))`)];
    const { nulls } = await this.#one<{ nulls: (string | number)[] }>(
      `SELECT [${counts.join(", ")}] AS nulls FROM ${this.#result}`,
    );
    const hits = await this.#market.query<{ date: string; rows: string }>({
      sql: `SELECT toString(s.date) AS date, ifNull(r.rows, 0) AS rows FROM ${this.#market.database}.session AS s LEFT JOIN (SELECT session, count() AS rows FROM ${this.#result} GROUP BY session) AS r ON s.session = r.session WHERE s.session BETWEEN {from:UInt16} AND {to:UInt16} ORDER BY s.session`,
      params: { from: plan.sessions.from, to: plan.sessions.to },
    });
    const known = columnsByKey(this.#request.columns);
    const columns: ResultColumn[] = this.#request.columns.map((column, index) => {
      const { type, unit, outcome } = check(column.tree, { columns: known, use: "column" });
      return {
        id: `c${index + 2}`,
        name: column.name,
        type: plan.columns[index]?.type ?? type ?? "number",
        unit: plan.columns[index]?.type === "number" ? (unit ?? "plain") : null,
        live: liveFormula(column.tree),
        nulls: Number(nulls[index + 1] ?? 0),
        code: column.code,
        outcome,
      };
    });
    const fixed = (id: string, name: string, type: "text" | "date"): ResultColumn => ({
      id,
      name,
      type,
      unit: null,
      live: null,
      nulls: 0,
      code: "",
      outcome: false,
    });
    return {
      run: this.#options.run,
      database: this.#market.database,
      table: `result_${this.#options.run}`,
      rows,
      columns: [fixed("c0", "Symbol", "text"), fixed("c1", "Date", "date"), ...columns],
      funnel,
      hits: hits.map(({ date, rows: each }) => ({ date, rows: Number(each) })),
      snapshot: profile.snapshot ?? { id: "", date: "" },
      engine: await this.#market.version(),
      seconds: (performance.now() - this.#started) / 1000,
      notes: await notesOf(this.#market, plan, this.#request, this.#result, rows),
    };
  }
}

/** Sessions that are read of every security; relations that start from survivors are small whatever they reach. */
function wholeReach(plan: Plan): { readonly from: number; readonly to: number } {
  let { from, to } = plan.sessions;
  for (const relation of [...plan.relations, ...plan.ranks.flatMap((rank) => rank.relations)]) {
    if (relation.rows !== null) continue;
    const [first, last] =
      relation.kind === "rows"
        ? [relation.sessions.from - relation.lookback, relation.sessions.to + relation.lookahead]
        : // Indicators of everything read whole histories.
          [relation.of === "indicator" ? plan.market.from : relation.sessions.from, relation.sessions.to];
    from = Math.min(from, first);
    to = Math.max(to, last);
  }
  return { from: Math.max(0, from), to };
}

/** Sessions in stretches of about STRETCH_ROWS rows, in order. */
function stretches(
  sessions: readonly { readonly session: number; readonly rows: number }[],
): { from: number; to: number; rows: number }[] {
  const made: { from: number; to: number; rows: number }[] = [];
  for (const { session, rows } of sessions) {
    const last = made.at(-1);
    if (last && last.rows + rows <= STRETCH_ROWS) {
      last.to = session;
      last.rows += rows;
    } else {
      made.push({ from: session, to: session, rows });
    }
  }
  return made;
}

/** Security ids of a pass, both ends included; null is all of them. */
type Pass = { readonly from: number; readonly to: number } | null;

function emptyFunnel(plan: Plan): FunnelStep[] {
  return [
    { label: "Security-days", code: "", rows: 0 },
    ...plan.filters.map(({ label, code }) => ({ label, code, rows: 0 })),
  ];
}

function addCounts(counts: Map<string, number[]>, name: string, left: readonly number[]): void {
  const known = counts.get(name) ?? [];
  counts.set(
    name,
    left.map((rows, index) => rows + (known[index] ?? 0)),
  );
}

function stageName(relation: Relation): string {
  if (relation.kind === "rows") return relation.flags.length > 0 ? "Filtering" : "Computing columns";
  return relation.of === "indicator" ? "Indicators" : "Minute bars";
}
