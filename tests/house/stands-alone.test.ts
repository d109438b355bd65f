import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const HERE = "tests/house/stands-alone.test.ts";
/** The one file that knows where data beside the checkout lies. */
const BESIDE = "tests/market/shared-data.ts";

/** What a clone lacks, by the ways in which a comment could cite it. */
const CITED: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a specification", /\bspecifications?\b/i],
  ["an issue by its number", /\bissues? #?\d+/i],
  ["a finding by its number", /\bfindings? #?\d+/i],
  ["a stretch of work", /\b(?:sprint|milestone) #?\d+/i],
  ["a design page", /\bthe (?:security|design|style|language|interface|architecture|contracts|engine) page\b/i],
  [
    "a design page in parentheses",
    /\((?:architecture|contracts|formula[ -]language|interface|language|scale|scan[ -]engine|style|request[ -]text)(?:, [^()]*)?\)/i,
  ],
  // (security, session) is the key of a row.
  ["the security page in parentheses", /\(security, (?!session|date|day|minute)[^()]*\)/i],
  ["a folder beside the checkout", /\.\.\/shared\b|\bshared\/(?:data|design|findings|spec)\b/],
  ["a path of some machine", /(?<![\w.])\/(?:work|root|home|Users)\/\w/],
];

const FOLDERS = ["src", "tests", "scripts", "grammar", "presets", "docs", ".github"];
const files: readonly string[] = [
  ...FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  ),
  ...readdirSync(ROOT),
]
  .filter((path) => /\.(tsx?|css|html|md|grammar|sql|py|sh)$/.test(path) && path !== HERE)
  .toSorted();

/** Comments of code, each with the number of its line; of a text every line. */
function commentsOf(path: string): readonly (readonly [line: number, text: string])[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  const lineAt = (index: number): number => text.slice(0, index).split("\n").length;
  if (path.endsWith(".md")) return text.split("\n").map((line, index) => [index + 1, line]);
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/.*$|^\s*(?:#|--) .*$|<!--[\s\S]*?-->/gm)].map((found) => [
    lineAt(found.index),
    // A sentence may be broken over lines.
    found[0].replaceAll(/\s*\n\s*\*?\s*/g, " "),
  ]);
}

describe("a clone stands alone", () => {
  test("finds the comments", () => {
    expect(files.flatMap(commentsOf).length).toBeGreaterThan(2_000);
  });

  test.each(CITED)("no comment cites %s", (_, pattern) => {
    const found = files
      .filter((path) => path !== BESIDE)
      .flatMap((path) =>
        commentsOf(path).flatMap(([line, text]) => {
          const cited = pattern.exec(text)?.[0];
          return cited === undefined ? [] : [`${path}:${line}: ${cited}`];
        }),
      );
    expect(found).toEqual([]);
  });

  test("titles of tests cite nothing either", () => {
    const found = files
      .filter((path) => path.endsWith(".test.ts"))
      .flatMap((path) =>
        [
          ...readFileSync(join(ROOT, path), "utf8").matchAll(
            /\b(?:test|it|describe)[^("`]*\(\s*(["`])((?:(?!\1).)*)\1/g,
          ),
        ]
          .map(([, , title = ""]) => title)
          .filter((title) => CITED.some(([, pattern]) => pattern.test(title)))
          .map((title) => `${path}: ${title}`),
      );
    expect(found).toEqual([]);
  });

  test("a page of docs that a comment names is there, with the section it names", () => {
    const missing = files.flatMap((path) =>
      commentsOf(path).flatMap(([line, text]) =>
        [...text.matchAll(/\bdocs\/([\w/-]+\.md)(?:, ([A-Z][\w ]+?))?(?=[).;:,`\]]|$| )/g)].flatMap(
          ([cited, page = "", section]) => {
            const file = join(ROOT, "docs", page);
            if (!existsSync(file)) return [`${path}:${line}: ${cited}`];
            if (section === undefined || !text.includes(`(${cited})`)) return [];
            const headings = [...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
            return headings.includes(section) ? [] : [`${path}:${line}: ${cited}`];
          },
        ),
      ),
    );
    expect(missing).toEqual([]);
  });

  test("a file or folder that a page names is there", () => {
    const missing = files
      .filter((path) => path.endsWith(".md"))
      .flatMap((path) => {
        const text = readFileSync(join(ROOT, path), "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
        const named = [...text.matchAll(/`((?:src|tests|scripts|grammar|presets|docs|\.github)\/[\w./-]+)`/g)].map(
          ([, name = ""]) => name,
        );
        const linked = [...text.matchAll(/\]\(([\w./-]+)(?:#[^)]*)?\)/g)].map(([, name = ""]) =>
          join(dirname(path), name),
        );
        return [...named, ...linked].filter((name) => !existsSync(join(ROOT, name))).map((name) => `${path}: ${name}`);
      });
    expect(missing).toEqual([]);
  });

  test("the README names every folder of src with a file to start with", () => {
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    const folders = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const missing = folders.filter(
      ({ name }) => !new RegExp(`^\\| \`src/${name}\` \\|.*\\| \`src/${name}/[^|]+\\|$`, "m").test(readme),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});
