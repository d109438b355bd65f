import type { TradeChoice, TradeField, TradeSide } from "../../vocabulary/index.ts";
import type { NodeId } from "./ids.ts";

/** A level of a trade: percent of the entry, so many times a node's value away from it, or the price that a node is. */
export type PlannedLevel =
  | { readonly by: "percent"; readonly value: number }
  | { readonly by: "range"; readonly value: number; readonly range: NodeId }
  /** `adjusted` where the price is on the scale of the snapshot, else on that of the row's day. */
  | { readonly by: "price"; readonly price: NodeId; readonly adjusted: boolean };

/** What a lookup holds of a trade that begins on the row's day; nodes are of that day. */
export interface TradeSeries {
  readonly kind: "trade";
  readonly field: TradeField;
  readonly side: TradeSide;
  readonly entry:
    | { readonly at: "time"; readonly minute: number }
    | { readonly at: "close" }
    | {
        readonly at: "level";
        readonly side: "above" | "below";
        readonly level: Extract<PlannedLevel, { by: "price" }>;
        readonly start: number;
        readonly end: number;
      };
  readonly target: PlannedLevel | null;
  readonly stop: PlannedLevel | null;
  readonly trail: Exclude<PlannedLevel, { by: "price" }> | null;
  readonly until: { readonly minute: number | "close"; readonly day: number };
  /** Sessions until the condition holds, null where it does not. */
  readonly when: NodeId | null;
  readonly choice: TradeChoice;
}

const levelNodes = (level: PlannedLevel | null): readonly NodeId[] =>
  level === null || level.by === "percent" ? [] : [level.by === "range" ? level.range : level.price];

/** The nodes that a trade needs of its row. */
export const tradeNodes = ({ entry, target, stop, trail, when }: TradeSeries): readonly NodeId[] => [
  ...(entry.at === "level" ? [entry.level.price] : []),
  ...levelNodes(target),
  ...levelNodes(stop),
  ...levelNodes(trail),
  ...(when === null ? [] : [when]),
];

/** The same trade in another graph. */
export function mapTradeNodes(trade: TradeSeries, map: (id: NodeId) => NodeId): TradeSeries {
  const level = <Level extends PlannedLevel>(one: Level): Level =>
    one.by === "range"
      ? { ...one, range: map(one.range) }
      : one.by === "price"
        ? { ...one, price: map(one.price) }
        : one;
  const { entry, target, stop, trail, when } = trade;
  return {
    ...trade,
    entry: entry.at === "level" ? { ...entry, level: level(entry.level) } : entry,
    target: target && level(target),
    stop: stop && level(stop),
    trail: trail && level(trail),
    when: when === null ? null : map(when),
  };
}

/** Trades with the same key are walked together, whatever is asked of them. */
export const tradeKey = (trade: TradeSeries): string => JSON.stringify({ ...trade, field: null });
