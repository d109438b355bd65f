import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser } from "playwright";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { corpusRows, entryRows } from "../corpus/rows.ts";
import { launchBrowser } from "./product.ts";

const ROOT = resolve(import.meta.dirname, "../..");
let folder: string;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanbook-corpus-"));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/** The language bundled and minified as the page's code is, for the same browsers. */
async function bundle(): Promise<string> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      target: "es2022",
      outDir: folder,
      minify: true,
      lib: {
        entry: join(ROOT, "tests/corpus/browser.ts"),
        formats: ["iife"],
        name: "language",
        fileName: () => "language.js",
      },
    },
  });
  return readFile(join(folder, "language.js"), "utf8");
}

test("a browser answers every row of the corpus as it says", async () => {
  const rows = corpusRows();
  const page = await browser.newPage();
  await page.addScriptTag({ content: `${await bundle()}; globalThis.language = language;` });
  const questions = rows.map(({ answer: _answer, ...question }) => question);
  const answers: unknown = await page.evaluate(
    `JSON.stringify(${JSON.stringify(questions)}.map((question) => language.answerOf(question)))`,
  );
  const found: unknown[] = JSON.parse(String(answers));
  const wrong = rows.filter(({ answer }, index) => JSON.stringify(answer) !== JSON.stringify(found[index]));
  expect(found.length).toBe(rows.length);
  expect(wrong.map(({ text }) => text.slice(0, 80))).toEqual([]);
  const entries = entryRows();
  const asked = JSON.stringify(entries.map(({ answer: _answer, ...question }) => question));
  const made: unknown = await page.evaluate(`JSON.stringify(${asked}.map((entry) => language.entryAnswer(entry)))`);
  expect(JSON.parse(String(made))).toEqual(entries.map(({ answer }) => answer));
});
