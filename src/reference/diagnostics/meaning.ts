import type { PagesOfCodes } from "./page-of-code.ts";

/** What can be computed and is probably not meant. */
export const MEANING_PAGES = {
  "mixed-and-or": {
    why: "& binds before |, which is easily read the other way round. Parentheses say it for everybody.",
    example: "{gap} > 5 & {gain} > 3 | {range} > 9",
  },
  "mixed-basis": {
    why: "After a split the adjusted and the traded price are on different scales; the same holds for volume and shares.",
    example: "[daily open adj] / [daily close -1] > 1.05",
  },
  "adjusted-level": {
    why: "Each later split rewrites adjusted prices, so the days that fulfil the condition change in hindsight.",
    example: "[daily close adj] > 5",
  },
  "adjusted-amount": {
    why: "A dollar beside a price adjusted for a 2 for 1 split was two when the price was traded, so the result changes in hindsight.",
    example: "[daily close adj] > [daily high adj] - 1",
  },
  "crosses-split": {
    why: "A 2 for 1 split halves the traded price overnight, which is no loss. Use adj, or look at how many rows are concerned.",
    example: "[daily open] / [daily close -1] > 1.05",
  },
  "never-true": {
    why: "No day can fulfil the condition, so the filter would be empty.",
    example: "[daily close adj] > [daily max close -10 .. 0 adj]",
  },
  "unknown-value": {
    why: "The field never has this value, so nothing would be found. Case, blanks and hyphens do not matter.",
    example: '[identity country] = "germny"',
  },
  "current-value": {
    why: "The data has one value for all days: a company that moved to another exchange counts as listed there all along.",
    example: '[identity exchange] = "NYSE"',
  },
  lookahead: {
    why: "On the row's day this was not known yet. As a column it is an outcome and welcome; as a filter it picks with hindsight.",
    example: "[daily close 1 adj] > [daily open 1 adj]",
  },
  "outcome-side": {
    why: "What a position went through depends on its side, on where it began and on what ended it. Only a trade says these; of a short one the best move is downwards.",
    example: "mfe(5)",
    use: "column",
  },
  "outcome-levels": {
    why: "On one day in five a target and a stop of 1 % from the open are both within the bar. A trade looks at minutes where there are some; its path says where they do not decide, and worst or best takes a side.",
    example: "first_touch(5, 3, 10)",
    use: "column",
  },
  "value-not-length": {
    why: "In other languages max(high, 20) is the highest of 20 bars. Here max and min compare values of one day; the highest over days is a data point with a range. With the number in front it is taken as meant.",
    example: "[daily high adj] > max([daily high adj], 20)",
  },
  "day-not-length": {
    why: "In other languages 20 here means the last 20 bars. Here numbers are days, and a positive day lies in the future. Written 20 .. 20 it is taken as meant.",
    example: "highest([daily high adj], 20)",
    use: "column",
  },
  "day-not-range": {
    why: "A day further back is one day, whose average, sum or maximum is its own value. Written -20 .. -20 it is taken as meant.",
    example: "avg([daily close adj], -20)",
    use: "column",
  },
  "short-range": {
    why: "The security was not listed or was halted on some of the sessions; the value is of those there are.",
    example: "[daily avg volume -19 .. 0]",
    use: "column",
    reportedBy: "run",
  },
  unstable: {
    why: "An average that never forgets needs a long run-up; with less the value still depends on where the data begins.",
    example: "[indicator ema(200) close adj]",
    use: "column",
    reportedBy: "run",
  },
} as const satisfies PagesOfCodes;
