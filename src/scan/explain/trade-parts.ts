import type { Node } from "../../formula/index.ts";
import type { TradeField } from "../../vocabulary/index.ts";
import type { QueryIndex } from "./query-index.ts";

/** What an explanation of a trade asks besides the field that a formula has. */
const FIELDS = [
  "entry",
  "entry_time",
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
  const query = (field: TradeField): QueryIndex => ask({ ...node, trade: { ...node.trade, field } });
  return {
    entry: query("entry"),
    entry_time: query("entry_time"),
    stop_price: query("stop_price"),
    target_price: query("target_price"),
    exit: query("exit"),
    exit_day: query("exit_day"),
    exit_time: query("exit_time"),
    reason: query("reason"),
    return_worst: query("return_worst"),
    return_best: query("return_best"),
    path: query("path"),
    flags: query("flags"),
  };
}
