import { createClient } from "@clickhouse/client";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MarketError, type Bound, type Market } from "../../src/market/index.ts";
import { readAddress } from "../../src/market/engine/address.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { openTestMarket } from "./open-market.ts";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

/** The error a promise rejects with, to look at more than its message. */
async function failureOf(promise: Promise<unknown>): Promise<MarketError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MarketError);
  return error instanceof MarketError ? error : expect.unreachable();
}

async function one(sql: string, params: Record<string, Bound> = {}): Promise<unknown> {
  const [row] = await market.query<{ v: unknown }>({ sql, params });
  return row?.v;
}

describe("parameters arrive as they were given", () => {
  const texts = [
    "plain",
    "",
    "it's",
    "''",
    "back\\slash",
    "\\",
    "\\'; DROP TABLE daily; --",
    "tab\tnew\nline\r\nend",
    'double " and ` back',
    "Zürich 東京 🐢",
    "{v:String} $$ ?",
    "\\N",
    "NULL",
    "nul\0byte",
    "a=1, param_b='x'",
  ];
  test.each(texts)("text %j", async (text) => {
    expect(await one("SELECT {p:String} AS v", { p: text })).toBe(text);
  });
  test("a list of texts", async () => {
    expect(await one("SELECT {p:Array(String)} AS v", { p: texts })).toEqual(texts);
  });

  const values: [type: string, given: Bound, got: unknown][] = [
    ["Int32", -5, -5],
    ["Float64", 0.1, 0.1],
    ["Float64", 1e300, 1e300],
    ["UInt64", 9_007_199_254_740_991n, 9_007_199_254_740_991],
    ["Bool", true, true],
    ["Bool", false, false],
    ["Nullable(String)", null, null],
    ["Nullable(String)", "NULL", "NULL"],
    ["Nullable(Float64)", null, null],
    ["Array(UInt32)", [1, 2, 3], [1, 2, 3]],
    ["Array(String)", [], []],
    ["Date32", "1969-07-20", "1969-07-20"],
    ["DateTime('UTC')", "2024-02-29 13:30:00", "2024-02-29 13:30:00"],
    ["Decimal64(4)", "1677.1234", 1677.1234],
  ];
  test.each(values)("%s %s", async (type, given, got) => {
    expect(await one(`SELECT {p:${type}} AS v`, { p: given })).toEqual(got);
  });

  test("a list too long for an address, for queries and for commands", async () => {
    const symbols = Array.from({ length: 10_000 }, (_, i) => `SYM'${i}`);
    expect(
      await one(
        "SELECT arraySort({p:Array(String)}) = arraySort({p:Array(String)}) AND length({p:Array(String)}) = 10000 AS v",
        { p: symbols },
      ),
    ).toBe(1);
    await market.command({ sql: "CREATE TABLE listed (s String) ENGINE = MergeTree ORDER BY s" });
    await market.command({ sql: "INSERT INTO listed SELECT arrayJoin({p:Array(String)})", params: { p: symbols } });
    expect(await one("SELECT count() AS v FROM listed")).toBe(10_000);
  });
});

describe("settings", () => {
  test("hold for their statement only", async () => {
    const sql = "SELECT getSetting('max_threads') AS v, getSetting('join_use_nulls') AS nulls";
    const given = await market.query({ sql, settings: { max_threads: 3 } });
    expect(given).toEqual([{ v: 3, nulls: true }]);
    expect(await one("SELECT getSetting('max_threads') = 3 AS v")).toBe(0);
  });
  test("text settings take any text", async () => {
    const text = "it's \\ ok";
    const [row] = await market.query<{ v: string }>({
      sql: "SELECT getSetting('format_csv_null_representation') AS v",
      settings: { format_csv_null_representation: text },
    });
    expect(row?.v).toBe(text);
  });
  test("parameters do not leak into the next statement", async () => {
    await market.query({ sql: "SELECT {leak:String}", params: { leak: "x" } });
    expect((await failureOf(market.query("SELECT {leak:String}"))).engineCode).toBe(456);
  });
  test("a name that is none is refused", async () => {
    expect((await failureOf(market.query({ sql: "SELECT 1", settings: { "a=1, b": 1 } }))).engineCode).toBe(62);
  });
});

describe("streams", () => {
  test("go through pipes that are used again, by results of any length and by failures", async () => {
    const pipes = async (): Promise<number> => {
      const names = await readdir(join(market.folder ?? "", "spool"));
      return names.filter((name) => name.startsWith("pipe-")).length;
    };
    for (let n = 0; n < rounds(5, 40); n++) {
      await market.query("SELECT 1");
      await market.query("SELECT 1 WHERE 0");
      await market.query("SELECT number FROM numbers(20000)");
      await failureOf(market.query("SELECT throwIf(number = 5) FROM numbers(10)"));
    }
    const before = await pipes();
    for (let n = 0; n < rounds(5, 40); n++) await market.query("SELECT 1");
    expect(await pipes()).toBe(before);
    expect(before).toBeLessThan(rounds(40, 100));
  });

  // Only the soak has a reader that is slower than the engine.
  test.runIf(IN_SOAK)("two million rows through a slow reader, never many of them at once", async () => {
    const stream = await market.stream({ sql: "SELECT number, toString(number) AS s FROM numbers(2000000)" }, "TSV");
    let lines = 0;
    let most = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      most = Math.max(most, stream.readableLength);
      for (const byte of chunk) if (byte === 10) lines++;
      await turn();
    }
    expect(lines).toBe(2_000_000);
    expect(most).toBeLessThan(1 << 20);
  });

  test.each(["JSONEachRow", "CSVWithNames", "JSON", "Parquet", "Arrow", "Native"])("%s is whole", async (format) => {
    const bytes = await buffer(await market.stream({ sql: "SELECT number AS n FROM numbers(100000)" }, format));
    await market.command("CREATE OR REPLACE TABLE back (n UInt64) ENGINE = MergeTree ORDER BY n");
    const path = market.spoolFile(`back.${format}`) ?? expect.unreachable();
    await writeFile(path, bytes);
    await market.command(`INSERT INTO back SELECT n FROM file('${path}', '${format}')`);
    expect(await market.query("SELECT count() AS c, sum(n) AS s FROM back")).toEqual([
      { c: 100_000, s: 4_999_950_000 },
    ]);
  });

  test.each(["Nonsense", "Template", "CapnProto"])(
    "a format that cannot be written (%s) is told, and holds nobody up",
    async (format) => {
      const sql = "SELECT 1 AS x SETTINGS format_template_row_format = '${0:bad}'";
      for (const gzip of [false, true]) await failureOf(market.stream({ sql }, format, { gzip }).then(buffer));
      const read = async (): Promise<void> => {
        for await (const chunk of market.chunks({ sql }, format)) expect(chunk).toBeInstanceOf(Buffer);
      };
      await failureOf(read());
      expect(await one("SELECT 1 AS v")).toBe(1);
    },
  );

  test("gzip is one member and holds the same bytes", async () => {
    const sql = "SELECT number FROM numbers(300000)";
    const plain = await buffer(await market.stream({ sql }, "CSV"));
    const packed = await buffer(await market.stream({ sql }, "CSV", { gzip: true }));
    expect(packed.length).toBeLessThan(plain.length / 2);
    expect(gunzipSync(packed).equals(plain)).toBe(true);
  });

  test("no rows are no bytes", async () => {
    expect((await buffer(await market.stream({ sql: "SELECT 1 WHERE 0" }, "TSV"))).length).toBe(0);
    expect(await market.query("SELECT 1 AS x WHERE 0")).toEqual([]);
  });

  test("a failure after the first rows ends the stream with its number, and none of it stands among the rows", async () => {
    const stream = await market.stream(
      {
        sql: "SELECT throwIf(number = 900000, 'late trouble') AS x FROM numbers(1000000)",
        settings: { max_threads: 1 },
      },
      "TSV",
    );
    const chunks: Buffer[] = [];
    const error = await failureOf(
      (async () => {
        for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
      })(),
    );
    expect(error).toMatchObject({ code: "engine", engineCode: 395 });
    expect(error.message).toContain("late trouble");
    const text = Buffer.concat(chunks).toString();
    expect(text.length).toBeGreaterThan(0);
    // The last row may be cut off; it is followed by an error, not by an end.
    expect(text).toMatch(/^(?:0\n)*0?$/);
  });

  test("rows that look like an exception are rows", async () => {
    const sql =
      "SELECT '\\r\\n__exception__\\r\\nabcdef\\r\\nCode: 1. DB::Exception: no (NO)\\n10 abcdef\\r\\n__exception__\\r\\n' AS v";
    expect((await buffer(await market.stream({ sql }, "RawBLOB"))).toString()).toContain("__exception__");
  });

  test("gzip fails before its first byte", async () => {
    const sql = "SELECT throwIf(number = 900000) FROM numbers(1000000)";
    expect(
      (await failureOf(market.stream({ sql, settings: { max_threads: 1 } }, "CSV", { gzip: true }))).engineCode,
    ).toBe(395);
  });
});

const read = () => market.query("SELECT * FROM bars ORDER BY id");
const clear = () => market.command("TRUNCATE TABLE bars");

function* numberLines(count: number) {
  for (let n = 0; n < count; n += 10_000) {
    yield Buffer.from(Array.from({ length: 10_000 }, (_, i) => `${n + i}\n`).join(""));
  }
}

async function* brokenLines() {
  yield Buffer.from("1,2024-01-02 09:30:00,a,1\n");
  await turn();
  throw new Error("the file ended early");
}

describe("inserts", () => {
  beforeAll(() =>
    market.command(
      "CREATE TABLE bars (id UInt32, at DateTime('UTC'), name Nullable(String), x Float64) ENGINE = MergeTree ORDER BY id",
    ),
  );

  test("objects", async () => {
    await clear();
    await market.insert("bars", [
      { id: 1, at: "2024-01-02 09:30:00", name: "O'Neil \\ \n é", x: 1.5 },
      { id: 2n, at: new Date("2024-01-02T14:30:00Z"), name: null, x: -0 },
    ]);
    expect(await read()).toEqual([
      { id: 1, at: "2024-01-02 09:30:00", name: "O'Neil \\ \n é", x: 1.5 },
      { id: 2, at: "2024-01-02 14:30:00", name: null, x: 0 },
    ]);
  });

  test("no objects", async () => {
    await clear();
    await market.insert("bars", []);
    expect(await read()).toEqual([]);
  });

  const row = { id: 7, at: "2024-01-02 09:30:00", name: "a,b", x: 2 };
  const binary = Buffer.alloc(4 + 4 + 1 + 1 + 3 + 8);
  binary.writeUInt32LE(7, 0);
  binary.writeUInt32LE(Date.parse("2024-01-02T09:30:00Z") / 1000, 4);
  binary.write("\0\x03a,b", 8, "latin1");
  binary.writeDoubleLE(2, 13);
  test.each([
    ["CSV", Buffer.from('7,2024-01-02 09:30:00,"a,b",2\n')],
    ["TSV", Buffer.from("7\t2024-01-02 09:30:00\ta,b\t2\n")],
    ["JSONEachRow", Buffer.from(`${JSON.stringify(row)}\n`)],
    ["RowBinary", binary],
  ] as const)("bytes as %s", async (format, bytes) => {
    await clear();
    await market.insert("bars", { stream: Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]), format });
    expect(await read()).toEqual([row]);
  });

  test("a million rows as they come", async () => {
    await market.command("CREATE TABLE many (n UInt32) ENGINE = MergeTree ORDER BY n");
    await market.insert("many", {
      stream: Readable.from(numberLines(1_000_000), { objectMode: false }),
      format: "TSV",
    });
    expect(await market.query("SELECT count() AS c, max(n) AS m FROM many")).toEqual([{ c: 1_000_000, m: 999_999 }]);
  });

  test("a bad row refuses all of them and says which", async () => {
    await clear();
    const stream = Readable.from([Buffer.from("1,2024-01-02 09:30:00,a,1\n2,never,b,1\n")]);
    const error = await failureOf(market.insert("bars", { stream, format: "CSV" }));
    expect(error.message).toContain("(at row 2)");
    expect(await read()).toEqual([]);
  });

  test("a source that breaks inserts nothing", async () => {
    await clear();
    const error = await failureOf(market.insert("bars", { stream: Readable.from(brokenLines()), format: "CSV" }));
    expect(error.message).toContain("the file ended early");
    expect(await read()).toEqual([]);
    expect(await market.query("SELECT 1 AS x")).toEqual([{ x: 1 }]);
  });

  test("a table that is none", async () => {
    expect((await failureOf(market.insert("nowhere", [{ a: 1 }]))).engineCode).toBe(60);
    await expect(market.insert("a; DROP TABLE b", [])).rejects.toThrow(TypeError);
  });
});

async function address() {
  return (await readAddress(market.folder ?? "")) ?? expect.unreachable();
}

/** Any client of ClickHouse, unmodified, with the engine's secret. */
async function anyClient(compression: { request?: boolean; response?: boolean }) {
  const { port, secret } = await address();
  return {
    url: `http://127.0.0.1:${port}`,
    client: createClient({ url: `http://127.0.0.1:${port}`, database: "market", access_token: secret, compression }),
  };
}

describe("the protocol", () => {
  test("gzip in both directions", async () => {
    const { client } = await anyClient({ request: true, response: true });
    await client.command({ query: "CREATE TABLE packed (n UInt32, s String) ENGINE = MergeTree ORDER BY n" });
    const values = Array.from({ length: 5_000 }, (_, n) => ({ n, s: `row ${n}` }));
    await client.insert({ table: "packed", values, format: "JSONEachRow" });
    const result = await client.query({ query: "SELECT * FROM packed ORDER BY n", format: "JSONEachRow" });
    expect(await result.json()).toEqual(values);
    const framed = await client.query({ query: "SELECT count() AS c FROM packed", format: "JSON" });
    expect((await framed.json()).data).toEqual([{ c: 5_000 }]);
    await client.close();
  });

  test("who does not know the secret gets nothing", async () => {
    const { url, client } = await anyClient({});
    await client.close();
    for (const headers of [{}, { authorization: "Bearer 0" }, { authorization: `Basic ${btoa("default:")}` }]) {
      const response = await fetch(`${url}/?query=SELECT+1`, { headers });
      expect([response.status, response.headers.get("x-clickhouse-exception-code")]).toEqual([401, "516"]);
      expect((await fetch(`${url}/ping`, { headers })).status).toBe(401);
    }
  });

  test("multipart and a body that says it is gzipped", async () => {
    const { port, secret } = await address();
    const headers = { authorization: `Bearer ${secret}` };
    const form = new FormData();
    form.set("query", "SELECT {a:String}\nFORMAT TSV");
    form.set("param_a", "--x\\r\\n\\t'");
    const fields = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: form });
    expect(await fields.text()).toBe("--x\\r\\n\\t\\'\n");
    const body = gzipSync("SELECT 2 FORMAT TSV");
    const packed = await fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      headers: { ...headers, "content-encoding": "gzip" },
      body,
    });
    expect(await packed.text()).toBe("2\n");
  });

  test("a hundred statements at once, each with its own parameters", async () => {
    const numbers = Array.from({ length: 100 }, (_, n) => n);
    const answers = await Promise.all(
      numbers.map((n) => one("SELECT {n:UInt32} * 2 + length({s:String}) AS v", { n, s: "x".repeat(n) })),
    );
    expect(answers).toEqual(numbers.map((n) => n * 3));
  });
});

test("what the engine explains comes back in the format asked for", async () => {
  for (const what of ["AST", "SYNTAX", "PLAN", "QUERY TREE"]) {
    const rows = await market.query<{ explain: string }>(`-- a comment\nEXPLAIN ${what} SELECT 1`);
    expect(rows[0]?.explain).toEqual(expect.any(String));
  }
});

describe("failures", () => {
  test("have the engine's number", async () => {
    expect(await failureOf(market.query("SELECT nope"))).toMatchObject({ code: "engine", engineCode: 47 });
    expect(await failureOf(market.command("DROP TABLE nope"))).toMatchObject({ code: "engine", engineCode: 60 });
    expect(await failureOf(market.query("SELEC"))).toMatchObject({ code: "engine", engineCode: 62 });
  });

  test("too much memory is said and survived", async () => {
    const sql = "SELECT groupArray(number) FROM numbers(100000000)";
    const error = await failureOf(market.query({ sql, settings: { max_memory_usage: 100_000_000 } }));
    expect(error).toMatchObject({ code: "memory", engineCode: 241 });
    expect(await market.query("SELECT 1 AS x")).toEqual([{ x: 1 }]);
    expect(await one("SELECT toUInt64(getSetting('max_memory_usage')) > 0 AS v")).toBe(1);
  });

  test("a thousand failures take nothing with them", async () => {
    const failures = Array.from({ length: rounds(50, 200) }, () => failureOf(market.query("SELECT nope")));
    for (const error of await Promise.all(failures)) expect(error.engineCode).toBe(47);
    expect(await one("SELECT 1 AS v")).toBe(1);
  });
});
