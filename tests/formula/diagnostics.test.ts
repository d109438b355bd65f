import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diagnose, parseCode, printCode } from "../../src/formula/index.ts";
import { DIAGNOSTICS } from "../../src/vocabulary/index.ts";
import { arbitraryFormula } from "./arbitrary.ts";
import { applied } from "./applied.ts";
import { cases } from "../cases.ts";

const SRC = resolve(import.meta.dirname, "../../src");
const sources = ["formula", "scan"].flatMap((room) =>
  readdirSync(join(SRC, room), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(join(SRC, room, path), "utf8")),
);

describe("the table of diagnostics", () => {
  test("every code is reported somewhere", () => {
    const unused = Object.keys(DIAGNOSTICS).filter((code) => !sources.some((text) => text.includes(`"${code}"`)));
    expect(unused).toEqual([]);
  });

  test("codes are slugs, texts are sentences", () => {
    for (const [code, { text }] of Object.entries(DIAGNOSTICS)) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      if (text !== "Invalid Date") expect(text, code).toMatch(/[.}]$/);
    }
  });

  test("no message keeps a placeholder", () => {
    const trees = fc.constantFrom("number" as const, "boolean" as const).chain((type) => arbitraryFormula(type));
    fc.assert(
      fc.property(trees, fc.constantFrom("filter" as const, "column" as const), (tree, use) => {
        for (const { message } of diagnose(printCode(tree), { columns: new Map(), use }).diagnostics) {
          expect(message).not.toMatch(/\{\w+\}/);
        }
      }),
      { numRuns: cases(100) },
    );
  });

  test("a fix leaves a formula that reads, and mends what it says", () => {
    const trees = arbitraryFormula("boolean", { groups: ["daily", "indicator", "identity"] });
    fc.assert(
      fc.property(trees, (tree) => {
        const text = printCode(tree);
        const { diagnostics } = diagnose(text, { columns: new Map(), use: "filter" });
        for (const { code, fixes } of diagnostics) {
          for (const fix of fixes ?? []) {
            const repaired = applied(text, fix);
            expect(parseCode(repaired).tree, `${code}: ${repaired}`).not.toBeNull();
          }
        }
      }),
      { numRuns: cases(150) },
    );
  });
});
