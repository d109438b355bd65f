import { example } from "./example-market.ts";
import type { Example } from "./example-market.ts";

/** A rule of values with formulas whose results show it. */
interface Ruling {
  readonly anchor: string;
  readonly topic: string;
  readonly rule: string;
  readonly examples: readonly Example[];
}

const ruling = (anchor: string, topic: string, rule: string, ...examples: readonly Example[]): Ruling => ({
  anchor,
  topic,
  rule,
  examples,
});

const OTHER_SECURITIES: readonly Ruling[] = [
  ruling(
    "of-symbol",
    "Another security",
    "Every data point but items of statements takes of and a symbol: it is what the security sees that has that symbol on the row's day, also where it was renamed since, or another one had the symbol before; all days of a range in the brackets are of that one security. Missing where it has no bar or nobody has the symbol. Of its own symbol it is what it is without. In functions over days the symbol is that of each of their days.",
    example('[daily close of "B"]', 19, "A", "2024-07-05"),
    example('[daily close of "B"]', null, "A", "2024-07-08"),
    example('[daily close -2 of "B"]', 21, "A", "2024-07-05"),
    example('[daily max high -2 .. 0 of "B"]', 22, "A", "2024-07-05"),
    example('[indicator sma(2) close of "B"]', 20, "A", "2024-07-05"),
    example('[daily close of "OLD"]', 11, "B", "2024-07-02"),
    example('[daily close of "A"]', null, "B", "2024-07-02"),
  ),
];

const MISSING_VALUES: readonly Ruling[] = [
  ruling(
    "null",
    "Missing values",
    "Arithmetic with a missing value is missing, and nothing is 0 by default. Dividing by zero, roots of negative numbers, logarithms of zero and overflows are missing too.",
    example("[daily vwap] + 1", null),
    example("[daily close] / [daily volume]", null, "A", "2024-07-03"),
    example("pow(10, 308) * 10", null),
  ),
  ruling(
    "unknown",
    "Comparing a missing value",
    "The outcome is unknown, for null = null too. A row whose filter is unknown does not qualify; an unknown column is an empty cell. Ask is_null(x).",
    example("[daily vwap] = [daily vwap]", null),
    example("is_null([daily vwap] > 0)", true),
  ),
  ruling(
    "three-valued",
    "And, or, not",
    "False & unknown is false, true | unknown is true; otherwise an unknown part makes the whole unknown. Not unknown is unknown.",
    example("[daily vwap] > 0 & [daily volume] < 0", false),
    example("[daily vwap] > 0 | [daily volume] >= 0", true),
    example("!( [daily vwap] > 0 )", null),
  ),
  ruling(
    "if",
    "Choosing",
    "With an unknown condition the value is missing, not the second one; without a second one it is missing where the condition is false.",
    example("if([daily vwap] > 0, 1, 2)", null),
    example("if([daily close] < [daily open], 1)", null),
  ),
  ruling(
    "min-max",
    "Smallest and largest of arguments",
    "Missing if any argument is. Over days, missing values are skipped instead.",
    example("min([daily vwap], [daily close])", null),
    example("lowest([daily vwap], -5 .. 0)", 10.5),
  ),
  ruling(
    "in-between",
    "One of, between",
    "True if one value equals, else unknown if one is missing. Both ends of between belong to it; with the ends turned round it is false.",
    example("in([daily close], [daily vwap], 14)", true),
    example("in([daily close], [daily vwap], 15)", null),
    example("between([daily close], 14, 20)", true),
    example("between([daily close], 20, 14)", false),
  ),
];

const DAYS_AND_RANGES: readonly Ruling[] = [
  ruling(
    "days",
    "Days",
    "Days are sessions of the exchange. Day -1 is the session before, holidays and weekends do not count. A security without a bar on that session has no value there, and never that of the nearest day.",
    example("[daily date] - [daily date -2]", 4),
    example("[daily close -1]", null, "B", "2024-07-05"),
  ),
  ruling(
    "over-days",
    "Functions over days",
    "The argument is evaluated on every session of the range; missing and unknown ones are skipped. With none left the result is missing, for count and sum too.",
    example("avg([daily vwap], -4 .. -1)", 11.5),
    example("count([daily vwap] > 11, -3 .. -2)", null),
  ),
  ruling(
    "halted-sessions",
    "Sessions without a bar",
    "A function over days passes over the sessions on which the security has no bar, whatever its argument would be there; at moves the day and evaluates there in any case. So the average as of a halted session has a value, and an average of averages leaves that session out.",
    example("at(avg([daily close], -2 .. 0), -1)", 20.5, "B", "2024-07-05"),
    example("avg(avg([daily close], -2 .. 0), -1 .. -1)", null, "B", "2024-07-05"),
  ),
  ruling(
    "short-range",
    "Short histories",
    "Sessions before the listing, after the delisting and during halts are skipped, and the result is flagged `short-range`.",
    example("avg([daily close], -3 .. 0)", 20, "B", "2024-07-05"),
  ),
  ruling(
    "market-edge",
    "The edge of the data",
    "A day or range that leaves the sessions of the market's data is missing, so that no value changes when data is added.",
    example("[daily close -6]", null),
    example("avg([daily close], -6 .. 0)", null),
  ),
  ruling(
    "bars-since",
    "Sessions since",
    "Sessions since the condition was last true; today is 0. Missing where that is more than the limit: a limit of 10 looks at 11 sessions, today and the ten before.",
    example("bars_since([daily close] < [daily open], 5)", 2),
    example("bars_since([daily close] < [daily open], 1)", null),
  ),
  ruling(
    "at",
    "On another day",
    "The day is added to every day inside; nested ones add up. Windows of minutes stay.",
    example("at([daily close -1], -1)", 11),
    example("at(sum([daily volume], -1 .. 0), -1)", 500),
  ),
  ruling(
    "change",
    "Change",
    "Against the value n sessions before; pct_change in percent.",
    example("change([daily close])", 1),
    example("pct_change([daily close], 5)", 40),
  ),
  ruling(
    "crossing",
    "Crossing",
    "Above today and at or below the session before; below is the mirror. A missing value makes it unknown.",
    example("crosses_above([daily close], 13)", true),
    example("crosses_above([daily close], 12.5)", false),
    example("crosses_below([daily close], 20)", null, "B", "2024-07-05"),
  ),
  ruling(
    "rank",
    "Rank",
    "Among all securities with a bar that session, before any filter; 1 is the largest, equal ones share the smaller number, missing ones have no place. pct_rank is the percent of the others that are smaller.",
    example("rank([daily close])", 3, "A", "2024-07-02"),
    example("pct_rank([daily close])", 33.333333, "A", "2024-07-02"),
    example("rank(if([daily close] < 100, [daily close]))", 2, "A", "2024-07-02"),
  ),
  ruling(
    "groups",
    "Groups",
    "By sector, industry, exchange, country or security class, as known on that day, written alike or not: among all securities of the group with a bar that session, before any filter. A security without a group is in none, and its value is missing. Missing values do not count; where the group has none, the result is missing. A standard score is measured by the deviation of the whole group, and missing where all are equal.",
    example("rank([daily close], by sector)", 1),
    example("avg([daily close], by sector)", 14),
    example("count([daily close] > [daily open], by sector)", 1),
    example("z_score([daily close], by sector)", null),
    example("avg([daily vwap], by sector)", null),
  ),
  ruling(
    "market",
    "The market",
    "One value for each session over all securities with a bar that session, before any filter, also on days on which the security itself has none; missing values do not count. It is known when the latest of its parts is.",
    example("market(count, [daily close] > [daily open])", 2),
    example("market(avg, [daily close])", 34),
    example("market(percent, [daily vwap] > 12)", null),
    example("at(market(max, [daily close]), -1)", 104, "B", "2024-07-05"),
  ),
];

const COMPARISONS: readonly Ruling[] = [
  ruling(
    "equal-numbers",
    "Equal numbers",
    "Computed numbers are equal when they differ by at most one part in a billion; then neither is smaller, and one minus the other is 0. Prices and volumes as traded compare exactly. The same rule holds inside indicators (an unchanged price is no rise, whatever a split factor leaves in its last digits), for the places of rank, and for the day or minute of an extreme, where of equal ones the earliest counts.",
    example("0.1 + 0.2 = 0.3", true),
    example("0.1 + 0.2 > 0.3", false),
    example("0.1 + 0.2 - 0.3", 0),
    example("[daily close] = 14.00000000001", false),
  ),
  ruling(
    "texts",
    "Texts",
    "Case does not matter, and runs of blanks, hyphens and underscores are alike. An empty text is a missing value.",
    example('[identity name] = "ALPHA  bank-corp"', true),
    example('is_null(" ")', true),
  ),
  ruling(
    "dates-times",
    "Dates and times",
    "A difference of dates is in calendar days, of times in minutes; numbers move them. A time outside the day is missing.",
    example("[daily date] - [daily date -1]", 1),
    example("[daily date] + 30", "2024-08-08"),
    example("'10:00' - '09:30'", 30),
    example("'23:59' + 1", null),
  ),
  ruling(
    "rounding",
    "Rounding",
    "Half away from zero, as the number is written.",
    example("round(2.5)", 3),
    example("round(-2.5)", -3),
    example("round(1.005, 2)", 1.01),
  ),
  ruling(
    "percent",
    "Percent",
    "In points: 5 is five percent. A ratio times 100 is a percent.",
    example("{gap}", 0),
    example("( [daily close] / [daily open] - 1 ) * 100", 7.692308),
  ),
];

const BARS: readonly Ruling[] = [
  ruling(
    "adj",
    "Adjusted and as traded",
    "`adj` divides prices by the splits that came later, up to the last session of the data, and multiplies volumes; dividends are left alone. Without it values are as traded that day.",
    example("[daily close -3]", 104, "S"),
    example("[daily close -3 adj]", 52, "S"),
    example("[daily volume -3 adj]", 100, "S"),
  ),
  ruling(
    "extreme-day",
    "The day or minute of an extreme",
    "The earliest of equal ones; missing values are passed over.",
    example("[daily date at max high -4 .. -2]", "2024-07-02"),
    example("[daily close at min vwap -5 .. 0]", 11),
  ),
  ruling(
    "windows",
    "Windows of minutes",
    "Minute bars are named by their start, and both ends of a window belong to it. A window that equals a named session follows the calendar on half days; any other is clock time.",
    example("[intraday sum volume '09:30' .. '09:59']", 50, "M", "2024-07-02"),
    example("[intraday last close '09:30' .. '15:59']", null, "M", "2024-07-03"),
    example("[intraday last close '09:31' .. '15:59']", 5, "M", "2024-07-03"),
  ),
  ruling(
    "empty-window",
    "Empty windows",
    "No volume is 0 if the security has a minute that session, inside the window or not; every other value of an empty window is missing. So a day with minutes outside the regular session only enters averages over days as 0.",
    example("[intraday sum volume '12:00' .. '12:29']", 0, "M", "2024-07-02"),
    example("[intraday max high '12:00' .. '12:29']", null, "M", "2024-07-02"),
    example("[intraday sum volume '09:30' .. '15:59']", 100, "M", "2024-07-02"),
    example("[intraday sum volume '09:30' .. '15:59']", 0, "M", "2024-07-03"),
    example("avg([intraday sum volume '09:30' .. '15:59'], -1 .. 0)", 50, "M", "2024-07-03"),
  ),
  ruling(
    "days-from-minutes",
    "Days from minutes",
    "Where only minutes exist, the day's bar is that of its regular session; else the day's own bar counts and is never computed anew.",
    example("[daily close]", 5.5, "M", "2024-07-02"),
    example("[daily close]", null, "M", "2024-07-03"),
  ),
  ruling(
    "indicators",
    "Indicators",
    "Over the bars that exist, the current one included; missing on a day without a bar, and until all their bars are there.",
    example("[indicator sma(3) close]", 12.666667),
    example("[indicator sma(7) close]", null),
    example("[indicator sma(2) close]", 20, "B", "2024-07-05"),
  ),
  ruling(
    "intraday-indicators",
    "Indicators on intraday bars",
    "Bars are made of all minutes, aligned to the clock, running across sessions. The value at a time is that of the latest bar of the session that is complete then.",
    example("[indicator sma(1) close 1min at '09:31']", 6.5, "M", "2024-07-02"),
    example("[indicator sma(1) close 30min at '08:00']", null, "M", "2024-07-08"),
  ),
];

const EVENTS_AND_FACTS: readonly Ruling[] = [
  ruling(
    "as-of",
    "As known then",
    "Fundamentals and ownership are the latest values that were known at the close of the session, to the second; identity is what was known as the day began. A security without any dated value of a field has its present one on all days. A market cap is null where none was imported: it is never made of shares and a price.",
    example("[fundamental market_cap]", 100, "A", "2024-07-03"),
    example("[fundamental market_cap]", 200, "A", "2024-07-05"),
    example("[fundamental market_cap]", null, "B", "2024-07-05"),
    example("[identity symbol]", "OLD", "A", "2024-07-02"),
  ),
  ruling(
    "events",
    "News and earnings",
    "Whether there were some in the window of that day. Off a session they belong to the next one at 00:00. Where none were imported at all the answer is unknown, not no. One that is only known to lie before the open counts at 08:00, after the close at 16:30, so a window that ends at 07:59 never has it; a date without a time counts for the whole day only.",
    example("[fundamental news '10:00' .. '10:00']", true, "A", "2024-07-02"),
    example("[fundamental news '10:01' .. '23:59']", false, "A", "2024-07-02"),
    example("[fundamental news '08:00' .. '09:29']", true, "A", "2024-07-09"),
    example("[fundamental news '04:00' .. '07:59']", false, "A", "2024-07-09"),
    example("[fundamental news '09:30' .. '15:59']", false, "A", "2024-07-08"),
    example("[fundamental news]", true, "A", "2024-07-08"),
    example("[fundamental earnings]", null),
  ),
  ruling(
    "statements",
    "Statement items",
    "1q is the latest quarter known at the row's close, 2q the one before; a quarter that is missing stays missing. Quarters are counted back from the latest known end in steps of a quarter of a year; where a changed fiscal year brings two ends to one place, the one nearest to the whole number of quarters stands.",
    example("[earnings net-income-1q]", 8, "A", "2024-07-03"),
    example("[earnings net-income-1q]", null, "A", "2024-07-05"),
    example("[earnings net-income-2q]", 8, "A", "2024-07-05"),
  ),
  ruling(
    "outcomes",
    "Outcomes",
    "What the days after made of it, adjusted, in percent of the close: the highest high, the lowest low. Missing where the data ends before; a delisted security has the bars there are.",
    example("mfe(2)", 20, "A", "2024-07-01"),
    example("mae(2)", -14.285714, "B", "2024-07-02"),
    example("mfe(1)", null),
  ),
  ruling(
    "first-touch",
    "Which level first",
    "1 if the target is reached first, -1 if the stop is or both are on one day, 0 if neither is, missing where the data ends unsettled. An open beyond a level decides at once.",
    example("first_touch(10, 5, 3)", 1, "A", "2024-07-01"),
    example("first_touch(50, 5, 3)", -1, "A", "2024-07-03"),
    example("first_touch(50, 50, 3)", 0, "A", "2024-07-01"),
  ),
];

export const RULINGS = [
  { title: "Missing values", rulings: MISSING_VALUES },
  { title: "Days and ranges", rulings: DAYS_AND_RANGES },
  { title: "Other securities", rulings: OTHER_SECURITIES },
  { title: "Comparing and computing", rulings: COMPARISONS },
  { title: "Bars and windows", rulings: BARS },
  { title: "Facts, events and outcomes", rulings: EVENTS_AND_FACTS },
] as const;
