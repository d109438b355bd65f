import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IN_SOAK } from "../cases.ts";
import { checkMarket, importCsv, type Finding, type Market } from "../../src/market/index.ts";
import { parseCode } from "../../src/formula/index.ts";
import { scanEngine } from "../naive/engine.ts";
import { folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";
import { describeOnSharedData, SHARED_DATA } from "./shared-data.ts";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

const HEADER = "symbol,date,open,high,low,close,volume";

/** What is given of one day, a row by each source; what counts of it, and what is doubted. */
const TWICE: readonly (readonly [what: string, rows: readonly string[], factor: number, doubts: readonly string[]])[] =
  [
    ["counts once where both are names of the ordinary one", ["1,regular", "1.0000000,CD", "1,"], 0.99, []],
    ["counts each where the amounts differ", ["1,regular", "2,cash"], 0.97, []],
    ["counts the parts and not the total that another source gives", ["3,total", "1,regular", "2,special"], 0.97, []],
    ["counts the total where nothing else is known", ["3,total"], 0.97, []],
    ["counts the total where only the special part of it is known", ["3,total", "2,special"], 0.97, []],
    [
      "is added and doubted where one is special: it may be one, or two",
      ["1,regular", "1,special", "2,total"],
      0.98,
      ["2024-07-03 a dividend of 1 as regular and as special; two amounts, or one dividend"],
    ],
  ];

/** Values of formulas by `symbol date`. */
async function valuesOf(...codes: readonly string[]): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const columns = codes.map((code, index) => {
    const { tree } = parseCode(code);
    if (tree === null) throw new Error(code);
    return { name: `c${index}`, code, tree, type: "number" as const };
  });
  const { rows } = await scanEngine(market, { start: "1990-01-01", end: "2100-01-01", filters: [], columns });
  return new Map(rows.map(({ symbol, date, values }) => [`${symbol} ${date}`, values]));
}

describe("dividends of the csv folder", () => {
  const bar = (symbol: string, date: string, close: number): string =>
    `${symbol},${date},${close},${close},${close},${close},100`;

  it("change the prices before their ex-dates, in whatever order they come, and are doubted where they cannot", async () => {
    const report = await importCsv(
      market,
      folderOf({
        "daily.csv": [
          HEADER,
          ...[100, 100, 49, 49].map((close, day) => bar("DIV", `2024-07-0${[1, 2, 3, 5][day] ?? 0}`, close)),
          ...[10, 10, 10, 10].map((close, day) => bar("NOT", `2024-07-0${[1, 2, 3, 5][day] ?? 0}`, close)),
          // Two ex-dates of a halt, behind one close.
          bar("HLT", "2024-07-01", 100),
          bar("HLT", "2024-07-05", 80),
          bar("BAD", "2024-07-02", 4),
          bar("BAD", "2024-07-03", 4),
          bar("BAD", "2024-07-05", 4),
        ].join("\n"),
        "splits.csv": "symbol,date,ratio\nDIV,2024-07-03,2\n",
        // On the day of the split; two kinds on one Saturday, for the next session there is none yet; an amount as large as the share.
        "dividends.csv":
          "symbol,date,amount,kind\nDIV,2024-07-03,1,\nDIV,2024-07-06,1,\nBAD,2024-07-05,4,\nBAD,2024-07-02,1,special\nHLT,2024-07-02,10,\nHLT,2024-07-03,10,\nDIV,2024-07-03,x,\nDIV,2024-07-02,-1,\n",
      }),
      { check: true },
    );
    expect(report.taken.dividends).toBe(6);
    expect(report.refused.reasons).toEqual({ "not an amount": 2 });
    const before = await valuesOf("[daily close adjdiv]", "[daily close adj]", "[daily volume adjdiv]");
    expect(before.get("DIV 2024-07-02")).toEqual([49, 50, 200]);
    expect(before.get("HLT 2024-07-01")?.[0]).toBeCloseTo(100 * 0.9 * 0.9, 10);
    expect(before.get("NOT 2024-07-01")).toEqual([10, 10, 100]);
    expect(before.get("BAD 2024-07-03")).toEqual([4, 4, 100]);
    const found: Finding[] = [];
    await checkMarket(market, (some) => found.push(...some));
    expect(found.filter(({ kind }) => kind === "dividend")).toMatchObject([
      { symbol: "BAD", date: "2024-07-02", seen: "a dividend of 1", expected: "a close before it" },
      { symbol: "BAD", date: "2024-07-05", seen: "a dividend of 4", expected: "less than the close before it, 4" },
    ]);
    // The next session makes the Saturday's count; a restated amount replaces the first, a special one is added.
    await importCsv(
      market,
      folderOf({
        "daily.csv": `${HEADER}\n${bar("DIV", "2024-07-08", 49)}`,
        "dividends.csv": "symbol,date,amount,kind\nDIV,2024-07-06,0.49,\nDIV,2024-07-06,0.49,special\n",
      }),
    );
    const after = await valuesOf("[daily close adjdiv]", "total_return(1)", "[weekly close -1 adjdiv]");
    expect(after.get("DIV 2024-07-05")?.[0]).toBeCloseTo(49 * 0.98, 12);
    expect(after.get("DIV 2024-07-02")?.[0]).toBeCloseTo(49 * 0.98, 12);
    expect(after.get("DIV 2024-07-08")?.[1]).toBeCloseTo(100 / 0.98 - 100, 10);
    expect(after.get("NOT 2024-07-01")?.[0]).toBe(10);
  });
});

interface VendorDay {
  readonly date: string;
  readonly prices: readonly string[];
  readonly close: number;
  readonly adjusted: number;
  readonly cash: number;
  readonly ratio: number;
}

const number = (text: string | undefined): number => Number(text === "" ? 0 : text);

/** Days of a vendor's file in order, by the names that its columns have. */
function daysOf(path: string): readonly VendorDay[] {
  const [header = "", ...lines] = gunzipSync(readFileSync(join(SHARED_DATA, path)))
    .toString("utf8")
    .trim()
    .split("\n");
  const names = header.trim().toLowerCase().split(",");
  const at = (...any: readonly string[]): number => names.findIndex((name) => any.includes(name));
  const columns = ["open", "high", "low", "close", "volume"].map((name) => at(name));
  const [adjusted, cash, ratio] = [
    at("adjclose", "adj. close"),
    at("divcash", "ex-dividend"),
    at("splitfactor", "split ratio"),
  ];
  return lines
    .map((line) => line.trim().split(","))
    .map((row) => ({
      date: (row[at("date")] ?? "").slice(0, 10),
      prices: columns.map((column, index) =>
        index === 4 ? String(Math.round(number(row[column]))) : (row[column] ?? ""),
      ),
      close: number(row[columns[3] ?? 0]),
      adjusted: number(row[adjusted]),
      cash: number(row[cash]),
      ratio: number(row[ratio]),
    }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

describeOnSharedData("prices that vendors adjusted for splits and dividends", () => {
  // The test above has the same factors; only the soak compares them with those of vendors.
  it.runIf(IN_SOAK)("are ours, but for the close at which they put the cash back", async () => {
    const files = ["tiingo-daily", "quandl-wiki-daily"].flatMap((folder) =>
      readdirSync(join(SHARED_DATA, folder))
        .filter((name) => !name.startsWith("zipline"))
        .map((name) => `${folder}/${name}`),
    );
    const vendors = files.map((path, index) => ({ symbol: `V${index}`, path, days: daysOf(path) }));
    const usable = vendors.map((each) => ({
      ...each,
      // A few quotes of a penny stock are no bars.
      days: each.days.filter(({ prices: [open, high, low, close] }) =>
        [open, close].every(
          (price) => number(price) > 0 && number(price) <= number(high) && number(price) >= number(low),
        ),
      ),
    }));
    const rows = <Row>(of: (symbol: string, day: VendorDay) => readonly Row[]): readonly Row[] =>
      usable.flatMap(({ symbol, days }) => days.flatMap((day) => of(symbol, day)));
    await importCsv(
      market,
      folderOf({
        "daily.csv": [
          "symbol,date,open,high,low,close,volume",
          ...rows((symbol, { date, prices }) => [[symbol, date, ...prices].join(",")]),
        ].join("\n"),
        "splits.csv": [
          "symbol,date,ratio",
          ...rows((symbol, { date, ratio }) => (ratio === 1 ? [] : [`${symbol},${date},${ratio}`])),
        ].join("\n"),
        "dividends.csv": [
          "symbol,date,amount",
          ...rows((symbol, { date, cash }) => (cash === 0 ? [] : [`${symbol},${date},${cash}`])),
        ].join("\n"),
      }),
    );
    const values = await valuesOf("[daily close adjdiv]");
    let [compared, dividends, apart] = [0, 0, 0];
    const wrong: string[] = [];
    for (const { symbol, path, days } of usable) {
      const last = days.at(-1);
      if (last === undefined) continue;
      const ours = (day: VendorDay): number => Number(values.get(`${symbol} ${day.date}`)?.[0]);
      // Theirs is close / (close + cash) of the ex-date, ours 1 - cash / close before.
      let between = 1;
      for (let index = days.length - 1; index >= 0; index -= 1) {
        const [day, before] = [days[index], days[index - 1]];
        if (day === undefined) continue;
        const [own, theirs] = [ours(day) / ours(last), day.adjusted / last.adjusted];
        compared += 1;
        apart = Math.max(apart, Math.abs(own / theirs - 1));
        if (!(Math.abs(own / (theirs * between) - 1) < 1e-9))
          wrong.push(`${path} ${day.date} ${own} ${theirs} ${between}`);
        if (day.cash === 0 || before === undefined) continue;
        dividends += 1;
        between *= (1 - day.cash / (before.close / day.ratio)) * (1 + day.cash / day.close);
      }
    }
    process.stdout.write(`${compared} closes with ${dividends} dividends, apart by at most ${apart}\n`);
    expect(wrong).toEqual([]);
    expect([compared > 15_000, dividends > 100]).toEqual([true, true]);
  });

  // The columns of adjusted prices are those of the test above; only the soak has a vendor's file.
  it.runIf(IN_SOAK)("come with a vendor's file of bars as it is", async () => {
    const path = join(SHARED_DATA, "quandl-wiki-daily/WIKI-AAPL-2012-quandl.csv.gz");
    const report = await importCsv(market, path, { kind: "daily", symbol: "QAPL" });
    expect([report.refused.count, report.unknownColumns.filter(({ column }) => !column.startsWith("Adj."))]).toEqual([
      0,
      [],
    ]);
    const rows = await market.query(
      `SELECT toString(date) AS date, amount FROM market.dividend WHERE security_id IN (SELECT security_id FROM market.security WHERE symbol = 'QAPL') ORDER BY session`,
    );
    expect(rows).toEqual([
      { date: "2012-08-09", amount: 2.65 },
      { date: "2012-11-07", amount: 2.65 },
    ]);
  });
});

describe("of one day", () => {
  let own: Market;
  beforeAll(async () => {
    own = await openTestMarket();
    const bars = (symbol: string): readonly string[] =>
      ["2024-07-01", "2024-07-02", "2024-07-03"].map((date) => `${symbol},${date},100,100,100,100,100`);
    const symbols = ["CORR", "OTHER", ...TWICE.flatMap((_, at) => [`F${at}`, `B${at}`])];
    await importCsv(own, folderOf({ "daily.csv": [HEADER, ...symbols.flatMap(bars)].join("\n") }));
  });
  afterAll(() => own.close());

  const given = (...rows: readonly (readonly [symbol: string, row: string])[]): string =>
    folderOf({
      "dividends.csv": [
        "symbol,date,amount,kind",
        ...rows.map(([symbol, row]) => `${symbol},2024-07-03,${row}`),
        "",
      ].join("\n"),
    });
  const stored = async (): Promise<ReadonlyMap<string, { readonly amount: number; readonly factor: number }>> => {
    const rows = await own.query<{ symbol: string; amount: number; factor: number }>(
      `SELECT x.symbol AS symbol, d.amount AS amount, d.factor AS factor FROM ${own.database}.dividend AS d INNER JOIN ${own.database}.security AS x ON x.security_id = d.security_id`,
    );
    return new Map(rows.map(({ symbol, ...row }) => [symbol, row]));
  };

  // Until version 0.2 the totals of a connector were stored as ordinary dividends.
  // The test below has a total beside others; only the soak lets one correct an earlier version's.
  it.runIf(IN_SOAK)(
    "a total that the same connector corrects takes the place of what stood there, not one of another source",
    async () => {
      await importCsv(own, given(["CORR", "1,"], ["OTHER", "1,"]), { origin: { source: "tiingo" } });
      await importCsv(own, given(["CORR", "2,total"]), { origin: { source: "tiingo" } });
      await importCsv(own, given(["OTHER", "2,total"]), { origin: { source: "other" } });
      const found = await stored();
      expect(found.get("CORR")?.factor).toBeCloseTo(0.98, 12);
      expect(found.get("OTHER")?.factor).toBeCloseTo(0.99, 12);
    },
  );

  it("one dividend under two names counts once, two count each, and a total where nothing else is known", async () => {
    // Each of a source of its own, in both orders.
    const most = Math.max(...TWICE.map(([, rows]) => rows.length));
    for (let at = 0; at < most; at += 1)
      await importCsv(
        own,
        given(
          ...TWICE.flatMap(([, rows], number) =>
            (
              [
                [`F${number}`, rows[at]],
                [`B${number}`, rows.toReversed()[at]],
              ] as const
            ).flatMap(([symbol, row]) => (row === undefined ? [] : [[symbol, row] as const])),
          ),
        ),
      );
    const found = await stored();
    const findings: Finding[] = [];
    await checkMarket(own, (some) => findings.push(...some));
    for (const [number, [what, , factor, doubts]] of TWICE.entries())
      for (const symbol of [`F${number}`, `B${number}`]) {
        const { amount } = found.get(symbol) ?? { amount: 0 };
        expect(1 - amount / 100, `${symbol} ${what}`).toBeCloseTo(factor, 12);
        expect(
          findings
            .filter((one) => one.symbol === symbol && one.kind === "dividend-twice")
            .map(({ date, seen, expected }) => `${date} ${seen}; ${expected}`),
          `${symbol} ${what}`,
        ).toEqual(doubts);
      }
  });
});
