import { afterAll, beforeAll, expect, test } from "vitest";
import { currentSnapshot, importCsv, type Market } from "../../src/market/index.ts";
import type { Statement } from "../../src/market/market.ts";
import { IN_SOAK } from "../cases.ts";
import { DAILY, folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

// Only the soak counts statements: more of them take time and change nothing.
test.runIf(IN_SOAK)("a small import takes few statements, and makes nothing anew that is empty", async () => {
  await importCsv(market, folderOf({ "daily.csv": `${DAILY}\nA,2023-01-04,1,2,1,2,7\n` }));
  const before = await currentSnapshot(market);
  let statements = 0;
  const counted: Market = {
    ...market,
    query: async <Row>(statement: Statement | string) => ((statements += 1), market.query<Row>(statement)),
    command: (statement) => ((statements += 1), market.command(statement)),
    insert: (table, rows) => ((statements += 1), market.insert(table, rows)),
    stream: (statement, format) => ((statements += 1), market.stream(statement, format)),
  };
  await importCsv(counted, folderOf({ "daily.csv": `${DAILY}\nA,2023-01-05,1,2,1,2,7\n` }));
  // There were 117.
  expect(statements).toBeLessThanOrEqual(55);
  const after = await currentSnapshot(market);
  const made = Object.keys(after.versions).filter((name) => after.versions[name] !== before.versions[name]);
  expect(made.toSorted()).toEqual(["daily", "origin_bars", "origin_file", "origin_import", "part_digest", "security"]);
});
