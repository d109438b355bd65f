import { HighlightStyle, LRLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { formulaTags, parser } from "../../formula/index.ts";

/** The grammar of the room `formula` as an editor's language: same parser, same highlighting. */
const formulaLanguage = LRLanguage.define({
  name: "formula",
  parser,
  languageData: {
    commentTokens: { block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", "[", "{", "'", '"'] },
  },
});

const style = HighlightStyle.define([
  { tag: formulaTags.dataPoint, class: "f-data" },
  { tag: formulaTags.parenthesis, class: "f-paren" },
  { tag: formulaTags.column, class: "f-column" },
  { tag: formulaTags.logical, class: "f-logical" },
  { tag: formulaTags.arithmetic, class: "f-arithmetic" },
  { tag: tags.function(tags.variableName), class: "f-call" },
  { tag: tags.comment, class: "f-comment" },
  { tag: formulaTags.plain, class: "f-plain" },
]);

export const language = [formulaLanguage, syntaxHighlighting(style)];
