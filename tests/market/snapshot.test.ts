import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importCsv, makeDemo, MarketError, type Market, type Statement } from "../../src/market/index.ts";
import { readAddress } from "../../src/market/engine/address.ts";
import { readRequest, requestOfFormulas } from "../../src/request/index.ts";
import { readRows, runScan } from "../../src/scan/index.ts";
import { DAILY, MINUTE, folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

const CONTENT = [
  "daily",
  "minute",
  "security",
  "symbol_change",
  "split",
  "fact",
  "statement",
  "event",
  "event_coverage",
];
const idNow = async (): Promise<string> =>
  (await market.query<{ id: string }>("SELECT id FROM market.snapshot"))[0]?.id ?? "";

/** The id as every version has defined it: over the hashes of all rows. */
async function idOfAllRows(): Promise<string> {
  const parts = CONTENT.map(
    (table) =>
      `(SELECT concat('${table} ', toString(count()), ' ', toString(sum(sipHash64(tuple(*)))), ';') FROM market.${table})`,
  );
  const [row] = await market.query<{ id: string }>(
    `SELECT lower(hex(sipHash128(concat(${parts.map((part) => `assumeNotNull(${part})`).join(", ")})))) AS id`,
  );
  return row?.id ?? "";
}

const daily = (year: number): string => `A,${year}-01-03,1,2,1,2,5\nB,${year}-01-03,1,2,1,2,5\n`;
const minute = (date: string): string => `A,${date},09:30,1,2,1,2,5\nB,${date},09:31,1,2,1,2,5\n`;
const years = [2019, 2021, 2022, 2023];

/** Imports files and gives the partitions whose rows were read for the snapshot, by table. */
async function importing(files: Readonly<Record<string, string>>): Promise<Readonly<Record<string, number>>> {
  const read: Record<string, number> = {};
  const watched: Market = {
    ...market,
    query: async <Row>(given: Statement | string) => {
      const { sql, params } = typeof given === "string" ? { sql: given, params: undefined } : given;
      const table = /FROM market\.(\w+?)(?:_new)? WHERE _partition_id IN/.exec(sql)?.[1];
      const partitions = params?.["partitions"];
      if (table !== undefined && Array.isArray(partitions)) read[table] = partitions.length;
      return market.query<Row>(given);
    },
  };
  await importCsv(watched, folderOf(files));
  return read;
}

test("the id is that of all rows, though an import reads the partitions only that it has written", async () => {
  const first = await importing({
    "daily.csv": `${DAILY}\n${years.map(daily).join("")}`,
    "minute.csv": `${MINUTE}\n${minute("2023-01-03")}${minute("2023-03-01")}`,
  });
  expect(first).toMatchObject({ daily: 3, minute: 2, security: 1 });
  expect(await idNow()).toBe(await idOfAllRows());
  const before = await idNow();

  expect(await importing({ "daily.csv": `${DAILY}\nA,2023-01-04,1,2,1,2,7\n` })).toEqual({ daily: 1 });
  expect(await idNow()).toBe(await idOfAllRows());
  expect(await idNow()).not.toBe(before);

  expect(await importing({ "minute.csv": `${MINUTE}\n${minute("2023-06-01")}` })).toEqual({ daily: 1, minute: 1 });
  expect(await idNow()).toBe(await idOfAllRows());
  // A restated bar of another partition.
  expect(await importing({ "daily.csv": `${DAILY}\nA,2019-01-03,1,3,1,2,5\n` })).toEqual({ daily: 1 });
  expect(await idNow()).toBe(await idOfAllRows());
  // Parts that the engine has joined meanwhile are read again, and come to the same.
  const id = await idNow();
  await market.command("OPTIMIZE TABLE market.daily FINAL");
  await importing({ "daily.csv": `${DAILY}\nA,2019-01-03,1,3,1,2,5\n` });
  expect([await idNow(), await idOfAllRows()]).toEqual([id, id]);
});

test("a data folder of the version before opens with the same snapshot, scans, and is imported into", async () => {
  const id = await idNow();
  // As it was: no digests, in no definition.
  await market.command("DROP TABLE market.part_digest SYNC");
  const [before] = await market.query<{ comment: string }>(
    "SELECT comment FROM system.databases WHERE name = 'market'",
  );
  const { part_digest: _, ...definitions } = JSON.parse(before?.comment ?? "{}");
  await market.command(`ALTER DATABASE market MODIFY COMMENT '${JSON.stringify(definitions)}'`);
  // The next engine brings the folder forward.
  const address = await readAddress(market.folder ?? "");
  if (address === null) throw new Error("the engine runs");
  process.kill(address.pid, "SIGKILL");
  // What is sent at this moment dies with it.
  while (!(await market.query("SELECT 1").catch(() => null)));
  expect(await idNow()).toBe(id);
  const { request } = readRequest(
    requestOfFormulas({
      name: "after",
      start: "2023-01-03",
      end: "2023-01-04",
      filters: [],
      columns: [{ name: "Volume", formula: "[daily volume]" }],
    }),
  );
  if (request === null) throw new Error("the request is valid");
  const run = await runScan(market, request, { run: "after" });
  expect(run.snapshot.id).toBe(id);
  expect(await readRows(market, run, { offset: 0, limit: 10 })).toEqual([
    ["A", "2023-01-03", 5],
    ["B", "2023-01-03", 5],
    ["A", "2023-01-04", 7],
  ]);
  await importing({ "daily.csv": `${DAILY}\nA,2019-01-03,1,3,1,2,5\n` });
  expect([await idNow(), await idOfAllRows()]).toEqual([id, id]);
});

describe("an import at an address", () => {
  const lock = (comment: string) =>
    market.command(`CREATE TABLE market.import_lock (x UInt8) ENGINE = Memory COMMENT '${comment}'`);
  const now = async (): Promise<number> =>
    (await market.query<{ now: number }>("SELECT toUnixTimestamp(now()) AS now"))[0]?.now ?? 0;
  const remote = (): Market => ({ ...market, folder: null });
  const left = () => market.query("SELECT name FROM system.tables WHERE name LIKE 'import_%' OR name LIKE '%_new'");

  test("waits for one that was heard of; one that was not, or of an older version on another host, is dead", async () => {
    await lock(`another ${(await now()) - 60}`);
    await expect(makeDemo(remote(), { symbols: 3, years: 0.3, minuteDays: 0 })).rejects.toMatchObject({
      code: "locked",
    });
    await market.command("DROP TABLE market.import_lock SYNC");
    for (const comment of [`another ${(await now()) - 100}`, "a-container 17 m3x9"]) {
      await lock(comment);
      expect((await makeDemo(remote(), { symbols: 3, years: 0.3, minuteDays: 0 })).securities).toBe(3);
      expect(await left()).toEqual([]);
    }
  });

  test("that was given up meanwhile changes nothing, and leaves alone what the next one has made", async () => {
    const id = await idNow();
    const overtaken: Market = {
      ...remote(),
      command: async (given) => {
        await market.command(given);
        const sql = typeof given === "string" ? given : given.sql;
        if (!sql.startsWith("DROP TABLE market.demo_path")) return;
        await market.command("DROP TABLE market.import_lock SYNC");
        await lock(`another ${await now()}`);
      },
    };
    await expect(makeDemo(overtaken, { symbols: 4, years: 0.3, minuteDays: 0 })).rejects.toThrow(MarketError);
    expect(await idNow()).toBe(id);
    expect(
      await market.query(
        "SELECT startsWith(comment, 'another ') AS theirs FROM system.tables WHERE name = 'import_lock'",
      ),
    ).toEqual([{ theirs: 1 }]);
    expect(await left()).not.toEqual([]);
    await market.command("DROP TABLE market.import_lock SYNC");
    await makeDemo(market, { symbols: 3, years: 0.3, minuteDays: 0 });
    expect(await left()).toEqual([]);
  });
});
