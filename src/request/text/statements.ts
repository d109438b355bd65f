/** The statements of a request's text, in the order in which they are written. */
export const STATEMENTS = [
  { keyword: "request", kind: "request", says: "The name of the request.", example: "request Gap and go" },
  { keyword: "about", kind: "about", says: "What it is for.", example: 'about "Gaps that hold."' },
  { keyword: "dates", kind: "dates", says: "First and last day.", example: "dates 2025-10-01 .. 2025-12-31" },
  { keyword: "options", kind: "options", says: "What a run does besides.", example: "options daily updates, e-mail" },
  {
    keyword: "outcome",
    kind: "outcome",
    says: "The column that tells what a row was worth.",
    example: "outcome {Return}",
  },
  {
    keyword: "parameter",
    kind: "parameter",
    says: "A number with a name, and the values that a sweep gives it.",
    example: "parameter $gap 5 .. 100 step 5 = 10",
  },
  {
    keyword: "hold",
    kind: "hold",
    says: "The last days, locked until a setting is chosen.",
    example: "hold out last third",
  },
  { keyword: "notation", kind: "notation", says: "What its formulas are written in.", example: "notation words" },
  { keyword: "filter", kind: "filter", says: "What a row must meet.", example: "filter {price}: [daily close] > 5" },
  { keyword: "column", kind: "column", says: "What a row shows.", example: "column {Close}: [daily close]" },
] as const satisfies readonly { keyword: string; kind: string; says: string; example: string }[];

export type StatementKind = (typeof STATEMENTS)[number]["kind"];

/** The options of a request as its text names them, and other ways to write them. */
export const OPTIONS = [
  { flag: "data_updates", name: "daily updates", also: ["daily update", "updates"] },
  { flag: "email_notification", name: "e-mail", also: ["email", "e-mail notification", "email notification", "mail"] },
  { flag: "overwrite", name: "overwrite", also: ["overwrite the old run"] },
] as const;

/** In front of a filter or column: it stays in the text and does not run. */
export const OFF_KEYWORD = "off";
