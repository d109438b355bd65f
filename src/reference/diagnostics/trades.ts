import type { PagesOfCodes } from "./page-of-code.ts";

/** The parts of a trade, and where one may stand. */
export const TRADE_PAGES = {
  "trade-field": {
    why: "A trade says one thing at a time: its return, its entry, why it ended.",
    example: "[trade profit long at '09:30' until close]",
    use: "column",
  },
  "trade-side": {
    why: "The side decides which move is a gain.",
    example: "[trade return at '09:30' until close]",
    use: "column",
  },
  "trade-part-missing": {
    why: "A trade needs a beginning and an end; a stop, a target and a trail may be left out.",
    example: "[trade return long at '09:30' stop 5]",
    use: "column",
  },
  "trade-clause-unknown": {
    why: "Behind the side come at, above or below with from, target, stop, trail, until, when, worst and best.",
    example: "[trade return long limit at '09:30' until close]",
    use: "column",
  },
  "trade-clause": {
    why: "A number is a percent of the entry, a number with atr(14) so many average true ranges; a price is a formula in brackets, braces or parentheses.",
    example: "[trade return long at '09:30' stop 0 until close]",
    use: "column",
  },
  "trade-parameter": {
    why: "A sweep computes all settings in one pass over the same bars, so when a trade begins and ends is the same in each. A column for each end compares them.",
    example: "[trade return long at '09:30' until close $n]",
    use: "column",
  },
  "trade-time": {
    why: "Minutes of a day go from 04:00 to 19:59, regular ones from 09:30 to 15:59.",
    example: "[trade return long at '03:00' until close]",
    use: "column",
  },
  "trade-in-filter": {
    why: "What a trade came to is known only when it has ended. A filter that reads it picks the days on which it went well.",
    example: "[trade return long at '09:30' until close] > 5",
  },
  "trade-moved": {
    why: "A trade begins on the day of its row. The same trade of another day is that of another row.",
    example: "at([trade return long at '09:30' until close], -1)",
    use: "column",
  },
  "trade-order": {
    why: "A trade ends after it has begun; a condition ends it at the close of a later day.",
    example: "[trade return long at '10:00' until '09:45']",
    use: "column",
  },
  "trade-hours": {
    why: "Over several days the regular sessions are walked, so the trade begins and ends in one.",
    example: "[trade return long at '08:00' until close 5]",
    use: "column",
  },
  "trade-reach": {
    why: "A price falls by less than 100 percent, so such a stop of a long or target of a short never ends a trade.",
    example: "[trade return short at '09:30' target 150 until close]",
    use: "column",
  },
  "trade-level": {
    why: "A level is a price, and what ends a trade on some day is a condition.",
    example: "[trade return long at '09:30' stop [daily volume -1] until close]",
    use: "column",
  },
  "trade-lookahead": {
    why: "Who places a stop knows only what is known by then. A level from later in the day would decide with hindsight.",
    example: "[trade return long at '09:30' stop [daily low] until close]",
    use: "column",
  },
  "trade-basis": {
    why: "A split between the two days changes the scale of prices: adjusted ones stand on one scale.",
    example: "[trade return long at '09:30' stop [daily low -1] until close]",
    use: "column",
  },
} as const satisfies PagesOfCodes;
