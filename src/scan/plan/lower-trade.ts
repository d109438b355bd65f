import { tradeNumber } from "../../formula/index.ts";
import type { Node, Trade, TradeDistance, TradeLevel } from "../../formula/index.ts";
import { tradeField } from "../../vocabulary/index.ts";
import type { ExpressionBuilder } from "./build.ts";
import type { NodeId } from "./expression.ts";
import { lowerData } from "./lower-data.ts";
import type { PlannedLevel } from "./trade-series.ts";

interface LoweringTrade {
  readonly build: ExpressionBuilder;
  readonly lower: (tree: Node) => NodeId;
  /** Whether a price is on the scale of the snapshot, that of `adj`. */
  readonly isAdjusted: (tree: Node) => boolean;
}

/** The node of what a trade that begins on the row's day came to. */
export function lowerTrade(trade: Trade, { build, lower, isAdjusted }: LoweringTrade): NodeId {
  const price = (tree: Node): Extract<PlannedLevel, { by: "price" }> => ({
    by: "price",
    price: lower(tree),
    adjusted: isAdjusted(tree),
  });
  const distance = (level: TradeDistance): Exclude<PlannedLevel, { by: "price" }> =>
    level.by === "percent"
      ? { by: "percent", value: tradeNumber(level.value) }
      : { by: "range", value: tradeNumber(level.value), range: averageRange(build, level.length) };
  const level = (one: TradeLevel | null): PlannedLevel | null =>
    one === null ? null : one.by === "price" ? price(one.price) : distance(one);
  const { field, side, entry, until, choice } = trade;
  // A trade that begins at the close has not seen a later one yet.
  const first = entry.at === "close" ? 1 : 0;
  return build.lookup(
    tradeField(field).type,
    {
      kind: "trade",
      field,
      side,
      entry: entry.at === "level" ? { ...entry, level: price(entry.level) } : entry,
      target: level(trade.target),
      stop: level(trade.stop),
      trail: trade.trail && distance(trade.trail),
      until,
      when: trade.when && build.window("number", "untilTrue", [lower(trade.when)], first, until.day),
      choice,
    },
    0,
  );
}

/** The average true range as it stood before the row's day, whenever on it the trade begins. */
const averageRange = (build: ExpressionBuilder, length: number): NodeId =>
  lowerData(
    build,
    {
      group: "indicator",
      name: "atr",
      line: "value",
      parameters: [length],
      source: null,
      bars: null,
      day: -1,
      basis: "adj",
    },
    0,
  );
