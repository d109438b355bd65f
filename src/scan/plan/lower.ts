import { columnKey, isOnScale, type KnownColumn, type Node } from "../../formula/index.ts";
import type { OwnData, ValueType } from "../../vocabulary/index.ts";
import { ExpressionBuilder } from "./build.ts";
import { compare, difference, isExact } from "./compare.ts";
import type { ExpressionGraph, NodeId } from "./expression.ts";
import { lowerCall } from "./lower-call.ts";
import { lowerData } from "./lower-data.ts";
import { lowerTrade } from "./lower-trade.ts";
import { listVersion, numberSeries } from "./own-rows.ts";

/** Trees of the columns a formula may name, by `columnKey`. */
export type ColumnTrees = ReadonlyMap<string, Node>;

/**
 * Turns checked trees into one graph. `at`, day offsets and columns disappear: a day is added to every day inside, a
 * column stands as its formula, and equal parts of different formulas become one node.
 * Throws RangeError for trees that the checks refuse.
 */
export class Lowering {
  readonly #build = new ExpressionBuilder();
  readonly #columns: ColumnTrees;
  /** The same for the checks. */
  readonly #known: ReadonlyMap<string, KnownColumn>;
  readonly #own: OwnData;
  readonly #columnIds = new Map<string, NodeId>();

  constructor(columns: ColumnTrees, own: OwnData) {
    this.#columns = columns;
    this.#known = new Map([...columns].map(([name, tree]) => [name, { name, tree }]));
    this.#own = own;
  }

  get graph(): ExpressionGraph {
    return this.#build.graph;
  }

  /** The node for a tree, seen `day` sessions from the row. */
  lower(tree: Node, day = 0): NodeId {
    switch (tree.kind) {
      case "number":
        return this.#build.constant("number", tree.value);
      case "text":
        return tree.value.trim() === "" ? this.#build.null("text") : this.#build.constant("text", tree.value);
      case "time":
        return this.#build.constant("time", tree.minute);
      case "date":
        return this.#build.constant("date", tree.date);
      case "column":
        return this.#column(tree.name, day);
      case "data":
        return lowerData(this.#build, tree.point, day);
      case "trade":
        if (day !== 0) throw new RangeError("a trade begins on the row's day");
        return lowerTrade(tree.trade, {
          build: this.#build,
          lower: (each) => this.lower(each),
          // The checks refuse a price of both scales.
          isAdjusted: (each) => isOnScale(each, "adj", this.#known),
        });
      case "call":
        return lowerCall(this.#build, (each, at) => this.lower(each, at), tree.name, tree.args, {
          day,
          list: (name) => listVersion(this.#own, name.kind === "text" ? name.value : ""),
          number: (name) => numberSeries(this.#own, name.kind === "text" ? name.value : ""),
        });
      case "negative":
        return this.#build.scalar("number", "negate", [this.lower(tree.of, day)]);
      case "not":
        return this.#build.scalar("boolean", "not", [this.lower(tree.of, day)]);
      case "sum":
        return tree.rest.reduce(
          (left, term) => this.#sum(term.op, left, this.lower(term.node, day)),
          this.lower(tree.first, day),
        );
      case "product":
        return tree.rest.reduce(
          (left, term) =>
            this.#build.scalar("number", term.op === "*" ? "multiply" : "divide", [left, this.lower(term.node, day)]),
          this.lower(tree.first, day),
        );
      case "compare":
        return compare(this.#build, tree.op, this.lower(tree.left, day), this.lower(tree.right, day));
      case "and":
      case "or":
        return this.#build.scalar(
          "boolean",
          tree.kind,
          tree.terms.map((term) => this.lower(term, day)),
        );
    }
  }

  typeOf(id: NodeId): ValueType {
    return this.#build.typeOf(id);
  }

  isExact(id: NodeId): boolean {
    return isExact(this.#build, id);
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

  #sum(op: "+" | "-", left: NodeId, right: NodeId): NodeId {
    const [a, b] = [this.#build.typeOf(left), this.#build.typeOf(right)];
    const minus = op === "-";
    if (a === "date" && b === "date") return this.#build.scalar("number", "dateMinusDate", [left, right]);
    if (a === "time" && b === "time") return this.#build.scalar("number", "timeMinusTime", [left, right]);
    if (a === "date" || a === "time") {
      const days = minus ? this.#build.scalar("number", "negate", [right]) : right;
      return this.#build.scalar(a, a === "date" ? "datePlusDays" : "timePlusMinutes", [left, days]);
    }
    if (b === "date" || b === "time")
      return this.#build.scalar(b, b === "date" ? "datePlusDays" : "timePlusMinutes", [right, left]);
    return minus ? difference(this.#build, left, right) : this.#build.scalar("number", "add", [left, right]);
  }
}
