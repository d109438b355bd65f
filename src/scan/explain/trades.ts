import { printCode } from "../../formula/index.ts";
import type { Source } from "./explanation.ts";
import type { Part } from "./parts.ts";
import { reason, type Reason } from "./reasons.ts";
import type { TradeParts } from "./trade-parts.ts";
import type { NullContext } from "./null-context.ts";

/** Levels, end and bounds of a trade; null where it never began. */
export function tradeSource({ node, trade }: Part, context: NullContext): Source | null {
  if (node.kind !== "trade" || trade === null) return null;
  const number = (field: keyof TradeParts): number | null => {
    const found = context.value(trade[field]);
    return typeof found === "number" ? found : null;
  };
  const text = (field: keyof TradeParts): string | null => {
    const found = context.value(trade[field]);
    return typeof found === "string" ? found : null;
  };
  const entry = number("entry");
  if (entry === null) return null;
  return {
    kind: "trade",
    side: node.trade.side,
    entry,
    entered: number("entry_time"),
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
export function whyNoTrade({ node, trade }: Part, context: NullContext): Reason {
  const code = printCode(node);
  const is = (field: keyof TradeParts): unknown => trade && context.value(trade[field]);
  if (is("entry") === null) return reason("no-entry", { code });
  if (node.kind === "trade" && ["flags", "stop_price", "target_price"].includes(node.trade.field))
    return reason("not-of-trade", { code });
  if (is("path") === "ambiguous") return reason("ambiguous-trade", { code });
  if (is("reason") === "open") return reason("open-trade", { code });
  return reason("not-of-trade", { code });
}
