import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import { ANSWERS_COMMENT, type Market } from "../../market/index.ts";
import type { Database, Db } from "../db/index.ts";
import { JOBS } from "../jobs/job-kinds.ts";
import { marketDate } from "../runs/market-date.ts";
import { OPEN_STATUSES } from "../runs/run-status.ts";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";
import { within } from "./within.ts";

/** A part that has not answered by then is told as down until the next measurement. */
const TIMEOUT_MS = 3_000;

/** What is read anew for each answer of `/metrics`. */
export interface MeasuredParts {
  readonly metrics: Metrics;
  readonly db: Db;
  readonly database: Database;
  readonly market: Market;
  /** The data folder. */
  readonly data: string;
  readonly readiness: Readiness;
  /** Null where it has none. */
  readonly streams: { readonly size: number } | null;
  readonly logger: Logger;
}

/** Reads the state of every part into the metrics. Never rejects: a part that does not answer is down. */
export async function readGauges(parts: MeasuredParts): Promise<void> {
  const { metrics } = parts;
  const read = async (what: string, part: Promise<void>): Promise<boolean> => {
    try {
      await within(TIMEOUT_MS, what, part);
      return true;
    } catch (error) {
      parts.logger.warn({ err: error, part: what }, "could not be measured");
      return false;
    }
  };
  const [database, engine, , ready] = await Promise.all([
    read("The account database", queues(metrics, parts.db)),
    read("The engine", engineState(metrics, parts.market)),
    read("The data folder", disk(metrics, parts.data)),
    parts.readiness.check().then(
      () => true,
      () => false,
    ),
  ]);
  metrics.set("scanbook_database_up", Number(database));
  metrics.set("scanbook_engine_up", Number(engine));
  metrics.set("scanbook_ready", Number(ready));
  const { used, idle, waiting, max } = parts.database.connections();
  metrics.set("scanbook_database_connections", used, { state: "used" });
  metrics.set("scanbook_database_connections", idle, { state: "idle" });
  metrics.set("scanbook_database_connections_max", max);
  metrics.set("scanbook_database_waiting", waiting);
  metrics.set("scanbook_streams_open", parts.streams?.size ?? null);
}

async function queues(metrics: Metrics, db: Db): Promise<void> {
  const runs = await db
    .selectFrom("run")
    .select(["status", sql<number>`count(*)::int`.as("runs")])
    .select(sql<number>`extract(epoch FROM now() - min(created_at))::float8`.as("age"))
    .where("status", "in", OPEN_STATUSES)
    .groupBy("status")
    .execute();
  const { rows: jobs } = await sql<{ name: string; jobs: number; age: number }>`
    SELECT name, count(*)::int AS jobs, extract(epoch FROM now() - min(start_after))::float8 AS age
    FROM job.job WHERE state < 'active' AND NOT blocked AND start_after <= now() GROUP BY name`.execute(db);
  const of = <Row>(
    rows: readonly Row[],
    key: (row: Row) => string,
    value: (row: Row) => number,
    all: readonly string[],
  ) => new Map([...all.map((name) => [name, 0] as const), ...rows.map((row) => [key(row), value(row)] as const)]);
  metrics.setAll(
    "scanbook_runs",
    "status",
    of(
      runs,
      ({ status }) => status,
      (row) => row.runs,
      OPEN_STATUSES,
    ),
  );
  metrics.set("scanbook_runs_oldest_waiting_seconds", runs.find(({ status }) => status === "Pending")?.age ?? 0);
  // Queues of the job queue itself are of no use to anybody.
  const names = Object.keys(JOBS);
  const known = jobs.filter(({ name }) => names.includes(name));
  metrics.setAll(
    "scanbook_jobs_waiting",
    "queue",
    of(
      known,
      ({ name }) => name,
      (row) => row.jobs,
      names,
    ),
  );
  metrics.setAll(
    "scanbook_jobs_oldest_waiting_seconds",
    "queue",
    of(
      known,
      ({ name }) => name,
      (row) => row.age,
      names,
    ),
  );
}

interface EngineState {
  readonly rows: number;
  readonly bytes: number;
  readonly statements: number;
  readonly memory: number;
  readonly answers: number;
}

async function engineState(metrics: Metrics, market: Market): Promise<void> {
  const [state] = await market.query<EngineState>({
    sql: `SELECT (SELECT sum(value) FROM system.events WHERE event = 'SelectedRows') AS rows,
      (SELECT sum(value) FROM system.events WHERE event = 'SelectedBytes') AS bytes,
      (SELECT sum(value) FROM system.metrics WHERE metric = 'Query') - 1 AS statements,
      (SELECT sum(value) FROM system.metrics WHERE metric = 'MemoryTracking') AS memory,
      (SELECT sum(total_bytes) FROM system.tables WHERE database = {database:String} AND comment = {comment:String}) AS answers`,
    params: { database: market.database, comment: ANSWERS_COMMENT },
    lane: "control",
  });
  metrics.setCount("scanbook_engine_rows_read_total", state?.rows ?? 0);
  metrics.setCount("scanbook_engine_bytes_read_total", state?.bytes ?? 0);
  metrics.set("scanbook_engine_statements", state?.statements ?? 0);
  metrics.set("scanbook_engine_memory_bytes", state?.memory ?? 0);
  metrics.set("scanbook_answers_bytes", state?.answers ?? 0);
  const date = await marketDate(market);
  metrics.set("scanbook_market_last_session_timestamp_seconds", date === null ? null : Date.parse(date) / 1_000);
}

async function disk(metrics: Metrics, data: string): Promise<void> {
  const { bavail, bsize } = await statfs(data);
  metrics.set("scanbook_data_folder_free_bytes", bavail * bsize);
}
