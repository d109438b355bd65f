import { styleTags, tags } from "@lezer/highlight";
import { formulaTags } from "./highlighting.ts";

/** Styles of the words notation by node name; a test compares the names with the grammar. */
export const HIGHLIGHTED_WORDS = {
  "Data! Event! BareEvent! Statement": formulaTags.dataPoint,
  // What its clauses compute keeps its own colours.
  "TradeWord ClauseWord Clause/Number Clause/TimeWord Clause/To": formulaTags.dataPoint,
  "( )": formulaTags.parenthesis,
  "Column OpenColumn ColumnName": formulaTags.column,
  "CompareOp CompareWord IsBetween IsOneOf OrOp AndOp NotOp OrWord AndWord NotWord ByWord": formulaTags.logical,
  "Plus Minus Times Divide PowerOp Percent PlusWord MinusWord TimesWord DividedByWord MultipleWord":
    formulaTags.arithmetic,
  "Number LooseNumber MagnitudeWord PercentWord DollarWord": [formulaTags.plain, tags.number],
  Parameter: [formulaTags.column, tags.special(tags.variableName)],
  "Time OpenTime TimeWord DateWord": [formulaTags.plain, tags.literal],
  "Text OpenText Value": [formulaTags.plain, tags.string],
  "FunctionName Call/Name": [formulaTags.plain, tags.function(tags.variableName)],
  "BareName/Name By/Name By/FieldName Aggregate/FunctionOf": formulaTags.plain,
  "DayPhrase Days! LastDays": [formulaTags.plain, tags.literal],
  Placeholder: tags.invalid,
  Comma: [formulaTags.plain, tags.separator],
  '".."': [formulaTags.plain, tags.punctuation],
  "BlockComment OpenComment": tags.blockComment,
  LineComment: tags.lineComment,
} as const;

export const highlighting = styleTags(HIGHLIGHTED_WORDS);
