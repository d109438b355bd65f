import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { run } from "../../src/cli/run.ts";
import { printable, printableLines } from "../../src/cli/printable.ts";
import { ProgressLine } from "../../src/cli/progress.ts";
import { IMPORT_SOURCES } from "../../src/market/index.ts";
import { CONNECTORS, lastWholeDay } from "../../src/sources/index.ts";
import { exchangeToday } from "../../src/vocabulary/index.ts";
import { commandLine, commandLineIn } from "./command-line.ts";

test.each([
  ["2025-12-19T20:00:00-05:00", "2025-12-19"],
  ["2025-12-19T19:59:00-05:00", "2025-12-18"],
  ["2025-07-01T20:00:00-04:00", "2025-07-01"],
  ["2025-07-02T03:59:00Z", "2025-07-01"],
  // A half day, which ends at 17:00.
  ["2025-07-03T17:00:00-04:00", "2025-07-03"],
  ["2025-07-03T16:59:00-04:00", "2025-07-02"],
])("at %s the last day that is over is %s", (now, day) => {
  expect(lastWholeDay(new Date(now))).toBe(day);
});

// Written out in the table of commands, so that the usage of any command loads neither.
test.each([
  ["market import", IMPORT_SOURCES],
  ["market fetch", CONNECTORS.map(({ name }) => name)],
])("the usage of %s names every source", (name, sources) => {
  expect(COMMANDS.find((command) => command.name === name)?.arguments[0]?.split("|")).toEqual(sources);
});

describe("wrong usage ends with 2 and says what would be right", () => {
  test.each([
    [[], "Scans in, workbooks out"],
    [["dance"], "There is no command dance."],
    [["market"], "There is no command market."],
    [["market", "import", "csv"], "PATH is missing."],
    [["market", "import", "tape", "x"], "A source is one of csv, lean, massive, edgar, stooq, not tape."],
    [["market", "import", "massive", "x", "--kind", "daily"], "they take no options"],
    [["market", "import", "edgar", "x", "--symbol", "A"], "they take no options"],
    [["market", "import", "stooq", "x", "--adjusted"], "they take no options"],
    [["market", "import", "csv", "x", "--kind", "weekly"], "--kind is daily or minute, not weekly."],
    [["market", "import", "csv", "x", "--columns", "open"], "--columns takes field=Header"],
    [["market", "import", "lean", "x", "--adjusted"], "they take no options"],
    [["market", "check", "--kind", "stale,odd"], "not odd."],
    [
      ["market", "fetch", "yahoo"],
      "A source is one of tiingo, alpaca, massive, edgar, edgar-filings, nasdaq-trader, nasdaq-halts, finra, not yahoo.",
    ],
    [["market", "fetch", "tiingo"], "Tiingo, end of day is called for symbols: --symbols AAPL,MSFT."],
    [["market", "fetch", "tiingo", "--symbols", "A", "--from", "soon"], "--from takes a day as yyyy-MM-dd, not soon."],
    [
      ["market", "fetch", "tiingo", "--symbols", "A", "--to", "2999-01-02"],
      "--to 2999-01-02 is not over in New York yet; the last whole day is ",
    ],
    [
      ["market", "fetch", "tiingo", "--symbols", "A", "--kinds", "minute"],
      "has daily, splits, dividends, identities, not minute.",
    ],
    [
      ["market", "fetch", "tiingo", "--symbols", "A"],
      "needs TIINGO_TOKEN (API token of a Tiingo account) in the environment.",
    ],
    [["market", "day", "tiingo,yahoo"], "not yahoo."],
    [
      ["market", "day", "nasdaq-trader", "--date", "2025-12-25"],
      "--date takes a trading day as yyyy-MM-dd, not 2025-12-25.",
    ],
    [["market", "demo", "--symbols", "many"], "--symbols takes a whole number from 1 to 17576, not many."],
    [["scan", "request.json"], "--out says where the rows go"],
    [["scan", "request.json", "--out", "rows.doc"], "--out ends in .xlsx, .csv, .parquet, not .doc."],
    [["scan", "a.json", "b.json", "--json"], "Too many arguments: b.json"],
    [["parse", "--loud", "1"], "Unknown option '--loud'"],
    [["explain", "request.json", "ABC"], "DATE is missing."],
    [["study", "request.json", "--cross", "Gap"], '--cross takes two columns, as "Gap|Float", not Gap.'],
    [["study", "request.json", "--parts", "5"], '--parts is of two columns: --cross "Gap|Float".'],
    [["study", "request.json", "--cross", "Gap|Float", "--parts", "4"], "--parts is 3 or 5, not 4."],
    [["funnel", "request.json", "--order", "a,b"], "--order takes the numbers of the filters, as 3,1,2, not a,b."],
    [["distribution", "{gap}", "--from", "2024-01-02"], "--from and --to say over which days."],
    [["start", "--port", "0"], "--port takes a whole number"],
    [["serve", "--port", "x"], "--port takes a whole number"],
    [["serve", "--demo"], "Unknown option '--demo'"],
    [["work", "--queues", "run,mails"], '--queues: There is no queue "mails".'],
    [["migrate", "down"], "Too many arguments: down"],
    [["--data", "folder", "scan", "request.json"], "--out says where the rows go"],
    [["--data=folder", "parse"], "FORMULA|REQUEST.scan is missing."],
  ])("%j", async (words, message) => {
    const { status, out, err } = await commandLine(...words);
    expect(status).toBe(2);
    expect(out).toBe("");
    expect(err).toContain(message);
  });
});

test("the invented market is never written to an address unasked", async () => {
  const env = { MARKET_URL: "http://market.example/market" };
  const { status, err } = await commandLineIn(env, "market", "demo");
  expect(status).toBe(2);
  expect(err).toContain("Others may use the market at MARKET_URL: --demo puts the invented one in its place.");
});

describe("help", () => {
  test("lists every command", async () => {
    const { status, out } = await commandLine("--help");
    expect(status).toBe(0);
    for (const { name } of COMMANDS) expect(out).toContain(`  ${name}`);
  });

  test.each(COMMANDS.map(({ name }) => name))("of %s names every option", async (name) => {
    const { status, out } = await commandLine(...name.split(" "), "--help");
    const command = COMMANDS.find((one) => one.name === name);
    expect(status).toBe(0);
    expect(Object.keys(command?.help ?? {}).sort()).toEqual(Object.keys(command?.options ?? {}).sort());
    for (const option of Object.keys(command?.options ?? {})) expect(out).toContain(`--${option}`);
  });
});

describe("the file of a request", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scanbook-usage-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const HOSTILE = "\u001b[2J\u009b31m\u202e\u2028\u007f\n\rerror";
  const request = (changes: object): object => ({
    name: "Up",
    Date_Range: { start_date: "2025-12-01", end_date: "2025-12-31" },
    filters: { Custom: [{ tag: "up", formula: "[daily close] > 5" }] },
    columns: {},
    ...changes,
  });
  const commands = (path: string): readonly (readonly string[])[] => [
    ["scan", path, "--json"],
    ["explain", path, "ABC", "2025-12-31"],
    ["funnel", path],
  ];
  const written = async (text: string): Promise<string> => {
    const path = join(folder, "request.json");
    await writeFile(path, text);
    return path;
  };

  test.each<[string, string, number]>([
    ["is no JSON", `{"name": "${HOSTILE}`, 1],
    ["is a text", JSON.stringify(HOSTILE), 1],
    ["has a field of that name", JSON.stringify(request({ [HOSTILE]: 1 })), 1],
    ["has a name of it", JSON.stringify(request({ name: HOSTILE, columns: 5 })), 1],
    [
      "has a date of it",
      JSON.stringify(request({ Date_Range: { start_date: HOSTILE, end_date: `2025${HOSTILE}` } })),
      2,
    ],
    ["has a formula of it", JSON.stringify(request({ filters: { Custom: [{ tag: "x", formula: HOSTILE }] } })), 1],
  ])("that %s moves nothing on the terminal, and begins no line of its own", async (_, text, mistakes) => {
    const path = await written(text);
    for (const words of commands(path)) {
      const { status, err } = await commandLine(...words);
      expect(status).toBe(1);
      expect(err).toBe(printableLines(err));
      const lines = err.trimEnd().split("\n");
      expect(lines.length).toBeGreaterThanOrEqual(mistakes);
      for (const line of lines) expect(line.startsWith("error ") || line.startsWith(path), line).toBe(true);
    }
  });

  test("that is larger than any request, or has no end, is refused before it is read", async () => {
    const path = join(folder, "large.json");
    await writeFile(path, "");
    await truncate(path, (16 << 20) + 1);
    const without = process.platform === "linux" ? [path, "/dev/zero"] : [path];
    for (const file of without)
      expect(await commandLine("scan", file, "--json")).toEqual({
        status: 1,
        out: "",
        err: `${file}: no request is longer than 16 MB; this is another file\n`,
      });
  });

  test("may end today in New York, and no later", async () => {
    const today = exchangeToday();
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    const until = (end_date: string): Promise<string> =>
      written(JSON.stringify(request({ Date_Range: { start_date: "2025-12-01", end_date }, columns: 5 })));
    for (const end of [tomorrow, "2099-01-02"])
      for (const words of commands(await until(end))) {
        const { status, out, err } = await commandLine(...words);
        expect([status, out]).toEqual([1, ""]);
        expect(err).toContain(`error Date_Range.end_date date-late: The latest date is ${today}.\n`);
      }
    expect((await commandLine("scan", await until(today), "--json")).err).not.toContain("Date_Range");
  });
});

test.each(["-[daily close]", "-( [daily open] - 1 )", "-2 * [daily close]"])(
  "the formula %s is no option",
  async (formula) => {
    const { status, out } = await commandLine("parse", formula);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ success: true, diagnostics: [] });
  },
);

describe("what is printed", () => {
  const output = async (...words: readonly string[]): Promise<string> => {
    let text = "";
    const say = (more: string): void => void (text += more);
    await run(words, { out: say, err: say, terminal: true, env: {} });
    return text;
  };

  test("has no character in it that a terminal obeys, wherever it comes from", async () => {
    const hostile = "\u001b]0;x\u0007\u202e";
    for (const words of [
      [hostile],
      ["parse", hostile],
      ["scan", hostile, "--json"],
      ["market", "import", hostile, "x"],
    ]) {
      const text = await output(...words);
      expect(text).toBe(printableLines(text));
      expect(text).toContain("\\u");
    }
  });

  test("is the same JSON", () => {
    const value = { a: "\u001b\u0085\u202e\u{e0001}\t\n é 株" };
    expect(JSON.parse(printableLines(JSON.stringify(value, null, 2)))).toEqual(value);
    expect(printable("a\nb\tc é 株")).toBe("a\\u000ab\\u0009c é 株");
  });

  test("on a line that is written over has its own escapes only", () => {
    let text = "";
    new ProgressLine({ terminal: true, overwrite: (more) => (text += more) }).show("x\u001b[31m\ny");
    expect(text).toBe("\r\u001b[2Kx\\u001b[31m\\u000ay");
  });
});
