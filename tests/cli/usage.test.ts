import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { commandLine } from "./command-line.ts";

describe("wrong usage ends with 2 and says what would be right", () => {
  test.each([
    [[], "Scans in, workbooks out"],
    [["dance"], "There is no command dance."],
    [["market"], "There is no command market."],
    [["market", "import", "csv"], "PATH is missing."],
    [["market", "import", "tape", "x"], "A source is one of csv, lean, massive, edgar, not tape."],
    [["market", "import", "massive", "x", "--kind", "daily"], "they take no options"],
    [["market", "import", "edgar", "x", "--symbol", "A"], "they take no options"],
    [["market", "import", "csv", "x", "--kind", "weekly"], "--kind is daily or minute, not weekly."],
    [["market", "import", "csv", "x", "--columns", "open"], "--columns takes field=Header"],
    [["market", "import", "lean", "x", "--adjusted"], "they take no options"],
    [["market", "demo", "--symbols", "many"], "--symbols takes a whole number from 1 to 17576, not many."],
    [["scan", "request.json"], "--out says where the rows go"],
    [["scan", "request.json", "--out", "rows.doc"], "--out ends in .xlsx, .csv, .parquet, not .doc."],
    [["scan", "a.json", "b.json", "--json"], "Too many arguments: b.json"],
    [["parse", "--loud", "1"], "Unknown option '--loud'"],
    [["explain", "request.json", "ABC"], "DATE is missing."],
    [["funnel", "request.json", "--order", "a,b"], "--order takes the numbers of the filters, as 3,1,2, not a,b."],
    [["distribution", "{gap}", "--from", "2024-01-02"], "--from and --to say over which days."],
    [["start", "--port", "0"], "--port takes a whole number"],
    [["--data", "folder", "scan", "request.json"], "--out says where the rows go"],
    [["--data=folder", "parse"], "FORMULA is missing."],
  ])("%j", async (words, message) => {
    const { status, out, err } = await commandLine(...words);
    expect(status).toBe(2);
    expect(out).toBe("");
    expect(err).toContain(message);
  });
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
