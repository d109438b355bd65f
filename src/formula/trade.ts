import type { Node, Trade, TradeDistance, TradeLevel, TradeNumber } from "./tree.ts";

/** The formulas of a trade, parameters in the place of its numbers among them, in the order in which it is written. */
export function tradeFormulas({ entry, stop, target, trail, when }: Trade): readonly Node[] {
  return [
    ...(entry.at === "level" ? [entry.level] : []),
    ...levelFormulas(target),
    ...levelFormulas(stop),
    ...levelFormulas(trail),
    ...(when === null ? [] : [when]),
  ];
}

function levelFormulas(level: TradeLevel | null): readonly Node[] {
  if (level?.by === "price") return [level.price];
  return level === null || typeof level.value === "number" ? [] : [level.value];
}

/** The number of a distance at the setting of the tree. */
export const tradeNumber = (value: TradeNumber): number => (typeof value === "number" ? value : value.value);

/** A trade with each of its formulas replaced. */
export function mapTrade(trade: Trade, change: (formula: Node) => Node): Trade {
  const { entry, stop, target, trail, when } = trade;
  const number = (value: TradeNumber): TradeNumber => {
    if (typeof value === "number") return value;
    const changed = change(value);
    // Whoever puts another formula in the place of a parameter leaves the trade as it is.
    return changed.kind === "number" ? changed : value;
  };
  const distance = (one: TradeDistance): TradeDistance => ({ ...one, value: number(one.value) });
  const level = (one: TradeLevel | null): TradeLevel | null =>
    one === null ? null : one.by === "price" ? { by: "price", price: change(one.price) } : distance(one);
  return {
    ...trade,
    entry: entry.at === "level" ? { ...entry, level: change(entry.level) } : entry,
    target: level(target),
    stop: level(stop),
    trail: trail && distance(trail),
    when: when === null ? null : change(when),
  };
}

/** The same trade, whatever is asked of it. */
export const sameTradeKey = (trade: Trade): string => JSON.stringify({ ...trade, field: null });
