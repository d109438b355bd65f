import { LIMITS } from "../../vocabulary/index.ts";
import type { DataPoint, DayRange, Node, Span } from "../tree.ts";
import type { Check, Checking } from "./checking.ts";
import { printCode } from "../code/print-code.ts";
import { rangeText } from "../code/literal-text.ts";
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
          const turned = { from: arg.days.to, to: arg.days.from };
          checkRange(checking, arg, arg.days, replace(`Write ${rangeText(turned)}`, arg, rangeText(turned)));
        }
      }
    }
  }
};

function checkPoint(checking: Checking, node: Node, point: DataPoint): void {
  if ("days" in point) {
    const turned: Node = {
      ...node,
      kind: "data",
      point: { ...point, days: { from: point.days.to, to: point.days.from } },
    };
    const code = printCode(withoutComments(turned));
    checkRange(checking, node, point.days, replace(`Write ${code}`, node, code));
  } else if ("day" in point) checkDay(checking, node, point.day);
}

/** The fix replaces the node alone; its comments stand before it and stay. */
function withoutComments({ comments: _comments, commentsAfter: _after, ...node }: Node): Node {
  return node;
}

function checkDay({ report }: Checking, place: Span, day: number): void {
  if (!Number.isInteger(day)) report("day-whole", place, {});
  else if (Math.abs(day) > LIMITS.dayOffset) report("day-limit", place, { limit: LIMITS.dayOffset });
}

function checkRange(checking: Checking, place: Span, { from, to }: DayRange, fix: Fix): void {
  if (!Number.isInteger(from) || !Number.isInteger(to)) checking.report("day-whole", place, {});
  else if (from > to) checking.report("range-order", place, {}, [fix]);
  else if (to - from + 1 > LIMITS.rangeSessions) checking.report("range-limit", place, { limit: LIMITS.rangeSessions });
  else if (Math.max(Math.abs(from), Math.abs(to)) > LIMITS.dayOffset)
    checking.report("day-limit", place, { limit: LIMITS.dayOffset });
}
