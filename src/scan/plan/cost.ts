import { seriesOf, type Expression, type NodeId, type Series } from "./expression.ts";
import { reachOf } from "./reach.ts";

/** What a filter costs to evaluate, by the dearest thing it reads; filters run in this order. */
const COST = {
  daily: 0,
  longDaily: 1,
  rank: 1,
  identity: 0,
  indicator: 2,
  "bar-number": 2,
  fact: 3,
  event: 3,
  statement: 3,
  minute: 4,
  intradayIndicator: 5,
} as const;

/** Lookback, in sessions, up to which a daily filter is cheap. */
export const SHORT_LOOKBACK = 40;

/** Place of a filter in the order of stages: the cost of the dearest thing that it reads. */
export function costOf(nodes: readonly Expression[], series: readonly Series[], node: NodeId): number {
  const { bars, lookups } = reachOf(nodes, [node]);
  const daily = Math.max(-bars.from, bars.to) > SHORT_LOOKBACK ? COST.longDaily : COST.daily;
  return Math.max(daily, ...[...lookups.keys()].map((id) => seriesCost(seriesOf(series, id))));
}

function seriesCost(series: Series): number {
  if (series.kind === "indicator" && series.bars) return COST.intradayIndicator;
  return series.kind === "intraday" || series.kind === "intraday-at" ? COST.minute : COST[series.kind];
}
