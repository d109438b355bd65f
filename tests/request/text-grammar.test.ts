import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileTests } from "@lezer/generator/test";
import { getStyleTags, tags } from "@lezer/highlight";
import { describe, expect, test } from "vitest";
import { formulaTags } from "../../src/formula/index.ts";
import { HIGHLIGHTED } from "../../src/request/text/highlighting.ts";
import { parser } from "../../src/request/text/parser.ts";

const FIXTURES = readFileSync(resolve(import.meta.dirname, "../../grammar/request.test.txt"), "utf8");

describe("the grammar of a request's text", () => {
  test.each(fileTests(FIXTURES, "request.test.txt").map((one) => [one.name, one] as const))("%s", (_, one) => {
    one.run(parser);
  });

  test("every highlighted name is a node", () => {
    const names = new Set(parser.nodeSet.types.map(({ name }) => name));
    const used = Object.keys(HIGHLIGHTED).flatMap((selector) => selector.split(" "));
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  });

  test("both words of hold out are a keyword", () => {
    const tree = parser.parse("hold out last third");
    expect([0, 5, 9].map((at) => getStyleTags(tree.resolveInner(at, 1))?.tags[0])).toEqual([
      tags.definitionKeyword,
      tags.definitionKeyword,
      formulaTags.plain,
    ]);
  });
});
