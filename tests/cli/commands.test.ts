import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Market } from "../../src/market/index.ts";
import { IN_SOAK } from "../cases.ts";
import { openTestMarket } from "../market/open-market.ts";
import { commandLine } from "./command-line.ts";
import type { Said } from "./command-line.ts";

let folder: string;
let data: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanbook-cli-"));
  data = join(folder, "data");
});
afterAll(() => rm(folder, { recursive: true }));

const cli = (...words: readonly string[]): Promise<Said> => commandLine(...words, "--data", data);

async function written(name: string, text: string | object): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof text === "string" ? text : JSON.stringify(text));
  return path;
}

describe("parse", () => {
  test("prints the answer of /parse", async () => {
    const { status, out, err } = await cli("parse", "--filter", "[daily close] > 5");
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ success: true, code: "[daily close] > 5", type: "boolean" });
    expect(err).toBe("");
  });

  test("says where a formula goes wrong, a line a finding, and ends with 1", async () => {
    const { status, out, err } = await cli("parse", "[daily clsoe] > 5");
    expect(status).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ success: false, result: [] });
    expect(err).toMatch(/^error unknown-field 7\.\.12: .*close.*\n$/);
  });

  test("knows the columns it is told of", async () => {
    expect((await cli("parse", "--columns", "Gap|Range", "{Gap} - {Range}")).status).toBe(0);
    expect((await cli("parse", "--columns", "Gap", "{Gap} - {Rnage}")).status).toBe(1);
  });

  test("takes a formula that begins with a minus after --", async () => {
    const { status, out } = await commandLine("parse", "--", "-1 + 2");
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ code: "-1 + 2" });
  });
});

const TEXT = `request Up
dates   2025-12-01 .. 2025-12-31
/* Up on the day. */
filter {up}: [daily close]
  > [daily open]
off filter [daily volume] > 1B
column {Close}: [daily close]
`;

describe("a request as a text", () => {
  test("is laid out, written back, and turned into words, code and JSON", async () => {
    const path = await written("layout.scan", TEXT);
    const checked = await commandLine("format", "--check", path);
    expect(checked).toMatchObject({ status: 1, out: "", err: `${path} is not laid out as format writes it.\n` });
    const laid = TEXT.replace("close]\n  >", "close] >");
    expect(await commandLine("format", path)).toMatchObject({ status: 0, out: laid });
    expect(await commandLine("format", "--write", path)).toMatchObject({ status: 0, out: "" });
    expect(await readFile(path, "utf8")).toBe(laid);
    expect((await commandLine("format", "--check", path)).status).toBe(0);
    const words = (await commandLine("format", "--words", path)).out;
    expect(words).toContain(
      "notation words\n/* Up on the day. */\nfilter {up}: close is above open\noff filter volume",
    );
    const inWords = await written("words.scan", words);
    expect((await commandLine("format", "--code", inWords)).out).toBe(laid);
    const json = await written("layout.json", (await commandLine("format", "--json", path)).out);
    expect((await commandLine("format", json)).out).toBe(laid);
  });

  test("says what is wrong by line and column, and what it means as JSON", async () => {
    const path = await written(
      "wrong.scan",
      TEXT.replace("> [daily open]", "> [daily opne]").replace("column", "colunm"),
    );
    const { status, out, err } = await commandLine("parse", path);
    expect(status).toBe(1);
    expect(err.split("\n").map((line) => line.replace(path, "FILE").replace(/: .*/, ""))).toEqual([
      "error FILE:5:12 unknown-field",
      "error FILE:7:1 statement-unknown",
      "",
    ]);
    expect(JSON.parse(out)).toMatchObject({ success: false, request: { name: "Up" } });
    expect((await commandLine("format", path)).status).toBe(1);
  });
});

describe("presets", () => {
  test("lists formulas by group and templates, with when each is known", async () => {
    const { status, out } = await commandLine("presets");
    expect(status).toBe(0);
    expect(out).toMatch(/^Moving averages\n {2}sma_10 +close +Simple moving average/m);
    expect(out).toMatch(/^Templates\n {2}gap-and-go +09:30 +Opens more than 5 percent/m);
  });

  test("as JSON they can be run", async () => {
    const told: unknown = JSON.parse((await commandLine("presets", "--json")).out);
    expect(told).toMatchObject({
      presets: expect.arrayContaining([
        expect.objectContaining({ tag: "gap", use: "column", known_at: "09:30", group: "Built-in columns" }),
      ]),
      templates: expect.arrayContaining([
        expect.objectContaining({ tag: "gap-and-go", request: expect.objectContaining({ name: "Gap and go" }) }),
      ]),
    });
  });
});

// Each goes on with the data of the one before it.
describe("a market, from nothing to a spreadsheet", () => {
  let held: Market | null = null;
  afterAll(() => held?.close());

  // Only the soak prints the status of an empty market, of a folder that is not there yet.
  test.runIf(IN_SOAK)("an empty folder has an empty market", async () => {
    const { status, out } = await cli("market", "status");
    expect(status).toBe(0);
    expect(out).toContain("none: the market is empty");
  });

  test("the demo is made in the size asked for", async () => {
    // From here on the commands find an engine that runs: each would start one of its own, which takes longer than they do.
    held = await openTestMarket();
    data = held.folder ?? "";
    const { status, out } = await cli("market", "demo", "--symbols", "20", "--years", "1", "--minute-days", "1");
    expect(status).toBe(0);
    expect(out).toMatch(/^20 securities, 252 sessions, /);
    const told = await cli("market", "status", "--json");
    expect(JSON.parse(told.out)).toMatchObject({ securities: 20, daily: { to: "2025-12-31", sessions: 252 } });
  });

  test("a request becomes a file, with rows, seconds and funnel", async () => {
    const request = await written("up.json", {
      name: "Up",
      Date_Range: { start_date: "2025-12-01", end_date: "2025-12-31" },
      filters: { Custom: [{ tag: "up", formula: "[daily close] > [daily open]" }] },
      columns: { Custom: [{ name: "Close", formula: "[daily close]" }] },
    });
    const file = join(folder, "up.csv");
    const { status, out } = await cli("scan", request, "--out", file);
    expect(status).toBe(0);
    const [, rows = ""] = /^([\d,]+) rows in .* s, written to .*up\.csv$/m.exec(out) ?? [];
    expect(out).toContain("Security-days");
    expect((await readFile(file, "utf8")).trim().split("\n")).toHaveLength(Number(rows) + 1);
    const figures = await cli("scan", request, "--json");
    const text = await cli("scan", await written("up.scan", TEXT), "--json");
    expect({ ...JSON.parse(text.out), seconds: 0 }).toEqual({ ...JSON.parse(figures.out), seconds: 0 });
    expect(JSON.parse(figures.out)).toMatchObject({
      rows: Number(rows),
      nulls: { Symbol: 0, Close: 0 },
      funnel: [{ label: "Security-days" }, { label: "up", rows: Number(rows) }],
    });
  });

  // Only the soak explains at the command line.
  test.runIf(IN_SOAK)("why: a formula, a request and every field on one day of a symbol", async () => {
    const request = join(folder, "up.json");
    const day = ["--from", "2025-12-31", "--to", "2025-12-31"];
    const symbols = JSON.parse((await cli("distribution", "[identity symbol]", ...day, "--json")).out);
    const symbol = String(symbols.top.values[0].value);
    const explained = await cli("explain", request, symbol, "2025-12-31");
    expect(explained.status).toBe(0);
    expect(explained.out).toMatch(new RegExp(`^${symbol} on 2025-12-31 (qualifies|does not qualify)`));
    expect(explained.out).toContain("[daily close] > [daily open]");
    expect((await cli("explain", join(folder, "up.scan"), symbol, "2025-12-31")).out).toBe(explained.out);
    const told = JSON.parse((await cli("explain", request, symbol, "2025-12-31", "--json")).out);
    expect(told).toMatchObject({ symbol, absence: null, filters: [{ label: "up" }], columns: [{ label: "Close" }] });
    const none = await cli("values", "[daily close -2000] + 1", symbol, "2025-12-31");
    expect(none.out).toContain("begins before the market's data");
    expect((await cli("fields", symbol, "2025-12-31")).out).toContain("[identity exchange]");
    expect((await cli("explain", request, symbol, "2025-12-25")).out).toContain("closed on 2025-12-25 (Christmas)");
    const wrong = await cli("explain", request, `${symbol}Q`, "2025-12-31");
    expect(wrong).toMatchObject({ status: 1, out: "" });
    expect(wrong.err).toMatch(
      new RegExp(`^error symbol unknown-symbol: There is no symbol ${symbol}Q. The nearest: .*${symbol}`),
    );
  });

  test("the funnel of a request, and the distribution of a formula", async () => {
    const request = join(folder, "up.json");
    const scanned = JSON.parse((await cli("scan", request, "--json")).out);
    const funnel = JSON.parse((await cli("funnel", request, "--json")).out);
    expect([{ label: "Security-days", code: "", rows: funnel.rows }, ...funnel.steps]).toEqual(scanned.funnel);
    expect((await cli("funnel", join(folder, "up.scan"), "--json")).out).toBe(`${JSON.stringify(funnel, null, 2)}\n`);
    expect((await cli("funnel", request, "--order", "1")).out).toContain("1 up");
    expect((await cli("funnel", request, "--order", "2")).err).toContain("error order order: ");
    const days = ["--from", "2025-12-01", "--to", "2025-12-31"];
    const { out } = await cli("distribution", "{gap}", ...days, "--filter", "[daily close] > [daily open]");
    expect(out).toContain(`${scanned.rows} security-days`);
    expect(out).toContain(" 50 %  ");
    expect((await cli("distribution", "[daily clsoe]", ...days)).err).toContain("error FORMULA 7..12 unknown-field");
  });

  test("a wrong request is told line by line, with path, range and code", async () => {
    const request = await written("wrong.json", {
      name: "",
      Date_Range: { start_date: "2025-12-31", end_date: "2025-12-01" },
      filters: { Custom: [{ formula: "[daily clsoe] > 5" }] },
    });
    const { status, out, err } = await cli("scan", request, "--json");
    expect(status).toBe(1);
    expect(out).toBe("");
    expect(err).toContain("error name name-missing: Request name required\n");
    expect(err).toContain("error filters.Custom[0].formula 7..12 unknown-field: ");
    expect(err.trim().split("\n")).toHaveLength(3);
  });

  test("lists and numbers of an account are unknown here, and said to be", async () => {
    const request = await written("own.json", {
      name: "Own",
      Date_Range: { start_date: "2025-12-01", end_date: "2025-12-31" },
      filters: { Custom: [{ formula: 'in_list("Watch") & [mine sentiment] > 0' }] },
    });
    const { status, err } = await cli("scan", request, "--json");
    expect(status).toBe(1);
    expect(err).toContain("unknown-list");
    expect(err).toContain("unknown-number");
  });

  test.each([
    ["no file", "missing.json", null],
    ["no JSON", "torn.json", '{"name":'],
  ])("%s is told", async (_, name, text) => {
    if (text !== null) await written(name, text);
    const { status, err } = await cli("scan", join(folder, name), "--json");
    expect(status).toBe(1);
    expect(err).toContain(name);
  });

  test("a CSV file goes in by the names of its columns; a wrong row is refused with file and line", async () => {
    const file = await written(
      "bars.csv",
      [
        "Ticker,Day,O,H,L,C,V",
        "ABC,2024-01-02,10,11,9,10.5,1000",
        "ABC,2024-01-03,10,9,11,10.5,1000",
        "ABC,2024-01-04,10,11,9,10.5,1000",
        "",
      ].join("\n"),
    );
    const columns = "symbol=Ticker,date=Day,open=O,high=H,low=L,close=C,volume=V";
    const { status, out, err } = await cli("market", "import", "csv", file, "--kind", "daily", "--columns", columns);
    expect(status).toBe(0);
    expect(out).toContain("taken    2 daily");
    expect(out).toMatch(/^refused  1: 1 \w/m);
    expect(out).toContain("the demo market was replaced");
    expect(err).toMatch(/^bars\.csv:3: /);
  });

  test("market check says what is doubtful, a line each, and ends with 1", async () => {
    const { status, out, err } = await cli("market", "check", "--json");
    expect(
      out
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([
      {
        symbol: "ABC",
        date: "2024-01-04",
        kind: "stale",
        seen: "the bar of the session before, close 10.5, volume 1000",
        expected: "a bar of its own",
      },
    ]);
    expect(err).toContain("2 daily bars, 1 findings: 1 stale");
    expect(status).toBe(1);
    const none = await cli("market", "check", "--kind", "spike, vanished");
    expect(none).toMatchObject({ status: 0, out: "" });
    expect(none.err).toContain("nothing doubtful");
  });

  test("market pins says which pinned values do not hold, a line each, and ends with 1", async () => {
    const pins = (...rows: readonly string[]): Promise<string> =>
      written("pins.csv", ["Symbol,Date,Formula,Value,Why", ...rows, ""].join("\n"));
    const held = [
      "ABC,2024-01-04,[daily close],10.5,looked up",
      "ABC,2024-01-04,[daily close] / [daily low],1.17,rounded",
      "ABC,2024-01-04,[daily volume],1e3,",
      "abc,2024-01-04,[daily close] > [daily open],true,",
      "ABC,2024-01-04,[daily close] < [daily open],FALSE,as spreadsheets write it",
      "ABC,2024-01-02,[daily close -1],,null",
      "ABC,2024-01-04,[daily close] / 0,,null",
      "ABC,2024-01-04,[identity symbol],ABC,",
    ];
    expect(await cli("market", "pins", await pins(...held))).toMatchObject({ status: 0, out: "" });
    const broken = [
      ["ABC,2024-01-04", "[daily close]", "10.4", "10.5"],
      ["ABC,2024-01-04", "[daily close] / [daily low]", "1.16", "1.1666"],
      ["ABC,2024-01-04", "[daily high]", "", "11"],
      ["ABC,2024-01-03", "[daily close]", "10.5", "no row"],
      ["ABC,2024-01-04", "[daily clsoe]", "10.5", "clsoe"],
      ["ABC,2024-01-04", "[daily close]", "ten", "10.5, and ten is no number"],
      ["ABC,2024-01-04", "[daily close] > 1", "yes", "true, and yes is neither true nor false"],
      ["XYZ,2024-01-04", "[daily close]", "10.5", "XYZ"],
    ] as const;
    const path = await pins(...held, ...broken.map(([day, formula, value]) => `${day},${formula},${value},`));
    const { status, out, err } = await cli("market", "pins", path, "--json");
    expect(status).toBe(1);
    const lines = out
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(lines).toEqual(
      broken.map(([day, formula, expected, seen], place) => ({
        symbol: day.slice(0, 3),
        date: day.slice(4),
        kind: "pinned-value",
        seen: expect.stringContaining(seen),
        expected,
        formula,
        row: held.length + place + 2,
      })),
    );
    expect(err).toContain("16 pinned values, 8 do not hold");
  });

  test.each([
    [
      "a row without a day",
      "symbol,date,formula,value\nABC,04.01.2024,[daily close],1\n,2024-01-04,1,1\n",
      [":2 date", ":3 symbol"],
    ],
    [
      "numbers with a comma",
      "symbol;date;formula;value\nABC;2024-01-04;[daily close];10,5\nABC;2024-01-04;[daily volume];1.000,0\n",
      [":2 value: 10,5 has a comma. Write numbers with a decimal point", ":3 value: 1.000,0 has a comma"],
    ],
    ["a column that lacks", "symbol,date,formula\nABC,2024-01-04,1\n", [":1 value"]],
    ["a file of another kind", "symbol,symbol\nA,B\n", [":1"]],
  ])("market pins checks nothing of a file with %s, and says where", async (_, text, places) => {
    const { status, out, err } = await cli("market", "pins", await written("pins.csv", text));
    expect({ status, out }).toEqual({ status: 1, out: "" });
    for (const place of places) expect(err).toContain(`pins.csv${place}`);
  });

  // `tests/market/check/compare.test.ts` compares bars; that the command reads files and markets only the soak sees.
  test.runIf(IN_SOAK)(
    "market compare says where files differ; the market is compared with itself by its data folder",
    async () => {
      const file = await written(
        "others.csv",
        [
          "symbol,date,open,high,low,close,volume",
          "ABC,2024-01-02,10,11,9,10.5,1000",
          "ABC,2024-01-04,10,11,9,9.5,1000",
          "ABC,2024-01-05,10,8,9,9.5,1000",
          "",
        ].join("\n"),
      );
      const { status, out, err } = await cli("market", "compare", file, "--kind", "daily", "--json");
      expect(
        out
          .trim()
          .split("\n")
          .map((line): unknown => JSON.parse(line)),
      ).toEqual([
        {
          symbol: "ABC",
          date: "2024-01-04",
          kind: "mismatch",
          why: "close",
          seen: "10 11 9 9.5, volume 1000",
          expected: "10 11 9 10.5, volume 1000",
        },
      ]);
      expect(err).toMatch(/^refused of .*others\.csv {2}1: 1 \w/m);
      expect(err).toMatch(/^match {5}1\n/m);
      expect(status).toBe(1);
      expect(await cli("market", "compare", data)).toMatchObject({ status: 0, out: "" });
      const nowhere = await cli("market", "compare", join(folder, "nowhere"));
      expect(nowhere).toMatchObject({ status: 1, out: "" });
      expect(nowhere.err).toContain("There is nothing at");
    },
  );

  test("a path that is none is told", async () => {
    const { status, err } = await cli("market", "import", "csv", join(folder, "nowhere"));
    expect(status).toBe(1);
    expect(err).toContain("There is nothing at");
  });
});
