import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importCsv, MarketError, type Market, type Statement } from "../../src/market/index.ts";
import { IN_SOAK } from "../cases.ts";
import { DAILY, MINUTE, folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

const SYMBOLS = 210;

let market: Market;
let before: object;
/** 200,000 minutes: long enough to be met in the middle. */
let large: string;

const state = async (): Promise<object> => ({
  snapshot: await market.query(`SELECT id FROM ${market.database}.snapshot`),
  daily: await market.query(`SELECT * FROM ${market.database}.daily ORDER BY ALL`),
  // Whatever their versions.
  tables: new Set((await tables()).map((name) => name.replace(/_\d+$/, ""))),
});
const tables = async (): Promise<readonly string[]> => {
  const rows = await market.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = '${market.database}' ORDER BY name`,
  );
  return rows.map(({ name }) => name);
};

/** Resolves when a table that only an import makes is there; every look is a statement, so nothing is timed. */
async function untilImporting(): Promise<void> {
  while (!(await tables()).includes("incoming_minute"));
}

beforeAll(async () => {
  market = await openTestMarket();
  await importCsv(
    market,
    folderOf({
      "daily.csv": `${DAILY}\nA,2024-01-02,1,2,1,2,5\nB,2024-01-02,1,2,1,2,5\n`,
      "splits.csv": "symbol,date,ratio\nA,2024-01-02,2\n",
    }),
  );
  before = await state();
  const rows: string[] = [MINUTE];
  for (let symbol = 0; symbol < SYMBOLS; symbol += 1) {
    for (let minute = 240; minute < 1200; minute += 1) {
      rows.push(
        `S${symbol},2024-01-03,${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")},1,2,1,2,5`,
      );
    }
  }
  large = folderOf({ "minute.csv": rows.join("\n") });
});
afterAll(() => market.close());

it("leaves the market as it was when the engine is killed in the middle, and says so", async () => {
  const importing = importCsv(market, large).then(
    () => null,
    (error: unknown) => error,
  );
  await untilImporting();
  const address: { pid: number } = JSON.parse(readFileSync(join(market.folder ?? "", "engine.json"), "utf8"));
  process.kill(address.pid, "SIGKILL");
  expect(await importing).toBeInstanceOf(MarketError);
  expect(await state()).toEqual(before);
});

// The test above kills it in the midst of a statement; only the soak between two of them.
it.runIf(IN_SOAK)("says that the engine died, not the file, when it is killed between two statements", async () => {
  let killed = false;
  const killedBefore = async (given: Statement | string): Promise<void> => {
    if (killed || !(typeof given === "string" ? given : given.sql).includes("file(")) return;
    killed = true;
    const address: { pid: number } = JSON.parse(readFileSync(join(market.folder ?? "", "engine.json"), "utf8"));
    process.kill(address.pid, "SIGKILL");
    const answers = (): Promise<boolean> =>
      market.query("SELECT 1").then(
        () => true,
        () => false,
      );
    while (!(await answers()));
  };
  const dying: Market = {
    ...market,
    command: async (given) => {
      await killedBefore(given);
      return market.command(given);
    },
  };
  await expect(importCsv(dying, large)).rejects.toMatchObject({ name: "MarketError", code: "engine-died" });
  expect(killed).toBe(true);
  expect(await state()).toEqual(before);
});

it("leaves the market as it was when the importing process is killed, and the next import goes on", async () => {
  const index = new URL("../../src/market/index.ts", import.meta.url).href;
  const script = `import { importCsv, openMarket } from "${index}";
const market = await openMarket({ folder: process.argv[1] });
await importCsv(market, process.argv[2]);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, market.folder ?? "", large], {
    stdio: "ignore",
  });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  await untilImporting();
  child.kill("SIGKILL");
  await gone;
  expect(await market.query(`SELECT id FROM ${market.database}.snapshot`)).toMatchObject([{}]);
  const report = await importCsv(market, folderOf({ "splits.csv": "symbol,date,ratio\nA,2024-01-02,2\n" }));
  expect(report.restated).toBe(1);
  expect(await state()).toEqual(before);
});

// `tests/market/snapshot.test.ts` is refused while another import has the lock; only the soak runs two of them on a folder.
it.runIf(IN_SOAK)("lets only one import run at a time", async () => {
  const first = importCsv(market, large);
  await untilImporting();
  await expect(importCsv(market, large)).rejects.toMatchObject({
    code: "locked",
    message: "Another import is running. Wait until it has ended, then import again.",
  });
  expect((await first).taken.minute).toBe(SYMBOLS * 960);
});
