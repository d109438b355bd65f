import type { PagesOfCodes } from "./page-of-code.ts";

/** The words notation. */
export const WORDS_PAGES = {
  wording: {
    why: "Understood, and with one way to say it: rising above may mean being above or getting there, so the fix asks.",
    example: "close rises above 5",
    notation: "words",
  },
  "unknown-phrase": {
    why: "Words that mean nothing in the language. Neighbouring ones are one finding, with the nearest phrase.",
    example: "close is abov 5",
    notation: "words",
  },
  "code-in-words": {
    why: "A data point of the code notation; the fix says it in words.",
    example: "[daily close -1] is above 5",
    notation: "words",
  },
  placeholder: {
    why: "A square bracket in words keeps a place that nobody has filled. Put a value there.",
    example: "close is above [value]",
    notation: "words",
  },
  "list-parentheses": {
    why: "A list needs its ends, for what follows it may go on with and.",
    example: 'exchange is one of "NYSE", "NASDAQ"',
    notation: "words",
  },
  "had-missing": {
    why: "News, earnings and an IPO are something that a security had on a day, or did not have.",
    example: "earnings today",
    notation: "words",
  },
  "range-missing": {
    why: "An average, a highest or a total is one of several days or minutes: say of which.",
    example: "average volume is above 1M",
    notation: "words",
  },
  "bars-only": {
    why: "Bars of so many minutes are what an indicator runs over. A field has a time or a window of times.",
    example: "close on 5 minute bars is above 5",
    notation: "words",
  },
} as const satisfies PagesOfCodes;
