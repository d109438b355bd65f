import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

// What is written out twice is changed once.
const SRC = resolve(import.meta.dirname, "../../src");
const naming = (rooms: readonly string[], pattern: RegExp): readonly string[] =>
  rooms
    .flatMap((room) =>
      readdirSync(join(SRC, room), { recursive: true, encoding: "utf8" }).map((path) => `${room}/${path}`),
    )
    .filter((path) => path.endsWith(".ts") && pattern.test(readFileSync(join(SRC, path), "utf8")))
    .toSorted();

test("the texts of a security are listed once, in the order of its tables", () => {
  const inOrder = /\bcountry\b[^;]{0,60}\bcurrency\b[^;]{0,60}\bsector\b[^;]{0,60}\bindustry\b/;
  // The checks bound the length of each.
  expect(naming(["market"], inOrder)).toEqual(["market/import/kinds.ts", "market/tables.ts"]);
});

test("hours and days have names", () => {
  const bare = /\b(?:86_?400(?:_?000)?|3_?600_?000)\b/;
  expect(naming(["server", "market", "scan", "export", "cli", "contract"], bare)).toEqual([]);
});
