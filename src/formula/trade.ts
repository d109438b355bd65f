import type { Node, Trade, TradeLevel } from "./tree.ts";

/** The formulas of a trade, in the order in which it is written. */
export function tradeFormulas({ entry, stop, target, when }: Trade): readonly Node[] {
  return [
    ...(entry.at === "level" ? [entry.level] : []),
    ...(target?.by === "price" ? [target.price] : []),
    ...(stop?.by === "price" ? [stop.price] : []),
    ...(when === null ? [] : [when]),
  ];
}

/** A trade with each of its formulas replaced. */
export function mapTrade(trade: Trade, change: (formula: Node) => Node): Trade {
  const { entry, stop, target, when } = trade;
  const level = (one: TradeLevel | null): TradeLevel | null =>
    one?.by === "price" ? { by: "price", price: change(one.price) } : one;
  return {
    ...trade,
    entry: entry.at === "level" ? { ...entry, level: change(entry.level) } : entry,
    target: level(target),
    stop: level(stop),
    when: when === null ? null : change(when),
  };
}

/** The same trade, whatever is asked of it. */
export const sameTradeKey = (trade: Trade): string => JSON.stringify({ ...trade, field: null });
