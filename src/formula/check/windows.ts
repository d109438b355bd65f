import { EXTENDED_OPEN, LAST_MINUTE } from "../../vocabulary/index.ts";
import type { Minute } from "../../vocabulary/index.ts";
import { replace } from "../diagnostic.ts";
import type { Fix } from "../diagnostic.ts";
import type { Notation } from "../notation.ts";
import type { DataPoint, Span } from "../tree.ts";
import type { Check } from "./checking.ts";

/** Windows of minutes go forward and stay between 04:00 and 19:59; those of news and earnings take the whole day. */
export const checkWindows: Check = ({ nodes, notation, report }) => {
  for (const node of nodes) {
    if (node.kind !== "data") continue;
    const { point } = node;
    const window = windowOf(point);
    if (window === null) continue;
    const { start, end, last } = window;
    const within = (minute: Minute): Minute => Math.min(Math.max(minute, EXTENDED_OPEN), last);
    if (start > end) report("time-order", node, {}, [windowed(notation, node, point, end, start)]);
    else if (point.group !== "event" && (start < EXTENDED_OPEN || end > last))
      report("time-limits", node, {}, [windowed(notation, node, point, within(start), within(end))]);
  }
};

/** The point with other times, as a fix. */
function windowed({ print }: Notation, node: Span, point: DataPoint, start: Minute, end: Minute): Fix {
  const right = print({ from: node.from, to: node.to, kind: "data", point: withTimes(point, start, end) });
  return replace(`Write ${right}`, node, right);
}

function withTimes(point: DataPoint, start: Minute, end: Minute): DataPoint {
  if ("start" in point) return { ...point, start, end };
  if (point.group === "intraday-at-time") return { ...point, time: start };
  return point.group === "indicator" && point.bars ? { ...point, bars: { ...point.bars, at: start } } : point;
}

function windowOf(point: DataPoint): { start: Minute; end: Minute; last: Minute } | null {
  if ("start" in point) return { start: point.start, end: point.end, last: LAST_MINUTE };
  if (point.group === "intraday-at-time") return { start: point.time, end: point.time, last: LAST_MINUTE };
  // An indicator's time is the end of its bar: 20:00 is the last.
  if (point.group === "indicator" && point.bars) {
    return { start: point.bars.at, end: point.bars.at, last: LAST_MINUTE + 1 };
  }
  return null;
}
