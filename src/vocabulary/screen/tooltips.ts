/** Tooltips by the name of what they explain; the wording of the three switches is fixed. */
export const TOOLTIPS = {
  Adjusted:
    "Adjusted values are on the scale of the last day of the data: prices times the later splits, volume divided by them; dividend adjusted prices without the later cash dividends too. Unadjusted values are those of that day.",
  Day: "Day of the value, counted in sessions of the exchange: 0 is the current day, -1 the previous day, 1 the next day.",
  "Start time": "First minute of the window, New York time, from 04:00 to 19:59. A minute bar is named by its start.",
  "End time":
    "Last minute of the window, New York time, from 04:00 to 19:59; it is included. Regular hours are 09:30 to 15:59.",
  Function: "What becomes of several values: first, last, highest (MAX), lowest (MIN), average (AVG) or total (SUM).",
  Days: "How many sessions are looked at, the last one being the day of the offset.",
  Offset: "How many sessions before the current day the days end: 0 ends today, 1 on the previous day.",
  Bars: "Whole weeks or months, which Day and Offset count then, or those of the day up to it.",
  "Of symbol": "Another security, by its symbol on the day. Empty: the row's own.",
  Among:
    "What it is beside the same of other securities of that session: its place among all or in its own group, or one value of its group or of the whole market.",
  List: "The name of a list of yours. Lists are kept under My lists.",
  Number: "The name of a number of yours, as under My lists; label for your labels of charts.",
  Price: "A price as a formula in code that is known by then.",
  Target: "Percent of the entry, as 10; average true ranges, as 2 atr(14); or a price in code. Empty: none.",
  Trail: "How far behind the best price: percent of it, as 3, or average true ranges, as 1 atr(14). Empty: none.",
  Until: "When it ends at the latest: 15:59, close, or close 5 for the close five sessions on.",
  When: "A condition in code that ends it at the close of the first day on which it holds.",
  Both: "What counts where a daily bar holds both target and stop and no minutes tell which came first.",
  Tag: "A short name of this entry, shown in tables and in the funnel. Optional.",
  Advanced:
    "The value at the moment another data point stands highest (MAX) or lowest (MIN), for example the open of the minute with the highest high.",
  "E-mail notification": "Get an email when data request completed",
  Overwrite: "Remove original data request after editing",
  "Daily Updates": "Automatically re-run the data scan to get daily updates",
} as const satisfies Readonly<Record<string, string>>;

export type TooltipName = keyof typeof TOOLTIPS;
