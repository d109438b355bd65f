import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileTests } from "@lezer/generator/test";
import { getStyleTags } from "@lezer/highlight";
import type { Tag } from "@lezer/highlight";
import { describe, expect, test } from "vitest";
import { generate } from "../../scripts/grammar.ts";
import { formulaTags, parser } from "../../src/formula/index.ts";
import { HIGHLIGHTED } from "../../src/formula/highlighting.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(resolve(root, path), "utf8");

describe("the grammar", () => {
  test("the committed parser is the one the grammar makes", () => {
    for (const [path, text] of generate()) expect(read(path), path).toBe(text);
  });

  test.each(fileTests(read("grammar/code.test.txt"), "code.test.txt").map((one) => [one.name, one] as const))(
    "%s",
    (_, one) => one.run(parser),
  );

  test("every highlighted name is a node", () => {
    const names = new Set(parser.nodeSet.types.map(({ name }) => name));
    const used = Object.keys(HIGHLIGHTED).flatMap((selector) =>
      selector.split(/[ /]/).map((name) => name.replaceAll(/[!"]/g, "")),
    );
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  });

  test.each<readonly [string, number, Tag]>([
    ["[daily close]", 1, formulaTags.dataPoint],
    ["( 5 )", 0, formulaTags.parenthesis],
    ["{Gap}", 1, formulaTags.column],
    ["5 >= 3", 2, formulaTags.logical],
    ["!5", 0, formulaTags.logical],
    ["5 & 3", 2, formulaTags.logical],
    ["5 + 3", 2, formulaTags.arithmetic],
    ["-5", 0, formulaTags.arithmetic],
    ["5 > 3", 0, formulaTags.plain],
    ["abs(5)", 1, formulaTags.plain],
    ...[0, 1, 7, 14, 19, 22, 30, 35, 37, 50, 56].map((at): readonly [string, number, Tag] => [
      "[trade return long at '09:30' stop 5 target {Aim} until close]",
      at,
      formulaTags.dataPoint,
    ]),
    ["[trade return long at '09:30' stop 5 target {Aim} until close]", 45, formulaTags.column],
    ["[trade return long at '09:30' stop 5 until close 2 when ( {Up} )]", 56, formulaTags.parenthesis],
  ])("highlights %s at %i", (text, position, tag) => {
    let node = parser.parse(text).resolveInner(position, 1);
    // A data point is one colour: its style holds for what is inside.
    while (node.parent && node.parent.name === "DataPoint") node = node.parent;
    expect(getStyleTags(node)?.tags).toContain(tag);
  });
});
