import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { MIGRATIONS } from "../../src/server/db/migrations/index.ts";

const FOLDER = resolve(import.meta.dirname, "../../src/server/db/migrations");
/** Applied under these names in existing databases, so both keep them. */
const TWICE = "0007";

const names = Object.keys(MIGRATIONS);
const numbers = names.map((name) => name.slice(0, 4));

test("each migration has its number, without a gap and none a second time", () => {
  expect(names.filter((name) => !/^\d{4}-[a-z0-9-]+$/.test(name))).toEqual([]);
  const again = numbers.filter((number, index) => numbers.indexOf(number) !== index);
  expect(again).toEqual([TWICE]);
  expect([...new Set(numbers)].map(Number)).toEqual(
    Array.from({ length: numbers.length - 1 }, (_, index) => index + 1),
  );
});

/** Released before the rule. */
const BEFORE_THE_RULE = 13;
/** What a server of the version before could miss, or stumble over: something taken away or renamed, or a value that it does not write. */
const TAKES_AWAY =
  /\b(?:DROP\s+(?:TABLE|COLUMN|SCHEMA|TYPE|DEFAULT)|RENAME|SET\s+NOT\s+NULL|(?:ALTER\s+COLUMN\s+\w+|SET\s+DATA)\s+TYPE)\b|ADD\s+COLUMN(?![^,;`]*DEFAULT)[^,;`]*NOT\s+NULL|\.(?:dropTable|dropColumn|renameTo|renameColumn|setNotNull|setDataType)\(/i;
const takesAway = (source: string): boolean => TAKES_AWAY.test(source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ""));

test("one that takes something away says so in its name: servers of the version before refuse what they cannot work on", () => {
  const later = names.filter((name) => Number(name.slice(0, 4)) > BEFORE_THE_RULE);
  const wrong = later.filter(
    (name) => takesAway(readFileSync(resolve(FOLDER, `${name}.ts`), "utf8")) !== name.endsWith("-contract"),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ["ALTER TABLE run DROP COLUMN progress", true],
  ["ALTER TABLE run ADD COLUMN lane text NOT NULL", true],
  ["ALTER TABLE run ADD COLUMN lane text NOT NULL DEFAULT 'scan'", false],
  ["ALTER TABLE run ADD COLUMN lane text", false],
  ["ALTER TABLE run RENAME COLUMN lane TO way", true],
  ["ALTER TABLE run ALTER COLUMN lane TYPE integer", true],
  ["ALTER TABLE run ALTER COLUMN lane SET NOT NULL", true],
  ["DROP INDEX run_open", false],
  ["CREATE TABLE preview (id text PRIMARY KEY, lane text NOT NULL)", false],
  ['schema.alterTable("run").dropColumn("lane")', true],
])("and the rule knows one: %s", (source, is) => {
  expect(takesAway(source)).toBe(is);
});

test("they are taken in the order of their names, and each file is one of them", () => {
  expect(names).toEqual(names.toSorted());
  const files = readdirSync(FOLDER).filter((file) => file !== "index.ts");
  expect(files.toSorted()).toEqual(names.map((name) => `${name}.ts`));
});
