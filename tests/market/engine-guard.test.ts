import { expect, test } from "vitest";
import { refusal } from "../../src/market/engine/guard.ts";

const allowed = [
  "SELECT 1",
  "SELECT 1;",
  "SELECT ';' AS x, 'INTO OUTFILE', 'it''s; \\'; ok' -- ; comment\n",
  "/* ; file('/etc/passwd') */ SELECT 1 # ; shell",
  "SELECT * FROM file('/data/spool/bars.csv', 'CSVWithNames')",
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

test("a statement of many megabytes is read without trouble", () => {
  expect(refusal(`SELECT '${"x\\'".repeat(3_000_000)}' ;`, "/s")).toBeNull();
  expect(refusal(`SELECT '${"x".repeat(3_000_000)} file(`, "/s")).toBeNull();
});
