import { printCode, type Node } from "../../formula/index.ts";
import type { TradeField } from "../../vocabulary/index.ts";
import type { Source } from "./explanation.ts";
import type { Part, QueryIndex } from "./parts.ts";
import { reason, type Reason } from "./reasons.ts";
import type { NullContext } from "./null-context.ts";

/** What an explanation of a trade asks besides the field that a formula has. */
const FIELDS = [
  "entry",
  "stop_price",
  "target_price",
  "exit",
  "exit_day",
  "exit_time",
  "reason",
  "return_worst",
  "return_best",
  "path",
  "flags",
] as const satisfies readonly TradeField[];

/** A query for each field of a trade; null for everything else. */
export type TradeParts = Readonly<Record<(typeof FIELDS)[number], QueryIndex>>;

/** The queries about a trade, all of which the engine walks together. */
export function tradeParts(node: Node, ask: (tree: Node) => QueryIndex): TradeParts | null {
  if (node.kind !== "trade") return null;
  const asked = (field: TradeField): QueryIndex => ask({ ...node, trade: { ...node.trade, field } });
  return {
    entry: asked("entry"),
    stop_price: asked("stop_price"),
    target_price: asked("target_price"),
    exit: asked("exit"),
    exit_day: asked("exit_day"),
    exit_time: asked("exit_time"),
    reason: asked("reason"),
    return_worst: asked("return_worst"),
    return_best: asked("return_best"),
    path: asked("path"),
    flags: asked("flags"),
  };
}

/** Levels, end and bounds of a trade; null where it never began. */
export function tradeSource(trade: TradeParts, { value }: NullContext): Source | null {
  const number = (field: keyof TradeParts): number | null => {
    const found = value(trade[field]);
    return typeof found === "number" ? found : null;
  };
  const text = (field: keyof TradeParts): string | null => {
    const found = value(trade[field]);
    return typeof found === "string" ? found : null;
  };
  const entry = number("entry");
  if (entry === null) return null;
  return {
    kind: "trade",
    entry,
    stop: number("stop_price"),
    target: number("target_price"),
    exit: number("exit"),
    date: text("exit_day"),
    time: number("exit_time"),
    reason: text("reason"),
    path: text("path"),
    worst: number("return_worst"),
    best: number("return_best"),
    flags: text("flags"),
  };
}

/** Why a field of a trade is empty: it never began, has not ended, is not settled by a daily bar, or has no such thing. */
export function whyNoTrade({ node, trade }: Part, { value }: NullContext): Reason {
  const code = printCode(node);
  const is = (field: keyof TradeParts): unknown => trade && value(trade[field]);
  if (is("entry") === null) return reason("no-entry", { code });
  if (node.kind === "trade" && ["flags", "stop_price", "target_price"].includes(node.trade.field))
    return reason("not-of-trade", { code });
  if (is("path") === "ambiguous") return reason("ambiguous-trade", { code });
  if (is("reason") === "open") return reason("open-trade", { code });
  return reason("not-of-trade", { code });
}
