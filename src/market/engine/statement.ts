import { FILE_SETTINGS } from "./guard.ts";

/** A statement as it arrived over HTTP, and its translation to what chDB understands. Pure. */

export interface EngineStatement {
  readonly sql: string;
  readonly database: string;
  /** As ClickHouse's HTTP interface takes them: escaped text, not SQL. */
  readonly params: ReadonlyMap<string, string>;
  readonly settings: ReadonlyMap<string, string>;
}

/** URL arguments that belong to the HTTP interface and are no settings of a statement. */
const HTTP_ONLY = new Set([
  "query",
  "query_id",
  "database",
  "default_format",
  "session_id",
  "session_timeout",
  "session_check",
  "role",
  "quota_key",
  "user",
  "password",
  "compress",
  "decompress",
  "buffer_size",
  "close_session",
  "stacktrace",
  "enable_http_compression",
  "http_zlib_compression_level",
  "wait_end_of_query",
  "http_wait_end_of_query",
  "send_progress_in_http_headers",
  "http_headers_progress_interval_ms",
  "cancel_http_readonly_queries_on_client_close",
]);

/** Splits URL arguments and multipart fields into the parts of a statement. */
export function readArguments(args: Iterable<readonly [string, string]>): {
  params: Map<string, string>;
  settings: Map<string, string>;
} {
  const params = new Map<string, string>();
  const settings = new Map<string, string>();
  for (const [name, value] of args) {
    if (name.startsWith("param_")) params.set(name.slice("param_".length), value);
    else if (!HTTP_ONLY.has(name)) settings.set(name, value);
  }
  return { params, settings };
}

/** A string literal of ClickHouse's SQL. */
export function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\0", "\\0")}'`;
}

/** A quoted identifier of ClickHouse's SQL. */
function identifier(name: string): string {
  return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_.]*$/;

/**
 * What runs before the statement in its session. `tag` marks the statement in system.processes: the embedded engine has
 * no choice of query_id, so a text setting without effect here carries it.
 */
export function prelude(statement: EngineStatement, tag: string): string {
  const parts = [...statement.settings, [TAG_SETTING, tag] as const].map(([name, value]) => {
    if (!NAME.test(name)) throw new SyntaxError(`Bad setting name ${JSON.stringify(name)}`);
    if (FILE_SETTINGS.has(name.toLowerCase())) throw new SyntaxError(`Setting ${name} is not allowed`);
    return `${name}=${quote(value)}`;
  });
  for (const [name, value] of statement.params) {
    if (!NAME.test(name)) throw new SyntaxError(`Bad parameter name ${JSON.stringify(name)}`);
    parts.push(`param_${name}=${quote(value)}`);
  }
  return `USE ${identifier(statement.database)}; SET ${parts.join(", ")}`;
}

export const TAG_SETTING = "cluster_for_parallel_replicas";

const TRAILING_FORMAT = /\s+FORMAT\s+(\w+)[\s;]*$/i;

/** The statement without its last FORMAT clause, and that format; null where it has none. */
export function splitFormat(sql: string): { readonly sql: string; readonly format: string } | null {
  const match = TRAILING_FORMAT.exec(sql);
  return match?.[1] ? { sql: sql.slice(0, match.index), format: match[1] } : null;
}

/** `EXPLAIN AST` takes an INTO OUTFILE for a part of what it explains and writes nothing there. */
export function isExplained(sql: string): boolean {
  return /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/|\()*EXPLAIN\b/i.test(sql);
}

/** Header of a client that keeps the whole answer in memory anyway: it is not written to a FIFO, which costs as much as a short statement. */
export const IN_MEMORY_HEADER = "x-scanbook-in-memory";

/** How rows are written. */
export interface Form {
  readonly format: string;
  /** Level of gzip, null for none. */
  readonly gzip: number | null;
}

/** The same SELECT, written to a file or FIFO. */
export function intoFile(sql: string, form: Form, path: string): string {
  const compression = form.gzip === null ? "'none'" : `'gzip' LEVEL ${form.gzip}`;
  return `${sql}\nINTO OUTFILE ${quote(path)} TRUNCATE COMPRESSION ${compression}\nFORMAT ${form.format}`;
}

/** The same INSERT … FORMAT, reading its rows from a file. */
export function fromFile(sql: string, path: string, gzip: boolean): string | null {
  const split = splitFormat(sql);
  return split === null
    ? null
    : `${split.sql} FROM INFILE ${quote(path)} COMPRESSION ${gzip ? "'gzip'" : "'none'"} FORMAT ${split.format}`;
}
