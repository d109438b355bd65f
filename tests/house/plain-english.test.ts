import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Names that said nothing to a reader new to the project, with the words used instead. */
const BANNED_NAMES: Readonly<Record<string, string>> = {
  told: "logged, reported, sent",
  untold: "unreported",
  asked: "query, params, wanted",
  Asked: "Query, Params",
  kin: "sharedSource",
  Manner: "NotationLexer",
  mended: "repaired",
  hole: "invalidNode",
  oddness: "quarterDistance",
  Obstacle: "Problem",
  LookedAt: "ReviewedRequest",
  MOST: "MAX_…",
  LONGEST: "MAX_…_CHARS",
  SHORTEST: "MIN_…_CHARS",
  BEAT_MS: "HEARTBEAT_MS",
  LOOK_MS: "POLL_MS",
  PATIENCE_MS: "TIMEOUT_MS",
};
/** A bound is called MAX_… or MIN_…, with its unit. */
const SUPERLATIVES = /^(MOST|LONGEST|SHORTEST|TALLEST|LEAST)_/;
/** Phrases of comments that have to be deciphered. */
const BANNED_PHRASES = /\b(unless told|other houses|is told by|what a page is told|mends? itself|kept aside)\b/i;

const ROOT = join(import.meta.dirname, "../..");
const files = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\/parser[^/]*$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, "src", path), "utf8") }));

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;
const DECLARATION =
  /\b(?:const|let|function\*?|class|interface|type|readonly)\s+([A-Za-z_]\w*)|[({,]\s*([A-Za-z_]\w*)\s*(?=[,:)}=])/g;

const declared = (text: string): readonly string[] =>
  [...text.replaceAll(COMMENT, "").matchAll(DECLARATION)].flatMap((match) => match[1] ?? match[2] ?? []);

test("no name of src is in words of our own", () => {
  const found = files.flatMap(({ path, text }) =>
    declared(text)
      .filter((name) => Object.hasOwn(BANNED_NAMES, name) || SUPERLATIVES.test(name))
      .map((name) => `${path}: ${name}; say ${BANNED_NAMES[name] ?? "MAX_… or MIN_…"}`),
  );
  expect([...new Set(found)]).toEqual([]);
});

test("no comment of src has to be deciphered", () => {
  const found = files.flatMap(({ path, text }) =>
    (text.match(COMMENT) ?? [])
      .filter((comment) => BANNED_PHRASES.test(comment))
      .map((comment) => `${path}: ${comment}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["const told = 1;", ["told"]],
  ["function f(asked: string): void {}", ["f", "asked"]],
  ["const { kin, other } = x;", ["kin", "other"]],
  ["interface A { readonly mended: boolean }", ["A", "mended"]],
  ['// told\nconst text = "told";', ["text"]],
])("declared names of %s", (text, names) => {
  expect(declared(text)).toEqual(names);
});
