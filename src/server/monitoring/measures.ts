interface Measured {
  readonly help: string;
  readonly labels: readonly string[];
}
interface Value extends Measured {
  readonly kind: "counter" | "gauge";
}
interface Distribution extends Measured {
  readonly kind: "histogram";
  readonly buckets: readonly number[];
}
type Measure = Value | Distribution;

/** Of answers, most of which take milliseconds. */
const ANSWER_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Of the steps of a scan, from a few days of one symbol to all minutes of years. */
const STEP_SECONDS = [0.05, 0.25, 1, 5, 15, 60, 300, 1_800];

/**
 * What `/metrics` tells, beside what Node says of the process. Labels have few values, all of them from tables: never an
 * account, a request, a formula, or an address as it was called. What is read from the account database or the engine is
 * the same from every server: take one of them (`max`), not their sum.
 */
export const MEASURES = {
  scanbook_build_info: {
    kind: "gauge",
    help: "Always 1; what runs: version, newest step of the schema that it knows, and whether it is a server or a worker",
    labels: ["version", "schema", "role"],
  },
  scanbook_ready: {
    kind: "gauge",
    help: "1 where /ready is 200, else 0",
    labels: [],
  },
  scanbook_http_request_duration_seconds: {
    kind: "histogram",
    help: "Time until an answer was sent whole, by method, route of the API reference and status",
    labels: ["method", "route", "status"],
    buckets: ANSWER_SECONDS,
  },
  scanbook_runs: {
    kind: "gauge",
    help: "Runs that have not ended, by status, in the account database",
    labels: ["status"],
  },
  scanbook_runs_oldest_waiting_seconds: {
    kind: "gauge",
    help: "Age of the run that waits longest; 0 where none waits",
    labels: [],
  },
  scanbook_scans_ended_total: {
    kind: "counter",
    help: "Scans that this process ended, by kind (run, preview) and status",
    labels: ["kind", "status"],
  },
  scanbook_answers_bytes: {
    kind: "gauge",
    help: "Bytes of answers to filters and columns that the engine keeps for previews",
    labels: [],
  },
  scanbook_answers_dropped_total: {
    kind: "counter",
    help: "Filters and columns whose answers this process dropped to keep within their bound",
    labels: [],
  },
  scanbook_scan_step_duration_seconds: {
    kind: "histogram",
    help: "Time of a step of a scan in this process, by kind of scan and stage",
    labels: ["kind", "stage"],
    buckets: STEP_SECONDS,
  },
  scanbook_jobs_waiting: {
    kind: "gauge",
    help: "Jobs that could start now and have not, by queue, in the account database",
    labels: ["queue"],
  },
  scanbook_jobs_oldest_waiting_seconds: {
    kind: "gauge",
    help: "How long the oldest of them could have started",
    labels: ["queue"],
  },
  scanbook_engine_up: {
    kind: "gauge",
    help: "1 where the market engine answers within 3 seconds, else 0",
    labels: [],
  },
  scanbook_engine_rows_read_total: {
    kind: "counter",
    help: "Rows that the engine has read for statements since its start; with several nodes, of the one that answered",
    labels: [],
  },
  scanbook_engine_bytes_read_total: {
    kind: "counter",
    help: "Bytes of those rows, uncompressed",
    labels: [],
  },
  scanbook_engine_statements: {
    kind: "gauge",
    help: "Statements that run in the engine",
    labels: [],
  },
  scanbook_engine_memory_bytes: {
    kind: "gauge",
    help: "Memory that the engine has allocated",
    labels: [],
  },
  scanbook_market_last_session_timestamp_seconds: {
    kind: "gauge",
    help: "Midnight UTC of the last session that the market holds; missing in an empty market",
    labels: [],
  },
  scanbook_database_up: {
    kind: "gauge",
    help: "1 where the account database answers within 3 seconds, else 0",
    labels: [],
  },
  scanbook_database_connections: {
    kind: "gauge",
    help: "Connections of this process to the account database, by state (used, idle)",
    labels: ["state"],
  },
  scanbook_database_connections_max: {
    kind: "gauge",
    help: "Connections that this process may have, without those of the job queue",
    labels: [],
  },
  scanbook_database_waiting: {
    kind: "gauge",
    help: "Statements of this process that wait for a connection",
    labels: [],
  },
  scanbook_streams_open: {
    kind: "gauge",
    help: "Streams of events that are open at this server; missing from a worker",
    labels: [],
  },
  scanbook_data_folder_free_bytes: {
    kind: "gauge",
    help: "Free space on the disk of the data folder",
    labels: [],
  },
} as const satisfies Readonly<Record<string, Measure>>;

export type MeasureName<Kind extends Measure["kind"]> = {
  [Name in keyof typeof MEASURES]: (typeof MEASURES)[Name]["kind"] extends Kind ? Name : never;
}[keyof typeof MEASURES];

export const measuresByName: readonly (readonly [name: string, measure: Measure])[] = Object.entries(MEASURES);
