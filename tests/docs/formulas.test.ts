import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { diagnose, parseCode } from "../../src/formula/index.ts";
import { GROUPS_OF_POINTS, isFormula } from "./written.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** What people read; the pages of the reference have a test of their own. */
const FILES = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map(({ name }) => `docs/${name}`),
];

/** Code marks and lines of code blocks, columns of the file's own among the names. */
function written(file: string): readonly string[] {
  const content = readFileSync(join(ROOT, file), "utf8");
  const blocks = [...content.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) => block.split("\n"));
  const marks = [...content.replaceAll(/^```[\s\S]*?^```/gm, "").matchAll(/`([^`\n]+)`/g)].map(([, mark = ""]) =>
    mark.replaceAll(String.raw`\|`, "|"),
  );
  const commands = blocks.flatMap((line) =>
    [...line.matchAll(/--filter "((?:[^"\\]|\\.)*)"/g)].map(([, formula = ""]) => formula),
  );
  return [...marks, ...commands, ...blocks].filter(isFormula);
}

test("the files hold formulas, of every type of data the first page shows", () => {
  const all = FILES.flatMap(written);
  expect(all.length).toBeGreaterThan(5);
  for (const group of GROUPS_OF_POINTS.slice(0, 3))
    expect(all.some((formula) => formula.includes(`[${group} `))).toBe(true);
});

test.each(FILES.map((file) => [file]))("every formula of %s is right", (file) => {
  const named = [{ name: "Gap", tree: parseCode("[daily open adj] / [daily close -1 adj]").tree }];
  const columns = new Map(named.map((one) => [one.name.toLowerCase(), one]));
  const wrong = written(file).filter((formula) => diagnose(formula, { columns, use: "column" }).tree === null);
  expect(wrong).toEqual([]);
});
