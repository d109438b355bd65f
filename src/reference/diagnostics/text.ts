import type { PagesOfCodes } from "./page-of-code.ts";

/** Mistakes in the text itself: its length, its signs, how numbers and dates are written. */
export const TEXT_PAGES = {
  empty: { why: "Nothing but blanks or comments. Write a condition, or remove the entry.", example: "/* later */" },
  "too-long": {
    why: "Longer texts are refused before they are read. Move parts into columns and name them in braces.",
    example: "[daily close] > 5 & ",
    times: 401,
  },
  "too-deep": {
    why: "Parentheses, signs and calls inside each other are counted before the text is read. Move inner parts into columns.",
    example: "(",
    times: 201,
  },
  "too-many-mistakes": {
    why: "Finding the way on behind a mistake takes time, so after some dozens of them the text is not read any further.",
    example: "( ) ",
    times: 400,
  },
  "foreign-formula": {
    why: "Formulas of TC2000, Pine Script, thinkScript and Excel are recognised as a whole. Where all of it can be said here, the fix puts the translation in its place; otherwise the message names what cannot be said. Charts there are adjusted for splits, so the values are adjusted ones.",
    example: "C > C1 AND XUP(C, AVGC50)",
  },
  "unknown-character": {
    why: "Only letters, digits, quotes, brackets and the operators have a meaning. Money, for one, is a plain number.",
    example: "[daily close] > $5",
  },
  "not-closed": {
    why: "A bracket, brace, parenthesis, quote or comment was opened and not closed. The place of the fix is the most probable one.",
    example: "[daily close > 5",
  },
  "not-opened": {
    why: "A closing sign without its partner. It is removed, or opened where a name or data point begins before it.",
    example: "[daily close] > 5 )",
  },
  "missing-value": {
    why: "There is an operator or parenthesis where a value belongs.",
    example: "[daily close] >",
  },
  "missing-operator": {
    why: "Two values are next to each other. Nothing is multiplied silently: write the operator.",
    example: "2 [daily close] > 5",
  },
  misplaced: {
    why: "Something that is known, in a place where it has no meaning.",
    example: "[daily close, -1] > 5",
  },
  "operator-spelling": {
    why: "Operators of other languages are understood and rewritten: there is one spelling of each.",
    example: "[daily close] == 5",
  },
  comma: {
    why: "Conditions are joined with & and |, one of several values is asked with in(x, a, b).",
    example: "[daily close] > 5, [daily open] > 3",
  },
  "or-values": {
    why: "Or joins conditions, each with a comparison of its own. In words, exchange is A or B is read as one of the two.",
    example: '[identity exchange] = "NYSE" | "NASDAQ"',
  },
  power: { why: "There is no sign for powers, so that ^ cannot be taken for another operator.", example: "2 ^ 3 > 5" },
  "plus-sign": { why: "A sign that changes nothing hides a slip.", example: "[daily close] > +5" },
  "percent-sign": {
    why: "A percent sign could mean two numbers. Percents of the data and of results are in points, so that a gap of five percent is 5; beside anything else five percent is 0.05.",
    example: "{gap} > 5%",
  },
  "number-format": {
    why: "Digits, a point and decimals, with K, M or B behind: no separators of thousands, no exponent, no decimal comma.",
    example: "[daily volume] > 1,000,000",
  },
  "comma-in-number": {
    why: "Numbers have no separators of thousands, so a comma between digits makes two values of one.",
    example: "max([daily volume], 1,200)",
    use: "column",
  },
  "number-unknown": {
    why: "Digits run into letters that are no K, M or B.",
    example: "[daily close] > 5x",
  },
  "number-large": {
    why: "Numbers beyond 1.8e308 cannot be computed with.",
    example: "9",
    times: 400,
  },
  "time-format": {
    why: "A time is written in single quotes, on the 24-hour clock of New York.",
    example: "[intraday close at 10:00] > 5",
  },
  "date-format": {
    why: "A date is written in single quotes, year first, so that day and month cannot be mixed up.",
    example: "[daily date] > 2024-01-05",
  },
  "date-invalid": { why: "The calendar has no such day.", example: "[daily date] > '2024-02-30'" },
  "single-quotes": {
    why: "Quotes tell texts from times: \"…\" is a text, '…' a time or a date.",
    example: "[identity exchange] = 'NYSE'",
  },
  "quote-shape": {
    why: "Word processors turn quotes into curly ones; a formula has straight ones.",
    example: "[identity exchange] = “NYSE”",
  },
  "line-comment": {
    why: "Line breaks become blanks, so a comment to the end of the line would swallow the rest of the formula.",
    example: "[daily close] > 5 // cheap",
  },
  "column-empty": { why: "Braces hold the name of a column.", example: "{} > 5" },
  "words-in-code": {
    why: "The phrase belongs to the words notation. Switch the notation, or write it as code.",
    example: "[daily close] 5 days ago > 5",
  },
  "chained-comparison": {
    why: "a < b < c would compare the outcome of the first comparison with c. Both bounds are joined with &.",
    example: "5 < [daily close] < 10",
  },
} as const satisfies PagesOfCodes;
