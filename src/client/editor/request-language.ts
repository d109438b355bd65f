import { LRLanguage, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import type { Input, SyntaxNode, SyntaxNodeRef } from "@lezer/common";
import { parseMixed } from "@lezer/common";
import { parser as codeParser, wordsParser } from "../../formula/index.ts";
import type { NotationName } from "../../formula/index.ts";
import { requestParser } from "../../request/index.ts";
import { style } from "./language.ts";

const PARSERS = { code: codeParser, words: wordsParser } as const;

/** The notation that a text names before its first filter or column. */
function notationOf(node: SyntaxNode, input: Input): NotationName {
  let top = node;
  while (top.parent !== null) top = top.parent;
  for (let one = top.firstChild; one !== null; one = one.nextSibling) {
    const statement = one.firstChild;
    if (statement?.name === "Filter" || statement?.name === "Column") break;
    const rest = statement?.name === "Notation" ? statement.getChild("Rest") : null;
    if (rest) return input.read(rest.from, rest.to).trim().toLowerCase() === "words" ? "words" : "code";
  }
  return "code";
}

const nested = (node: SyntaxNodeRef, input: Input) =>
  node.name === "Formula" ? { parser: PARSERS[notationOf(node.node, input)] } : null;

/** A request's text: statements by their grammar, the formulas inside by that of their notation. */
const LANGUAGE = LRLanguage.define({
  name: "request",
  parser: requestParser.configure({ wrap: parseMixed(nested) }),
  languageData: {
    commentTokens: { block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", "[", "{", "'", '"'] },
  },
});

export const requestLanguage: Extension = [LANGUAGE, syntaxHighlighting(style)];
