import { columnKey, type Argument, type DataPoint, type Node } from "../../formula/index.ts";
import {
  INDICATORS,
  minimumBars,
  warmupBars,
  withSource,
  type BarField,
  type Basis,
  type ValueType,
} from "../../vocabulary/index.ts";
import { ExpressionGraph, type NodeId, type ScalarFunction, type WindowFunction } from "./expression.ts";
import { dayAt, literalAt, rangeAt, valueAt } from "./arguments.ts";
import { foldNumbers } from "./fold-numbers.ts";
import { normaliseText } from "./text.ts";

/** Trees of the columns a formula may name, by `columnKey`. */
export type ColumnTrees = ReadonlyMap<string, Node>;

/**
 * Turns checked trees into one graph. `at`, day offsets and columns disappear: a day is added to every day inside, a
 * column stands as its formula, and equal parts of different formulas become one node.
 * Throws RangeError for trees that the checks refuse.
 */
export class Lowering {
  readonly graph = new ExpressionGraph();
  readonly #columns: ColumnTrees;
  readonly #columnIds = new Map<string, NodeId>();

  constructor(columns: ColumnTrees) {
    this.#columns = columns;
  }

  /** The node for a tree, seen `day` sessions from the row. */
  lower(tree: Node, day = 0): NodeId {
    switch (tree.kind) {
      case "number":
        return this.#constant("number", tree.value);
      case "text":
        return tree.value.trim() === "" ? this.#null("text") : this.#constant("text", tree.value);
      case "time":
        return this.#constant("time", tree.minute);
      case "date":
        return this.#constant("date", tree.date);
      case "column":
        return this.#column(tree.name, day);
      case "data":
        return this.#data(tree.point, day);
      case "call":
        return this.#call(tree.name, tree.args, day);
      case "negative":
        return this.#scalar("number", "negate", [this.lower(tree.of, day)]);
      case "not":
        return this.#scalar("boolean", "not", [this.lower(tree.of, day)]);
      case "sum":
        return tree.rest.reduce(
          (left, term) => this.#sum(term.op, left, this.lower(term.node, day)),
          this.lower(tree.first, day),
        );
      case "product":
        return tree.rest.reduce(
          (left, term) =>
            this.#scalar("number", term.op === "*" ? "multiply" : "divide", [left, this.lower(term.node, day)]),
          this.lower(tree.first, day),
        );
      case "compare":
        return this.#compare(tree.op, tree.left, tree.right, day);
      case "and":
      case "or":
        return this.#scalar(
          "boolean",
          tree.kind,
          tree.terms.map((term) => this.lower(term, day)),
        );
    }
  }

  typeOf(id: NodeId): ValueType {
    return this.graph.node(id).type;
  }

  #constant(type: ValueType, value: number | string | boolean): NodeId {
    return this.graph.add({ op: "constant", type, value });
  }

  #null(type: ValueType): NodeId {
    return this.graph.add({ op: "null", type });
  }

  #scalar(type: ValueType, of: ScalarFunction, args: readonly NodeId[]): NodeId {
    const folded = foldNumbers(
      of,
      args.map((id) => this.graph.node(id)),
    );
    if (folded === null) return this.#null("number");
    if (folded === undefined) return this.graph.add({ op: "scalar", type, of, args });
    // A sign is written with its number.
    if (of === "negate") return this.#constant("number", folded);
    return this.graph.add({ op: "constant", type: "number", value: folded, folded: true });
  }

  #window(type: ValueType, of: WindowFunction, args: readonly NodeId[], from: number, to: number): NodeId {
    return this.graph.add({ op: "window", type, of, args, from, to });
  }

  /** A bar row's own value, or that of the row so many sessions away. */
  #bar(column: BarField | "date", adjusted: boolean, day: number): NodeId {
    const type: ValueType = column === "date" ? "date" : "number";
    const id = this.graph.add({ op: "bar", type, column, adjusted: adjusted && ADJUSTABLE.has(column) });
    return day === 0 ? id : this.#window(type, "value", [id], day, day);
  }

  #column(name: string, day: number): NodeId {
    const key = `${day}:${columnKey(name)}`;
    const known = this.#columnIds.get(key);
    if (known !== undefined) return known;
    const tree = this.#columns.get(columnKey(name));
    if (!tree) throw new RangeError(`no column {${name}}`);
    const id = this.lower(tree, day);
    this.#columnIds.set(key, id);
    return id;
  }

  #data(point: DataPoint, shift: number): NodeId {
    switch (point.group) {
      case "daily":
        return this.#bar(point.field, point.basis === "adj", point.day + shift);
      case "daily-range": {
        const x = this.#bar(point.field, point.basis === "adj", 0);
        return this.#window(
          this.typeOf(x),
          RANGE_WINDOW[point.func],
          [x],
          point.days.from + shift,
          point.days.to + shift,
        );
      }
      case "daily-at": {
        const adjusted = point.basis === "adj";
        const x = this.#bar(point.field, adjusted, 0);
        const by = this.#bar(barColumn(point.at.field), adjusted, 0);
        const of = point.at.of === "max" ? "argHighest" : "argLowest";
        return this.#window(this.typeOf(x), of, [x, by], point.days.from + shift, point.days.to + shift);
      }
      case "intraday":
      case "intraday-at-time":
      case "intraday-at":
        return this.#intraday(point, point.day + shift);
      case "indicator":
        return this.#indicator(point, point.day + shift);
      case "identity":
        return this.#lookup("text", { kind: "identity", field: point.field }, point.day + shift);
      case "fundamental": {
        const text = point.field === "sector" || point.field === "industry";
        return this.#lookup(text ? "text" : "number", { kind: "fact", field: point.field, text }, point.day + shift);
      }
      case "ownership":
        return this.#lookup("number", { kind: "fact", field: point.field, text: false }, point.day + shift);
      case "event":
        return this.#lookup(
          "boolean",
          { kind: "event", event: point.field, start: point.start, end: point.end },
          point.day + shift,
        );
      case "earnings":
        return this.#lookup("number", { kind: "statement", item: point.item, quarter: point.quarter }, shift);
    }
  }

  #lookup(type: ValueType, series: Parameters<ExpressionGraph["addSeries"]>[0], day: number): NodeId {
    return this.graph.add({ op: "lookup", type, series: this.graph.addSeries(series), day });
  }

  #intraday(
    point: Extract<DataPoint, { group: "intraday" | "intraday-at-time" | "intraday-at" }>,
    day: number,
  ): NodeId {
    const type: ValueType = point.field === "time" ? "time" : "number";
    const adjusted = (basis: Basis): boolean => basis === "adj" && ADJUSTABLE.has(point.field);
    switch (point.group) {
      case "intraday":
        return this.#lookup(
          type,
          {
            kind: "intraday",
            func: point.func,
            field: point.field,
            start: point.start,
            end: point.end,
            adjusted: adjusted(point.basis),
          },
          day,
        );
      case "intraday-at-time":
        // The single bar that starts then: the sum of a volume would be 0 where there is none, `first` is null.
        return this.#lookup(
          type,
          {
            kind: "intraday",
            func: "first",
            field: point.field,
            start: point.time,
            end: point.time,
            adjusted: adjusted(point.basis),
          },
          day,
        );
      case "intraday-at":
        return this.#lookup(
          type,
          {
            kind: "intraday-at",
            field: point.field,
            of: point.at.of,
            by: minuteColumn(point.at.field),
            start: point.start,
            end: point.end,
            adjusted: adjusted(point.basis),
          },
          day,
        );
    }
  }

  #indicator(point: Extract<DataPoint, { group: "indicator" }>, day: number): NodeId {
    const entry = INDICATORS.find((indicator) => indicator.name === point.name);
    const numbers = point.parameters.filter((parameter): parameter is number => typeof parameter === "number");
    const recipe = entry?.recipe(...numbers)[point.line];
    if (!recipe) throw new RangeError(`no indicator ${point.name}.${point.line}`);
    const sourced = withSource(recipe, point.source ?? "close");
    const warmup = warmupBars(sourced);
    return this.#lookup(
      "number",
      {
        kind: "indicator",
        recipe: sourced,
        bars: point.bars,
        adjusted: point.basis === "adj",
        minimum: minimumBars(sourced),
        warmup: Number.isFinite(warmup) ? warmup : null,
      },
      day,
    );
  }

  #sum(op: "+" | "-", left: NodeId, right: NodeId): NodeId {
    const [a, b] = [this.typeOf(left), this.typeOf(right)];
    const minus = op === "-";
    if (a === "date" && b === "date") return this.#scalar("number", "dateMinusDate", [left, right]);
    if (a === "time" && b === "time") return this.#scalar("number", "timeMinusTime", [left, right]);
    if (a === "date" || a === "time") {
      const days = minus ? this.#scalar("number", "negate", [right]) : right;
      return this.#scalar(a, a === "date" ? "datePlusDays" : "timePlusMinutes", [left, days]);
    }
    if (b === "date" || b === "time")
      return this.#scalar(b, b === "date" ? "datePlusDays" : "timePlusMinutes", [right, left]);
    return this.#scalar("number", minus ? "subtract" : "add", [left, right]);
  }

  #compare(op: "<" | ">" | "<=" | ">=" | "=" | "!=", leftTree: Node, rightTree: Node, day: number): NodeId {
    const left = this.lower(leftTree, day);
    const right = this.lower(rightTree, day);
    const exact = this.#isExact(left) && this.#isExact(right);
    return this.#order(op, left, right, exact);
  }

  #order(op: "<" | ">" | "<=" | ">=" | "=" | "!=", left: NodeId, right: NodeId, exact: boolean): NodeId {
    switch (op) {
      case "=":
        return this.#equal(left, right, exact);
      case "!=":
        return this.#scalar("boolean", "not", [this.#equal(left, right, exact)]);
      case "<":
        return this.#scalar("boolean", exact ? "lessExact" : "less", [left, right]);
      case ">":
        return this.#scalar("boolean", exact ? "lessExact" : "less", [right, left]);
      case "<=":
        return this.#scalar("boolean", exact ? "lessOrEqualExact" : "lessOrEqual", [left, right]);
      case ">=":
        return this.#scalar("boolean", exact ? "lessOrEqualExact" : "lessOrEqual", [right, left]);
    }
  }

  #equal(left: NodeId, right: NodeId, exact: boolean): NodeId {
    if (this.typeOf(left) === "text") {
      return this.#scalar("boolean", "equalExact", [this.#normalise(left), this.#normalise(right)]);
    }
    return this.#scalar("boolean", exact ? "equalExact" : "equal", [left, right]);
  }

  #normalise(id: NodeId): NodeId {
    const node = this.graph.node(id);
    if (node.op === "constant" && typeof node.value === "string")
      return this.#constant("text", normaliseText(node.value));
    return this.#scalar("text", "normalise", [id]);
  }

  /** As-traded fields and numbers written in the formula: they compare as they are, without the tolerance. */
  #isExact(id: NodeId): boolean {
    const node = this.graph.node(id);
    if (node.type !== "number") return true;
    switch (node.op) {
      case "constant":
        return node.folded !== true;
      case "null":
        return true;
      case "bar":
        return !node.adjusted;
      case "window":
        return EXACT_WINDOWS.has(node.of) && node.args.slice(0, 1).every((arg) => this.#isExact(arg));
      case "lookup": {
        const series = this.graph.series[node.series];
        if (series?.kind === "intraday") return !series.adjusted && series.func !== "avg";
        return series?.kind === "intraday-at" && !series.adjusted;
      }
      case "firstTouch":
        return true;
      case "scalar":
        return node.of === "negate" && node.args.every((arg) => this.#isExact(arg));
    }
  }

  #call(name: string, args: readonly Argument[], day: number): NodeId {
    const value = (index: number, shift = 0): NodeId => this.lower(valueAt(args, index), day + shift);
    const rest = (from: number): NodeId[] => args.slice(from).map((_, index) => value(from + index));
    const number = (of: ScalarFunction, ids: readonly NodeId[]): NodeId => this.#scalar("number", of, ids);
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
        return number("round", [value(0), this.#constant("number", args.length > 1 ? literalAt(args, 1) : 0)]);
      case "min":
      case "max": {
        const [first, ...others] = rest(0);
        if (first === undefined) throw new RangeError(`${name} without arguments`);
        return others.reduce((a, b) => this.#scalar(this.typeOf(a), name, [a, b]), first);
      }
      case "if": {
        const then = value(1);
        return this.#scalar(this.typeOf(then), "if", [
          value(0),
          then,
          args.length > 2 ? value(2) : this.#null(this.typeOf(then)),
        ]);
      }
      case "in": {
        const x = value(0);
        return this.#scalar(
          "boolean",
          "or",
          rest(1).map((id) => this.#equal(x, id, this.#isExact(x) && this.#isExact(id))),
        );
      }
      case "between": {
        const [x, low, high] = [value(0), value(1), value(2)];
        const atMost = (a: NodeId, b: NodeId): NodeId => this.#order("<=", a, b, this.#isExact(a) && this.#isExact(b));
        return this.#scalar("boolean", "and", [atMost(low, x), atMost(x, high), atMost(low, high)]);
      }
      case "default": {
        const x = value(0);
        return this.#scalar(this.typeOf(x), "default", [x, value(1)]);
      }
      case "is_null":
        return this.#scalar("boolean", "isNull", [value(0)]);
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
        const x = this.lower(valueAt(args, 0), 0);
        const { from, to } = rangeAt(args, 1);
        const type = name === "count" || name === "avg" || name === "sum" ? "number" : this.typeOf(x);
        return this.#window(type, name, [x], from + day, to + day);
      }
      case "bars_since":
        return this.#window("number", "sinceTrue", [this.lower(valueAt(args, 0), 0)], day - literalAt(args, 1), day);
      case "crosses_above":
        return this.#crosses(args, day, ">", "<=");
      case "crosses_below":
        return this.#crosses(args, day, "<", ">=");
      case "change":
        return number("subtract", [value(0), value(0, -(args.length > 1 ? literalAt(args, 1) : 1))]);
      case "pct_change":
        return this.#percentOver(value(0), value(0, -(args.length > 1 ? literalAt(args, 1) : 1)));
      case "rank":
      case "pct_rank":
        return this.#lookup(
          "number",
          { kind: "rank", x: this.lower(valueAt(args, 0), 0), percent: name === "pct_rank" },
          day,
        );
      case "contains":
      case "starts_with":
        return this.#scalar("boolean", name === "contains" ? "contains" : "startsWith", [
          this.#normalise(value(0)),
          this.#normalise(value(1)),
        ]);
      case "mfe":
      case "mae": {
        const x = this.#bar(name === "mfe" ? "high" : "low", true, 0);
        const extreme = this.#window(
          "number",
          name === "mfe" ? "highest" : "lowest",
          [x],
          day + 1,
          day + literalAt(args, 0),
        );
        return this.#percentOver(extreme, this.#bar("close", true, day));
      }
      case "first_touch":
        return this.graph.add({
          op: "firstTouch",
          type: "number",
          day,
          target: literalAt(args, 0),
          stop: literalAt(args, 1),
          days: literalAt(args, 2),
        });
      default:
        throw new RangeError(`no function ${name}`);
    }
  }

  /** Unknown where either of its two days is, even when the other already decides. */
  #crosses(args: readonly Argument[], day: number, today: "<" | ">", before: "<=" | ">="): NodeId {
    const side = (op: "<" | ">" | "<=" | ">=", at: number): NodeId =>
      this.#compare(op, valueAt(args, 0), valueAt(args, 1), at);
    const [now, then] = [side(today, day), side(before, day - 1)];
    const unknown = this.#scalar("boolean", "or", [
      this.#scalar("boolean", "isNull", [now]),
      this.#scalar("boolean", "isNull", [then]),
    ]);
    return this.#scalar("boolean", "if", [unknown, this.#null("boolean"), this.#scalar("boolean", "and", [now, then])]);
  }

  #percentOver(value: NodeId, base: NodeId): NodeId {
    const ratio = this.#scalar("number", "divide", [value, base]);
    const move = this.#scalar("number", "subtract", [ratio, this.#constant("number", 1)]);
    return this.#scalar("number", "multiply", [move, this.#constant("number", 100)]);
  }
}

/** Fields that a split changes; the others ignore `adj`. */
const ADJUSTABLE: ReadonlySet<string> = new Set(["open", "high", "low", "close", "volume", "vwap"]);
const EXACT_WINDOWS: ReadonlySet<WindowFunction> = new Set([
  "value",
  "count",
  "highest",
  "lowest",
  "first",
  "last",
  "argHighest",
  "argLowest",
  "sinceTrue",
]);
const RANGE_WINDOW = { first: "first", last: "last", max: "highest", min: "lowest", avg: "avg", sum: "sum" } as const;

const BAR_FIELDS: readonly BarField[] = ["open", "high", "low", "close", "volume", "num_trades", "vwap"];

function barColumn(field: string): BarField | "date" {
  const found = field === "date" ? "date" : BAR_FIELDS.find((name) => name === field);
  if (!found) throw new RangeError(`no daily field ${field}`);
  return found;
}

function minuteColumn(field: string): BarField | "time" {
  const found = field === "time" ? "time" : BAR_FIELDS.find((name) => name === field);
  if (!found) throw new RangeError(`no intraday field ${field}`);
  return found;
}
