import type { CallName } from "./functions.ts";

/** What each function gives. Apart from their table, since only help, completion, the palette and the reference read it. */
export const CALL_TEXTS: Readonly<Record<CallName, string>> = {
  abs: "The value without its sign.",
  sign: "-1, 0 or 1.",
  sqrt: "Square root; null below zero.",
  ln: "Natural logarithm; null at or below zero.",
  exp: "e to the power of x; null where it overflows.",
  pow: "x to the power of y; null where it is not a finite number.",
  round: "Rounds half away from zero to so many decimals, 0 when left out; negative digits round to tens, hundreds.",
  floor: "The whole number at or below x.",
  ceil: "The whole number at or above x.",
  min: "The smallest; null if any is null.",
  max: "The largest; null if any is null.",
  if: "One of two values; null where the condition is unknown, or false without an else.",
  in: "Whether x equals one of the values; unknown if none equals and one is null.",
  between: "low <= x <= high; false where low is above high.",
  default: "x, or the other value where x is null or unknown.",
  is_null: "True where x is null or unknown, else false.",
  at: "x on another day: the day is added to every day inside x.",
  count: "On how many sessions of the range the condition is true.",
  any: "Whether the condition is true on one session of the range.",
  all: "Whether the condition is true on every session of the range on which it is known.",
  avg: "Average over the sessions of the range.",
  sum: "Total over the sessions of the range.",
  highest: "Largest over the sessions of the range.",
  lowest: "Smallest over the sessions of the range.",
  first: "Earliest value of the range that is not null.",
  last: "Latest value of the range that is not null.",
  bars_since:
    "Sessions since the condition was last true, today being 0; null where that is more than `limit`. A limit of 10 looks at 11 sessions.",
  crosses_above: "a > b today and a <= b the session before.",
  crosses_below: "a < b today and a >= b the session before.",
  change: "x minus x n sessions ago; n is 1 when left out.",
  pct_change: "Percent change of x over n sessions; n is 1 when left out.",
  rank: "Place of x among all securities with a bar that session, or those of its own group; 1 is the largest, ties share the smaller number.",
  pct_rank:
    "Percent of the other securities of the session, or of its own group, with a smaller x; null when it is alone.",
  z_score:
    "How many standard deviations x is above the average of all securities with a bar that session, or of its own group; null where all are equal.",
  group_median: "The middle x of the securities of its own group with a bar that session; of two the average.",
  percent:
    "Of how many percent of the securities of its own group with a bar that session the condition is true, of those of which it is known.",
  market:
    "One value for each session over all securities with a bar that session: count or percent of a condition, avg, sum, median, min or max of a number.",
  contains: "Whether the part stands in the text; case, blanks, hyphens and underscores are alike.",
  starts_with: "Whether the text starts so; case, blanks, hyphens and underscores are alike.",
  total_return:
    "Change of the close over so many sessions (1 by default) with dividends put back into the share on their ex-dates, in percent: pct_change([daily close adjdiv], sessions).",
  in_list: "Whether the symbol is on that list of yours on the day; false where it is not.",
  mine: "A number of yours, of the symbol and exactly that day, 0 when left out; in code it is written [mine name], as a data point. Its unit and when it is known come from your file.",
  beta: "How much its daily change goes with that of another security: covariance over variance of the last changes. Null where fewer than half of the days have both.",
  correl:
    "Correlation of its closes with those of another security, -1 to 1. Null where fewer than half of the days have both.",
  relative_strength: "Its change over so many days less that of another security, in percentage points.",
  mfe: "Most favourable move: highest high of the next days against the close, adjusted, in percent.",
  mae: "Most adverse move: lowest low of the next days against the close, adjusted, in percent.",
  first_touch:
    "1 if the target is reached first within the days, -1 if the stop is (or both on one day), 0 if neither.",
  doubtful:
    "Whether the check of the market data doubts the day's bar and nobody accepted it; null where the market was not checked. The check also looks at the days after.",
};
