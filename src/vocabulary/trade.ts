import type { Unit, ValueType } from "./types.ts";

/** What a trade says of itself: `[trade {name} long …]`. Every one is known only when the trade has ended. */
interface TradeFieldRow {
  readonly name: string;
  /** On the card and, as the canonical wording, in words. */
  readonly label: string;
  readonly type: ValueType;
  readonly unit: Unit | null;
  readonly description: string;
}

export const TRADE_FIELDS = [
  {
    name: "return",
    label: "return",
    type: "number",
    unit: "percent",
    description: "Gain or loss in percent of the entry, before costs.",
  },
  {
    name: "entry",
    label: "entry",
    type: "number",
    unit: "price",
    description: "Price at which the trade begins, as traded.",
  },
  {
    name: "entry_time",
    label: "entry time",
    type: "time",
    unit: null,
    description: "The minute in which it begins; none where it begins with a daily bar.",
  },
  {
    name: "exit",
    label: "exit",
    type: "number",
    unit: "price",
    description: "Price at which it ends, in shares of the day of the entry.",
  },
  {
    name: "stop_price",
    label: "stop price",
    type: "number",
    unit: "price",
    description: "Where its stop is as it begins, in shares of that day; none without a stop.",
  },
  {
    name: "target_price",
    label: "target price",
    type: "number",
    unit: "price",
    description: "Where its target is, in shares of the day of the entry; none without a target.",
  },
  {
    name: "return_worst",
    label: "worst return",
    type: "number",
    unit: "percent",
    description: "The return, with the stop where a daily bar holds both levels and does not tell which came first.",
  },
  {
    name: "return_best",
    label: "best return",
    type: "number",
    unit: "percent",
    description: "The return, with the target where a daily bar holds both levels and does not tell which came first.",
  },
  { name: "exit_day", label: "exit day", type: "date", unit: null, description: "The day on which it ends." },
  {
    name: "exit_time",
    label: "exit time",
    type: "time",
    unit: null,
    description: "The minute in which it ends; none where it ends on a daily bar.",
  },
  {
    name: "reason",
    label: "reason",
    type: "text",
    unit: null,
    description:
      "Why it ends: stop, target, trail, time, condition, delisted; open where it has not ended by its last day.",
  },
  {
    name: "mfe",
    label: "best move",
    type: "number",
    unit: "percent",
    description: "The furthest that the price went for the trade, in percent of the entry.",
  },
  {
    name: "mae",
    label: "worst move",
    type: "number",
    unit: "percent",
    description: "The furthest that the price went against it, in percent of the entry, as a number below 0.",
  },
  {
    name: "minutes",
    label: "minutes",
    type: "number",
    unit: "minutes",
    description: "Minutes of trading hours from entry to exit; none where a day has daily bars only.",
  },
  {
    name: "path",
    label: "path",
    type: "text",
    unit: null,
    description: "What was walked: minutes, days, or ambiguous where a daily bar holds both levels.",
  },
  {
    name: "flags",
    label: "flags",
    type: "text",
    unit: null,
    description: "What is doubtful: both levels in one minute, or halt? where the minutes are silent before a jump.",
  },
] as const satisfies readonly TradeFieldRow[];
export type TradeField = (typeof TRADE_FIELDS)[number]["name"];

export const TRADE_SIDES = ["long", "short"] as const;
export type TradeSide = (typeof TRADE_SIDES)[number];

/** What decides where a daily bar holds both levels; `none` leaves the trade without a result. */
export const TRADE_CHOICES = ["none", "worst", "best"] as const;
export type TradeChoice = (typeof TRADE_CHOICES)[number];

/** Why a trade ends. */
export const TRADE_REASONS = ["stop", "target", "trail", "time", "condition", "delisted", "open"] as const;
export type TradeReason = (typeof TRADE_REASONS)[number];

/** A part of a trade: the word that begins it, what stands behind it, as examples in code, and what it means. */
interface TradeClauseRow {
  readonly name: string;
  readonly examples: readonly string[];
  readonly doc: string;
}

export const TRADE_CLAUSES = [
  {
    name: "at",
    examples: ["'09:30'", "close"],
    doc: "Where it begins: at the open of the first minute from then on that has a bar, or at the close of the day.",
  },
  {
    name: "above",
    examples: ["[daily high -1 adj]"],
    doc: "Where it begins: in the first minute whose high reaches the price, at the price or at an open beyond it.",
  },
  {
    name: "below",
    examples: ["[daily low -1 adj]"],
    doc: "Where it begins: in the first minute whose low reaches the price, at the price or at an open beyond it.",
  },
  {
    name: "from",
    examples: ["'09:30' .. '10:30'"],
    doc: "The minutes in which a trade above or below a price may begin; the regular session where it is left out.",
  },
  {
    name: "target",
    examples: ["10", "2 atr(14)"],
    doc: "Where it ends with a gain: percent of the entry, average true ranges of the days before, or a price.",
  },
  {
    name: "stop",
    examples: ["5", "1 atr(14)"],
    doc: "Where it ends with a loss: percent of the entry, average true ranges of the days before, or a price.",
  },
  {
    name: "trail",
    examples: ["3", "1 atr(14)"],
    doc: "A stop so far behind the best price of the minutes before: percent of it, or average true ranges.",
  },
  {
    name: "until",
    examples: ["'15:59'", "close", "close 5"],
    doc: "When it ends at the latest: a minute or the close of the day, or of the session so many later.",
  },
  {
    name: "when",
    examples: ["( [daily close] < [daily open] )"],
    doc: "Ends it at the close of the first day on which the condition holds.",
  },
  { name: "worst", examples: [], doc: "Where a daily bar holds both levels, the stop counts." },
  { name: "best", examples: [], doc: "Where a daily bar holds both levels, the target counts." },
] as const satisfies readonly TradeClauseRow[];
export type TradeClause = (typeof TRADE_CLAUSES)[number]["name"];

export const TRADE_BOUNDS = { percent: 1000, atr: 100, atrLength: 250, sessions: 60 } as const;

/** Length of the average true range of a level in ATRs where none is written. */
export const TRADE_ATR_LENGTH = 14;

/** Sessions without a bar up to the last of the market after which a security is gone, whatever its listing says. */
export const TRADE_GONE_SESSIONS = 20;

/** Silent minutes of the regular session, and the jump in percent behind them, that look like a halt. */
export const TRADE_HALT = { minutes: 5, percent: 5 } as const;

export const tradeField = (name: TradeField): (typeof TRADE_FIELDS)[number] => {
  const row = TRADE_FIELDS.find((field) => field.name === name);
  if (row === undefined) throw new RangeError(`A trade has no ${name}.`);
  return row;
};
