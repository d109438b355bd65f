import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const FOLDER = resolve(import.meta.dirname, "../../docs/decisions");

test("decisions are numbered from 1 on, each number once, and each page says its own", () => {
  const pages = readdirSync(FOLDER).toSorted();
  expect(pages.map((page) => Number(page.slice(0, 4)))).toEqual(pages.map((_, index) => index + 1));
  for (const page of pages) {
    const [title] = readFileSync(join(FOLDER, page), "utf8").split("\n");
    expect(title, page).toMatch(new RegExp(`^# ${Number(page.slice(0, 4))}\\. `));
  }
});
