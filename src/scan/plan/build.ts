import { DIVIDEND_FIELDS, SPLIT_FIELDS, type BarField, type Basis, type ValueType } from "../../vocabulary/index.ts";
import { ExpressionGraph, type NodeId, type ScalarFunction, type Series, type WindowFunction } from "./expression.ts";
import { foldNumbers } from "./fold-numbers.ts";

/** Adds nodes to a graph; arithmetic of numbers that are written is done here, once. */
export class ExpressionBuilder {
  readonly graph = new ExpressionGraph();

  typeOf(id: NodeId): ValueType {
    return this.graph.node(id).type;
  }

  constant(type: ValueType, value: number | string | boolean): NodeId {
    return this.graph.add({ op: "constant", type, value });
  }

  null(type: ValueType): NodeId {
    return this.graph.add({ op: "null", type });
  }

  scalar(type: ValueType, of: ScalarFunction, args: readonly NodeId[]): NodeId {
    const folded = foldNumbers(
      of,
      args.map((id) => this.graph.node(id)),
    );
    if (folded === null) return this.null("number");
    if (folded === undefined) return this.graph.add({ op: "scalar", type, of, args });
    // A negated number is a number.
    if (of === "negate") return this.constant("number", folded);
    return this.graph.add({ op: "constant", type: "number", value: folded, folded: true });
  }

  window(type: ValueType, of: WindowFunction, args: readonly NodeId[], from: number, to: number): NodeId {
    return this.graph.add({ op: "window", type, of, args, from, to });
  }

  /** A bar row's own value, or that of the row so many sessions away. */
  bar(column: BarField | "date", adjusted: boolean, day: number): NodeId {
    const type: ValueType = column === "date" ? "date" : "number";
    const id = this.graph.add({ op: "bar", type, column, adjusted: adjusted && SPLIT_FIELDS.has(column) });
    return day === 0 ? id : this.window(type, "value", [id], day, day);
  }

  /** The same on a basis. Prices adjusted for dividends are adjusted ones times a factor of their day. */
  barOn(column: BarField | "date", basis: Basis, day: number): NodeId {
    const bar = this.bar(column, basis !== "unadj", day);
    return basis === "adjdiv" && DIVIDEND_FIELDS.has(column) ? this.withoutDividends(bar, day) : bar;
  }

  withoutDividends(price: NodeId, day: number): NodeId {
    return this.scalar("number", "multiply", [price, this.lookup("number", { kind: "dividend-factor" }, day)]);
  }

  lookup(type: ValueType, series: Series, day: number): NodeId {
    return this.graph.add({ op: "lookup", type, series: this.graph.addSeries(series), day });
  }

  percentOver(value: NodeId, base: NodeId): NodeId {
    const ratio = this.scalar("number", "divide", [value, base]);
    const move = this.scalar("number", "subtract", [ratio, this.constant("number", 1)]);
    return this.scalar("number", "multiply", [move, this.constant("number", 100)]);
  }
}
