import { readdirSync } from "node:fs";
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

test("they are taken in the order of their names, and each file is one of them", () => {
  expect(names).toEqual(names.toSorted());
  const files = readdirSync(FOLDER).filter((file) => file !== "index.ts");
  expect(files.toSorted()).toEqual(names.map((name) => `${name}.ts`));
});
