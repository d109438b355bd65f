import { createHash, timingSafeEqual } from "node:crypto";
import { unlink } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Engine, Outcome, Running } from "./engine.ts";
import { exceptionBlock, exceptionTag, type Failure } from "./failure.ts";
import { isLane, LANE_HEADER, type Lane } from "./lanes.ts";
import { isGzipped, readMultipart, readStatement, spoolBody } from "./request.ts";
import { fromFile, readArguments, splitFormat, type EngineStatement } from "./statement.ts";

export interface HostOptions {
  readonly engine: Engine;
  readonly spool: string;
  readonly secret: string;
}

/** The host: ClickHouse's HTTP interface in front of chDB, as far as `@clickhouse/client` uses it. */
export function createHost(options: HostOptions): Server {
  const expected = digest(`Bearer ${options.secret}`);
  // Short parameters of commands travel in the address, a list of a few thousand symbols among them.
  const server = createServer({ maxHeaderSize: 1 << 20, keepAliveTimeout: 3_600_000 }, (request, response) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ""), expected)) {
      fail(response, { code: 516, message: "Code: 516. DB::Exception: Authentication failed (AUTHENTICATION_FAILED)" });
      return;
    }
    answer(request, response, options).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      fail(response, { code: 62, message: `Code: 62. DB::Exception: ${text} (SYNTAX_ERROR)` });
    });
  });
  server.requestTimeout = 0;
  return server;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

async function answer(request: IncomingMessage, response: ServerResponse, options: HostOptions): Promise<void> {
  const url = new URL(request.url ?? "/", "http://engine");
  if (url.pathname === "/ping") {
    response.writeHead(200, { "content-type": "text/plain" }).end("Ok.\n");
    return;
  }
  const id = url.searchParams.get("query_id");
  if (id) response.setHeader("X-ClickHouse-Query-Id", encodeURIComponent(id));
  const asked = request.headers[LANE_HEADER];
  const lane: Lane = isLane(asked) ? asked : "interactive";
  const given = url.searchParams.get("query");
  const insert = given !== null && request.method === "POST";
  if (insert) await answerInsert(request, response, options, given, url, lane);
  else await answerStatement(request, response, options, url, lane);
}

async function answerStatement(
  request: IncomingMessage,
  response: ServerResponse,
  { engine }: HostOptions,
  url: URL,
  lane: Lane,
): Promise<void> {
  const body = await readStatement(request);
  const type = request.headers["content-type"] ?? "";
  const fields = type.startsWith("multipart/form-data") ? readMultipart(body, type) : [];
  const sql = fields.find(([name]) => name === "query")?.[1] ?? url.searchParams.get("query") ?? body.toString("utf8");
  const statement = {
    sql,
    database: url.searchParams.get("database") ?? "default",
    ...readArguments([...url.searchParams, ...fields]),
  };
  if (/^\s*KILL\s+QUERY\b/i.test(sql)) await cancelByKey(engine, statement.params.get("key"));
  const split = splitFormat(sql);
  if (split === null) {
    const running = engine.run(statement, lane);
    cancelWhenClosed(response, running);
    finish(response, await running.outcome);
    return;
  }
  const gzip =
    url.searchParams.get("enable_http_compression") === "1" &&
    /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  await streamRows(response, engine, { ...statement, sql: split.sql }, lane, split.format, gzip);
}

async function answerInsert(
  request: IncomingMessage,
  response: ServerResponse,
  { engine, spool }: HostOptions,
  given: string,
  url: URL,
  lane: Lane,
): Promise<void> {
  const path = join(spool, `insert-${crypto.randomUUID()}`);
  try {
    // All of the rows first: a broken upload must insert nothing.
    await spoolBody(request, path);
    const sql = fromFile(given, path, isGzipped(request));
    const statement = {
      sql: sql ?? given,
      database: url.searchParams.get("database") ?? "default",
      ...readArguments(url.searchParams),
    };
    const running = engine.run(statement, lane);
    cancelWhenClosed(response, running);
    finish(response, await running.outcome);
  } finally {
    await unlink(path).catch(() => undefined);
  }
}

async function streamRows(
  response: ServerResponse,
  engine: Engine,
  statement: EngineStatement,
  lane: Lane,
  format: string,
  gzip: boolean,
): Promise<void> {
  const running = await engine.stream(statement, lane, format, gzip);
  const { outlet, outcome } = running;
  cancelWhenClosed(response, running);
  const tag = exceptionTag();
  let drained = false;
  const end = new Promise<void>((resolve) => {
    outlet.bytes.once("end", resolve);
    outlet.bytes.once("error", () => resolve());
    outlet.bytes.once("close", () => resolve());
  });
  const begin = () => {
    if (response.headersSent) return;
    response.writeHead(200, {
      "content-type": "application/octet-stream",
      "X-ClickHouse-Format": format,
      "X-ClickHouse-Exception-Tag": tag,
      ...(gzip ? { "content-encoding": "gzip" } : {}),
    });
  };
  // Whoever stops reading must not stop the engine: what nobody wants is read and dropped until it is done.
  response.once("close", () => {
    drained = true;
    outlet.bytes.resume();
  });
  outlet.bytes.on("data", (chunk: Buffer) => {
    if (drained) return;
    begin();
    if (!response.write(chunk)) {
      outlet.bytes.pause();
      response.once("drain", () => outlet.bytes.resume());
    }
  });
  try {
    const result = await outcome;
    if (result.ok) {
      await end;
      begin();
      response.end();
      return;
    }
    if (!response.headersSent) {
      drained = true;
      fail(response, result.failure);
      return;
    }
    drained = true;
    if (gzip) response.destroy();
    else response.end(exceptionBlock(result.failure, tag));
  } finally {
    outlet.release();
  }
}

/** Ends all statements of a key; resolves when they are gone. */
async function cancelByKey(engine: Engine, key: string | undefined): Promise<void> {
  if (key === undefined) return;
  const hit = [...engine.running].filter((running) => running.key === key);
  for (const running of hit) running.cancel();
  await Promise.all(hit.map((running) => running.gone));
}

/** An abort alone leaves the statement running in the engine. */
function cancelWhenClosed(response: ServerResponse, running: Running): void {
  response.once("close", () => {
    if (!response.writableFinished) running.cancel();
  });
}

function finish(response: ServerResponse, outcome: Outcome): void {
  if (!outcome.ok) {
    fail(response, outcome.failure);
    return;
  }
  response.writeHead(200, { "content-type": "text/tab-separated-values", "X-ClickHouse-Summary": "{}" });
  response.end(outcome.text);
}

function fail(response: ServerResponse, failure: Failure): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const status = failure.code === 516 ? 401 : failure.code === 60 || failure.code === 81 ? 404 : 500;
  response.writeHead(status, { "X-ClickHouse-Exception-Code": String(failure.code), "content-type": "text/plain" });
  response.end(failure.message);
}
