import { afterAll, beforeAll, expect, test } from "vitest";
import { MarketError, type Market, type Statement } from "../../src/market/index.ts";
import { IN_SOAK } from "../cases.ts";
import { openTestMarket } from "./open-market.ts";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

/** Runs for hours unless somebody ends it. */
const ENDLESS = "SELECT sum(sipHash64(number)) AS v FROM numbers(1000000000000)";

const ROWS = { sql: "SELECT number, toString(number) FROM numbers(1000000000000)", settings: { max_threads: 1 } };

/** Starts a statement and waits until the engine has read rows for it. */
async function started(statement: Statement & { readonly key: string }) {
  const result = market.query(statement).then(
    () => null,
    (error: unknown) => error,
  );
  let progress = await market.progress(statement.key);
  while (progress === null || progress.readRows === 0) progress = await market.progress(statement.key);
  return { result, progress };
}

async function running(key: string): Promise<unknown> {
  const [row] = await market.query<{ n: number }>({
    sql: "SELECT count() AS n FROM system.processes WHERE Settings['log_comment'] = {key:String}",
    params: { key },
    lane: "control",
  });
  return row?.n;
}

test("progress says how many rows were read, of how many, and cancel ends the statement", async () => {
  const { result, progress } = await started({ sql: ENDLESS, key: "scan 17", settings: { max_threads: 1 } });
  expect(progress.totalRows).toBe(1_000_000_000_000);
  expect(progress.readRows).toBeLessThan(progress.totalRows);
  expect(progress.memory).toBeGreaterThanOrEqual(0);
  await market.cancel("scan 17");
  expect(await running("scan 17")).toBe(0);
  expect(await market.progress("scan 17")).toBeNull();
  expect(await result).toMatchObject({ name: "MarketError", code: "cancelled", engineCode: 394 });
});

test("cancel leaves the statements of others alone, and a key that nobody has is no failure", async () => {
  const mine = await started({ sql: ENDLESS, key: "mine", settings: { max_threads: 1 } });
  const theirs = await started({ sql: ENDLESS, key: "theirs", settings: { max_threads: 1 } });
  await market.cancel("nobody");
  await market.cancel("mine");
  expect(await mine.result).toMatchObject({ code: "cancelled" });
  expect(await running("theirs")).toBe(1);
  await market.cancel("theirs");
  expect(await theirs.result).toMatchObject({ code: "cancelled" });
});

test("short statements do not wait behind scans, and a scan that waits for its turn can be cancelled", async () => {
  const scan = { sql: ENDLESS, lane: "scan", settings: { max_threads: 1 } } as const;
  const first = await started({ ...scan, key: "scan 1" });
  const second = await started({ ...scan, key: "scan 2" });
  const waiting = market.query({ ...scan, key: "scan 3" }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(await market.query("SELECT 1 AS x")).toEqual([{ x: 1 }]);
  expect(await market.progress("scan 3")).toBeNull();
  await market.cancel("scan 3");
  expect(await waiting).toMatchObject({ code: "cancelled" });
  await Promise.all([market.cancel("scan 1"), market.cancel("scan 2")]);
  expect([await first.result, await second.result]).toMatchObject([{ code: "cancelled" }, { code: "cancelled" }]);
});

test("an abort ends the statement in the engine too", async () => {
  const stop = new AbortController();
  const { result } = await started({ sql: ENDLESS, key: "aborted", signal: stop.signal, settings: { max_threads: 1 } });
  stop.abort();
  expect(await result).toMatchObject({ name: "MarketError", code: "cancelled" });
  while ((await running("aborted")) !== 0);
  await expect(market.query({ sql: "SELECT 1", signal: stop.signal })).rejects.toMatchObject({ code: "cancelled" });
});

test("an abort while the rows come in", async () => {
  const stop = new AbortController();
  const { result } = await started({ ...ROWS, key: "coming", signal: stop.signal });
  stop.abort();
  expect(await result).toMatchObject({ name: "MarketError", code: "cancelled" });
  while ((await running("coming")) !== 0);
});

test("an abort while the statement waits for its turn", async () => {
  const scan = { sql: ENDLESS, lane: "scan", settings: { max_threads: 1 } } as const;
  const runs = [await started({ ...scan, key: "a" }), await started({ ...scan, key: "b" })];
  const stop = new AbortController();
  const waiting = market.query({ ...scan, key: "c", signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
  await Promise.all([market.cancel("a"), market.cancel("b")]);
  await Promise.all(runs.map((run) => run.result));
  expect(await market.query({ ...scan, sql: "SELECT 1 AS x" })).toEqual([{ x: 1 }]);
});

test("cancel ends a stream that nobody reads", async () => {
  const stream = await market.stream({ ...ROWS, key: "unread" }, "TSV");
  await market.cancel("unread");
  expect(await running("unread")).toBe(0);
  const error: unknown = await (async () => {
    for await (const chunk of stream as AsyncIterable<Buffer>) expect(chunk.length).toBeGreaterThan(0);
  })().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MarketError);
  expect(error).toMatchObject({ code: "cancelled", engineCode: 394 });
});

test("who stops reading a stream, or aborts it, ends its statement", async () => {
  const left = await market.stream({ ...ROWS, key: "left" }, "TSV");
  left.destroy();
  while ((await running("left")) !== 0);

  const stop = new AbortController();
  const aborted = await market.stream({ ...ROWS, key: "stopped", signal: stop.signal }, "TSV");
  stop.abort();
  await expect(aborted.toArray()).rejects.toMatchObject({ code: "cancelled" });
  while ((await running("stopped")) !== 0);
});

// The test above leaves a stream; only the soak leaves more than there are places.
test.runIf(IN_SOAK)("streams that were left give their places back", async () => {
  for (let i = 0; i < 20; i++) {
    const stream = await market.stream({ ...ROWS, key: `gone ${i}` }, "TSV");
    stream.destroy();
  }
  const rows = await market.query<{ n: number }>("SELECT number AS n FROM numbers(100000)");
  expect(rows).toHaveLength(100_000);
  expect(rows.every((row, i) => row.n === i)).toBe(true);
});
