import { example } from "./example-market.ts";
import { ruling } from "./ruling.ts";
import type { Ruling } from "./ruling.ts";

export const TRADE_RULINGS: readonly Ruling[] = [
  ruling(
    "trade",
    "A trade",
    "`[trade field side entry … until …]` is what a trade came to that begins on the row's day: return, entry, exit, exit_day, exit_time, reason, mfe, mae, minutes, path or flags, long or short. It begins at the open of the first minute from a time on that has a bar, at the close, or above or below a price; target, stop and trail are optional. A return is in percent of the entry, before costs and dividends; subtract costs in a column of your own.",
    example("[trade return long at '09:30' until close]", 7.692308),
    example("[trade return short at '09:30' until close]", -7.692308),
    example("[trade exit_day long at close until close 2]", "2024-07-09", "A", "2024-07-05"),
  ),
  ruling(
    "trade-levels",
    "Stop and target",
    "A number is percent of the entry, `1.5 atr(14)` so many average true ranges of the days before, a formula a price that is known when the trade begins. An open beyond a level ends the trade at that open, better or worse than the level. A trade whose stop or target lies on the wrong side of its entry is none.",
    example("[trade return long at '09:30' stop 5 until close]", -5, "A", "2024-07-08"),
    example("[trade reason long at '09:30' stop 5 until close]", "stop", "A", "2024-07-08"),
    example("[trade exit long at close target 5 until close 1]", 12, "A", "2024-07-05"),
    example("[trade return long at '09:30' stop 15 until close]", null, "B", "2024-07-08"),
  ),
  ruling(
    "trade-minutes",
    "Walked by minutes",
    "Where the day has minutes, the trade is walked minute by minute. A minute that holds both levels counts as the stop and is flagged `both levels`; a stop in the minute of the entry `entry minute`; a silence of more than five minutes in the regular session with a jump of 5 % behind it `halt?`.",
    example("[trade return long at '09:30' target 15 stop 10 until '15:59']", 15, "M", "2024-07-02"),
    example("[trade exit_time long at '09:30' target 20 stop 10 until '15:59']", 600, "M", "2024-07-02"),
    example("[trade return long at '10:00' target 10 stop 10 until '15:59']", -10, "M", "2024-07-02"),
    example("[trade flags long at '10:00' target 10 stop 10 until '15:59']", "both levels", "M", "2024-07-02"),
    example("[trade path long at '09:30' until '15:59']", "minutes", "M", "2024-07-02"),
  ),
  ruling(
    "trade-days",
    "Walked by days",
    "Where there are no minutes, days are walked: only a trade that begins at 09:30 or at the close can be. A daily bar that holds both levels does not tell which came first: the trade has no result and its path is `ambiguous`, unless `worst` counts the stop or `best` the target.",
    example("[trade return long at '09:30' target 10 stop 5 until close]", null, "A", "2024-07-08"),
    example("[trade path long at '09:30' target 10 stop 5 until close]", "ambiguous", "A", "2024-07-08"),
    example("[trade return long at '09:30' target 10 stop 5 until close worst]", -5, "A", "2024-07-08"),
    example("[trade return long at '09:30' target 10 stop 5 until close best]", 10, "A", "2024-07-08"),
    example("[trade return long at '10:00' until close]", null, "A", "2024-07-08"),
  ),
  ruling(
    "trade-entry",
    "Entered at a price",
    "Above or below a price the trade begins in the first minute of its window that reaches it, at the price, or at the open where that is beyond it already. What the minute did before it was entered counts against the trade, never for it.",
    example("[trade entry long above 6.8 from '09:30' .. '10:00' until '15:59']", 6.8, "M", "2024-07-02"),
    example("[trade entry long below 5.5 from '09:30' .. '15:00' until '15:59']", 5.5, "M", "2024-07-02"),
    example("[trade entry long above 8 from '09:30' .. '10:00' until '15:59']", null, "M", "2024-07-02"),
  ),
  ruling(
    "trade-trail",
    "Trailing stop",
    "So far behind the best price of the minutes before, never further from it than the stop. On a daily bar it is left open wherever the bar does not tell how far the trail had followed.",
    example("[trade reason long at '09:30' trail 10 until '15:59']", "trail", "M", "2024-07-02"),
    example("[trade exit long at '09:30' trail 10 until '15:59']", 6.3, "M", "2024-07-02"),
  ),
  ruling(
    "trade-end",
    "The end",
    "Until a minute, or the close, of the day or of so many sessions later; when ends it at the close of the first day on which a condition holds. A security that is gone ends at its last price with the reason `delisted`. Where the data ends first the trade is `open` and has no return. A split inside a trade changes nothing.",
    example("[trade return long at close until close 1]", 0, "S", "2024-07-03"),
    example("[trade reason long at '09:30' until close 2]", "delisted", "B", "2024-07-05"),
    example("[trade return long at '09:30' until close 2]", -5, "B", "2024-07-05"),
    example("[trade reason long at close until close 1]", "open"),
    example("[trade return long at close until close 1]", null),
    example(
      "[trade reason long at close until close 3 when ( [daily close] < [daily open] )]",
      "condition",
      "A",
      "2024-07-02",
    ),
  ),
];
