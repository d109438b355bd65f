import { HighlightStyle, LRLanguage, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import { formulaTags, parser, wordsParser } from "../../formula/index.ts";
import type { NotationName } from "../../formula/index.ts";
import "./token.css";

const commentTokens = { block: { open: "/*", close: "*/" } };

/** Only nodes longer than this are kept from one keystroke to the next: of a long formula nearly all of them. */
const REUSE = { bufferLength: 32 } as const;

/** The grammars of the room `formula` as an editor's languages: same parsers, same highlighting. */
const LANGUAGES: Readonly<Record<NotationName, LRLanguage>> = {
  code: LRLanguage.define({
    name: "formula",
    parser: parser.configure(REUSE),
    languageData: { commentTokens, closeBrackets: { brackets: ["(", "[", "{", "'", '"'] } },
  }),
  words: LRLanguage.define({
    name: "formula in words",
    parser: wordsParser.configure(REUSE),
    languageData: { commentTokens, closeBrackets: { brackets: ["(", "{", '"'] } },
  }),
};

/** One class for each kind of token. */
export const style = HighlightStyle.define([
  { tag: formulaTags.dataPoint, class: "token-data" },
  { tag: formulaTags.parenthesis, class: "token-paren" },
  { tag: formulaTags.column, class: "token-column" },
  { tag: formulaTags.logical, class: "token-logical" },
  { tag: formulaTags.arithmetic, class: "token-arithmetic" },
  { tag: tags.function(tags.variableName), class: "token-call" },
  { tag: tags.comment, class: "token-comment" },
  { tag: [tags.keyword, tags.definitionKeyword, tags.modifier], class: "token-keyword" },
  { tag: tags.invalid, class: "token-invalid" },
  { tag: formulaTags.plain, class: "token-plain" },
]);

export const language = (notation: NotationName): Extension => [LANGUAGES[notation], syntaxHighlighting(style)];
