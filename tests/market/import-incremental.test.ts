import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  currentSnapshot,
  onSnapshot,
  importCsv,
  MarketError,
  SESSIONS,
  type ImportReport,
  type Market,
} from "../../src/market/index.ts";
import { DAILY, MINUTE, folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";
import { IN_SOAK } from "../cases.ts";

let market: Market;
let full: Market;
beforeAll(async () => {
  [market, full] = await Promise.all([openTestMarket(), openTestMarket()]);
});
afterAll(() => Promise.all([market.close(), full.close()]));

/** 300 sessions, so that more than one partition of the daily table is there. */
const DATES = SESSIONS.filter(({ date }) => date >= "2023-01-03")
  .slice(0, 300)
  .map(({ date }) => date);
const [first = "", last = ""] = [DATES[0], DATES.at(-1)];
const [next = "", after = ""] = SESSIONS.filter(({ date }) => date > last).map(({ date }) => date);
const bar = (symbol: string, date: string, close: number): string =>
  `${symbol},${date},${close},${close},${close},${close},700`;
const bars = (dates: readonly string[], close: number, symbols = ["AAA", "BBB", "CCC", "DDD"]): readonly string[] =>
  dates.flatMap((date) => symbols.map((symbol) => bar(symbol, date, close)));

interface Files {
  readonly daily?: readonly string[];
  readonly minute?: readonly string[];
  readonly splits?: readonly string[];
  readonly symbols?: readonly string[];
  readonly securities?: readonly string[];
  readonly facts?: readonly string[];
}
const HEADERS: Readonly<Record<keyof Files, string>> = {
  daily: DAILY,
  minute: MINUTE,
  splits: "symbol,date,ratio",
  symbols: "symbol,old_symbol,date",
  securities: "symbol,name,delisted_date",
  facts: "symbol,field,known_at,value",
};
const KINDS = ["daily", "minute", "splits", "symbols", "securities", "facts"] as const;
const folder = (files: Files): string =>
  folderOf(
    Object.fromEntries(
      KINDS.flatMap((kind) => {
        const rows = files[kind];
        return rows ? [[`${kind}.csv`, [HEADERS[kind], ...rows].join("\n")]] : [];
      }),
    ),
  );

const TABLES = [
  "security",
  "symbol_change",
  "split",
  "fact",
  "daily",
  "given_daily",
  "minute",
  "bucket",
  "minute_day",
  "minute_session",
  "event_coverage",
];
const content = (of: Market): Promise<readonly object[][]> =>
  onSnapshot(of, (snapshot) =>
    Promise.all(TABLES.map((name) => of.query<object>(`SELECT * FROM ${snapshot.table(name)} ORDER BY ALL`))),
  );

const base: Files = {
  daily: bars(DATES, 10),
  minute: [`AAA,${last},09:30,10,10,10,10,5`, `EEE,${last},09:30,10,10,10,10,5`],
  facts: [`AAA,float,${first},5`],
};

/** What comes day by day, and how many stored bars it writes anew. */
const steps: readonly {
  readonly story: string;
  readonly files: Files;
  readonly daily: number;
  readonly minute: number;
}[] = [
  {
    story: "a session is appended, with a new symbol and its minutes",
    files: {
      daily: [...bars([next], 11), bar("NEW", next, 5)],
      minute: [`AAA,${next},09:30,11,11,11,11,5`, `EEE,${next},09:31,11,11,11,11,5`],
    },
    daily: 0,
    minute: 0,
  },
  {
    story:
      "a session is restated, its five bars and the one made of minutes; a split re-bases the history of its security",
    files: { daily: bars([next], 12, ["AAA", "DDD"]), splits: [`BBB,${next},4`] },
    daily: 6 + 300,
    minute: 0,
  },
  {
    story: "a symbol changes with the session that is appended",
    files: { daily: bars([after], 13, ["AAA", "BBB", "CCX", "DDD"]), symbols: [`CCX,CCC,${after}`] },
    // All of the old symbol's bars: its security goes by its last symbol.
    daily: 301,
    minute: 0,
  },
  {
    story: "a security is delisted; minutes come to a day whose bars stay, and a security that has none gains one",
    files: {
      securities: [`DDD,Dee,${after}`],
      minute: [`AAA,${first},09:30,10,10,10,10,5`, `GGG,${first},09:30,10,10,10,10,5`],
    },
    // All its bars: a security also goes by the end of its symbol.
    daily: 302,
    minute: 0,
  },
];

// `import-order` imports in any order, `market-days` a session after the other; `snapshot` has what is not stored anew.
it.runIf(IN_SOAK)("are equal to one import of everything, and write anew what they change", async () => {
  await importCsv(market, folder(base));
  const reports: ImportReport[] = [];
  for (const { files } of steps) reports.push(await importCsv(market, folder(files)));
  expect(steps.map(({ story }, n) => ({ story, ...reports[n]?.rewritten }))).toEqual(
    steps.map(({ story, daily, minute }) => ({ story, daily, minute })),
  );
  expect(reports.map(({ restated }) => restated)).toEqual([0, 2, 0, 0]);

  const all = [base, ...steps.map(({ files }) => files)];
  const union: Record<string, readonly string[]> = {};
  for (const kind of KINDS) {
    // Of a key given twice the last row stands.
    const rows = new Map(
      all.flatMap((files) => files[kind] ?? []).map((row) => [row.split(",").slice(0, 3).join(), row]),
    );
    const daily = new Map([...rows.values()].map((row) => [row.split(",").slice(0, 2).join(), row]));
    union[kind] = [...(kind === "daily" ? daily : rows).values()];
  }
  const whole = await importCsv(full, folder(union));
  const [mine, theirs] = [await content(market), await content(full)];
  for (const [n, table] of TABLES.entries()) expect({ table, rows: mine[n] }).toEqual({ table, rows: theirs[n] });
  expect(reports.at(-1)?.snapshot).toBe(whole.snapshot);
});

it("leave everything as it was when the engine is killed in the middle", async ({ skip }) => {
  // `import-death.test.ts` kills one too. Elsewhere the engine is not the test's to kill; snapshot.test.ts ends imports there.
  skip(market.folder === null || !IN_SOAK);
  const before = await content(market);
  const version = `daily_${(await currentSnapshot(market)).number + 1}`;
  const importing = importCsv(market, folder({ daily: bars(DATES, 99), splits: [`AAA,${after},3`] })).then(
    () => null,
    (error: unknown) => error,
  );
  const made = async (): Promise<boolean> =>
    (await market.query(`SELECT 1 FROM system.tables WHERE database = '${market.database}' AND name = '${version}'`))
      .length > 0;
  while (!(await made()));
  const address: { pid: number } = JSON.parse(readFileSync(join(market.folder ?? "", "engine.json"), "utf8"));
  process.kill(address.pid, "SIGKILL");
  expect(await importing).toBeInstanceOf(MarketError);
  expect(await content(market)).toEqual(before);
});
