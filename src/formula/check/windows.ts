import { EXTENDED_OPEN, LAST_MINUTE } from "../../vocabulary/index.ts";
import type { Minute } from "../../vocabulary/index.ts";
import type { DataPoint } from "../tree.ts";
import type { Check } from "./checking.ts";

/** Windows of minutes go forward and stay between 04:00 and 19:59; those of news and earnings take the whole day. */
export const checkWindows: Check = ({ nodes, report }) => {
  for (const node of nodes) {
    if (node.kind !== "data") continue;
    const { point } = node;
    const window = windowOf(point);
    if (window === null) continue;
    if (window.start > window.end) report("time-order", node, {});
    else if (point.group !== "event" && (window.start < EXTENDED_OPEN || window.end > window.last))
      report("time-limits", node, {});
  }
};

function windowOf(point: DataPoint): { start: Minute; end: Minute; last: Minute } | null {
  if ("start" in point) return { start: point.start, end: point.end, last: LAST_MINUTE };
  if (point.group === "intraday-at-time") return { start: point.time, end: point.time, last: LAST_MINUTE };
  // An indicator's time is the end of its bar: 20:00 is the last.
  if (point.group === "indicator" && point.bars) {
    return { start: point.bars.at, end: point.bars.at, last: LAST_MINUTE + 1 };
  }
  return null;
}
