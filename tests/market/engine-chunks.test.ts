import { readdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MarketError, type Market, type Statement } from "../../src/market/index.ts";
import { readAddress } from "../../src/market/engine/address.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { openTestMarket } from "./open-market.ts";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

const ROWS = { sql: "SELECT number, toString(number) FROM numbers(1000000000000)", settings: { max_threads: 1 } };

/** All bytes; a chunk is good until the next is asked for. */
async function gathered(statement: Statement, format: string, gzip: boolean): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of market.chunks(statement, format, { gzip })) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

async function running(key: string): Promise<unknown> {
  const [row] = await market.query<{ n: number }>({
    sql: "SELECT count() AS n FROM system.processes WHERE Settings['log_comment'] = {key:String}",
    params: { key },
    lane: "control",
  });
  return row?.n;
}

async function pipes(): Promise<readonly string[]> {
  const names = await readdir(dirname(market.spoolFile("any") ?? expect.unreachable()));
  return names.filter((name) => name.startsWith("rows-"));
}

// The last of the soak is many chunks and many more pipes full.
test.each([0, 1, 65_536, ...rounds([], [3_000_000])])(
  "%d rows are the bytes of a stream, packed or not",
  async (rows) => {
    const sql = "SELECT number, sipHash64(number) FROM numbers({rows:UInt64})";
    const expected = await buffer(await market.stream({ sql, params: { rows } }, "CSV"));
    expect((await gathered({ sql, params: { rows } }, "CSV", false)).equals(expected)).toBe(true);
    const packed = await gathered({ sql, params: { rows } }, "CSV", true);
    expect((packed.length === 0 ? packed : gunzipSync(packed)).equals(expected)).toBe(true);
    expect(await pipes()).toEqual([]);
  },
);

// `tests/market/engine.test.ts` has many statements at once; only the soak has their rows in pipes.
test.runIf(IN_SOAK)("many at once are not mixed up", async () => {
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, n) => gathered({ sql: `SELECT ${n} FROM numbers(100000)` }, "TSV", n % 2 === 0)),
  );
  for (const [n, bytes] of all.entries())
    expect((n % 2 === 0 ? gunzipSync(bytes) : bytes).toString() === `${n}\n`.repeat(100_000)).toBe(true);
});

test("a failure is the engine's, before and after the first rows", async () => {
  expect(await failureOf(gathered({ sql: "SELECT nope" }, "CSV", true))).toMatchObject({ engineCode: 47 });
  const late = {
    sql: "SELECT sipHash64(number), throwIf(number = 900000, 'late trouble') FROM numbers(1000000)",
    settings: { max_threads: 1 },
  };
  for (const gzip of [true, false]) {
    const error = await failureOf(gathered(late, "CSV", gzip));
    expect(error).toBeInstanceOf(MarketError);
    expect(error).toMatchObject({ code: "engine", engineCode: 395 });
  }
  expect(await pipes()).toEqual([]);
});

test("who stops reading, aborts or is cancelled ends the statement", async () => {
  for await (const chunk of market.chunks({ ...ROWS, key: "left" }, "TSV")) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  while ((await running("left")) !== 0);

  const stop = new AbortController();
  const aborted = (async () => {
    for await (const _ of market.chunks({ ...ROWS, key: "aborted", signal: stop.signal }, "TSV")) stop.abort();
  })();
  expect(await failureOf(aborted)).toMatchObject({ name: "MarketError", code: "cancelled" });
  while ((await running("aborted")) !== 0);

  const unread = market.chunks({ ...ROWS, key: "unread" }, "TSV", { gzip: true });
  await unread.next();
  await market.cancel("unread");
  expect(await running("unread")).toBe(0);
  const rest = async () => {
    for await (const chunk of unread) expect(chunk.length).toBeGreaterThan(0);
  };
  expect(await failureOf(rest())).toMatchObject({ code: "cancelled" });
  expect(await pipes()).toEqual([]);
});

// `tests/market/engine-life.test.ts` kills one with a stream under way; only the soak with chunks.
test.runIf(IN_SOAK)("an engine that dies takes them with it", async () => {
  const { pid } = (await readAddress(market.folder ?? "")) ?? expect.unreachable();
  const chunks = market.chunks({ ...ROWS, key: "dies" }, "TSV");
  await chunks.next();
  process.kill(pid, "SIGKILL");
  const rest = async () => {
    for await (const chunk of chunks) expect(chunk.length).toBeGreaterThan(0);
  };
  expect(await failureOf(rest())).toMatchObject({ code: "engine-died" });
  expect((await gathered({ sql: "SELECT 1" }, "TSV", false)).toString()).toBe("1\n");
});

test("rows go into a pipe of the spool folder and nowhere else", async () => {
  const { port, secret } = (await readAddress(market.folder ?? "")) ?? expect.unreachable();
  await writeFile(market.spoolFile("rows-file") ?? expect.unreachable(), "kept");
  for (const pipe of ["rows-none", "rows-file", "../engine.json", "/tmp/rows-x", "pipe-0", "rows-a/../b", ""]) {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "x-scanbook-pipe": pipe },
      body: "SELECT 1 FORMAT TSV",
    });
    expect([pipe, response.status, response.headers.get("x-clickhouse-exception-code")]).toEqual([pipe, 403, "497"]);
  }
});
