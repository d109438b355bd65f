import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  identityConflicts,
  importCsv,
  makeDemo,
  sessionOf,
  settleIdentity,
  type Market,
} from "../../src/market/index.ts";
import { DAILY, MINUTE, folderOf } from "./csv-folder.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { openTestMarket } from "./open-market.ts";

let market: Market;
beforeEach(async () => {
  market = await openTestMarket();
});
afterEach(() => market.close());

const session = (date: string): number => sessionOf(date)?.session ?? -1;
const bar = (symbol: string, date: string, close: number): string =>
  `${symbol},${date},${close},${close},${close},${close},700`;

/**
 * FB became META on 2022-06-09, and META had been another fund's symbol until 2022-01-31; OLD was delisted and its
 * symbol used again; SPL splits twice, the second time after the last bar; minutes stand on days with and without a
 * vendor's bar, and once only outside the regular session.
 */
const files = {
  daily: {
    "daily.csv": [
      DAILY,
      bar("META", "2022-01-28", 11),
      bar("FB", "2022-01-28", 301),
      bar("FB", "2022-06-08", 196),
      bar("META", "2022-06-08", 195),
      bar("META", "2022-06-09", 184),
      bar("FB", "2022-06-13", 5),
      bar("OLD", "2022-01-28", 3),
      bar("OLD", "2022-06-08", 40),
      bar("SPL", "2022-01-28", 400),
      bar("SPL", "2022-06-09", 100),
    ].join("\n"),
  },
  minutes: {
    "minute.csv": [
      MINUTE,
      "SPL,2022-06-09,09:30,99,99,99,99,10",
      "SPL,2022-06-10,09:30,98,98,98,98,10",
      "SPL,2022-06-13,08:00,97,97,97,97,10",
      "META,2022-06-10,10:00,170,171,169,170,10",
      "METV,2022-06-10,10:00,10,10,10,10,10",
    ].join("\n"),
  },
  splits: { "splits.csv": "symbol,date,ratio\nSPL,2022-06-09,4\nSPL,2022-07-01,2\n" },
  symbols: { "symbols.csv": "symbol,old_symbol,date\nMETV,META,2022-01-31\nMETA,FB,2022-06-09\n" },
  securities: {
    "securities.csv":
      "symbol,name,exchange,security_class,status,country,currency,sector,industry,ipo_date,delisted_date\nOLD,Old One,NYSE,,,,,,,1999-01-04,2022-03-01\nOLD,New One,NASDAQ,,,,,,,2022-05-02,\nMETA,Meta Platforms,NASDAQ,,ACTIVE,,,,,2012-05-18,\nMETV,Roundhill Ball Metaverse,NYSE ARCA,ETF,ACTIVE,,,,,2021-06-30,\n",
  },
};
type Part = keyof typeof files;

const content = (table: string): Promise<object[]> =>
  market.query(`SELECT * FROM ${market.database}.${table} ORDER BY ALL`);
const TABLES = [
  "security",
  "symbol_change",
  "split",
  "daily",
  "minute",
  "bucket",
  "minute_day",
  "minute_session",
  "event",
  "event_coverage",
];

/** Imports one after the other into an empty market: what it holds then. */
async function after(imports: readonly string[]): Promise<{ readonly snapshot: string; readonly tables: unknown }> {
  await market.close();
  market = await openTestMarket();
  let snapshot = "";
  for (const part of imports) ({ snapshot } = await importCsv(market, part));
  return { snapshot, tables: await Promise.all(TABLES.map(content)) };
}
let atOnce: ReturnType<typeof after> | null = null;
/** What all files leave when they come at once. */
const together = () => (atOnce ??= after([folderOf(Object.assign({}, ...Object.values(files)))]));

describe("imports in any order", () => {
  const PARTS: readonly Part[] = ["daily", "minutes", "splits", "symbols", "securities"];
  /** One after the other, with what names the bars before them; in the soak also what names and adjusts them behind them. */
  const orders: readonly (readonly string[])[] = [
    ...rounds(
      [
        [
          folderOf({ ...files.symbols, ...files.minutes }),
          folderOf({ ...files.daily, ...files.securities, ...files.splits }),
        ],
      ],
      [
        (["symbols", "minutes", "daily", "securities", "splits"] as const).map((part) => folderOf(files[part])),
        PARTS.map((part) => folderOf(files[part])),
      ],
    ),
  ];
  it("give the same market, to the last byte", async () => {
    const said = await together();
    for (const order of orders) expect(await after(order)).toEqual(said);

    const rows = await market.query<{
      name: string;
      was: string;
      date: string;
      close: number;
      split_factor: number;
      source: number;
    }>(
      `SELECT ifNull(x.name, x.symbol) AS name, d.symbol AS was, toString(s.date) AS date, toFloat64(d.close) AS close, d.split_factor AS split_factor, d.source AS source
FROM ${market.database}.daily AS d INNER JOIN ${market.database}.security AS x ON x.security_id = d.security_id INNER JOIN ${market.database}.session AS s ON s.session = d.session ORDER BY name, date`,
    );
    expect(
      rows.map((row) => `${row.name} ${row.date} ${row.was} ${row.close} x ${row.split_factor} (${row.source})`),
    ).toEqual([
      "FB 2022-06-13 FB 5 x 1 (0)",
      "Meta Platforms 2022-01-28 FB 301 x 1 (0)",
      "Meta Platforms 2022-06-08 FB 196 x 1 (0)",
      "Meta Platforms 2022-06-09 META 184 x 1 (0)",
      "Meta Platforms 2022-06-10  170 x 1 (1)",
      "New One 2022-06-08 OLD 40 x 1 (0)",
      "Old One 2022-01-28 OLD 3 x 1 (0)",
      "Roundhill Ball Metaverse 2022-01-28 META 11 x 1 (0)",
      "Roundhill Ball Metaverse 2022-06-10  10 x 1 (1)",
      "SPL 2022-01-28 SPL 400 x 0.25 (0)",
      "SPL 2022-06-09 SPL 100 x 1 (0)",
      "SPL 2022-06-10  98 x 1 (1)",
      "SPL 2022-06-13  0 x 1 (2)",
    ]);
  });
});

describe("identities", () => {
  const BARE = folderOf({ ...files.daily, ...files.minutes, ...files.splits, ...files.securities });
  const HEAD = "symbol,first_date,last_date,figi,permanent_id,cik,source";
  const FILE = folderOf({
    "identities.csv": `${HEAD}
META,2021-06-30,2022-01-28,BBG011BJT735,,,
METV,2022-01-31,,BBG011BJT735,,,
FB,2012-05-18,,BBG000MM2P62,,0001326801,
META,2022-06-09,2024-01-02,BBG000MM2P62,,1326801,
FB,2022-06-13,,BBG000000003,,,
`,
  });

  // `tests/market/identities.test.ts` has what identifiers say of who is who; only the soak imports them in two orders.
  it.runIf(IN_SOAK)("say what a file of renamings says, before the bars and after them", async () => {
    const said = await together();
    for (const parts of [
      [BARE, folderOf(files.symbols)],
      [FILE, BARE],
      [FILE, BARE, FILE],
      [BARE, FILE],
    ])
      expect(await after(parts)).toEqual(said);
  });

  // Only the soak settles identities that contradict, here and in `tests/server/market-days.test.ts`.
  it.runIf(IN_SOAK)("that contradict are settled by an admin, and stay so", async () => {
    const symbols = async (): Promise<number> =>
      (await market.query<{ n: number }>(`SELECT toUInt32(count()) AS n FROM ${market.database}.security`))[0]?.n ?? 0;
    const bars = [DAILY, bar("ABC", "2022-01-28", 11), bar("ABC", "2022-06-08", 90), bar("XYZ", "2022-06-08", 7)];
    const file = (...rows: readonly string[]): string =>
      folderOf({ "daily.csv": bars.join("\n"), "identities.csv": [HEAD, ...rows].join("\n") });
    const rows = ["ABC,2022-01-28,,,,1,edgar", "ABC,2022-06-08,,,,2,edgar", "XYZ,2022-06-08,,BBG000000003,,,"];
    const report = await importCsv(market, file(...rows, "XYZ,2022-06-08,,BBG1,,,", "XYZ,2022-06-08,,,,,"));
    expect(report.refused.rows.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      "5 not a FIGI",
      "6 no identifier",
    ]);
    expect(await symbols()).toBe(2);
    const open = {
      key: "company ABC cik:1 cik:2",
      kind: "company",
      symbols: ["ABC"],
      seen: "ABC is of the companies cik:1 and cik:2",
      meanwhile: "one security",
      choices: ["one", "apart"],
    };
    expect(await identityConflicts(market)).toEqual([{ ...open, answer: "" }]);
    await expect(settleIdentity(market, open.key, "both")).rejects.toThrow(
      "The answer is one of one, apart, not both.",
    );
    await settleIdentity(market, open.key, "apart");
    expect(await symbols()).toBe(3);
    const settled = [{ ...open, answer: "apart" }];
    expect(await identityConflicts(market)).toEqual(settled);
    // More of the same, on another day: it is settled once.
    await importCsv(market, file("ABC,2022-06-09,2022-08-01,,,2,edgar", ...rows));
    expect(await identityConflicts(market)).toEqual(settled);
    expect(await symbols()).toBe(3);
    await settleIdentity(market, open.key, "");
    expect(await identityConflicts(market)).toEqual([{ ...open, answer: "" }]);
    expect(await symbols()).toBe(2);
  });
});

it("takes the newer of two bars, and counts it; minutes of a day are replaced with what is made of them; the same again changes nothing", async () => {
  const first = await importCsv(
    market,
    folderOf({
      "daily.csv": [DAILY, bar("B", "2024-01-02", 1), bar("B", "2024-01-03", 2)].join("\n"),
      "minute.csv": [
        MINUTE,
        "A,2024-01-02,09:30,1,1,1,1,10",
        "A,2024-01-02,10:00,2,2,2,2,10",
        "A,2024-03-04,09:30,5,5,5,5,10",
      ].join("\n"),
    }),
  );
  const days = { "daily.csv": [DAILY, bar("B", "2024-01-03", 3), bar("B", "2024-01-04", 4)].join("\n") };
  const minutes = {
    "minute.csv": [
      MINUTE,
      "A,2024-01-02,10:00,3,3,3,3,30",
      "A,2024-01-02,16:30,9,9,9,9,1",
      "A,2024-01-03,09:30,4,4,4,4,10",
    ].join("\n"),
  };
  const later = [];
  // At once in `npm test`, in the soak one after the other and the days again.
  for (const files of rounds([{ ...days, ...minutes }], [days, minutes, days]))
    later.push(await importCsv(market, folderOf(files)));
  expect([first, ...later].map(({ restated }) => restated)).toEqual(rounds([0, 2], [0, 1, 1, 2]));
  expect(new Set(later.slice(-rounds(1, 2)).map(({ snapshot }) => snapshot)).size).toBe(1);
  const daysOf = (symbol: string): Promise<object[]> =>
    market.query(
      `SELECT d.session AS session, toFloat64(d.open) AS open, toFloat64(d.high) AS high, toFloat64(d.close) AS close, toUInt32(d.volume) AS volume, d.source AS source FROM ${market.database}.daily AS d INNER JOIN ${market.database}.security AS x ON x.security_id = d.security_id WHERE x.symbol = '${symbol}' ORDER BY session`,
    );
  expect(await daysOf("B")).toMatchObject([{ close: 1 }, { close: 3 }, { close: 4 }]);
  expect(await daysOf("A")).toEqual([
    { session: session("2024-01-02"), open: 1, high: 3, close: 3, volume: 40, source: 1 },
    { session: session("2024-01-03"), open: 4, high: 4, close: 4, volume: 10, source: 1 },
    { session: session("2024-03-04"), open: 5, high: 5, close: 5, volume: 10, source: 1 },
  ]);
  expect(
    await market.query(
      `SELECT bucket, toFloat64(close) AS close FROM ${market.database}.bucket WHERE session = ${session("2024-01-02")} ORDER BY bucket`,
    ),
  ).toEqual([
    { bucket: 570, close: 1 },
    { bucket: 600, close: 3 },
    { bucket: 990, close: 9 },
  ]);
});

it("makes adjusted prices as traded again, whenever the splits become known", async () => {
  // A 4-for-1 inside the data and a 10-for-1 after it, which the vendor did not know of.
  const adjusted = folderOf({
    "daily.csv": [DAILY, "A,2024-01-02,25,25.5,24.75,25.25,400", "A,2024-01-04,26,26,26,26,500"].join("\n"),
  });
  const splits = { "splits.csv": "symbol,date,ratio\nA,2024-01-03,4\nA,2024-02-01,10\n" };
  const later = { "daily.csv": [DAILY, bar("A", "2024-02-02", 2.6)].join("\n") };
  const behind = rounds([{ ...splits, ...later }], [splits, later]).map(folderOf);
  await importCsv(market, adjusted, { adjusted: true });
  for (const each of behind) await importCsv(market, each);
  const rows = (): Promise<object[]> =>
    market.query(
      `SELECT toFloat64(close) AS close, toUInt32(volume) AS volume, round(split_factor, 6) AS factor FROM ${market.database}.daily ORDER BY session`,
    );
  const expected = [
    { close: 101, volume: 100, factor: 0.025 },
    { close: 26, volume: 500, factor: 0.1 },
    { close: 2.6, volume: 700, factor: 1 },
  ];
  expect(await rows()).toEqual(expected);
  if (!IN_SOAK) return;
  await market.close();
  market = await openTestMarket();
  for (const each of behind) await importCsv(market, each);
  await importCsv(market, adjusted, { adjusted: true });
  expect(await rows()).toEqual(expected);
});

// `tests/market/import-rows.test.ts` has the minutes of events; only the soak has events on days without a session.
it.runIf(IN_SOAK)("moves events off session to the next one and knows what it covers", async () => {
  await importCsv(
    market,
    folderOf({
      "daily.csv": [DAILY, bar("A", "2024-01-02", 1), bar("A", "2024-01-31", 1)].join("\n"),
      "events.csv":
        "symbol,kind,at\nA,news,2024-01-05T17:45\nA,news,2024-01-06T12:00\nA,earnings,2024-01-15\nA,earnings,2024-01-16 pre\nA,earnings,2024-01-17 post\nA,news,2024-01-18\nA,news,2024-02-05T09:00\n",
    }),
  );
  expect(
    await market.query(`SELECT kind, session, minute FROM ${market.database}.event ORDER BY kind, session`),
  ).toEqual([
    { kind: "earnings", session: session("2024-01-16"), minute: 0 },
    { kind: "earnings", session: session("2024-01-16"), minute: 480 },
    { kind: "earnings", session: session("2024-01-17"), minute: 990 },
    { kind: "news", session: session("2024-01-05"), minute: 1065 },
    { kind: "news", session: session("2024-01-08"), minute: 0 },
    { kind: "news", session: session("2024-01-18"), minute: null },
    { kind: "news", session: session("2024-02-05"), minute: 540 },
  ]);
  const span = { from_session: session("2024-01-02"), to_session: session("2024-02-05") };
  expect(await content("event_coverage")).toEqual([
    { kind: "earnings", ...span },
    { kind: "news", ...span },
  ]);
});

// The import of `scan/cluster` takes its place too.
it.runIf(IN_SOAK)("forgets the demo market when real data comes", async () => {
  await makeDemo(market, { symbols: 3, years: 0.2, minuteDays: 1 });
  const report = await importCsv(market, folderOf({ "daily.csv": [DAILY, bar("A", "2024-01-02", 1)].join("\n") }));
  expect(report.replacedDemo).toBe(true);
  const counts = await market.query(
    `SELECT toUInt32((SELECT count() FROM ${market.database}.daily)) AS daily, toUInt32((SELECT count() FROM ${market.database}.minute)) AS minute, toUInt32((SELECT count() FROM ${market.database}.event)) AS event`,
  );
  expect(counts).toEqual([{ daily: 1, minute: 0, event: 0 }]);
});
