import type { PagesOfCodes } from "./page-of-code.ts";

/** Names: of columns, functions and what stands bare. */
export const NAME_PAGES = {
  "unknown-name": {
    why: "A bare word that is no data point, column or function. The nearest known name is offered.",
    example: "clos > 5",
  },
  "bare-data-point": {
    why: "Data points are written in brackets with their type first, so that nothing has to be guessed.",
    example: "close > 5",
  },
  "bare-column": { why: "Columns are written in braces.", example: "gap > 5" },
  "function-parentheses": {
    why: "A function takes its arguments in parentheses, also where words would put it between them.",
    example: "[daily close] between 5 and 10",
  },
  "unknown-function": {
    why: "No function has this name; names from other languages and slips of the pen get the right one offered.",
    example: "crossover([daily close adj], [indicator sma(20) close adj])",
  },
  "bare-text": {
    why: "A text is compared as text only in double quotes.",
    example: "[identity exchange] = NYSE",
  },
  "no-literal": {
    why: "There are no values null, true and false: is_null asks for a missing value, and a condition needs no comparison.",
    example: "[ownership float] = null",
  },
  "indicator-call": {
    why: "Indicators are data points: in brackets, parameters behind the name, the source behind them.",
    example: "sma([daily close adj], 20) > [daily close adj]",
  },
  "unknown-column": {
    why: "A column formula may name any column of the request, a filter only the built-in ones: filters run first.",
    example: "{gapp} > 5",
  },
  "unknown-parameter": {
    why: "A parameter is a number with a name of its own. A statement of the request says its values: parameter $gap 5 .. 100 step 5.",
    example: "{gap} > $gap",
  },
  "column-cycle": {
    why: "Following the names leads back to the start, so there is nothing to begin computing with.",
    example: "{A} + 1",
    use: "column",
    columns: { A: "{B} * 2", B: "{A} / 2" },
  },
  "own-name": {
    why: "A list is named by a text in double quotes, a number of yours by a bare word behind mine.",
    example: "in_list([identity symbol])",
  },
  "unknown-number": {
    why: "A formula names a number of the account that runs it. A link or a template names it and never holds it.",
    example: "[mine sentiment -1] > 0",
    lists: ["Watchlist"],
  },
  "unknown-list": {
    why: "A formula names a list of the account that runs it. A link or a template names a list and never holds it.",
    example: 'in_list("Watch")',
    lists: ["Watchlist"],
  },
  "unknown-symbol": {
    why: "A value of another security is that of whoever has the symbol on the row's day; the market has nobody of that name.",
    example: '[daily close of "SPYY"] > 100',
    symbols: ["SPY"],
  },
  "shadows-built-in": {
    why: "Your own column wins over a built-in one of the same name. Rename it where the built-in one is meant.",
    example: "{gap} * 2",
    use: "column",
    columns: { Gap: "[daily close] - [daily open]" },
  },
} as const satisfies PagesOfCodes;
