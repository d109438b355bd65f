import { styleTags, tags } from "@lezer/highlight";
import { formulaTags } from "../../formula/index.ts";

/** Styles by node name; formulas are styled by the grammar of their notation. A test compares the names with the grammar. */
export const HIGHLIGHTED = {
  "FilterKeyword ColumnKeyword FilterWord ColumnWord": tags.keyword,
  "NameKeyword AboutKeyword DatesKeyword OptionsKeyword OutcomeKeyword ParameterKeyword HoldKeyword OutWord NotationKeyword":
    tags.definitionKeyword,
  Off: tags.modifier,
  LabelName: formulaTags.column,
  LabelText: [formulaTags.plain, tags.string],
  Colon: [formulaTags.plain, tags.punctuation],
  Rest: [formulaTags.plain, tags.content],
  "UnknownKeyword Stray": tags.invalid,
  "Comment OpenComment": tags.blockComment,
} as const;

export const highlighting = styleTags(HIGHLIGHTED);
