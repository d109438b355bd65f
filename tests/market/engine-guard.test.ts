import { expect, test } from "vitest";
import { MarketError } from "../../src/market/index.ts";
import { refusal } from "../../src/market/engine/guard.ts";
import { IN_SOAK } from "../cases.ts";
import { openTestMarket } from "./open-market.ts";

const allowed = [
  "SELECT 1",
  "SELECT 1;",
  "SELECT ';' AS x, 'INTO OUTFILE', 'it''s; \\'; ok' -- ; comment\n",
  "/* ; file('/etc/passwd') */ SELECT 1 # ; shell",
  "SELECT * FROM file('/data/spool/bars.csv', 'CSVWithNames')",
  "SELECT * FROM file('/data/spool/a')",
  "SELECT * FROM file ( /* here */ '/data/spool/bars.csv')",
  "INSERT INTO t SELECT * FROM file('/data/spool/a_b-c.1.csv', CSV)",
  "SELECT file FROM t",
  'SELECT `into` outfile_name, "file" FROM t',
  "SELECT $$ ; file('/etc/passwd') $$",
  "INSERT INTO functions VALUES (1)",
  "SELECT 1 SETTINGS format_template_row_format = '${0:CSV}' FORMAT Template",
];
test.each(allowed)("allowed: %s", (sql) => {
  expect(refusal(sql, "/data/spool")).toBeNull();
});

const refused = [
  "SELECT 1; SELECT 2",
  "SELECT 1;;",
  "SELECT * FROM file('/etc/passwd')",
  "SELECT * FROM FILE/**/('/etc/passwd')",
  "SELECT * FROM `file`('/etc/passwd')",
  "SELECT * FROM \"file\"('/etc/passwd')",
  "SELECT * FROM `fi\\x6ce`('/etc/passwd')",
  "SELECT * FROM file('/data/spool/../engine.json')",
  "SELECT * FROM file('/data/spool/*')",
  "SELECT * FROM file('/data/spool/a/b')",
  "SELECT * FROM file('/data/spool/..')",
  "SELECT * FROM file('/data/spool//a')",
  "SELECT * FROM file('/data/spool/.a')",
  "SELECT * FROM file('/data/spool/')",
  "SELECT * FROM file('/data/spoolx/a')",
  "SELECT * FROM file('\\x2fetc/passwd')",
  "SELECT * FROM file({path:String})",
  "SELECT * FROM file(concat('/data/spool/', 'x'))",
  "SELECT * FROM file($$/etc/passwd$$)",
  "SELECT * FROM file(\u2018/etc/passwd\u2019)",
  "SELECT * FROM \u201cfile\u201d('/etc/passwd')",
  "SELECT * FROM icebergLocal('/x')",
  "SELECT eval('SELECT 1')",
  "CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a SETTINGS disk = disk(type = 's3')",
  "SELECT 1 INTO\nOUTFILE '/tmp/x'",
  "INSERT INTO t FROM -- x\n INFILE '/tmp/x'",
  "SELECT 1 SETTINGS format_template_row = '/etc/passwd' FORMAT Template",
  "SELECT 1 SETTINGS `format_schema` = '/x' FORMAT Protobuf",
  "INSERT INTO FUNCTION file('/data/spool/x', 'CSV') SELECT 1",
];
test.each(refused)("refused: %s", (sql) => {
  expect(refusal(sql, "/data/spool")).toMatch(/allowed|only|escapes/);
});

// The statements above have all that is looked for; only the soak has long ones.
test.runIf(IN_SOAK)("a statement of many megabytes is read without trouble", () => {
  expect(refusal(`SELECT '${"x\\'".repeat(3_000_000)}' ;`, "/s")).toBeNull();
  expect(refusal(`SELECT '${"x".repeat(3_000_000)} file(`, "/s")).toBeNull();
});

test("the engine reaches no network and no file but its spool", async () => {
  const market = await openTestMarket();
  const folder = market.folder ?? expect.unreachable();
  const refused = [
    "SELECT * FROM url('http://127.0.0.1:1/', 'CSV', 'a String')",
    "SELECT * FROM remote('127.0.0.1', 'system.one')",
    "SELECT * FROM s3('http://127.0.0.1:1/bucket/x', 'CSV', 'a String')",
    "SELECT * FROM postgresql('127.0.0.1:1', 'a', 'b', 'c', 'd')",
    "CREATE TABLE out (a String) ENGINE = URL('http://127.0.0.1:1', 'CSV')",
    "CREATE TABLE out (a String) ENGINE = File('CSV')",
    "SELECT * FROM file('/etc/hostname', 'LineAsString')",
    "SELECT file('/etc/hostname')",
    `SELECT * FROM file('${folder}/engine.json', 'LineAsString')`,
    `INSERT INTO FUNCTION file('${folder}/spool/x', 'CSV', 'a String') SELECT 'x'`,
    `SELECT 1 INTO OUTFILE '${folder}/spool/x'`,
    "CREATE FUNCTION f AS x -> x",
    "CREATE USER u",
    "SYSTEM SHUTDOWN",
  ];
  for (const sql of refused) {
    const failure = await market.command(sql).catch((error: unknown) => error);
    expect(failure, sql).toBeInstanceOf(MarketError);
    expect(failure, sql).toMatchObject({ engineCode: 497 });
  }
  await market.close();
});
