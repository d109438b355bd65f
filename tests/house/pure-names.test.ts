import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(resolve(ROOT, path), "utf8");
const [, list = ""] = /manualPureFunctions: \[([^\]]*)\]/.exec(read("vite.config.ts")) ?? [];
const PURE = [...list.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
/** zod's has another name in what is built. */
const NAMES = ["z", ...PURE];

test("no packed library has a function of a name whose calls the bundler takes for pure", () => {
  const [, schemas = ""] = /const SCHEMAS = "(\w+)"/.exec(read("vite.config.ts")) ?? [];
  expect(list).toContain("SCHEMAS");
  // Those that packers give are of one to three letters.
  for (const name of [...PURE, schemas]) expect(name.length, name).toBeGreaterThan(8);
});

// The bundler goes by the name alone: of an array that is called so it would drop every `push`.
test.each(NAMES)(
  "%s, whose calls the bundler takes for pure, is one thing only: zod, or one of its schemas",
  (name) => {
    const declared = new RegExp(String.raw`\b(?:const|let|var|function)\s+(?:\[[^\]=]*\b|\{[^}=]*\b)?${name}\b`);
    const parameter = new RegExp(
      String.raw`(?:\(|, )${name}\b(?:: [^()]*?)?(?:, [^()]*)?\)(?:: [^={]*)? (?:=>|\{)|\b${name} =>`,
    );
    const schema = new RegExp(String.raw`\bconst ${name} = z\.`);
    const others = globSync("src/**/*.{ts,tsx}", { cwd: ROOT })
      .map((path) => ({ path, text: read(path) }))
      .filter(({ text }) => (declared.test(text) && !schema.test(text)) || parameter.test(text))
      .map(({ path }) => path);
    expect(others).toEqual([]);
  },
);
