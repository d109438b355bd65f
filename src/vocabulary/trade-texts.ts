import type { TradeClause, TradeField } from "./trade.ts";

/** What each field of a trade says. Apart from their table, since only help, completion and the reference read it. */
export const TRADE_FIELD_TEXTS: Readonly<Record<TradeField, string>> = {
  return: "Gain or loss in percent of the entry, before costs.",
  entry: "Price at which the trade begins, as traded.",
  entry_time: "The minute in which it begins; none where it begins with a daily bar.",
  exit: "Price at which it ends, in shares of the day of the entry.",
  stop_price: "Where its stop is as it begins, in shares of that day; none without a stop.",
  target_price: "Where its target is, in shares of the day of the entry; none without a target.",
  return_worst: "The return, with the stop where a daily bar holds both levels and does not tell which came first.",
  return_best: "The return, with the target where a daily bar holds both levels and does not tell which came first.",
  exit_day: "The day on which it ends.",
  exit_time: "The minute in which it ends; none where it ends on a daily bar.",
  reason: "Why it ends: stop, target, trail, time, condition, delisted; open where it has not ended by its last day.",
  mfe: "The furthest that the price went for the trade, in percent of the entry.",
  mae: "The furthest that the price went against it, in percent of the entry, as a number below 0.",
  minutes: "Minutes of trading hours from entry to exit; none where a day has daily bars only.",
  path: "What was walked: minutes, days, or ambiguous where a daily bar holds both levels; none where nothing follows the entry.",
  flags:
    "What is doubtful: both levels in one minute, entry minute where the stop is in that of the entry, halt? where the minutes are silent before a jump.",
};

/** A part of a trade: what stands behind its word, as examples in code, and what it means. */
interface TradeClauseText {
  readonly examples: readonly string[];
  readonly doc: string;
}

export const TRADE_CLAUSE_TEXTS: Readonly<Record<TradeClause, TradeClauseText>> = {
  at: {
    examples: ["'09:30'", "close"],
    doc: "Where it begins: at the open of the first minute from then on that has a bar, or at the close of the day.",
  },
  above: {
    examples: ["[daily high -1 adj]"],
    doc: "Where it begins: in the first minute whose high reaches the price, at the price or at an open beyond it.",
  },
  below: {
    examples: ["[daily low -1 adj]"],
    doc: "Where it begins: in the first minute whose low reaches the price, at the price or at an open beyond it.",
  },
  from: {
    examples: ["'09:30' .. '10:30'"],
    doc: "The minutes in which a trade above or below a price may begin; the regular session where it is left out.",
  },
  target: {
    examples: ["10", "2 atr(14)"],
    doc: "Where it ends with a gain: percent of the entry, average true ranges of the days before, or a price.",
  },
  stop: {
    examples: ["5", "1 atr(14)"],
    doc: "Where it ends with a loss: percent of the entry, average true ranges of the days before, or a price.",
  },
  trail: {
    examples: ["3", "1 atr(14)"],
    doc: "A stop so far behind the best price of the minutes before: percent of it, or average true ranges.",
  },
  until: {
    examples: ["'15:59'", "close", "close 5"],
    doc: "When it ends at the latest: a minute or the close of the day, or of the session so many later.",
  },
  when: {
    examples: ["( [daily close] < [daily open] )"],
    doc: "Ends it at the close of the first day on which the condition holds.",
  },
  worst: { examples: [], doc: "Where a daily bar holds both levels, the stop counts." },
  best: { examples: [], doc: "Where a daily bar holds both levels, the target counts." },
};
