/** Generates the parsers of both notations and of the request's text from grammar/; a test fails where they differ. */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { buildParserFile } from "@lezer/generator";

const root = resolve(import.meta.dirname, "..");
const GRAMMARS = [
  { source: "grammar/code.grammar", parser: "src/formula/parser" },
  { source: "grammar/words.grammar", parser: "src/formula/parser-words" },
  { source: "grammar/request.grammar", parser: "src/request/text/parser" },
] as const;

/** The generated files by path, relative to the project. Throws where a grammar is ambiguous. */
export function generate(): ReadonlyMap<string, string> {
  return new Map(
    GRAMMARS.flatMap(({ source, parser: target }) => {
      const head = `// Generated from ${source} by \`npm run grammar\`. Do not edit.\n`;
      const { parser, terms } = buildParserFile(readFileSync(resolve(root, source), "utf8"), {
        fileName: source,
        typeScript: true,
        warn: (message) => {
          throw new Error(message);
        },
      });
      return [
        [`${target}.ts`, head + parser.replaceAll("./parser.terms", `./${target.split("/").at(-1) ?? ""}.terms`)],
        [`${target}.terms.ts`, head + terms],
      ] as const;
    }),
  );
}

if (import.meta.main) for (const [path, text] of generate()) writeFileSync(resolve(root, path), text);
