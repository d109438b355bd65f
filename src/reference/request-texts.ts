/** A request as a text, with what it says. */
export interface RequestTextExample {
  readonly title: string;
  readonly about: string;
  readonly text: string;
  /** Filters that run, as they are called in the funnel, and columns of the result behind Symbol and Date. */
  readonly filters: readonly string[];
  readonly columns: readonly string[];
}

/** Every text here is read, checked and laid out by a test. */
export const REQUEST_TEXTS: readonly RequestTextExample[] = [
  {
    title: "A whole request",
    about:
      "Comments, a filter that is switched off, and a column that refers to another one. `{gap up}` is the tag of a filter, which no formula can refer to; `{Gap %}` is a column.",
    text: `/* Opens more than 5 % above the previous close, in a stock that trades. */
request Gap and go
about   "What the premarket said,"
        "and what the day made of it."
dates   2025-10-01 .. 2025-12-31
options daily updates, e-mail

filter {gap up}: [daily open adj] / [daily close -1 adj] > 1.05
filter {price}: [daily open] > 2
off filter {quiet}: [daily volume] < 1M
filter avg([daily close] * [daily volume], -20 .. -1) > 1M

column {Gap %}: ( [daily open adj] / [daily close -1 adj] - 1 ) * 100
column {In ATRs}: {Gap %} / [indicator atr(14) adj] /* how unusual that is */
`,
    filters: ["gap up", "price", "avg([daily close] * [daily volume], -20 .. -1) > 1M"],
    columns: ["Gap %", "In ATRs"],
  },
  {
    title: "In words",
    about: "A text stands in one notation. Where it is words, it says so before its first filter or column.",
    text: `request Near the high
dates   2025-10-01 .. 2025-12-31
notation words

filter {price}: close is above 5

column {Close}: close
`,
    filters: ["price"],
    columns: ["Close"],
  },
  {
    title: "Awkward names",
    about:
      "A name of a request with a quotation mark or a comment sign in it stands in quotation marks, which are doubled inside; so do descriptions and second labels. Braces and `|` do not occur in names.",
    text: `request "The ""big"" ones /* all */"
dates   2025-10-01 .. 2025-12-31

filter {big} "Traded for more than 100 million": [daily close] * [daily volume] > 100M

column {Close, as traded} "raw": [daily close]
`,
    filters: ["big"],
    columns: ["Close, as traded"],
  },
];
