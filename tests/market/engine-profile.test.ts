import { describe, expect, test } from "vitest";
import { clusterOf, embeddedEngine, serverAtAddress } from "../../src/market/engine-profile.ts";
import { isSharded } from "../../src/market/tables.ts";
import { SNAPSHOT_LOG, VERSIONED_TABLES, versionedTable } from "../../src/market/snapshot-log.ts";

const DAILY = versionedTable("daily");
const SPLIT = versionedTable("split");
const cluster = clusterOf("two");
/** Without the columns, which every engine has alike. */
const brief = (statements: readonly string[]): readonly string[] =>
  statements.map((sql) => sql.replace(/\(\n[^]*?\n\)\n/, "(…) ").replaceAll("\n", " "));

describe("the statements of a cluster, as text: no cluster runs here", () => {
  test("a table of bars is local to each shard and read through one that is distributed by security", () => {
    expect(brief(cluster.createTable(DAILY, "market.daily_3"))).toEqual([
      "CREATE TABLE market.daily_3_local ON CLUSTER `two` (…) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') PARTITION BY intDiv(session, 256) ORDER BY (security_id, session) SETTINGS index_granularity = 512, min_compress_block_size = 8192",
      "CREATE TABLE market.daily_3 ON CLUSTER `two` AS market.daily_3_local ENGINE = Distributed('two', 'market', 'daily_3_local', security_id)",
    ]);
  });

  test("every node has a small table whole: all of them are its replicas", () => {
    expect(brief(cluster.createTable(SPLIT, "market.split_3", { ifMissing: true }))).toEqual([
      "CREATE TABLE IF NOT EXISTS market.split_3 ON CLUSTER `two` (…) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/all', '{shard}-{replica}') ORDER BY (security_id, date)",
    ]);
  });

  test("a version that begins as the one before takes its parts once a shard, or once where all nodes are replicas", () => {
    expect(cluster.cloneTable(DAILY, "market.daily_4", "market.daily_3").at(-1)).toBe(
      "ALTER TABLE market.daily_4_local ON CLUSTER `two` ATTACH PARTITION ALL FROM market.daily_3_local",
    );
    expect(cluster.cloneTable(SPLIT, "market.split_4", "market.split_3").at(-1)).toBe(
      "ALTER TABLE market.split_4 ATTACH PARTITION ALL FROM market.split_3",
    );
  });

  test("before a snapshot or a result is named, every node has its rows", () => {
    expect(cluster.settle("market.daily_3", DAILY)).toEqual([
      "SYSTEM SYNC REPLICA ON CLUSTER `two` market.daily_3_local",
    ]);
    expect(cluster.settle("market.result_x")).toEqual(["SYSTEM SYNC REPLICA ON CLUSTER `two` market.result_x"]);
  });

  test("rows are changed where they lie, and counted by the files of all shards", () => {
    expect([cluster.changedTable(DAILY, "market.daily_3"), cluster.changedTable(SPLIT, "market.split_3")]).toEqual([
      "market.daily_3_local ON CLUSTER `two`",
      "market.split_3",
    ]);
    const active = "FROM system.parts WHERE active AND database = 'market' AND table";
    const ofSplit = `SELECT table, partition_id, hash_of_all_files ${active} IN ('split_3')`;
    const daily = { table: DAILY, name: "market.daily_3" };
    const split = { table: SPLIT, name: "market.split_3" };
    const ofShards = `SELECT 'daily_3_local' AS table, partition_id, hash_of_all_files FROM cluster('two', view(SELECT partition_id, hash_of_all_files ${active} = 'daily_3_local'))`;
    expect(cluster.parts([daily])).toBe(`(${ofShards})`);
    expect(cluster.parts([split])).toBe(`(${ofSplit})`);
    expect(cluster.parts([split, daily])).toBe(`(${ofShards} UNION ALL ${ofSplit})`);
  });

  test("what is divided has the security in its key, and the log of snapshots is whole", () => {
    const sharded = VERSIONED_TABLES.filter(isSharded);
    expect(sharded.map(({ name }) => name)).toEqual("daily minute bucket minute_day fact statement event".split(" "));
    for (const table of sharded) {
      expect(table.columns.map(([name]) => name)).toContain("security_id");
      expect(table.orderBy).toContain("security_id");
    }
    expect(isSharded(SNAPSHOT_LOG)).toBe(false);
  });

  test("a name that could end the statement is none", () => {
    for (const name of ["", "a'b", "a b", "`", "1; DROP"]) expect(() => clusterOf(name)).toThrow(RangeError);
  });
});

test("one engine needs none of it", () => {
  for (const profile of [embeddedEngine("/data"), serverAtAddress]) {
    expect(brief(profile.createTable(SPLIT, "market.split_3"))).toEqual([
      "CREATE TABLE market.split_3 (…) ENGINE = MergeTree ORDER BY (security_id, date)",
    ]);
    expect(profile.cloneTable(DAILY, "market.daily_4", "market.daily_3")).toEqual([
      "CREATE TABLE market.daily_4 CLONE AS market.daily_3",
    ]);
    expect([profile.onCluster, profile.settle("market.daily_3"), profile.processes]).toEqual([
      "",
      [],
      "system.processes",
    ]);
    expect(profile.localTable(DAILY, "market.daily_3")).toBe("market.daily_3");
  }
  expect([embeddedEngine("/data").spool, serverAtAddress.spool]).toEqual(["/data/spool", null]);
});
