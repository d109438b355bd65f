import type { Readable } from "node:stream";
import type { EngineProfile } from "./engine-profile.ts";

/** A value bound to `{name:Type}` in a statement; never printed into it. */
export type Bound = string | number | bigint | boolean | null | readonly (string | number)[];

export interface Statement {
  readonly sql: string;
  readonly params?: Readonly<Record<string, Bound>>;
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Key under which progress is read and the statement is cancelled; any text without quotes. */
  readonly key?: string;
  readonly signal?: AbortSignal;
  /** `scan` waits for a lane of its own so that short queries never wait behind it. Default `interactive`. */
  readonly lane?: "scan" | "interactive" | "control";
}

/** Rows to insert as bytes. */
export interface RowStream {
  readonly stream: Readable;
  readonly format: "CSV" | "TSV" | "JSONEachRow" | "RowBinary" | "RawBLOB";
  /** The columns that a row has; all of the table without them. */
  readonly columns?: readonly string[];
  readonly settings?: Statement["settings"];
  readonly key?: string;
}

/** Rows the engine has read so far for a key, and of how many where it knows. */
export interface Progress {
  readonly readRows: number;
  readonly totalRows: number;
  readonly memory: number;
}

/**
 * A connection to the market engine, embedded or at `MARKET_URL`. Every statement runs with the settings of
 * `STATEMENT_SETTINGS`. Rejects with MarketError; the engine lives on after a failed statement, and is started again
 * after its death (statements in flight then reject with code `engine-died`).
 */
export interface Market {
  /** Database that holds the tables, `market` by default. */
  readonly database: string;
  /** Data folder of the embedded engine; null with an address. */
  readonly folder: string | null;
  /** What runs it, and what differs by that. */
  readonly profile: EngineProfile;
  query<Row>(statement: Statement | string): Promise<Row[]>;
  command(statement: Statement | string): Promise<void>;
  /** Rows as objects (JSONEachRow) or a byte stream in `format`. */
  insert(table: string, rows: readonly object[] | RowStream): Promise<void>;
  /** The bytes of a SELECT in any format; `gzip` asks the engine to compress them. */
  stream(statement: Statement, format: string, options?: { readonly gzip?: boolean }): Promise<Readable>;
  /**
   * The same in large chunks, each valid until the next is read, for writing them elsewhere. Those of the embedded
   * engine come straight from its thread, at half the cost. Throws MarketError, also after the first chunk; leaving the
   * loop early ends the statement.
   */
  chunks(statement: Statement, format: string, options?: { readonly gzip?: boolean }): AsyncGenerator<Buffer, void>;
  progress(key: string): Promise<Progress | null>;
  /** Ends the statements of that key; resolves when they are gone. */
  cancel(key: string): Promise<void>;
  /**
   * Path of a file of that name in the engine's spool folder, the only place that `file('<path>', '<format>')` in a
   * statement may read. The caller removes the file; the engine empties the folder at its start. Null with an
   * address: there, only `insert` reaches the engine.
   */
  spoolFile(name: string): string | null;
  version(): Promise<string>;
  close(): Promise<void>;
}

export class MarketError extends Error {
  override readonly name = "MarketError";
  /** `engine-died`, `cancelled`, `memory`, `too-much` (rows, bytes or time that the statement may take), `disk-full`, `locked`, `changed` (by imports, time and again), `gone` (a snapshot that is not kept), or `engine` with the engine's own number. */
  readonly code:
    | "engine-died"
    | "cancelled"
    | "memory"
    | "too-much"
    | "disk-full"
    | "locked"
    | "changed"
    | "gone"
    | "engine";
  readonly engineCode: number | null;
  constructor(code: MarketError["code"], message: string, engineCode: number | null = null) {
    super(message);
    this.code = code;
    this.engineCode = engineCode;
  }
}

/** Unknown table and unknown database, by the numbers of ClickHouse's ErrorCodes. */
const MISSING_TABLE_CODES: ReadonlySet<number | null> = new Set([60, 81]);

/** Whether a statement failed for a table or a database that is not there. */
export const isTableMissing = ({ engineCode }: MarketError): boolean => MISSING_TABLE_CODES.has(engineCode);

/** Whether the engine died: during a statement, or between two, so that the new one has no tables of what is under way. */
export const lostTables = (error: MarketError): boolean => error.code === "engine-died" || isTableMissing(error);

/** Set on every statement; the meaning of null in every expression depends on them. */
export const STATEMENT_SETTINGS = {
  join_use_nulls: 1,
  // Compiling an expression never pays back within a scan: 1.87 s of CPU against 1.59 s on the realistic request.
  compile_expressions: 0,
  // It looks for `a < b AND b < 5` to conclude `a < 5`, and hashes all that every column comes from to do so: of a statement
  // with fifty joins that was half of the CPU, 1.6 s.
  optimize_and_compare_chain: 0,
  least_greatest_legacy_null_behavior: 1,
  max_ast_depth: 10_000,
  max_parser_depth: 10_000,
  max_ast_elements: 1_000_000,
  max_expanded_ast_elements: 5_000_000,
  max_query_size: 64_000_000,
} as const;
