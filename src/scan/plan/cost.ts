import { seriesOf, type Expression, type NodeId, type Series } from "./expression.ts";
import { reachOf } from "./reach.ts";

/** Cost of a filter, by the most expensive thing it reads; filters run in this order. */
const COST = {
  daily: 0,
  longDaily: 1,
  rank: 1,
  across: 1,
  identity: 0,
  other: 0,
  "dividend-factor": 0,
  "own-list": 0,
  "own-number": 0,
  indicator: 2,
  "bar-number": 2,
  period: 1,
  "period-indicator": 2,
  fact: 3,
  "days-to": 3,
  event: 3,
  statement: 3,
  minute: 4,
  trade: 4,
  intradayIndicator: 5,
} as const;

/** Lookback, in sessions, up to which a daily filter is cheap. */
export const SHORT_LOOKBACK = 40;

/** Rank of a filter in the order of stages: the cost of the most expensive thing it reads. */
export function costOf(nodes: readonly Expression[], series: readonly Series[], node: NodeId): number {
  const { bars, lookups } = reachOf(nodes, [node]);
  const daily = Math.max(-bars.from, bars.to) > SHORT_LOOKBACK ? COST.longDaily : COST.daily;
  return Math.max(daily, ...[...lookups.keys()].map((id) => seriesCost(seriesOf(series, id))));
}

function seriesCost(series: Series): number {
  if (series.kind === "indicator" && series.bars) return COST.intradayIndicator;
  return series.kind === "intraday" || series.kind === "intraday-at" ? COST.minute : COST[series.kind];
}
