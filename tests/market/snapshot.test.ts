import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  currentSnapshot,
  importCsv,
  keptSnapshots,
  makeDemo,
  MarketError,
  rollBack,
  type Market,
  type Statement,
} from "../../src/market/index.ts";
import { readAddress } from "../../src/market/engine/address.ts";
import { readRequest, requestOfFormulas } from "../../src/request/index.ts";
import { readRows, runScan } from "../../src/scan/index.ts";
import { ensureSchema } from "../../src/market/open-schema.ts";
import type { RunStatement } from "../../src/market/snapshot-log.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { DAILY, MINUTE, folderOf } from "./csv-folder.ts";
import { dyingAfter, PLACES } from "./import-places.ts";
import { openTestMarket } from "./open-market.ts";
import { contentOf, makeUnversioned, runOf, setDefinitions } from "./unversioned.ts";

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
      `(SELECT concat('${table} ', toString(count()), ' ', toString(sum(cityHash64(tuple(*)))), ';') FROM market.${table})`,
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
      const { sql } = typeof given === "string" ? { sql: given } : given;
      const reads = /tuple\(\*\)\)\)\) AS digest FROM market\.(\w+?)_\d+(?: WHERE \S+ \S+ IN \(([\d, ]+)\))?/g;
      // A table without partitions is one.
      for (const [, table = "", partitions = ""] of sql.matchAll(reads)) read[table] = partitions.split(",").length;
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

  // Only the soak goes on: with other partitions, and with parts that the engine has joined meanwhile.
  if (!IN_SOAK) return;
  // Minutes that make a day, and a restated bar of another partition.
  const both = {
    "minute.csv": `${MINUTE}\n${minute("2023-06-01")}`,
    "daily.csv": `${DAILY}\nA,2019-01-03,1,3,1,2,5\n`,
  };
  expect(await importing(both)).toEqual({ daily: 2, minute: 1 });
  expect(await idNow()).toBe(await idOfAllRows());
  // Parts that the engine has joined meanwhile are read again, and come to the same.
  const id = await idNow();
  const { table } = await currentSnapshot(market);
  await market.command(`OPTIMIZE TABLE ${table("daily")} FINAL`);
  // So are digests that the version before took with another hash.
  const sql = `ALTER TABLE ${table("part_digest")} UPDATE parts = splitByChar(' ', parts)[-1], digest = 0 WHERE table != 'daily'`;
  await market.command({ sql, settings: { mutations_sync: 2 } });
  await importing({ "daily.csv": `${DAILY}\nA,2019-01-03,1,3,1,2,5\n` });
  expect([await idNow(), await idOfAllRows()]).toEqual([id, id]);
});

test("a data folder of the version before opens with the same snapshot, scans, and is imported into", async () => {
  const id = await idNow();
  const content = await contentOf(market);
  await makeUnversioned(market);
  // The next engine brings the folder forward.
  const address = await readAddress(market.folder ?? "");
  if (address === null) throw new Error("the engine runs");
  process.kill(address.pid, "SIGKILL");
  // What is sent at this moment dies with it.
  while (!(await market.query("SELECT 1").catch(() => null)));
  expect(await idNow()).toBe(id);
  expect(await contentOf(market)).toEqual(content);
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
  await importing({ "daily.csv": `${DAILY}\nA,2023-01-04,1,2,1,2,7\n` });
  expect([await idNow(), await idOfAllRows()]).toEqual([id, id]);
});

describe("bringing a market of version 0.2 forward", () => {
  /** The same, ended after a number of statements: what comes then fails. */
  function endingAfter(statements: number): { readonly run: RunStatement; count(): number } {
    let count = 0;
    const run = runOf(market);
    return {
      count: () => count,
      run: (sql) => (count++ < statements ? run(sql) : Promise.reject(new Error("killed"))),
    };
  }

  // The test above brings a folder forward whole; only the soak ends it in the midst.
  test.runIf(IN_SOAK)("may end at any step, and goes on at the next start", async () => {
    const content = await contentOf(market);
    const endAt = async (at: number): Promise<void> => {
      await makeUnversioned(market);
      await expect(
        ensureSchema(endingAfter(at).run, "market", market.profile, { dropLeftovers: true }),
      ).rejects.toThrow("killed");
      await ensureSchema(runOf(market), "market", market.profile, { dropLeftovers: true });
      expect(await contentOf(market), `ended after ${at}`).toEqual(content);
    };
    await makeUnversioned(market);
    const whole = endingAfter(Infinity);
    await ensureSchema(whole.run, "market", market.profile, { dropLeftovers: true });
    expect(await contentOf(market)).toEqual(content);
    for (let at = 1; at < whole.count(); at += 1) await endAt(at);
    expect(await market.query("SELECT count() AS n FROM market.daily")).toEqual([{ n: (await daysNow()).length }]);
  });

  /** What an import of that version made before it exchanged tables: a day table without one security. */
  async function makeNew(): Promise<void> {
    const some = await someSecurity();
    await makeUnversioned(market);
    await market.command("CREATE TABLE market.daily_new CLONE AS market.daily");
    await market.command(`DELETE FROM market.daily_new WHERE security_id = ${some}`);
    await market.command("ALTER TABLE market.daily_new MODIFY COMMENT 'x'");
  }
  const leftovers = () => market.query("SELECT name FROM system.tables WHERE match(name, '_new$|^import_')");

  // Only the soak has an import of that version that ended between its tables.
  test.runIf(IN_SOAK)("finishes an exchange of tables that was decided", async () => {
    const before = await contentOf(market);
    await makeNew();
    await market.command("CREATE TABLE market.import_commit (x UInt8) ENGINE = Memory COMMENT 'x'");
    await ensureSchema(runOf(market), "market", market.profile, { dropLeftovers: true });
    expect((await contentOf(market))["daily"]).not.toEqual(before["daily"]);
    expect(await leftovers()).toEqual([]);
  });

  // Only the soak has an import of that version that is under way.
  test.runIf(IN_SOAK)(
    "waits for an import of that version that is under way at an address, and drops what it made when it died",
    async () => {
      const before = await contentOf(market);
      await makeNew();
      await market.command(
        `CREATE TABLE market.import_lock (x UInt8) ENGINE = Memory COMMENT 'x ${Math.floor(Date.now() / 1000)}'`,
      );
      await expect(
        ensureSchema(runOf(market), "market", market.profile, { dropLeftovers: false }),
      ).rejects.toMatchObject({
        code: "locked",
      });
      await market.command("ALTER TABLE market.import_lock MODIFY COMMENT 'x 1000000'");
      await ensureSchema(runOf(market), "market", market.profile, { dropLeftovers: false });
      expect((await daysNow()).length).toBeGreaterThan(0);
      expect(await contentOf(market)).toEqual(before);
      expect(await leftovers()).toEqual([]);
    },
  );

  test("an import of a server of that version after it is taken over as well", async () => {
    const { versions, table } = await currentSnapshot(market);
    const some = await someSecurity();
    await market.command("DROP TABLE market.daily SYNC");
    await market.command(`CREATE TABLE market.daily CLONE AS ${table("daily")}`);
    await market.command(`DELETE FROM market.daily WHERE security_id = ${some}`);
    await market.command("DROP TABLE market.snapshot SYNC");
    await market.command(
      "CREATE TABLE market.snapshot (id String, date Date32, imported_at DateTime('UTC'), source String) ENGINE = MergeTree ORDER BY id",
    );
    await market.command("INSERT INTO market.snapshot VALUES ('theirs', '2023-01-04', now(), 'csv')");
    await setDefinitions(market, {});
    await ensureSchema(runOf(market), "market", market.profile, { dropLeftovers: false });
    const after = await currentSnapshot(market);
    expect(after.label?.id).toBe("theirs");
    expect(after.versions["minute"]).toBe(versions["minute"]);
    expect(await someSecurity()).not.toBe(some);
  });

  const someSecurity = async (): Promise<number> =>
    (
      await market.query<{ id: number }>(
        `SELECT min(security_id) AS id FROM ${(await currentSnapshot(market)).table("daily")}`,
      )
    )[0]?.id ?? 0;
  const daysNow = async () => market.query(`SELECT * FROM ${(await currentSnapshot(market)).table("daily")}`);
});

// `import-death` kills the engine of one, `import-at-address` breaks its connection, and a dead one's lock is taken over below.
test.runIf(IN_SOAK).each(PLACES)(
  "an import %s that dies at any of its statements leaves the market before or the new one, and the next goes on",
  async (_, open, deaths) => {
    const { importing, end } = await open(market);
    const isAway = importing.folder === null;
    const folder = folderOf({ "daily.csv": `${DAILY}\n${years.map(daily).join("")}` });
    const other = folderOf({ "daily.csv": `${DAILY}\nA,2019-01-03,1,9,1,2,5\n` });
    // Moments, digests of files and the record of imports are those of the import.
    const without = (content: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(Object.entries(content).filter(([name]) => !/^(label|part_digest|origin_.*)$/.test(name)));
    // Its lock says when it was last heard of.
    const abandon = async (): Promise<void> => {
      const [lock] = await importing.query("SELECT 1 FROM system.tables WHERE name = 'import_lock'");
      const { onCluster } = importing.profile;
      if (lock !== undefined)
        await importing.command(`ALTER TABLE market.import_lock${onCluster} MODIFY COMMENT 'dead 1'`);
    };
    const counting = dyingAfter(importing, Infinity);
    await importCsv(counting.market, folder);
    const before = without(await contentOf(importing));
    const step = Math.max(1, Math.ceil(counting.count() / deaths));
    const ends = [];
    for (let at = counting.count() - 1; at > 0; at -= step) ends.unshift(at);
    let died = 0;
    const found: { readonly at: number; readonly content: unknown }[] = [];
    for (const at of ends) {
      await importCsv(dyingAfter(importing, at).market, other).catch(() => (died += 1));
      if (isAway) await abandon();
      found.push({ at, content: without(await contentOf(importing)) });
      // In `npm test` the next one goes on that dies later, and those below.
      if (!IN_SOAK) continue;
      await importCsv(importing, folder);
      expect(without(await contentOf(importing)), `after ${at}`).toEqual(before);
    }
    // The one of another row may take fewer statements.
    expect(died).toBeGreaterThanOrEqual(2);
    await importCsv(importing, other);
    const after = without(await contentOf(importing));
    expect(after).not.toEqual(before);
    for (const { at, content } of found) expect([before, after], `died after ${at}`).toContainEqual(content);
    await importCsv(importing, folder);
    expect(without(await contentOf(importing))).toEqual(before);
    expect(
      await importing.query("SELECT name FROM system.tables WHERE match(name, '^(import|incoming|demo)_')"),
    ).toEqual([]);
    await end();
  },
);

test("going back makes the snapshot before the current one, and forth again", async () => {
  const first = await contentOf(market);
  await importCsv(market, folderOf({ "daily.csv": `${DAILY}\nA,2019-01-03,1,5,1,2,5\n` }));
  const second = await contentOf(market);
  const ids = (await keptSnapshots(market)).map(({ label }) => label?.id);
  expect(await rollBack(market, null)).toEqual(first["label"]);
  expect(await contentOf(market)).toEqual(first);
  expect(await rollBack(market, ids[0] ?? "")).toEqual(second["label"]);
  expect(await contentOf(market)).toEqual(second);
  await expect(rollBack(market, "another")).rejects.toMatchObject({ code: "gone" });
  expect(await contentOf(market)).toEqual(second);
  if (!IN_SOAK) return;
  // Only in the soak: an import goes on from what is current, also where a version of the program without some of the tables
  // made that.
  await market.command(
    "ALTER TABLE market.snapshot_log UPDATE tables = mapFilter((name, version) -> name NOT IN ('finding', 'origin_rows'), tables) WHERE number < (SELECT max(number) FROM market.snapshot_log) SETTINGS mutations_sync = 2",
  );
  await rollBack(market, null);
  await importCsv(market, folderOf({ "daily.csv": `${DAILY}\nB,2019-01-04,1,5,1,2,5\n` }));
  expect(await market.query("SELECT max(toFloat64(high)) AS high FROM market.daily WHERE volume = 5")).toEqual([
    { high: 5 },
  ]);
});

// The first test of this file says which partitions are written anew; only the soak looks at the files of the others.
test.runIf(IN_SOAK)("what did not change is stored once", async () => {
  const rows = Array.from({ length: 400 }, (_, n) => `S${n},2023-01-03,1,2,1,2,5`).join("\n");
  await importCsv(market, folderOf({ "daily.csv": `${DAILY}\n${rows}\n` }));
  const first = await currentSnapshot(market);
  await importCsv(market, folderOf({ "minute.csv": `${MINUTE}\n${minute("2023-06-02")}` }));
  const second = await currentSnapshot(market);
  expect(second.number).toBe(first.number + 1);
  expect([second.versions["given_symbol"], second.versions["session"]]).toEqual([
    first.versions["given_symbol"],
    first.versions["session"],
  ]);
  // Of a table that changed, the files of the partitions that did not are the same files.
  const paths = await market.query<{ table: string; path: string }>(
    "SELECT table, path FROM system.parts WHERE active AND database = 'market' AND match(table, '^minute_\\d+$') AND partition_id = (SELECT min(partition_id) FROM system.parts WHERE active AND match(table, '^minute_\\d+$'))",
  );
  const inodes = paths.map(({ path }) => statSync(join(path, "data.bin")).ino);
  expect(new Set(inodes).size).toBe(1);
  expect(inodes).toHaveLength(2);
});

describe("an import at an address", () => {
  const lock = (comment: string) =>
    market.command(`CREATE TABLE market.import_lock (x UInt8) ENGINE = Memory COMMENT '${comment}'`);
  const now = async (): Promise<number> =>
    (await market.query<{ now: number }>("SELECT toUnixTimestamp(now()) AS now"))[0]?.now ?? 0;
  const remote = (): Market => ({ ...market, folder: null });
  const left = () =>
    market.query("SELECT name FROM system.tables WHERE match(name, '^(import|incoming|demo)_') ORDER BY name");

  test("waits for one that was heard of; one that was not, or of an older version on another host, is dead; what others keep stays", async () => {
    const others = ["daily_2024", "incoming_orders", "demo_customers"];
    for (const name of others) await market.command(`CREATE TABLE market.${name} (x UInt8) ENGINE = Memory`);
    await lock(`another ${(await now()) - 60}`);
    await expect(makeDemo(remote(), { symbols: 3, years: 0.3, minuteDays: 0 })).rejects.toMatchObject({
      code: "locked",
    });
    await market.command("DROP TABLE market.import_lock SYNC");
    // Only the soak takes over a dead one of an older version.
    for (const comment of [`another ${(await now()) - 100}`, ...rounds([], ["a-container 17 m3x9"])]) {
      await lock(comment);
      expect((await makeDemo(remote(), { symbols: 3, years: 0.3, minuteDays: 0 })).securities).toBe(3);
      expect(await left()).toEqual(
        others
          .slice(1)
          .toSorted()
          .map((name) => ({ name })),
      );
    }
    expect(
      await market.query({
        sql: "SELECT name FROM system.tables WHERE database = 'market' AND has({others:Array(String)}, name)",
        params: { others },
      }),
    ).toHaveLength(others.length);
    for (const name of others) await market.command(`DROP TABLE market.${name} SYNC`);
  });

  test("that was given up meanwhile changes nothing, and leaves alone what the next one has made", async () => {
    const id = await idNow();
    const overtaken: Market = {
      ...remote(),
      command: async (given) => {
        await market.command(given);
        const sql = typeof given === "string" ? given : given.sql;
        if (!sql.startsWith("DROP TABLE market.incoming_demo_path")) return;
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
