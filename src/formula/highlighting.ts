import { styleTags, Tag, tags } from "@lezer/highlight";

/** What the editor colours, as tags; each falls back to a standard one in foreign themes. */
export const formulaTags = {
  dataPoint: Tag.define("dataPoint", tags.variableName),
  parenthesis: Tag.define("parenthesis", tags.paren),
  column: Tag.define("column", tags.propertyName),
  logical: Tag.define("logical", tags.logicOperator),
  arithmetic: Tag.define("arithmetic", tags.arithmeticOperator),
  plain: Tag.define("plain", tags.content),
} as const;

/** Styles by node name. styleTags ignores names that do not exist, so a test compares them with the grammar. */
export const HIGHLIGHTED = {
  "DataPoint!": formulaTags.dataPoint,
  // What its clauses compute keeps its own colours.
  "Trade [ ] Trade/Name ClauseWord Clause/Number Clause/Time Clause/OpenTime Clause/BareName/Name":
    formulaTags.dataPoint,
  "( )": formulaTags.parenthesis,
  "Column OpenColumn": formulaTags.column,
  "CompareOp OrOp AndOp NotOp OrWord AndWord NotWord ByWord": formulaTags.logical,
  "Plus Minus Times Divide PowerOp Percent": formulaTags.arithmetic,
  "Number LooseNumber": [formulaTags.plain, tags.number],
  Parameter: [formulaTags.column, tags.special(tags.variableName)],
  "Time OpenTime LooseTime LooseDate": [formulaTags.plain, tags.literal],
  "Text OpenText": [formulaTags.plain, tags.string],
  "Call/Name": [formulaTags.plain, tags.function(tags.variableName)],
  "BareName/Name By/Name": formulaTags.plain,
  Comma: [formulaTags.plain, tags.separator],
  '".."': [formulaTags.plain, tags.punctuation],
  "BlockComment OpenComment": tags.blockComment,
  LineComment: tags.lineComment,
} as const;

export const highlighting = styleTags(HIGHLIGHTED);
