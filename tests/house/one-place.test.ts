import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "../../src");
const sources = ["client", "charting", "request", "contract"].flatMap((room) =>
  readdirSync(join(SRC, room), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({
      path: `${room}/${path}`,
      text: readFileSync(join(SRC, room, path), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""),
    })),
);
const naming = (what: RegExp): readonly string[] =>
  sources.filter(({ text }) => what.test(text)).map(({ path }) => path);

test("the clipboard is written by `copyText`, which says so or what else to do", () => {
  expect(naming(/\bclipboard\.write/)).toEqual(["client/state/page/copy.ts"]);
});

const TESTS = resolve(import.meta.dirname, "..");

test("a window is given its size by `resize`, which waits for the page to be laid out by it", () => {
  const found = [TESTS, resolve(TESTS, "../scripts")].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (path) => path.endsWith(".ts") && /\.setViewport(Size)\b/.test(readFileSync(join(folder, path), "utf8")),
    ),
  );
  expect(found).toEqual(["e2e/pages/resize.ts"]);
});

test("days and moments are written by `showDate`, `showDay` and `showMoment`, in one style", () => {
  expect(naming(/DateTimeFormat|toLocale(Date|Time)String|\b(Jan|Feb|Mar)\w* [0-3]?\d, /)).toEqual([
    "client/ui/dates.ts",
  ]);
});

test("the hours of a session and the length of a day go by their names", () => {
  expect(naming(/(?<![\w.#-])(240|569|570|959|960|1_?199|86_?400(_?000)?)(?![\w.%-])/)).toEqual([]);
});
