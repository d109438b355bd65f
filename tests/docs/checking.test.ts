import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FINDING_KINDS, sessionOf } from "../../src/market/index.ts";
import { readTable } from "../../src/own-data/index.ts";
import { readPins } from "../../src/scan/index.ts";

const PATH = join(import.meta.dirname, "../../docs/checking.md");

test("docs/checking.md has a row for every kind of finding; `npm run docs` writes them anew", async () => {
  const rows = FINDING_KINDS.map(({ name, expects }) => `| \`${name}\` | ${expects} |`);
  const table = ["| kind | what is expected |", "|---|---|", ...rows].join("\n");
  const whole = readFileSync(PATH, "utf8").replace(/(<!-- kinds -->\n)[\s\S]*(<!-- end -->)/, `$1\n${table}\n\n$2`);
  await expect(whole).toMatchFileSnapshot(PATH);
});

test("the pinned values of docs/checking.md can be read, and lie on sessions", async () => {
  const [, example = ""] = /```csv\n(symbol,date,formula,value\n[\s\S]*?)```/.exec(readFileSync(PATH, "utf8")) ?? [];
  const { pins, mistakes } = readPins(await readTable(Buffer.from(example)));
  expect([pins.length, mistakes]).toEqual([4, []]);
  for (const { date } of pins) expect(sessionOf(date), date).toMatchObject({ date });
});
