import type { ClickHouseSettings } from "@clickhouse/client";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { toMarketError, isUnreachable, isNeverSent } from "./client-errors.ts";
import { clientsAt, type Clients, type Endpoint } from "./client-endpoint.ts";
import { rowsAsLines } from "./client-rows.ts";
import { rowsThroughPipe } from "./client-pipe.ts";
import { guardExceptions } from "./client-stream.ts";
import { embeddedEngine, serverAtAddress, type EngineProfile } from "./engine-profile.ts";
import { LANE_HEADER } from "./engine/lanes.ts";
import { PIPE_HEADER } from "./engine/pipe.ts";
import { IN_MEMORY_HEADER } from "./engine/statement.ts";
import { MarketError, STATEMENT_SETTINGS, type Market, type Progress, type Statement } from "./market.ts";

/** Where statements go. `lost` reports a dead endpoint, so that the next statement gets a live one. */
export interface EndpointSource {
  /** Data folder of an embedded engine; null with an address. */
  readonly folder: string | null;
  endpoint(): Promise<Endpoint>;
  lost(endpoint: Endpoint): void;
  close(): Promise<void>;
}

const MAX_ATTEMPTS = 3;
/** What the engine's guard lets `file()` read. */
const SPOOL_NAME = /^[\w-][\w.-]*$/;
const TABLE_NAME = /^[A-Za-z_][\w.]*$/;
/** Of an answer that is read as a whole. It is short: starting threads to format it is a quarter of the CPU of `SELECT 1`. */
const IN_MEMORY_SETTINGS = { output_format_json_quote_64bit_integers: 0, output_format_parallel_formatting: 0 };

/** The client's type lists the settings it knows; the engine knows more, and refuses what it does not. */
function asSettings(settings: Readonly<Record<string, string | number>>): ClickHouseSettings {
  return settings;
}

function asStatement(statement: Statement | string): Statement {
  return typeof statement === "string" ? { sql: statement } : statement;
}

function selectInto({ sql }: Statement, format: string): string {
  return `${sql.replace(/[\s;]+$/, "")}\nFORMAT ${format}`;
}

/** The options of a statement that every call of the client takes. */
function requestOf({ settings }: EngineProfile, statement: Statement, more: Readonly<Record<string, string | number>>) {
  return {
    query_id: randomUUID(),
    clickhouse_settings: asSettings({
      ...STATEMENT_SETTINGS,
      // Our own engine ends every statement whose caller has left; a server does so for reads, with this setting.
      cancel_http_readonly_queries_on_client_close: 1,
      ...settings,
      ...statement.settings,
      ...(statement.key === undefined ? {} : { log_comment: statement.key }),
      ...more,
    }),
    ...(statement.params ? { query_params: statement.params } : {}),
    ...(statement.signal ? { abort_signal: statement.signal } : {}),
    http_headers: { [LANE_HEADER]: statement.lane ?? "interactive" },
  };
}

/** The one client of the market, whether its engine is a child process or a server. */
export function createMarket(
  source: EndpointSource,
  database: string,
  profile: EngineProfile = source.folder === null ? serverAtAddress : embeddedEngine(source.folder),
): Market {
  const request = (statement: Statement, more: Readonly<Record<string, string | number>> = {}) =>
    requestOf(profile, statement, more);
  let connected: { readonly to: Endpoint; readonly clients: Clients } | null = null;

  const clients = (to: Endpoint): Clients => {
    if (connected?.to.url === to.url && connected.to.secret === to.secret) return connected.clients;
    void connected?.clients.close();
    connected = { to, clients: clientsAt(to, database) };
    return connected.clients;
  };

  /** Tries again only where the statement never left this process: the engine had died, or another process is starting it. */
  const attempt = async <T>(
    signal: AbortSignal | undefined,
    call: (clients: Clients) => Promise<T>,
    attempts = MAX_ATTEMPTS,
  ): Promise<T> => {
    for (let attemptsLeft = attempts; ; attemptsLeft--) {
      const endpoint = await source.endpoint();
      // The client does not notice a signal that was aborted before.
      if (signal?.aborted) throw new MarketError("cancelled", "The statement was cancelled");
      try {
        return await call(clients(endpoint));
      } catch (error) {
        if (isUnreachable(error) && !signal?.aborted) source.lost(endpoint);
        if (attemptsLeft > 1 && source.folder !== null && isNeverSent(error)) continue;
        throw toMarketError(error, signal);
      }
    }
  };

  const market: Market = {
    database,
    folder: source.folder,
    profile,

    async query<Row>(given: Statement | string): Promise<Row[]> {
      const statement = asStatement(given);
      return attempt(statement.signal, async ({ plain }) => {
        const { http_headers, ...sent } = request(statement, IN_MEMORY_SETTINGS);
        const result = await plain.query({
          ...sent,
          http_headers: { ...http_headers, [IN_MEMORY_HEADER]: "1" },
          query: statement.sql,
          format: "JSONEachRow",
        });
        // The client follows the signal only until the first byte.
        const stop = () => result.close();
        statement.signal?.addEventListener("abort", stop, { once: true });
        try {
          return await result.json<Row>();
        } finally {
          statement.signal?.removeEventListener("abort", stop);
        }
      });
    },

    async command(given) {
      const statement = asStatement(given);
      await attempt(statement.signal, ({ plain }) => plain.command({ ...request(statement), query: statement.sql }));
    },

    async insert(table, rows) {
      if (!TABLE_NAME.test(table)) throw new TypeError(`Not a table name: ${table}`);
      // A stream can be sent only once, so make sure first that the engine is alive.
      if ("stream" in rows) await market.command({ sql: "SELECT 1", lane: "control" });
      const { columns, settings, key } = "stream" in rows ? rows : {};
      await attempt(undefined, async ({ plain }) => {
        const { stream } = await plain.exec({
          ...request({
            sql: "",
            settings: { date_time_input_format: "best_effort", ...settings },
            ...(key === undefined ? {} : { key }),
          }),
          query: `INSERT INTO ${table}${columns ? ` (${columns.join(", ")})` : ""} FORMAT ${"stream" in rows ? rows.format : "JSONEachRow"}`,
          values: "stream" in rows ? rows.stream : rowsAsLines(rows),
        });
        stream.resume();
      });
    },

    async stream(statement, format, options) {
      const gzip = options?.gzip ?? false;
      return attempt(statement.signal, async ({ plain, gzipped }) => {
        const { stream, response_headers } = await (gzip ? gzipped : plain).exec({
          // A gzip member cannot carry an exception at its end, so the engine finishes it before it sends the first byte.
          ...request(statement, gzip ? { wait_end_of_query: 1 } : {}),
          query: selectInto(statement, format),
          decompress_response_stream: false,
        });
        const tag = response_headers["x-clickhouse-exception-tag"];
        return guardExceptions(stream, typeof tag === "string" && !gzip ? tag : null, statement.signal);
      });
    },

    async *chunks(statement, format, options) {
      const { spool } = profile;
      if (spool === null) {
        const stream = await market.stream(statement, format, options);
        // The reader sees the error; without a listener an abort between two reads would end the process.
        stream.on("error", () => undefined);
        try {
          yield* stream;
        } finally {
          stream.destroy();
        }
        return;
      }
      // A starting engine empties the folder of the pipe, so start it before.
      await market.command({ sql: "SELECT 1", lane: "control" });
      yield* rowsThroughPipe(spool, (pipe, stopped) => {
        const signal = statement.signal ? AbortSignal.any([stopped, statement.signal]) : stopped;
        const write = async ({ plain, gzipped }: Clients): Promise<void> => {
          const { http_headers, ...sent } = request({ ...statement, signal });
          const { stream } = await (options?.gzip ? gzipped : plain).exec({
            ...sent,
            http_headers: { ...http_headers, [PIPE_HEADER]: pipe },
            query: selectInto(statement, format),
            decompress_response_stream: false,
          });
          stream.resume();
        };
        return attempt(signal, write, 1);
      });
    },

    async progress(key): Promise<Progress | null> {
      const [row] = await market.query<{ running: number; readRows: number; totalRows: number; memory: number }>({
        sql:
          `SELECT count() AS running, sum(read_rows) AS readRows, sum(total_rows_approx) AS totalRows, ` +
          `sum(greatest(memory_usage, 0)) AS memory FROM ${profile.processes} WHERE Settings['log_comment'] = {key:String}`,
        params: { key },
        lane: "control",
      });
      if (!row || row.running === 0) return null;
      return { readRows: row.readRows, totalRows: row.totalRows, memory: row.memory };
    },

    async cancel(key) {
      await market.command({
        sql: `KILL QUERY${profile.onCluster} WHERE Settings['log_comment'] = {key:String} SYNC`,
        params: { key },
        lane: "control",
      });
    },

    spoolFile(name) {
      if (profile.spool === null) return null;
      if (!SPOOL_NAME.test(name)) throw new TypeError(`Not a name for a spool file: ${name}`);
      return join(profile.spool, name);
    },

    async version() {
      const [row] = await market.query<{ version: string }>({
        sql: "SELECT version() AS version",
        // Never behind the statements that it is busy with.
        lane: "control",
      });
      return row?.version ?? "";
    },

    async close() {
      await connected?.clients.close();
      connected = null;
      await source.close();
    },
  };
  return market;
}
