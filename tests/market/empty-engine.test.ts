import { expect, test } from "vitest";
import { importCsv, makeDemo, type Market } from "../../src/market/index.ts";
import { rounds } from "../cases.ts";
import { DAILY, folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

/** Every table with its statement and its number of rows, every database, and the rows of the log. */
const contentsOf = (market: Market): Promise<unknown> =>
  Promise.all([
    market.query(
      "SELECT database, name, create_table_query, total_rows FROM system.tables WHERE lower(database) NOT IN ('system', 'information_schema') ORDER BY database, name",
    ),
    market.query("SELECT name, comment FROM system.databases ORDER BY name"),
    market.query(`SELECT * FROM ${market.database}.snapshot_log`),
  ]);

test.each<[string, (market: Market) => Promise<unknown>]>([
  [
    "a database and a table of one's own",
    (market) => change(market, "CREATE DATABASE run_x", "CREATE TABLE {d}.mine (x UInt8) ENGINE = Memory"),
  ],
  ["a row in a table", (market) => change(market, "INSERT INTO {d}.split_1 SELECT 1, '2024-01-02', 2")],
  ["another column", (market) => change(market, "ALTER TABLE {d}.split_1 ADD COLUMN more UInt8")],
  ["a table that is gone", (market) => change(market, "DROP TABLE {d}.split_1 SYNC", "DROP VIEW {d}.split")],
  // All is made anew then; the test files of this folder import one after the other in any case.
  ...rounds<[string, (market: Market) => Promise<unknown>][]>(
    [],
    [
      ["another calendar", (market) => change(market, "TRUNCATE TABLE {d}.session_1")],
      ["an import", (market) => importCsv(market, folderOf({ "daily.csv": DAILY }))],
      ["another comment", (market) => change(market, "ALTER DATABASE {d} MODIFY COMMENT '{}'")],
      ["the demo", (market) => makeDemo(market, { symbols: 3, years: 0.2, minuteDays: 1 })],
    ],
  ),
])("after %s the next test has an empty market", async (_what, spoil) => {
  const market = await openTestMarket();
  const fresh = await contentsOf(market);
  try {
    await spoil(market);
    expect(await contentsOf(market)).not.toEqual(fresh);
  } finally {
    await market.close();
  }
  const next = await openTestMarket();
  try {
    expect(await contentsOf(next)).toEqual(fresh);
  } finally {
    await next.close();
  }
});

async function change(market: Market, ...statements: readonly string[]): Promise<void> {
  for (const sql of statements) await market.command({ sql: sql.replace("{d}", market.database), lane: "control" });
}
