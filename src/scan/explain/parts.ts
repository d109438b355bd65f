import {
  children,
  columnKey,
  printCode,
  type Argument,
  type DataPoint,
  type DayRange,
  type Node,
} from "../../formula/index.ts";
import { dayAt, groupAt, literalAt, rangeAt, twoSeriesOf, valueAt } from "../plan/arguments.ts";
import type { ColumnTrees } from "../plan/lower.ts";
import { type Basis, securityGroupRow, type SecurityGroup } from "../../vocabulary/index.ts";
import type { QueryIndex } from "./query-index.ts";
import { tradeParts, type TradeParts } from "./trade-parts.ts";

export type { QueryIndex } from "./query-index.ts";

/** Queries about a range of days besides its value. */
export interface RangeParts {
  readonly from: number;
  readonly to: number;
  /**
   * How many elements within the market's data have a value, and the dates of the first and the last of them; null
   * where no session of the range is within.
   */
  readonly counted: { readonly used: QueryIndex; readonly first: QueryIndex; readonly last: QueryIndex } | null;
  /** Date of the bar that was picked, for daily ranges that pick one. */
  readonly picked: QueryIndex | null;
  /** Each element of a short range, from the first day on. */
  readonly elements: readonly QueryIndex[] | null;
}

/** A sub-expression on a day, with the queries that explain it. Equal ones are the same object. */
export interface Part {
  readonly node: Node;
  /** Sessions from the row's day. */
  readonly day: number;
  readonly value: QueryIndex;
  readonly parts: readonly Part[];
  readonly range: RangeParts | null;
  /** Time of the minute bar that was picked. */
  readonly picked: QueryIndex | null;
  /** Queries about a trade, which its cell tells. */
  readonly trade: TradeParts | null;
  /** Past the limit: nothing below it is explained. */
  readonly cut: boolean;
}

/** Sessions of a range up to which each element is shown. */
const SHORT_RANGE = 10;
/** Sub-expressions explained in one answer; parts below further ones are left out. */
const MAX_PARTS = 1_500;

/** The functions that look at their first argument on every session of a range. */
export const OVER_DAYS: ReadonlySet<string> = new Set("count any all avg sum highest lowest first last".split(" "));

const here = { from: 0, to: 0 } as const;
const call = (name: string, ...args: readonly Argument[]): Node => ({ ...here, kind: "call", name, args });
const data = (point: DataPoint): Node => ({ ...here, kind: "data", point });
/** The field by which a security is grouped, at the place of the call. */
const groupNode = (by: SecurityGroup, { from, to }: Node): Node => {
  const { group, name } = securityGroupRow(by);
  const point: DataPoint = group === "identity" ? { group, field: name, day: 0 } : { group, field: name, day: 0 };
  return { ...data(point), from, to };
};
const date: Node = data({ group: "daily", field: "date", day: 0, basis: "unadj" });
const known = (x: Node): Node => ({ ...here, kind: "not", of: call("is_null", x) });

/** Splits formulas into parts and collects the queries that explain them, each once. */
export class PartCollector {
  readonly queries: { readonly tree: Node; readonly day: number }[] = [];
  readonly #columns: ColumnTrees;
  /** Days of the market's data, from the row's. */
  readonly #data: DayRange;
  readonly #places = new Map<string, QueryIndex>();
  readonly #known = new Map<Node, Map<number, Part>>();
  #count = 0;

  constructor(columns: ColumnTrees, data: DayRange) {
    this.#columns = columns;
    this.#data = data;
  }

  of(node: Node, day = 0): Part {
    const days = this.#known.get(node) ?? new Map<number, Part>();
    this.#known.set(node, days);
    const found = days.get(day);
    if (found) return found;
    this.#count += 1;
    const cut = this.#count > MAX_PARTS;
    const part: Part = {
      node,
      day,
      value: this.#ask(node, day),
      parts: cut ? [] : this.#inner(node, day).map(([inner, on]) => this.of(inner, on)),
      range: this.#range(node, day),
      picked: this.#picked(node, day),
      trade: cut ? null : tradeParts(node, (tree) => this.#ask(tree, day)),
      cut,
    };
    days.set(day, part);
    return part;
  }

  #ask(tree: Node, day: number): QueryIndex {
    const key = `${day} ${printCode(tree)}`;
    const place = this.#places.get(key) ?? this.queries.push({ tree, day }) - 1;
    this.#places.set(key, place);
    return place;
  }

  /** What a node is made of, each part with the day on which it is seen. */
  #inner(node: Node, day: number): readonly (readonly [Node, number])[] {
    if (node.kind === "column") {
      const tree = this.#columns.get(columnKey(node.name));
      return tree ? [[tree, day]] : [];
    }
    if (node.kind !== "call") return children(node).map((child) => [child, day] as const);
    const { name, args } = node;
    const on = (index: number, when = day): readonly [Node, number] => [valueAt(args, index), when];
    const by = groupAt(args);
    if (by !== null) return [on(0), [groupNode(by, node), day]];
    if (OVER_DAYS.has(name)) return [on(0, day + rangeAt(args, 1).to)];
    switch (name) {
      case "at":
        return [on(0, day + dayAt(args, 1))];
      case "change":
      case "pct_change":
        return [on(0), on(0, day - (args.length > 1 ? literalAt(args, 1) : 1))];
      case "total_return":
        return [
          [close(node, "adjdiv"), day],
          [close(node, "adjdiv"), day - (args.length > 0 ? literalAt(args, 0) : 1)],
        ];
      case "crosses_above":
      case "crosses_below":
        return [on(0), on(1), on(0, day - 1), on(1, day - 1)];
      case "bars_since":
      case "rank":
      case "pct_rank":
      case "z_score":
        return [on(0)];
      case "market":
        return [on(1)];
      case "mfe":
      case "mae": {
        const [func, field] = name === "mfe" ? (["max", "high"] as const) : (["min", "low"] as const);
        const days = { from: 1, to: literalAt(args, 0) };
        return [
          [{ ...data({ group: "daily-range", func, field, days, basis: "adj" }), from: node.from, to: node.to }, day],
          [close(node), day],
        ];
      }
      case "first_touch":
        return [[close(node), day]];
      case "beta":
      case "correl":
      case "relative_strength": {
        const { days, name: symbol } = twoSeriesOf(args);
        const other = {
          ...data({ group: "daily", field: "close", day: 0, basis: "adj", ofSymbol: symbol }),
          from: node.from,
          to: node.to,
        };
        const both = (when: number): readonly (readonly [Node, number])[] => [
          [close(node), when],
          [other, when],
        ];
        return name === "relative_strength" ? [...both(day), ...both(day - days)] : both(day);
      }
      default:
        return children(node).map((child) => [child, day] as const);
    }
  }

  #range(node: Node, day: number): RangeParts | null {
    const found = rangeOf(node);
    if (found === null) return null;
    const { x, from, to, picked } = found;
    const dated = call("if", known(x), date);
    // A range that leaves the data has no value; its elements within have.
    const days: DayRange = { from: Math.max(from, this.#data.from - day), to: Math.min(to, this.#data.to - day) };
    const over = (name: string, of: Node): QueryIndex =>
      this.#ask(call(name, of, { ...here, kind: "range", days }), day);
    const short = to - from < SHORT_RANGE && this.#count <= MAX_PARTS / 2;
    // As in the range itself: x on the row of that session.
    const element = (on: number): QueryIndex =>
      node.kind === "data"
        ? this.#ask(x, day + on)
        : this.#ask(call("first", x, { ...here, kind: "range", days: { from: on, to: on } }), day);
    return {
      from: from + day,
      to: to + day,
      counted:
        days.from > days.to
          ? null
          : { used: over("count", known(x)), first: over("first", dated), last: over("last", dated) },
      picked: picked === null ? null : this.#ask(picked, day),
      elements: short ? Array.from({ length: to - from + 1 }, (_, index) => element(from + index)) : null,
    };
  }

  #picked(node: Node, day: number): QueryIndex | null {
    if (node.kind !== "data") return null;
    const { point } = node;
    if (point.group === "intraday-at") return this.#ask(data({ ...point, field: "time" }), day);
    if (point.group !== "intraday" || (point.func !== "max" && point.func !== "min")) return null;
    const { func, field, start, end, day: own, basis } = point;
    const of = point.ofSymbol === undefined ? {} : { ofSymbol: point.ofSymbol };
    return this.#ask(
      data({ group: "intraday-at", field: "time", at: { of: func, field }, start, end, day: own, basis, ...of }),
      day,
    );
  }
}

const close = ({ from, to }: Node, basis: Basis = "adj"): Node => ({
  ...data({ group: "daily", field: "close", day: 0, basis }),
  from,
  to,
});

/** The element and the days of a range, before the day of its part; `picked` asks for the date of the bar it takes. */
function rangeOf(
  node: Node,
): { readonly x: Node; readonly from: number; readonly to: number; readonly picked: Node | null } | null {
  if (node.kind === "call") {
    if (!OVER_DAYS.has(node.name) || groupAt(node.args) !== null) return null;
    return { x: valueAt(node.args, 0), ...rangeAt(node.args, 1), picked: null };
  }
  if (node.kind !== "data") return null;
  const { point } = node;
  // The bars of another security are not on the days of this one's.
  if (point.ofSymbol !== undefined) return null;
  if (point.group === "daily-at") {
    return {
      x: data({ group: "daily", field: point.at.field, day: 0, basis: point.basis }),
      ...point.days,
      picked: data({ ...point, field: "date" }),
    };
  }
  if (point.group !== "daily-range") return null;
  const { func, field, days, basis } = point;
  return {
    x: data({ group: "daily", field, day: 0, basis }),
    ...days,
    picked:
      func === "max" || func === "min"
        ? data({ group: "daily-at", field: "date", at: { of: func, field }, days, basis })
        : null,
  };
}
