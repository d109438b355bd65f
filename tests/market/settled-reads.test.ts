import { expect, test } from "vitest";
import { clusterOf, serverAtAddress } from "../../src/market/engine-profile.ts";
import { versionedTable } from "../../src/market/snapshot-log.ts";
import { withSettledReads } from "../../src/market/import/settled-reads.ts";
import type { Market, Statement } from "../../src/market/index.ts";

/** A market that only notes what is sent. */
function noting(profile: Market["profile"]): { readonly market: Market; readonly sent: string[] } {
  const sent: string[] = [];
  const note = async (statement: Statement | string): Promise<void> =>
    void sent.push(typeof statement === "string" ? statement : statement.sql);
  const none = (): never => {
    throw new Error("not used");
  };
  const market: Market = {
    database: "market",
    folder: null,
    profile,
    query: async (statement) => note(statement).then(() => []),
    command: note,
    insert: async (table) => note(`rows into ${table}`),
    stream: none,
    chunks: none,
    progress: none,
    cancel: none,
    spoolFile: () => null,
    version: none,
    close: none,
  };
  return { market, sent };
}

const synced = (name: string): string => `SYSTEM SYNC REPLICA ON CLUSTER \`two\` market.${name}`;

test("on a cluster a table is whole everywhere before a statement names it again; rows may be added before", async () => {
  const { market: given, sent } = noting(clusterOf("two"));
  const { market, settleAll } = withSettledReads(given);
  const statements = [
    "INSERT INTO market.daily_3 SELECT 1",
    "INSERT INTO market.daily_3 SELECT 2",
    "SELECT * FROM market.daily_30",
    "INSERT INTO market.split_3 SELECT * FROM market.daily_3",
    "SELECT * FROM market.daily_3",
    "DELETE FROM market.split_3 WHERE 1",
    "ALTER TABLE market.minute_3_local ON CLUSTER `two` DROP PARTITION 1",
    "SELECT * FROM market.minute_3_local",
    "DROP TABLE IF EXISTS market.split_3 SYNC",
  ];
  for (const sql of statements) await (sql.startsWith("SELECT") ? market.query(sql) : market.command(sql));
  await market.insert("market.part_digest_3", []);
  await settleAll();
  const [one, two, other, three, four, removed, changed, five, dropped] = statements;
  expect(sent).toEqual([
    one,
    two,
    other,
    synced("daily_3_local"),
    three,
    four,
    synced("split_3"),
    removed,
    changed,
    synced("minute_3_local"),
    five,
    dropped,
    "rows into market.part_digest_3",
    synced("part_digest_3"),
  ]);
});

test("what system tables say of a table is asked when it is whole", async () => {
  const profile = clusterOf("two");
  const { market: given, sent } = noting(profile);
  const { market } = withSettledReads(given);
  for (const name of ["daily", "split"]) {
    const table = versionedTable(name);
    const stored = `market.${name}_3`;
    const insert = `INSERT INTO ${stored} SELECT 1`;
    const parts = `SELECT partition_id FROM ${profile.parts([{ table, name: stored }])}`;
    await market.command(insert);
    await market.query(parts);
    expect(sent.splice(0)).toEqual([insert, ...profile.settle(stored, table), parts]);
  }
});

test("one server needs none of it", () => {
  const { market } = noting(serverAtAddress);
  expect(withSettledReads(market).market).toBe(market);
});
