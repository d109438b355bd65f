import { FIRST_REQUEST } from "../../request/index.ts";

/** Requests to click and to learn from; a test checks that every formula is clean. */
export interface Example {
  readonly name: string;
  readonly about: string;
  readonly filters: readonly { readonly tag: string; readonly formula: string }[];
  readonly columns: readonly { readonly name: string; readonly formula: string }[];
}

export const EXAMPLES: readonly Example[] = [
  { ...FIRST_REQUEST, about: FIRST_REQUEST.description },
  {
    name: "Pullback in an uptrend",
    about: "Above its 50-day average, RSI(2) below 10: how far it bounced in five days",
    filters: [
      { tag: "uptrend", formula: "[daily close adj] > [indicator sma(50) close adj]" },
      { tag: "oversold", formula: "[indicator rsi(2) close adj] < 10" },
    ],
    columns: [
      { name: "Close", formula: "[daily close adj]" },
      { name: "RSI", formula: "[indicator rsi(2) close adj]" },
      { name: "From average", formula: "([daily close adj] / [indicator sma(50) close adj] - 1) * 100" },
      { name: "Best of 5 days", formula: "[trade mfe long at close until close 5]" },
      { name: "Worst of 5 days", formula: "[trade mae long at close until close 5]" },
    ],
  },
  {
    name: "Premarket movers",
    about: "Up before the open, and where the first half hour took it",
    filters: [
      { tag: "premarket", formula: "[intraday last close '04:00' .. '09:29' adj] > [daily close -1 adj] * 1.01" },
    ],
    columns: [
      { name: "Premarket high", formula: "[intraday max high '04:00' .. '09:29']" },
      { name: "Premarket volume", formula: "[intraday sum volume '04:00' .. '09:29']" },
      { name: "Time of high", formula: "[intraday time at max high '09:30' .. '15:59']" },
      { name: "First half hour", formula: "([intraday close at '09:59'] / [daily open] - 1) * 100" },
    ],
  },
  {
    name: "Breakout with volume",
    about: "Closes above the highest high of the last 20 sessions",
    filters: [
      { tag: "breakout", formula: "[daily close adj] > [daily max high -20 .. -1 adj]" },
      { tag: "volume", formula: "[daily volume adj] > 1.3 * [daily avg volume -20 .. -1 adj]" },
    ],
    columns: [
      { name: "Close", formula: "[daily close adj]" },
      { name: "Average range", formula: "[indicator natr(14) adj]" },
      { name: "Sessions since down", formula: "bars_since([daily close adj] < [daily close -1 adj], 20)" },
      { name: "Days 1 to 10", formula: "([daily close 10 adj] / [daily close adj] - 1) * 100" },
    ],
  },
];
