import type { Argument, Node } from "../../formula/index.ts";
import { aggregateNamed, CALLS, isOneOf, securityGroupRow, type SecurityGroup } from "../../vocabulary/index.ts";
import { aggregateAt, dayAt, groupAt, literalAt, rangeAt, twoSeriesOf, valueAt } from "./arguments.ts";
import type { ExpressionBuilder } from "./build.ts";
import { compare, difference, isExact, normalised } from "./compare.ts";
import { lowerData } from "./lower-data.ts";
import type { AcrossFunction, NodeId, ScalarFunction, Series } from "./expression.ts";

const isCall = isOneOf(CALLS.map(({ name }) => name));

/** Lowers an argument, seen `day` sessions from the row. */
type Lower = (tree: Node, day: number) => NodeId;

/** The version of the list that a text names. Throws RangeError for one that the account lacks. */
export type ListVersion = (name: Node) => string;

/** The series of the number that a text names. Throws RangeError for one that the account lacks. */
export type OwnNumberSeries = (name: Node) => Extract<Series, { kind: "own-number" }>;

/** The node of a function of the language, seen `day` sessions from the row. */
export function lowerCall(
  build: ExpressionBuilder,
  lower: Lower,
  name: string,
  args: readonly Argument[],
  { day, list, number: own }: { readonly day: number; readonly list: ListVersion; readonly number: OwnNumberSeries },
): NodeId {
  const value = (index: number, shift = 0): NodeId => lower(valueAt(args, index), day + shift);
  const rest = (from: number): NodeId[] => args.slice(from).map((_, index) => value(from + index));
  const number = (of: ScalarFunction, ids: readonly NodeId[]): NodeId => build.scalar("number", of, ids);
  if (!isCall(name)) throw new RangeError(`no function ${name}`);
  const group = groupAt(args);
  const by = group === null ? null : lowerGroup(build, group);
  const across = (of: AcrossFunction, x: number): NodeId =>
    build.lookup("number", { kind: "across", of, x: lower(valueAt(args, x), 0), by }, day);
  const grouped = group === null ? undefined : aggregateNamed(name)?.name;
  if (grouped !== undefined) return across(grouped, 0);
  switch (name) {
    case "abs":
    case "sign":
    case "sqrt":
    case "ln":
    case "exp":
    case "floor":
    case "ceil":
      return number(name, [value(0)]);
    case "pow":
      return number("pow", [value(0), value(1)]);
    case "round":
      return number("round", [value(0), build.constant("number", args.length > 1 ? literalAt(args, 1) : 0)]);
    case "min":
    case "max": {
      const [first, ...others] = rest(0);
      if (first === undefined) throw new RangeError(`${name} without arguments`);
      return others.reduce((a, b) => build.scalar(build.typeOf(a), name, [a, b]), first);
    }
    case "if": {
      const then = value(1);
      return build.scalar(build.typeOf(then), "if", [
        value(0),
        then,
        args.length > 2 ? value(2) : build.null(build.typeOf(then)),
      ]);
    }
    case "in": {
      const x = value(0);
      return build.scalar(
        "boolean",
        "or",
        rest(1).map((id) => compare(build, "=", x, id)),
      );
    }
    case "between": {
      const [x, low, high] = [value(0), value(1), value(2)];
      const atMost = (a: NodeId, b: NodeId): NodeId => compare(build, "<=", a, b);
      return build.scalar("boolean", "and", [atMost(low, x), atMost(x, high), atMost(low, high)]);
    }
    case "default": {
      const x = value(0);
      return build.scalar(build.typeOf(x), "default", [x, value(1)]);
    }
    case "is_null":
      return build.scalar("boolean", "isNull", [value(0)]);
    case "at":
      return value(0, dayAt(args, 1));
    case "count":
    case "any":
    case "all":
    case "avg":
    case "sum":
    case "highest":
    case "lowest":
    case "first":
    case "last": {
      // The frame carries the day; inside it every element is seen from its own row.
      const x = lower(valueAt(args, 0), 0);
      const { from, to } = rangeAt(args, 1);
      const type = name === "count" || name === "avg" || name === "sum" ? "number" : build.typeOf(x);
      return build.window(type, name, [x], from + day, to + day);
    }
    case "bars_since":
      return build.window("number", "sinceTrue", [lower(valueAt(args, 0), 0)], day - literalAt(args, 1), day);
    case "crosses_above":
      return crosses(build, lower, { args, day, today: ">", before: "<=" });
    case "crosses_below":
      return crosses(build, lower, { args, day, today: "<", before: ">=" });
    case "change":
      return difference(build, value(0), value(0, -(args.length > 1 ? literalAt(args, 1) : 1)));
    case "pct_change":
      return build.percentOver(value(0), value(0, -(args.length > 1 ? literalAt(args, 1) : 1)));
    case "total_return": {
      const close = (on: number): NodeId => build.barOn("close", "adjdiv", on);
      return build.percentOver(close(day), close(day - (args.length > 0 ? literalAt(args, 0) : 1)));
    }
    case "rank":
    case "pct_rank": {
      const x = lower(valueAt(args, 0), 0);
      const percent = name === "pct_rank";
      return build.lookup("number", { kind: "rank", x, by, percent, exact: isExact(build, x) }, day);
    }
    case "z_score":
      return across("zscore", 0);
    case "group_median":
      return across("median", 0);
    case "percent":
      return across("percent", 0);
    case "market":
      return across(aggregateAt(args, 0), 1);
    case "mine":
      return build.lookup("number", own(valueAt(args, 0)), day + (args.length > 1 ? dayAt(args, 1) : 0));
    case "in_list":
      return build.lookup("boolean", { kind: "own-list", version: list(valueAt(args, 0)) }, day);
    case "contains":
    case "starts_with":
      return build.scalar("boolean", name === "contains" ? "contains" : "startsWith", [
        normalised(build, value(0)),
        normalised(build, value(1)),
      ]);
    case "beta":
    case "correl":
    case "relative_strength": {
      const { name: symbol, days } = twoSeriesOf(args);
      const close = (of: string | undefined, shift: number): NodeId =>
        lowerData(build, { group: "daily", field: "close", day: 0, basis: "adj", ...(of && { ofSymbol: of }) }, shift);
      const both = (value: (of?: string) => NodeId): [NodeId, NodeId] => [value(), value(symbol)];
      if (name === "relative_strength")
        return difference(build, ...both((of) => build.percentOver(close(of, day), close(of, day - days))));
      // A ratio has the variance of a change, and a mean that tells what stands still from a rounding.
      const change = (of?: string): NodeId => build.scalar("number", "divide", [close(of, 0), close(of, -1)]);
      const pair = both(name === "beta" ? change : (of) => close(of, 0));
      return build.window("number", name, pair, day - days + 1, day);
    }
    case "mfe":
    case "mae": {
      const x = build.bar(name === "mfe" ? "high" : "low", true, 0);
      const extreme = build.window(
        "number",
        name === "mfe" ? "highest" : "lowest",
        [x],
        day + 1,
        day + literalAt(args, 0),
      );
      return build.percentOver(extreme, build.bar("close", true, day));
    }
    case "first_touch":
      return build.graph.add({
        op: "firstTouch",
        type: "number",
        day,
        target: literalAt(args, 0),
        stop: literalAt(args, 1),
        days: literalAt(args, 2),
      });
    case "doubtful":
      // Open findings stand among the events, and the stretch that was checked among what they cover.
      return build.lookup("boolean", { kind: "event", event: "doubtful", start: 0, end: 1439 }, day);
  }
  return name satisfies never;
}

/** The text that is equal for securities of one group, as it compares. */
function lowerGroup(build: ExpressionBuilder, by: SecurityGroup): NodeId {
  const series: Series =
    securityGroupRow(by).group === "identity"
      ? { kind: "identity", field: by }
      : { kind: "fact", field: by, text: true };
  return normalised(build, build.lookup("text", series, 0));
}

/** Unknown where either of its two days is, even when the other already decides. */
function crosses(
  build: ExpressionBuilder,
  lower: Lower,
  {
    args,
    day,
    today,
    before,
  }: {
    readonly args: readonly Argument[];
    readonly day: number;
    readonly today: "<" | ">";
    readonly before: "<=" | ">=";
  },
): NodeId {
  const side = (op: "<" | ">" | "<=" | ">=", at: number): NodeId =>
    compare(build, op, lower(valueAt(args, 0), at), lower(valueAt(args, 1), at));
  const [now, then] = [side(today, day), side(before, day - 1)];
  const unknown = build.scalar("boolean", "or", [
    build.scalar("boolean", "isNull", [now]),
    build.scalar("boolean", "isNull", [then]),
  ]);
  return build.scalar("boolean", "if", [unknown, build.null("boolean"), build.scalar("boolean", "and", [now, then])]);
}
