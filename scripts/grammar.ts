/** Generates src/formula/parser.ts and parser.terms.ts from grammar/code.grammar; a test fails where they differ. */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { buildParserFile } from "@lezer/generator";

const root = resolve(import.meta.dirname, "..");
const SOURCE = "grammar/code.grammar";
const HEAD = `// Generated from ${SOURCE} by \`npm run grammar\`. Do not edit.\n`;

/** The generated files by path, relative to the project. Throws where the grammar is ambiguous. */
export function generate(): ReadonlyMap<string, string> {
  const { parser, terms } = buildParserFile(readFileSync(resolve(root, SOURCE), "utf8"), {
    fileName: SOURCE,
    typeScript: true,
    warn: (message) => {
      throw new Error(message);
    },
  });
  return new Map([
    ["src/formula/parser.ts", HEAD + parser],
    ["src/formula/parser.terms.ts", HEAD + terms],
  ]);
}

if (import.meta.main) for (const [path, text] of generate()) writeFileSync(resolve(root, path), text);
