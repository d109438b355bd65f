import { createHash, timingSafeEqual } from "node:crypto";
import { createReadStream } from "node:fs";
import { unlink } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { HOUR_MS } from "../../vocabulary/index.ts";
import { FOLDER_HEADER, PING_ANSWER, SHARE_PATH } from "./address.ts";
import type { Engine, Outcome, Running } from "./engine.ts";
import { exceptionBlock, exceptionTag, failure, isFatal, readFailure, type Failure } from "./failure.ts";
import { refusal } from "./guard.ts";
import { isLane, LANE_HEADER, type Lane } from "./lanes.ts";
import { findPipe, PIPE_HEADER } from "./pipe.ts";
import { isGzipped, readMultipart, readStatement, spoolBody, writeBeside } from "./request.ts";
import {
  fromFile,
  IN_MEMORY_HEADER,
  isExplained,
  readArguments,
  splitFormat,
  type EngineStatement,
  type Form,
} from "./statement.ts";

interface HostOptions {
  readonly engine: Engine;
  /** Absolute path of the spool folder. */
  readonly spool: string;
  readonly secret: string;
  /** Name of its data folder (folderName). */
  readonly folder: string;
  /** Answers to other processes that share the engine. */
  readonly sharers: Set<ServerResponse>;
  /** Called when the last of them is gone. */
  readonly onUnshared: () => void;
  /** Called when the engine has shut itself down and only a new process helps. */
  readonly onFatal: () => void;
}

interface Exchange extends HostOptions {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly lane: Lane;
}

/** Parameters of a command travel in its address, a list of ten thousand symbols among them. */
const MAX_HEADER_BYTES = 1 << 20;
/** Longer than the client keeps a connection, so that it never sends on one that is being closed. */
const KEEP_ALIVE_MS = HOUR_MS;

/** The host: ClickHouse's HTTP interface in front of chDB, as far as `@clickhouse/client` uses it. */
export function createHost(options: HostOptions): Server {
  const expected = digest(`Bearer ${options.secret}`);
  const settings = { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 };
  return createServer(settings, (request, response) => {
    // The client is gone: `close` follows and ends its statement.
    response.on("error", () => undefined);
    const fail = (what: Failure) => refuse(response, what, options.onFatal);
    if (!timingSafeEqual(digest(request.headers.authorization ?? ""), expected)) {
      fail(failure("AUTHENTICATION_FAILED", "Authentication failed"));
      return;
    }
    const url = new URL(request.url ?? "/", "http://engine");
    const lane = request.headers[LANE_HEADER];
    const exchange = { ...options, request, response, url, lane: isLane(lane) ? lane : "interactive" } as const;
    answer(exchange).catch((error: unknown) => {
      fail(readFailure(error));
    });
  });
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

async function answer(exchange: Exchange): Promise<void> {
  const { url, request, response } = exchange;
  if (url.pathname === "/ping") {
    const folder = encodeURIComponent(exchange.folder);
    response.writeHead(200, { "content-type": "text/plain", [FOLDER_HEADER]: folder }).end(PING_ANSWER);
    return;
  }
  if (url.pathname === SHARE_PATH) {
    share(exchange);
    return;
  }
  const id = url.searchParams.get("query_id");
  if (id !== null) response.setHeader("X-ClickHouse-Query-Id", encodeURIComponent(id));
  const given = url.searchParams.get("query");
  if (given !== null && request.method === "POST") await answerInsert(exchange, given);
  else await answerStatement(exchange);
}

/** Begins an answer that does not end: the connection says how long its process lives. */
function share({ response, sharers, onUnshared }: Exchange): void {
  sharers.add(response);
  response.once("close", () => {
    sharers.delete(response);
    if (sharers.size === 0) onUnshared();
  });
  response.writeHead(200, { "content-type": "text/plain" }).flushHeaders();
}

async function answerStatement(exchange: Exchange): Promise<void> {
  const { engine, request, response, url, lane, spool } = exchange;
  const body = await readStatement(request);
  const type = request.headers["content-type"] ?? "";
  const fields = type.startsWith("multipart/form-data") ? readMultipart(body, type) : [];
  const sql = fields.find(([name]) => name === "query")?.[1] ?? url.searchParams.get("query") ?? body.toString("utf8");
  const reason = refusal(sql, spool);
  if (reason !== null) return refuse(response, failure("ACCESS_DENIED", reason), exchange.onFatal);
  const statement = statementOf(url, sql, fields);
  if (/^\s*KILL\s+QUERY\b/i.test(sql)) await cancelByKey(engine, statement.params.get("key"));
  const split = splitFormat(sql);
  if (split === null || isExplained(sql) || request.headers[IN_MEMORY_HEADER] !== undefined) {
    const running = engine.run(split === null ? statement : { ...statement, sql: split.sql }, lane, split?.format);
    cancelWhenClosed(response, running);
    finish(exchange, await running.outcome);
    return;
  }
  const form = { format: split.format, gzip: gzipLevel(exchange) };
  const select = { ...statement, sql: split.sql };
  const pipe = request.headers[PIPE_HEADER];
  if (typeof pipe === "string") await sendIntoPipe(exchange, select, form, pipe);
  else if (url.searchParams.get("wait_end_of_query") === "1") await sendWhole(exchange, select, form);
  else await sendWhileItRuns(exchange, select, form);
}

function statementOf(url: URL, sql: string, fields: readonly (readonly [string, string])[] = []): EngineStatement {
  const args = readArguments([...url.searchParams, ...fields]);
  return { sql, database: url.searchParams.get("database") ?? "default", ...args };
}

const GZIP_LEVEL = 3;

function gzipLevel({ url, request }: Exchange): number | null {
  const accepted = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  if (!accepted || url.searchParams.get("enable_http_compression") !== "1") return null;
  const level = Number(url.searchParams.get("http_zlib_compression_level") ?? GZIP_LEVEL);
  return Number.isInteger(level) && level >= 1 && level <= 9 ? level : GZIP_LEVEL;
}

/** All of the rows arrive before the first is inserted: a broken upload inserts nothing. */
async function answerInsert(exchange: Exchange, given: string): Promise<void> {
  const { engine, request, response, url, lane, spool } = exchange;
  const reason = refusal(given, spool);
  if (reason !== null) return refuse(response, failure("ACCESS_DENIED", reason), exchange.onFatal);
  const path = join(spool, `insert-${crypto.randomUUID()}`);
  try {
    await spoolBody(request, path);
    const running = engine.run(statementOf(url, fromFile(given, path, isGzipped(request)) ?? given), lane);
    cancelWhenClosed(response, running);
    finish(exchange, await running.outcome);
  } finally {
    await unlink(path).catch(() => undefined);
  }
}

function rowsHeaders({ format, gzip }: Form): Record<string, string> {
  return {
    "content-type": "application/octet-stream",
    "X-ClickHouse-Format": format,
    ...(gzip === null ? {} : { "content-encoding": "gzip" }),
  };
}

/** Writes the whole answer to a file first, so that a failure gets a status and no half answer is sent. */
async function sendWhole(exchange: Exchange, statement: EngineStatement, form: Form): Promise<void> {
  const { engine, response, lane, spool } = exchange;
  const path = join(spool, `answer-${crypto.randomUUID()}`);
  try {
    const running = await engine.stream(statement, lane, form);
    cancelWhenClosed(response, running);
    // The engine must not write the file itself: on a full disk it truncates it and reports success.
    let broken: Failure | null = null;
    const written = writeBeside(running.bytes, path).catch((error: unknown) => {
      broken = readFailure(error);
      running.cancel();
    });
    const outcome = await running.outcome;
    // A failed statement breaks its stream too; its own failure is the one to report.
    if (!outcome.ok && broken === null) return finish(exchange, outcome);
    await written;
    if (running.signal.aborted) {
      return refuse(response, broken ?? failure("QUERY_WAS_CANCELLED", "Cancelled"), exchange.onFatal);
    }
    response.writeHead(200, rowsHeaders(form));
    // A client that disconnects midway is not an error.
    await pipeline(createReadStream(path), response).catch(() => undefined);
  } finally {
    await unlink(path).catch(() => undefined);
  }
}

/** The rows go through the client's pipe; the answer only reports success or failure. */
async function sendIntoPipe(exchange: Exchange, select: EngineStatement, form: Form, pipe: string): Promise<void> {
  const { engine, response, lane, spool } = exchange;
  const path = await findPipe(spool, pipe);
  if (path === null) {
    return refuse(response, failure("ACCESS_DENIED", "There is no pipe of that name"), exchange.onFatal);
  }
  const running = engine.into(path, select, lane, form);
  cancelWhenClosed(response, running);
  const outcome = await running.outcome;
  if (!outcome.ok || !running.signal.aborted) return finish(exchange, outcome);
  // The statement ended, but some of its rows were dropped.
  refuse(response, failure("QUERY_WAS_CANCELLED", "Cancelled while its rows were read"), exchange.onFatal);
}

async function sendWhileItRuns(exchange: Exchange, statement: EngineStatement, form: Form): Promise<void> {
  const { engine, response, lane } = exchange;
  const running = await engine.stream(statement, lane, form);
  cancelWhenClosed(response, running);
  const tag = exceptionTag();
  const begin = () => {
    if (!response.headersSent) response.writeHead(200, { ...rowsHeaders(form), "X-ClickHouse-Exception-Tag": tag });
  };
  const ended = new Promise<void>((resolve) => running.bytes.once("end", resolve).once("close", resolve));
  running.bytes.on("data", (chunk: Buffer) => {
    begin();
    if (response.write(chunk)) return;
    running.bytes.pause();
    response.once("drain", () => running.bytes.resume());
  });
  const outcome = await running.outcome;
  if (outcome.ok) await ended;
  const failed = !outcome.ok
    ? outcome.failure
    : running.signal.aborted
      ? failure("QUERY_WAS_CANCELLED", "Cancelled while its rows were read")
      : null;
  if (failed === null) {
    begin();
    response.end();
  } else if (response.headersSent && form.gzip === null && !isFatal(failed)) {
    running.bytes.removeAllListeners("data");
    response.end(exceptionBlock(failed, tag));
  } else refuse(response, failed, exchange.onFatal);
}

/** Ends all statements of a key; resolves when they are gone. */
async function cancelByKey(engine: Engine, key: string | undefined): Promise<void> {
  if (key === undefined) return;
  const hit = [...engine.running].filter((running) => running.key === key);
  for (const running of hit) running.cancel();
  await Promise.all(hit.map((running) => running.gone));
}

/** Cancels a statement whose caller has disconnected. */
function cancelWhenClosed(response: ServerResponse, running: Running): void {
  if (response.destroyed) running.cancel();
  response.once("close", () => {
    if (!response.writableFinished) running.cancel();
  });
}

function finish({ response, onFatal }: Exchange, outcome: Outcome): void {
  if (!outcome.ok) return refuse(response, outcome.failure, onFatal);
  response.writeHead(200, { "content-type": "text/tab-separated-values", "X-ClickHouse-Summary": "{}" });
  response.end(outcome.text);
}

const HTTP_STATUS: Readonly<Record<number, number>> = { 497: 403, 516: 401 };

function refuse(response: ServerResponse, failed: Failure, onFatal: () => void): void {
  if (isFatal(failed)) response.once("close", onFatal);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // What is left of the body is not read any more.
  response.setHeader("connection", "close");
  response.writeHead(HTTP_STATUS[failed.code] ?? 500, {
    "X-ClickHouse-Exception-Code": String(failed.code),
    "content-type": "text/plain; charset=UTF-8",
  });
  response.end(failed.message);
}
