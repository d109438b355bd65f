import { isOneOf, periodReach, TWO_SERIES_CALLS, twoSeriesReach } from "../vocabulary/index.ts";
import { columnKey } from "./check/env.ts";
import { literal, rangeOf } from "./check/facts.ts";
import { children, mapChildren } from "./walk.ts";
import { periodGroup } from "./tree.ts";
import type { DataPoint, Day, DayRange, Node } from "./tree.ts";

function shiftPoint(point: DataPoint, by: Day): DataPoint {
  if ("days" in point) return { ...point, days: { from: point.days.from + by, to: point.days.to + by } };
  return "day" in point ? { ...point, day: point.day + by } : point;
}

/**
 * The formula on another day: the day is added to every day inside, as `at` does. Columns, statement items, what is over many
 * securities and the outcome helpers hold no day of their own and are wrapped in `at`.
 */
export function shiftDays(tree: Node, by: Day): Node {
  if (by === 0) return tree;
  if (tree.kind === "data" && holdsDay(tree.point)) return { ...tree, point: shiftPoint(tree.point, by) };
  if (tree.kind === "data" || tree.kind === "column") return wrapped(tree, by);
  if (tree.kind === "call") {
    const [x, day] = tree.args;
    const own = literal(day);
    if (tree.name === "at" && x && day && own !== null) {
      return { ...tree, args: [x, { kind: "day", day: own + by, from: day.from, to: day.to }] };
    }
    if (HOLD_NO_DAY.has(tree.name) || tree.args.some(({ kind }) => kind === "group")) return wrapped(tree, by);
  }
  // Functions over days see their argument on every session of the range: shifting it is shifting them.
  return mapChildren(tree, (child) => shiftDays(child, by));
}

/** Weeks are counted from that of the row's day, and items of statements from the latest. */
const holdsDay = (point: DataPoint): boolean => "day" in point || "days" in point;

const isTwoSeries = isOneOf(TWO_SERIES_CALLS.map(({ name }) => name));

const HOLD_NO_DAY: ReadonlySet<string> = new Set([
  "rank",
  "pct_rank",
  "z_score",
  "market",
  "in_list",
  "mine",
  ...TWO_SERIES_CALLS.map(({ name }) => name),
  "total_return",
  "mfe",
  "mae",
  "first_touch",
  "doubtful",
]);

const wrapped = (tree: Node, by: Day): Node => ({
  from: tree.from,
  to: tree.to,
  kind: "call",
  name: "at",
  args: [tree, { kind: "day", day: by, from: tree.to, to: tree.to }],
});

/** Sessions before the row's day that a formula reads; indicators count with their day alone. Columns by their keys. */
export function lookback(tree: Node, columns: ReadonlyMap<string, Node> = new Map()): number {
  return Math.max(0, -(new Reach(columns).of(tree)?.from ?? 0));
}

/** Sessions after the row's day that a formula reads; indicators count with their day alone. Columns by their keys. */
export function lookahead(tree: Node, columns: ReadonlyMap<string, Node> = new Map()): number {
  return Math.max(0, new Reach(columns).of(tree)?.to ?? 0);
}

const union = (a: DayRange | null, b: DayRange | null): DayRange | null =>
  a && b ? { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) } : (a ?? b);

/** The days on which a call looks at its arguments. */
function frameOf({ name, args }: Extract<Node, { kind: "call" }>): DayRange {
  const [, second] = args;
  switch (name) {
    case "at": {
      const day = literal(second) ?? 0;
      return { from: day, to: day };
    }
    case "change":
    case "pct_change":
      return { from: -(literal(second) ?? 1), to: 0 };
    case "bars_since":
      return { from: -(literal(second) ?? 0), to: 0 };
    case "crosses_above":
    case "crosses_below":
      return { from: -1, to: 0 };
    default:
      return (second?.kind === "range" && rangeOf(second)) || { from: 0, to: 0 };
  }
}

class Reach {
  readonly #columns: ReadonlyMap<string, Node>;
  readonly #known = new Map<string, DayRange | null>();

  constructor(columns: ReadonlyMap<string, Node>) {
    this.#columns = columns;
  }

  /** First and last day that a part reads; null where it reads none. */
  of(node: Node): DayRange | null {
    if (node.kind === "data") {
      const { point } = node;
      if ("days" in point) return point.days;
      if ("offset" in point) {
        const { from, to } = periodReach(periodGroup(point), point.offset);
        return "soFar" in point && point.soFar ? { from, to: 0 } : { from, to };
      }
      const day = "day" in point ? point.day : 0;
      return { from: day, to: day };
    }
    // A trade goes on until its last day, whatever its levels read.
    if (node.kind === "trade") return union(this.#all(node), { from: 0, to: node.trade.until.day });
    if (node.kind === "column") return this.#column(columnKey(node.name));
    if (node.kind !== "call") return this.#all(node);
    if (node.name === "in_list" || node.name === "mine") {
      const day = literal(node.args[1]) ?? 0;
      return { from: day, to: day };
    }
    if (isTwoSeries(node.name)) return { from: -twoSeriesReach(node.name, literal(node.args[0]) ?? 0), to: 0 };
    if (node.name === "total_return") return { from: -(literal(node.args[0]) ?? 1), to: 0 };
    const last = { mfe: 0, mae: 0, first_touch: 2 }[node.name];
    if (last !== undefined) return { from: 0, to: literal(node.args[last]) ?? 0 };
    if (node.name === "doubtful") return { from: 0, to: 0 };
    const inner = this.#all(node);
    const frame = frameOf(node);
    return inner && { from: inner.from + frame.from, to: inner.to + frame.to };
  }

  #all(node: Node): DayRange | null {
    return children(node)
      .map((child) => this.of(child))
      .reduce(union, null);
  }

  #column(key: string): DayRange | null {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // A cycle is a mistake found elsewhere; here it reads nothing.
    this.#known.set(key, null);
    const tree = this.#columns.get(key);
    const days = tree ? this.of(tree) : null;
    this.#known.set(key, days);
    return days;
  }
}
