import { LIMITS, periodOfGroup } from "../../vocabulary/index.ts";
import { periodGroup } from "../tree.ts";
import type { DataPoint, DayRange, Node, Span } from "../tree.ts";
import type { Check, Checking } from "./checking.ts";
import { replace } from "../diagnostic.ts";
import type { Fix } from "../diagnostic.ts";

/** Days and ranges of days stay within bounds, ranges go forward. */
export const checkDays: Check = (checking) => {
  for (const node of checking.nodes) {
    if (node.kind === "data") checkPoint(checking, node, node.point);
    else if (node.kind === "call") {
      for (const arg of node.args) {
        if (arg.kind === "day") checkDay(checking, arg, arg.day);
        else if (arg.kind === "range") {
          const { range } = checking.notation;
          checkRange(checking, arg, arg.days, (days) => replace(`Write ${range(days)}`, arg, range(days)));
        }
      }
    }
  }
};

function checkPoint(checking: Checking, node: Node, point: DataPoint): void {
  if ("days" in point) {
    checkRange(checking, node, point.days, (days) => {
      // The fix replaces the node alone; its comments stand before it and stay.
      const right = checking.notation.print({ from: node.from, to: node.to, kind: "data", point: { ...point, days } });
      return replace(`Write ${right}`, node, right);
    });
  } else if ("offset" in point) checkPeriod(checking, node, point);
  else if ("day" in point) checkDay(checking, node, point.day);
}

function checkPeriod({ report }: Checking, place: Span, point: Extract<DataPoint, { offset: number }>): void {
  const { offset } = point;
  const { name, sessions } = periodOfGroup(periodGroup(point));
  const limit = Math.floor(LIMITS.dayOffset / sessions);
  if (Math.abs(offset) > limit) report("period-limit", place, { limit, period: name });
}

function checkDay({ report }: Checking, place: Span, day: number): void {
  if (!Number.isInteger(day)) report("day-whole", place, {});
  else if (Math.abs(day) > LIMITS.dayOffset) report("day-limit", place, { limit: LIMITS.dayOffset });
}

function checkRange({ report }: Checking, place: Span, { from, to }: DayRange, ranged: (days: DayRange) => Fix): void {
  const [sessions, reach] = [LIMITS.rangeSessions, LIMITS.dayOffset];
  const far = Math.max(Math.abs(from), Math.abs(to)) > reach;
  if (!Number.isInteger(from) || !Number.isInteger(to)) report("day-whole", place, {});
  else if (from > to) report("range-order", place, {}, [far ? null : ranged({ from: to, to: from })]);
  else if (to - from + 1 > sessions) {
    const fix = Math.abs(to) > reach ? null : ranged({ from: Math.max(to - sessions + 1, -reach), to });
    report("range-limit", place, { limit: sessions }, [fix]);
  } else if (far) report("day-limit", place, { limit: reach });
}
