import { TEXT_TYPE } from "../contract/index.ts";
import { REQUEST_STATEMENTS, REQUEST_TEXT_OPTIONS, TEXT_FINDINGS } from "../request/index.ts";
import { heading, list, mark, requestText, table, text } from "./page.ts";
import type { Page } from "./page.ts";
import { REQUEST_TEXTS } from "./request-texts.ts";

/** The statements of a text; formulas are in a grammar of their own. */
const GRAMMAR = `text      = { statement | comment }
statement = name | about | dates | options | outcome | notation | entry
name      = "request" ( words | quoted )
about     = "about" quoted { quoted }              one for each line
dates     = "dates" day ".." day
options   = "options" option { "," option }
outcome   = "outcome" "{" characters "}"
notation  = "notation" ( "code" | "words" )
entry     = [ "off" ] ( "filter" | "column" ) [ label ] formula
label     = "{" characters "}" [ quoted ] ":"
quoted    = '"' characters '"'                     a quotation mark inside is doubled
day       = yyyy-MM-dd | MM/dd/yyyy
comment   = "/*" characters "*/"                   wherever a blank may stand
`;

export const requestTextPage: Page = {
  name: "request-text",
  title: "A request as text",
  summary:
    "A whole request is one text of statements, as the builder's text view shows it and a `.scan` file holds it: what it is called, its days, its filters and its columns.",
  blocks: [
    ...REQUEST_TEXTS.flatMap(({ title, about, text: content }) => [heading(title), text(about), requestText(content)]),
    heading("Statements"),
    table(
      ["statement", "says", "for example"],
      REQUEST_STATEMENTS.map(({ keyword, says, example }) => [mark(keyword), says, mark(example)]),
    ),
    list(
      "A letter in the first column begins a statement with its keyword, in any case. Further lines are indented; blank lines between and inside statements are allowed. So a statement ends where the next one begins, whatever is still open in it: a broken one never swallows another.",
      "A comment stands wherever a blank may. Its further lines are indented; one between statements may begin in the first column.",
      "Line breaks of every system, tabs and a byte order mark are taken. A line break inside a text of a formula counts as a blank.",
      "`request`, `about`, `dates`, `options`, `outcome`, `hold out` and `notation` stand once each, anywhere but for `notation`, which stands before the first filter or column. Filters and columns keep the order of their lines.",
    ),
    heading("Filters and columns"),
    list(
      "`{name}:` behind the keyword of a column is its *Name In Excel*, which formulas refer to. Behind that of a filter it is the tag, which no formula can refer to: `{gap}` in a formula is always a column.",
      'The other label of an entry that has both stands in quotation marks behind it: `filter {tag} "name": …` and `column {Name} "tag": …`. The only label of a filter is its tag.',
      "`off` in front of the keyword switches an entry off: it does not run and counts towards no limit, and no other formula can refer to it.",
      "The formula is in code or in [words](words), and over as many lines as one likes.",
      "An earnings entry of several items is one statement for each item.",
    ),
    text(
      "`outcome {Return}` names the column that tells what a row was worth: a number that becomes known only after the close of its day. The study of the rows is about it. In JSON it is `outcome`.",
    ),
    heading("Options"),
    table(
      ["option", "also read", "in JSON"],
      REQUEST_TEXT_OPTIONS.map(({ flag, name, also }) => [mark(name), also.map(mark).join(", "), mark(flag)]),
    ),
    heading("Grammar"),
    text(
      "What stands in quotation marks here is written as it is; `{ }` is any number of times, `[ ]` once or not at all. The parser's own grammar is `grammar/request.grammar`.",
    ),
    requestText(GRAMMAR),
    heading("Where it goes"),
    list(
      "In a file: `scan FILE.scan`, `parse`, `explain`, `funnel` and `format` of the command line take one; dropped on the builder it opens. `format` lays it out, and turns JSON into text and text into JSON.",
      "In JSON: a request has the optional fields `text`, the text as typed, and `filter_order`, the filters in its order by their places (`Custom[0]`). What runs are the entries. The text counts as long as it says what they say; otherwise the entries count, the text is written anew, and the finding `text-differs` says so. A text with a statement that cannot be read keeps the request from running; previews take what can be read.",
      'Alone in JSON: `{ "text": "request Gap and go …" }` is that request.',
      `Over HTTP: by the type ${mark(TEXT_TYPE)}, in UTF-8, as the [API reference](api) has it. A mistake has its line and column.`,
      "In a workbook: the sheet *Request* shows its lines, each beside its number. A link to a request and the clipboard carry it too.",
    ),
    heading("What can be wrong"),
    text("Mistakes of formulas have their own [codes](diagnostics); each stands at its place in the text."),
    table(
      ["code", "severity", "says"],
      Object.entries(TEXT_FINDINGS).map(([name, [severity, message]]) => [
        mark(name),
        severity,
        message.replaceAll(/\{\w+\}/g, "…"),
      ]),
      Object.keys(TEXT_FINDINGS),
    ),
  ],
};
