import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_SOAK } from "../../cases.ts";
import {
  checkMarket,
  importCsv,
  restateBar,
  settleFinding,
  type Finding,
  type Market,
} from "../../../src/market/index.ts";
import { readRequest } from "../../../src/request/index.ts";
import { dropRun, explain, runScan } from "../../../src/scan/index.ts";
import { calendar, sessionNumber } from "../../naive/market.ts";
import { DAILY, folderOf } from "../csv-folder.ts";
import { openTestMarket } from "../open-market.ts";

const FIRST = sessionNumber("2024-01-02");
const LENGTH = 60;
const dateOf = (day: number): string => calendar(FIRST + day).date;

/** A day that C lacks. */
const LACKED = 25;

/** Three securities that trade quietly every day, but for one of C's; what is said in `wrong` by its day stands in A instead. */
function dailyFile(wrong: Readonly<Record<number, string>>): string {
  const lines = Array.from({ length: LENGTH }, (_, day) => {
    const price = (100 + Math.sin(day)).toFixed(2);
    const values = `${price},${(Number(price) + 1).toFixed(2)},${(Number(price) - 1).toFixed(2)},${price},${50_000 + day}`;
    const others = (day === LACKED ? ["B"] : ["B", "C"]).map((symbol) => `${symbol},${dateOf(day)},${values}`);
    return [`A,${dateOf(day)},${wrong[day] ?? values}`, ...others].join("\n");
  });
  return [DAILY, ...lines].join("\n");
}

const HIGH_PRINT = "100,1000,99,100,50000";
const LOW_PRINT = "100,101,10,100,50000";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

const states = async (): Promise<readonly string[]> =>
  (
    await market.query<{ text: string }>(
      `SELECT concat(symbol, ' ', toString(date), ' ', kind, ' ', state) AS text FROM ${market.database}.finding ORDER BY date, kind`,
    )
  ).map(({ text }) => text);
const doubts = async (): Promise<readonly string[]> =>
  (
    await market.query<{ date: string }>(
      `SELECT toString(s.date) AS date FROM ${market.database}.event AS e INNER JOIN ${market.database}.session AS s ON s.session = e.session WHERE e.kind = 'doubtful' ORDER BY date`,
    )
  ).map(({ date }) => date);
const REQUEST = {
  name: "All",
  Date_Range: { start_date: dateOf(0), end_date: dateOf(LENGTH - 1) },
  columns: { Custom: [{ name: "Close", formula: "[daily close]" }] },
};
/** What the notes of a run over all days say of it. */
async function noted(): Promise<readonly unknown[]> {
  const { request } = readRequest(REQUEST);
  if (request === null) throw new Error("the request does not read");
  const { notes } = await runScan(market, request, { run: "noted" });
  await dropRun(market, "noted");
  return notes.map(({ code, column, rows }) => [code, column, rows]);
}
/** What the explanation of a row says of its day. */
async function explained(symbol: string, day: number): Promise<unknown> {
  const { request } = readRequest(REQUEST);
  const answer = request && (await explain(market, request, { symbol, date: dateOf(day) }));
  return answer?.ok === true ? answer.value.doubts : answer;
}
const barOn = async (day: number): Promise<string | undefined> =>
  (
    await market.query<{ bar: string }>(
      `SELECT concat(toString(high), ' ', toString(low)) AS bar FROM ${market.database}.daily WHERE symbol = 'A' AND session = ${FIRST + day}`,
    )
  )[0]?.bar;

test("a finding is kept with the market until an admin accepts it, excludes its bar or restates it", async () => {
  const [accepted, excluded, restated] = [20, 30, 40];
  const file = (): string =>
    folderOf({ "daily.csv": dailyFile({ [accepted]: HIGH_PRINT, [excluded]: LOW_PRINT, [restated]: HIGH_PRINT }) });
  const first = await importCsv(market, file(), { check: true });
  expect(first.doubtful).toBe(4);
  const open = [
    `A ${dateOf(accepted)} high-print open`,
    `C ${dateOf(LACKED)} missing-session open`,
    `A ${dateOf(excluded)} low-print open`,
    `A ${dateOf(restated)} high-print open`,
  ];
  expect(await states()).toEqual(open);
  expect(await doubts()).toEqual([accepted, LACKED, excluded, restated].map(dateOf));
  expect(await noted()).toEqual([["doubtful", "Date", 3]]);
  expect(await explained("A", excluded)).toEqual([
    { kind: "low-print", seen: "low 10", expected: expect.stringMatching(/^at least \d/) },
  ]);
  expect([await explained("B", excluded), await explained("A", excluded + 1)]).toEqual([[], []]);

  await settleFinding(market, { symbol: "A", date: dateOf(accepted), kind: "high-print" }, "accept");
  expect(await states()).toEqual([open[0]?.replace("open", "accepted"), ...open.slice(1)]);
  expect(await noted()).toEqual([["doubtful", "Date", 2]]);
  expect(await explained("A", accepted)).toEqual([]);
  expect(await doubts()).toEqual([LACKED, excluded, restated].map(dateOf));

  const bar = await settleFinding(market, { symbol: "A", date: dateOf(excluded), kind: "low-print" }, "exclude");
  expect(bar).toBe("100 101 10 100 50000");
  expect(await barOn(excluded)).toBeUndefined();
  // The day that lacks now is no doubt: somebody wanted it so.
  expect(await doubts()).toEqual([LACKED, restated].map(dateOf));

  // The same data again: what was settled stays settled, and says so.
  const again = await importCsv(market, file(), { check: true });
  expect([again.excluded, again.doubtful]).toEqual([1, 2]);
  expect(await barOn(excluded)).toBeUndefined();

  // Only the soak goes on here: with a bar that is restated, one that comes corrected, and a verdict that is taken back.
  if (!IN_SOAK) return;
  const { before } = await restateBar(
    market,
    { symbol: "A", date: dateOf(restated), kind: "high-print" },
    { open: 100, high: 101, low: 99, close: 100, volume: 50_000 },
  );
  expect(before).toBe("100 1000 99 100 50000");
  expect(await barOn(restated)).toBe("101 99");
  expect(await states()).toEqual([open[0]?.replace("open", "accepted"), open[1]]);

  // Another bar of a day that was excluded or accepted is another matter.
  const corrected = folderOf({
    "daily.csv": `${DAILY}\nA,${dateOf(excluded)},100,101,99,100,50000\nA,${dateOf(accepted)},100,1001,99,100,50000`,
  });
  expect((await importCsv(market, corrected, { check: true })).excluded).toBe(0);
  expect(await barOn(excluded)).toBe("101 99");
  expect(await doubts()).toEqual([accepted, LACKED].map(dateOf));

  await settleFinding(market, { symbol: "A", date: dateOf(accepted), kind: "high-print" }, "accept");
  expect(await doubts()).toEqual([dateOf(LACKED)]);
  await settleFinding(market, { symbol: "A", date: dateOf(accepted), kind: "high-print" }, "reopen");
  expect(await doubts()).toEqual([accepted, LACKED].map(dateOf));
});

test("a finding that is not there, or of no bar, is not settled", async () => {
  const day = dateOf(21);
  await expect(settleFinding(market, { symbol: "A", date: day, kind: "high-print" }, "accept")).rejects.toThrow(
    `There is no finding high-print of A on ${day} any more.`,
  );
  const found: Finding[] = [];
  await checkMarket(market, (some) => void found.push(...some));
  expect(found.map(({ symbol, kind }) => `${symbol} ${kind}`)).toContain("C missing-session");
  const missing = { symbol: "C", date: dateOf(LACKED), kind: "missing-session" } as const;
  await expect(settleFinding(market, missing, "exclude")).rejects.toThrow("names no bar that could be left out");
  await settleFinding(market, missing, "accept");
  expect(await states()).toContain(`C ${dateOf(LACKED)} missing-session accepted`);
});

// The bar excluded above leaves its session; `tests/market/check/check-naive.test.ts` knows which ones lack.
test.runIf(IN_SOAK)("a session that only an excluded bar had is not raised as one that the market lacks", async () => {
  const alone = await openTestMarket();
  try {
    const file = dailyFile({ 30: LOW_PRINT })
      .split("\n")
      .filter((line) => !/^[BC],/.test(line));
    await importCsv(alone, folderOf({ "daily.csv": file.join("\n") }), { check: true });
    await settleFinding(alone, { symbol: "A", date: dateOf(30), kind: "low-print" }, "exclude");
    const kept = await alone.query<{ kind: string }>(`SELECT toString(kind) AS kind FROM ${alone.database}.finding`);
    expect(kept).toEqual([]);
    const found: Finding[] = [];
    await checkMarket(alone, (some) => void found.push(...some));
    expect(found.map(({ date, kind }) => `${date} ${kind}`)).toEqual([`${dateOf(30)} missing-market-session`]);
  } finally {
    await alone.close();
  }
});
