import type { Series } from "./expression.ts";

/** Windows that the 30-minute rollup answers exactly. */
export function isBucketed(series: Extract<Series, { kind: "intraday" }>): boolean {
  if (series.start % 30 !== 0 || (series.end + 1) % 30 !== 0) return false;
  switch (`${series.func} ${series.field}`) {
    case "first open":
    case "max high":
    case "min low":
    case "last close":
    case "avg close":
    case "sum volume":
    case "avg volume":
    case "sum num_trades":
    case "avg num_trades":
    case "avg vwap":
      return true;
    default:
      return false;
  }
}
