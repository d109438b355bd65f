import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { explanationText } from "../../src/contract/index.ts";
import { currentSnapshot, importCsv, importEdgar, makeDemo, type Market } from "../../src/market/index.ts";
import { readRequest, requestOfFormulas } from "../../src/request/index.ts";
import { dropRun, explain, readRows, runScan } from "../../src/scan/index.ts";
import { DAILY, folderOf, MINUTE } from "../market/csv-folder.ts";
import { openTestMarket } from "../market/open-market.ts";
import { IN_SOAK, rounds } from "../cases.ts";

const TEMPLATES = new URL("../../presets/templates/", import.meta.url);
const DAYS = { start_date: "2025-10-01", end_date: "2025-12-31" };

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  await makeDemo(market, { symbols: rounds(3, 150), years: rounds(0.2, 2), minuteDays: rounds(1, 10) });
});
afterAll(() => market.close());

/** Smoothing starts elsewhere where a scan computes it beside other indicators: 1e-9 of the value, never more. */
const CLOSE = 1e-9;

function agrees(a: unknown, b: unknown): boolean {
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= CLOSE * Math.abs(b);
  return a === b;
}

// What is explained is what a scan gives in `naive/explain`, over random formulas.
test.runIf(IN_SOAK).each(readdirSync(TEMPLATES).filter((name) => /^(gap|golden|52|volume)/.test(name)))(
  "%s: a row of the scan is explained with the scan's values, and a row that is not in it is told why",
  async (name) => {
    const source: object = JSON.parse(readFileSync(new URL(name, TEMPLATES), "utf8"));
    const { request } = readRequest({ ...source, Date_Range: DAYS });
    if (!request) throw new Error(`${name} does not read`);
    const finished = await runScan(market, request, { run: "explained" });
    try {
      const rows = await readRows(market, finished, { offset: 0, limit: 10_000 });
      const [row = []] = rows;
      const [symbol, date, ...values] = row;
      expect(rows.length).toBeGreaterThan(0);
      const there = await explain(market, request, { symbol: String(symbol), date: String(date) });
      if (!there.ok) throw new Error(there.mistakes[0]?.message);
      expect(there.value.qualifies).toBe(true);
      const apart = there.value.columns.filter(({ root }, index) => !agrees(root.value, values[index]));
      expect(apart.map(({ label, root }) => [label, root.value])).toEqual([]);
      const taken = new Set(rows.filter((each) => each[1] === date).map(([other]) => other));
      const [absent] = await market.query<{ symbol: string }>({
        sql: "SELECT symbol FROM market.security WHERE symbol NOT IN {taken:Array(String)} AND security_id IN (SELECT security_id FROM market.daily GROUP BY security_id HAVING count() > 250) ORDER BY symbol LIMIT 1",
        params: { taken: [...taken].map(String) },
      });
      const elsewhere = await explain(market, request, { symbol: absent?.symbol ?? "", date: String(date) });
      expect(elsewhere).toMatchObject({ ok: true, value: { absence: null, qualifies: false } });
      expect(elsewhere.ok && elsewhere.value.filters.some(({ failed }) => failed !== null)).toBe(true);
    } finally {
      await dropRun(market, "explained");
    }
  },
);

/** The values of formulas on a day of a security, and below them where each comes from, without the moments. */
async function sourcesOf(of: Market, formulas: readonly string[], [symbol, date]: readonly [string, string]) {
  const columns = formulas.map((formula, index) => ({ name: `C${index}`, formula }));
  const { request } = readRequest(requestOfFormulas({ name: "s", start: date, end: date, filters: [], columns }));
  const answer = request && (await explain(of, request, { symbol, date }));
  if (!answer?.ok) throw new Error(`no explanation of ${formulas.join()}`);
  const [above = "", below = ""] = explanationText(answer.value).split("\nsources\n");
  const sources = below.trim().split("\n");
  return above.split("\n").flatMap((line) => {
    const numbers = /\[([\d, ]+)\]$/.exec(line)?.[1]?.split(", ");
    if (numbers === undefined) return [];
    return [numbers.map((one) => (sources[Number(one) - 1] ?? "").trim().replace(/^\[\d+\] /, "")).join(" and ")];
  });
}
const IMPORTED = /(imported|made) \d{4}-\d\d-\d\d \d\d:\d\d UTC/g;
const untimed = (texts: readonly string[]): readonly string[] => texts.map((text) => text.replaceAll(IMPORTED, "$1"));

// `tests/naive/reasons.test.ts` and `tests/naive/explain.test.ts` have values and reasons; only the soak has the origin of every value of a row.
test.runIf(IN_SOAK)("every value names the source, the file or filing, and the time of import", async () => {
  const of = async (formulas: readonly string[], day: string, from = market) =>
    untimed(await sourcesOf(from, formulas, ["AAA", day]));
  const [security] = await market.query<{ symbol: string }>(
    "SELECT symbol FROM market.security ORDER BY symbol LIMIT 1",
  );
  expect(await sourcesOf(market, ["[daily close]"], [security?.symbol ?? "", "2025-12-30"])).toEqual([
    expect.stringMatching(/^demo market, made \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
  ]);

  const bar = (symbol: string, day: number, close: number): string => `${symbol},2024-05-0${day},5,9,1,${close},100`;
  const csv = folderOf({
    "daily-a.csv": [DAILY, ...[1, 2, 3, 6].map((day) => bar("AAA", day, 5))].join("\n"),
    "daily-b.csv": [DAILY, ...[1, 2, 3, 6].map((day) => bar("BBB", day, 5))].join("\n"),
    "minute.csv": [
      MINUTE,
      "AAA,2024-05-02,09:30,5,5,5,5,1",
      "AAA,2024-05-02,09:31,5,5,5,5,1",
      "AAA,2024-05-07,09:30,5,5,5,5,1",
    ].join("\n"),
    "splits.csv": "symbol,date,ratio\nAAA,2024-05-06,2",
    "facts.csv": "symbol,field,known_at,value\nAAA,sector,2024-05-02,Tech\nAAA,float,2024-05-01,7",
    "securities.csv": "symbol,name,ipo_date\nAAA,Triple,2020-01-02",
    "events.csv": "symbol,kind,at\nAAA,news,2024-05-03 10:00",
  });
  await importCsv(market, csv);
  const pages = [
    { file: "daily.csv", line: 2, page: "daily AAA" },
    { file: "daily.csv", line: 3, page: "daily BBB" },
  ];
  const later = folderOf({
    "daily.csv": [DAILY, bar("AAA", 2, 6), bar("BBB", 3, 6)].join("\n"),
    "minute.csv": [MINUTE, "AAA,2024-05-02,09:30,6,6,6,6,1", "AAA,2024-05-03,09:30,6,6,6,6,1"].join("\n"),
    "facts.csv": "symbol,field,known_at,value\nAAA,sector,2024-05-02,Steel",
  });
  await importCsv(market, later, { origin: { source: "tiingo", pages } });

  const [first, restated] = ["CSV files, daily-a.csv, imported", "tiingo, daily AAA, imported"].map(
    (text) => `daily bars: ${text}`,
  );
  // One minute of two was restated; a day that has only the later one; a bar that was made of minutes.
  const [minutes, minutesLater] = ["CSV files, minute.csv, imported", "tiingo, minute.csv, imported"].map(
    (text) => `minutes: ${text}`,
  );
  const premarket = "[intraday sum volume '09:30' .. '15:59']";
  const told: readonly (readonly [formula: string, source: string | undefined])[] = [
    // The restated day is of the later import, its neighbours are not; another symbol's restated day says nothing of this one.
    ["[daily close -1]", restated],
    ["[daily close]", first],
    ['[daily close of "BBB"]', "daily bars: tiingo, daily BBB, imported"],
    // In the order in which they are first named.
    ["[daily avg close -2 .. 0]", `${restated} and ${first}`],
    // Adjusted for the split after it; the day of the split itself is not.
    ["[daily close adj]", `${first} and split: CSV files, splits.csv, imported`],
    [premarket, minutesLater],
    ["[fundamental sector]", "fact: tiingo, facts.csv, imported"],
    ["[ownership float]", "fact: CSV files, facts.csv, imported"],
    ["[identity name]", "listing: CSV files, securities.csv, imported"],
    ["[fundamental news]", "event: CSV files, events.csv, imported"],
  ];
  expect(
    await of(
      told.map(([formula]) => formula),
      "2024-05-03",
    ),
  ).toEqual(told.map(([, source]) => source));
  expect(await of(["[daily close adj]"], "2024-05-06")).toEqual([first]);
  expect(await of([premarket], "2024-05-02")).toEqual([`${minutesLater} and ${minutes}`]);
  expect(await of(["[daily close]"], "2024-05-07")).toEqual([minutes]);

  const fact = (val: number, end: string, filed: string, form: string, accn: string): object => ({
    start: `${end.slice(0, 4)}-0${Number(end.slice(6, 7)) - 2}-01`,
    end,
    val,
    accn,
    fy: 2023,
    fp: "Q1",
    form,
    filed,
  });
  const revenues = {
    units: {
      USD: [
        fact(10, "2023-03-31", "2023-05-01", "10-Q", "0000000001-23-000010"),
        fact(20, "2023-06-30", "2023-08-01", "10-Q", "0000000001-23-000020"),
        fact(11, "2023-03-31", "2024-05-02", "10-Q/A", "0000000001-24-000011"),
      ],
    },
  };
  const facts = { cik: 1, facts: { "us-gaap": { Revenues: revenues } } };
  await importEdgar(
    market,
    folderOf({
      "CIK0000000001.json": JSON.stringify(facts),
      "company_tickers.json": JSON.stringify({ 0: { cik_str: 1, ticker: "AAA", title: "A" } }),
    }),
    { origin: { source: "edgar" } },
  );
  const filing = (text: string) => `report: edgar, CIK0000000001.json, ${text}, imported`;
  expect(await of(["[earnings revenue-1q]", "[earnings revenue-2q]"], "2024-05-03")).toEqual([
    filing("10-Q 0000000001-23-000020"),
    filing("10-Q/A 0000000001-24-000011"),
  ]);
  expect(await of(["[earnings revenue-2q]"], "2024-05-01")).toEqual([filing("10-Q 0000000001-23-000010")]);

  // What a version before imported has no record; what came since has.
  const unknown = "imported by a version that kept no record of its source";
  const snapshot = await currentSnapshot(market);
  const { origin_import: _, ...before } = snapshot.versions;
  expect(await of(["[daily close]"], "2024-05-03", { ...snapshot, versions: before } as Market)).toEqual([
    `daily bars: ${unknown}`,
  ]);
  await market.command(`TRUNCATE TABLE ${snapshot.table("origin_bars")}`);
  await importCsv(market, folderOf({ "daily.csv": [DAILY, bar("AAA", 3, 8)].join("\n") }));
  expect(await of(["[daily close -1]", "[daily close]"], "2024-05-03")).toEqual([
    `daily bars: ${unknown}`,
    "daily bars: CSV files, daily.csv, imported",
  ]);
});
