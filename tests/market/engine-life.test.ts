import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, lstat, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openMarket, type Market } from "../../src/market/index.ts";
import { readAddress, type Address } from "../../src/market/engine/address.ts";
import { engineEnvironment, openEngine } from "../../src/market/open-engine.ts";
import { IN_SOAK } from "../cases.ts";
import { temporaryFolder } from "./open-market.ts";

let folder: string;
const opened: Market[] = [];
const programs: ChildProcess[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  for (const program of programs.splice(0)) {
    if (program.exitCode !== null || program.signalCode !== null) continue;
    program.kill("SIGKILL");
    await once(program, "exit");
  }
  for (const market of opened.splice(0)) await market.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

async function open(): Promise<Market> {
  const market = await openMarket({ folder });
  opened.push(market);
  return market;
}

async function program(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL("./engine-owner.ts", import.meta.url)), [folder], { execArgv: [] });
  programs.push(child);
  await once(child, "message");
  return child;
}

async function ask(child: ChildProcess, sql: string): Promise<unknown> {
  child.send(sql);
  const [answer]: unknown[] = await once(child, "message");
  return answer;
}

async function address(): Promise<Address> {
  return (await readAddress(folder)) ?? expect.unreachable();
}

/** Kills an engine; resolves when its port is closed, which the kernel takes a moment for. */
async function kill(engine: Address): Promise<void> {
  process.kill(engine.pid, "SIGKILL");
  while (await listens(engine));
}

const listens = ({ port }: Address): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/ping`).then(
    () => true,
    () => false,
  );

const ENDLESS = "SELECT sum(sipHash64(number)) AS v FROM numbers(1000000000000)";

test("an engine has the settings of its allocator from the environment, and no address or key of anything else", () => {
  const conf = "dirty_decay_ms:30000";
  const { UV_THREADPOOL_SIZE: threads, ...rest } = engineEnvironment({
    PATH: "/bin",
    TZ: "Asia/Tokyo",
    UV_THREADPOOL_SIZE: "2",
    JE_MALLOC_CONF: conf,
    NODE_COMPILE_CACHE: "/cache",
    NODE_OPTIONS: "--inspect",
    DATABASE_URL: "postgres://user:secret@db/accounts",
    TIINGO_TOKEN: "secret",
  });
  expect(Number(threads)).toBeGreaterThan(2);
  expect(rest).toEqual({ PATH: "/bin", TZ: "UTC", JE_MALLOC_CONF: conf, NODE_COMPILE_CACHE: "/cache" });
});

describe("an engine that dies", () => {
  test("takes the statements in flight with it; the next ones find a new one, and all that was acknowledged", async () => {
    const market = await open();
    await market.command("CREATE TABLE kept (n UInt32) ENGINE = MergeTree ORDER BY n");
    await market.insert("kept", [{ n: 1 }, { n: 2 }]);
    const first = await address();
    const query = market.query({ sql: ENDLESS, key: "q", lane: "scan" });
    const stream = await market.stream({ sql: "SELECT number FROM numbers(1000000000000)" }, "TSV");
    const rows = stream.toArray();
    const both = Promise.allSettled([query, rows]);
    while ((await market.progress("q")) === null);
    await kill(first);
    expect(await both).toMatchObject([
      { status: "rejected", reason: { name: "MarketError", code: "engine-died" } },
      { status: "rejected", reason: { name: "MarketError", code: "engine-died" } },
    ]);
    expect(await market.query("SELECT n FROM kept ORDER BY n")).toEqual([{ n: 1 }, { n: 2 }]);
    const second = await address();
    expect(second.pid).not.toBe(first.pid);
    expect(second.secret).not.toBe(first.secret);
  });

  // Handlers of its own would keep it for five minutes, and every statement with it. Killed it dies above.
  test.runIf(IN_SOAK).each(["SIGABRT", "SIGSEGV", "SIGBUS"])(
    "by a fault of its own, %s, is gone at once",
    async (signal) => {
      const market = await open();
      const first = await address();
      const query = market.query({ sql: ENDLESS, key: "q", lane: "scan" });
      const ended = Promise.allSettled([query]);
      while ((await market.progress("q")) === null);
      process.kill(first.pid, signal);
      expect(await ended).toMatchObject([{ status: "rejected", reason: { code: "engine-died" } }]);
      expect(await market.query("SELECT 1 AS x")).toEqual([{ x: 1 }]);
    },
  );

  // The next statements find a new engine in the first test too; that rows to insert find one only the soak has.
  test.runIf(IN_SOAK)("while nobody asks anything of it is not missed, by rows to insert either", async () => {
    const market = await open();
    await market.command("CREATE TABLE t (n UInt32) ENGINE = MergeTree ORDER BY n");
    await kill(await address());
    const answers = [1, 2, 3].map((x) => market.query({ sql: "SELECT {x:UInt8} AS x", params: { x } }));
    expect(await Promise.all(answers)).toEqual([[{ x: 1 }], [{ x: 2 }], [{ x: 3 }]]);
    await kill(await address());
    await market.insert("t", { stream: Readable.from([Buffer.from("1\n2\n")]), format: "CSV" });
    await kill(await address());
    await market.insert("t", [{ n: 3 }]);
    expect(await market.query("SELECT n FROM t ORDER BY n")).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  // `tests/market/import-death.test.ts` looks for what half an import leaves; of runs and spool files only the soak does.
  test.runIf(IN_SOAK)("leaves nothing of half imports, runs and spool files behind", async () => {
    const market = await open();
    await market.command("CREATE TABLE daily_7 (x UInt8) ENGINE = MergeTree ORDER BY x");
    await market.command("CREATE DATABASE run_7 ENGINE = Atomic");
    await market.command("CREATE TABLE run_7.stage ENGINE = Memory AS SELECT 1 AS x");
    await market.command("CREATE TABLE result_7 (row UInt32) ENGINE = MergeTree ORDER BY row");
    await writeFile(market.spoolFile("left.csv") ?? "", "1\n");
    await writeFile(join(folder, "engine", "tmp", "spilled"), "");
    await kill(await address());
    const tables =
      "SELECT name FROM system.tables WHERE database = 'market' AND name IN ('daily_1', 'daily_7', 'result_7') ORDER BY name";
    const again = await open();
    expect(await again.query(tables)).toEqual([{ name: "daily_1" }, { name: "result_7" }]);
    expect(await again.query("SELECT name FROM system.databases WHERE name LIKE 'run%'")).toEqual([]);
    expect(await readdir(join(folder, "spool"))).not.toContain("left.csv");
    expect(await readdir(join(folder, "engine", "tmp"))).not.toContain("spilled");
  });
});

describe("two programs on one folder", () => {
  // Those of the test below share one too; only the soak closes one of them.
  test.runIf(IN_SOAK)("share one engine, whoever closes first", async () => {
    const market = await open();
    const { pid } = await address();
    const other = await program();
    await market.command("CREATE TABLE t (n UInt32) ENGINE = MergeTree ORDER BY n");
    await market.insert("t", [{ n: 5 }]);
    expect(await ask(other, "SELECT n FROM t")).toEqual([{ n: 5 }]);
    expect((await address()).pid).toBe(pid);
    other.send("close");
    await once(other, "exit");
    expect(await market.query("SELECT n FROM t")).toEqual([{ n: 5 }]);
  });

  test("the second takes over when the first, who had started the engine, is killed", async () => {
    const owner = await program();
    const market = await open();
    const first = await address();
    await market.command("CREATE TABLE t (n UInt32) ENGINE = MergeTree ORDER BY n");
    await market.insert("t", [{ n: 5 }]);
    const waiting = market.query({ sql: ENDLESS, key: "w" });
    const died = expect(waiting).rejects.toMatchObject({ code: "engine-died" });
    while ((await market.progress("w")) === null);
    owner.kill("SIGKILL");
    // The orphan ends by itself, else this would wait for ever.
    await died;
    expect(await market.query("SELECT n FROM t")).toEqual([{ n: 5 }]);
    expect((await address()).pid).not.toBe(first.pid);
  });

  // Only the soak closes the first program in good order, here and in the next test; the one above kills it.
  test.runIf(IN_SOAK)("and when the first closes in good order", async () => {
    const owner = await program();
    const market = await open();
    owner.send("close");
    await once(owner, "exit");
    expect(await market.query("SELECT 1 AS x")).toEqual([{ x: 1 }]);
  });

  // Only the soak has a program that closes while another one uses its engine.
  test.runIf(IN_SOAK)(
    "the first closes in good order while a statement of the second runs: it goes on, and the engine ends with the last",
    async () => {
      const owner = await program();
      const market = await open();
      const first = await address();
      const waiting = market.query({ sql: ENDLESS, key: "w" });
      const ended = expect(waiting).rejects.toMatchObject({ code: "cancelled" });
      while ((await market.progress("w")) === null);
      owner.send("close");
      await once(owner, "exit");
      expect(await market.query("SELECT 1 AS x")).toEqual([{ x: 1 }]);
      expect((await address()).pid).toBe(first.pid);
      await market.cancel("w");
      await ended;
      await market.close();
      await expect.poll(() => listens(first)).toBe(false);
    },
  );

  // The second finds the engine of the first, above and in every test of `tests/cli`; who may open a folder is decided by the
  // engine itself.
  test.runIf(IN_SOAK)("that start at the same moment", async () => {
    const markets = await Promise.all([open(), open(), program()]);
    expect(markets).toHaveLength(3);
    expect(await ask(markets[2], "SELECT 2 AS x")).toEqual([{ x: 2 }]);
    expect(await markets[1].query("SELECT 1 AS x")).toEqual([{ x: 1 }]);
  });
});

describe("a folder", () => {
  // Only the soak copies a folder of a running engine.
  test.runIf(IN_SOAK)("that was copied while its engine runs gets an engine of its own", async () => {
    const market = await open();
    await market.command("CREATE TABLE t (n UInt32) ENGINE = MergeTree ORDER BY n");
    await market.insert("t", [{ n: 1 }]);
    const original = folder;
    const copy = `${folder}-copy`;
    try {
      await cp(original, copy, { recursive: true, filter: async (path) => !(await lstat(path)).isFIFO() });
      const copied = await openMarket({ folder: copy });
      await copied.insert("t", [{ n: 2 }]);
      expect(await copied.query("SELECT n FROM t ORDER BY n")).toEqual([{ n: 1 }, { n: 2 }]);
      expect(await market.query("SELECT n FROM t ORDER BY n")).toEqual([{ n: 1 }]);
      expect((await readAddress(copy))?.pid).not.toBe((await address()).pid);
      await copied.close();
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });

  test("lets only its owner read the address, and the same client goes to it; its parts are where they should be", async () => {
    const market = await open();
    expect((await stat(join(folder, "engine.json"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, "spool"))).mode & 0o777).toBe(0o700);
    expect(market.spoolFile("a.csv")).toBe(join(folder, "spool", "a.csv"));
    expect(() => market.spoolFile("../a.csv")).toThrow(TypeError);
    const { port, secret } = await address();
    const bare = await fetch(`http://127.0.0.1:${port}/?query=SELECT+1`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(await bare.text()).toBe("1\n");
    await expect(openMarket({ url: `http://u:wrong@127.0.0.1:${port}/market` })).rejects.toMatchObject({
      engineCode: 516,
    });
    await expect(openMarket({ url: "http://127.0.0.1:9/market" })).rejects.toMatchObject({ code: "engine-died" });
  });

  // A process that is gone leaves an address in the tests of an engine that dies; only the soak has addresses of other kinds.
  test.runIf(IN_SOAK).each<readonly [string, string]>([
    ["no JSON", "{"],
    ["no address", "{}"],
    ["a process that is gone", JSON.stringify({ port: 9, pid: 2 ** 22 + 1, secret: "x" })],
    ["a process that is no engine", JSON.stringify({ port: 9, pid: process.pid, secret: "x" })],
  ])("with an old address (%s) opens", async (_, text) => {
    await writeFile(join(folder, "engine.json"), text);
    expect(await (await open()).query("SELECT 1 AS x")).toEqual([{ x: 1 }]);
  });

  // The lock is the engine's own; that the error says what to do only the soak sees.
  test.runIf(IN_SOAK)("that somebody holds without an answer is locked, and the error says what to do", async () => {
    await open();
    await rm(join(folder, "engine.json"));
    const second = openEngine(folder, 0);
    await expect(second.endpoint()).rejects.toMatchObject({
      name: "MarketError",
      code: "locked",
      message: expect.stringContaining(folder) as unknown,
    });
    await second.close();
  });

  test("of another version of the tables is refused by name", async () => {
    const market = await open();
    await market.command(`ALTER DATABASE market MODIFY COMMENT '{"daily":"0123456789ab"}'`);
    await market.close();
    await expect(openMarket({ folder })).rejects.toMatchObject({
      name: "MarketError",
      code: "engine",
      message:
        `The market engine did not start on ${folder}: The market in this folder was made by another version of the ` +
        "program (tables that differ: daily). Use that version, or import into a new folder.",
      engineCode: null,
    });
  });

  test("that cannot be one is refused with the reason", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    await expect(openMarket({ folder: join(file, "data") })).rejects.toMatchObject({
      code: "engine",
      message: expect.stringContaining("ENOTDIR") as unknown,
    });
    await expect(openMarket({ folder: join(folder, "{a,b}") })).rejects.toMatchObject({ code: "engine" });
    const odd = join(folder, 'it\'s a "folder" & <more> ü');
    await mkdir(odd);
    const market = await openMarket({ folder: odd });
    await market.command("CREATE TABLE t (n UInt32) ENGINE = MergeTree ORDER BY n");
    await market.insert("t", [{ n: 5 }]);
    expect(await market.query("SELECT n FROM t")).toEqual([{ n: 5 }]);
    const path = market.spoolFile("x.csv") ?? "";
    await writeFile(path, "7\n");
    expect(await market.query(`SELECT c1 FROM file('${path.replaceAll("'", "\\'")}', 'CSV')`)).toEqual([{ c1: 7 }]);
    await market.close();
  });
});

// The shards of tests/scan/cluster.test.ts are such databases.
test.runIf(IN_SOAK)("another database of the same engine has the same tables", async () => {
  const market = await open();
  const other = await openMarket({ folder, database: "shard_1" });
  opened.push(other);
  const tables = "SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name";
  expect(await other.query(tables)).toEqual(await market.query(tables));
  expect(await other.query("SELECT currentDatabase() AS d")).toEqual([{ d: "shard_1" }]);
});
