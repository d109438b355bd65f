import type { Unit, ValueType } from "./types.ts";

/** What a trade says of itself: `[trade {name} long …]`. Every one is known only when the trade has ended. What they mean: `TRADE_FIELD_TEXTS`. */
interface TradeFieldRow {
  readonly name: string;
  /** On the card and, as the canonical wording, in words. */
  readonly label: string;
  readonly type: ValueType;
  readonly unit: Unit | null;
}

export const TRADE_FIELDS = [
  { name: "return", label: "return", type: "number", unit: "percent" },
  { name: "entry", label: "entry", type: "number", unit: "price" },
  { name: "entry_time", label: "entry time", type: "time", unit: null },
  { name: "exit", label: "exit", type: "number", unit: "price" },
  { name: "stop_price", label: "stop price", type: "number", unit: "price" },
  { name: "target_price", label: "target price", type: "number", unit: "price" },
  { name: "return_worst", label: "worst return", type: "number", unit: "percent" },
  { name: "return_best", label: "best return", type: "number", unit: "percent" },
  { name: "exit_day", label: "exit day", type: "date", unit: null },
  { name: "exit_time", label: "exit time", type: "time", unit: null },
  { name: "reason", label: "reason", type: "text", unit: null },
  { name: "mfe", label: "best move", type: "number", unit: "percent" },
  { name: "mae", label: "worst move", type: "number", unit: "percent" },
  { name: "minutes", label: "minutes", type: "number", unit: "minutes" },
  { name: "path", label: "path", type: "text", unit: null },
  { name: "flags", label: "flags", type: "text", unit: null },
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

/** Words that begin the parts of a trade. What stands behind them, and what they mean: `TRADE_CLAUSE_TEXTS`. */
export const TRADE_CLAUSES = [
  "at",
  "above",
  "below",
  "from",
  "target",
  "stop",
  "trail",
  "until",
  "when",
  "worst",
  "best",
] as const;
export type TradeClause = (typeof TRADE_CLAUSES)[number];

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
