import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROWS } from "../server/security-rows.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/security.md"), "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| area"))
  .map((line) => line.split("|").map((cell) => cell.trim()));
const areaOf = (cell = ""): string => cell.replace(/ \([\d., ]+\)$/, "");

test("the table of security has the rows of the claims, in their order", () => {
  expect(rows.map(([, area]) => areaOf(area))).toEqual(Object.keys(ROWS));
});

test.each(Object.entries(ROWS))("%s: names the files whose tests prove it", (area, claims) => {
  const cell = rows.find(([, first]) => areaOf(first) === area)?.[5] ?? "";
  const named = [...cell.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
  expect(named.toSorted()).toEqual([...new Set(claims.map(({ file }) => file))].toSorted());
});
