import type { Argument, Node } from "../../src/formula/index.ts";
import { call } from "./calls.ts";
import { dataPoint, type Place } from "./data-points.ts";
import { viewOf, type ReferenceMarket, type Security } from "./market.ts";
import { add, and, compare, finite, multiply, NO_NOISE, not, numberOf, or, textOf, truthOf, type Noise, type Value } from "./values.ts";

/** Columns a formula may name, by lower-case name; own before built-in. */
export type Columns = ReadonlyMap<string, Node>;

/**
 * The second computation: the value of a formula for a security on a session, straight from the definitions. Days are added
 * to the session as they are met, nothing is planned, kept or shared with the scan.
 */
export function evaluate(
  tree: Node,
  market: ReferenceMarket,
  security: Security,
  session: number,
  columns: Columns,
  noise: Noise = NO_NOISE,
): Value {
  return new Evaluation({ view: viewOf(market), security, noise }, columns).value(tree, session);
}

export class Evaluation {
  readonly place: Place;
  readonly columns: Columns;

  constructor(place: Place, columns: Columns) {
    this.place = place;
    this.columns = columns;
  }

  /** The same formula language from where another security stands. */
  of(security: Security): Evaluation {
    return new Evaluation({ ...this.place, security }, this.columns);
  }

  number(node: Node, session: number): number | null {
    return numberOf(this.value(node, session));
  }

  truth(node: Node, session: number): boolean | null {
    return truthOf(this.value(node, session));
  }

  value(node: Node, session: number): Value {
    const { noise } = this.place;
    switch (node.kind) {
      case "number":
        return finite(node.value);
      case "text":
        return textOf(node.value);
      case "time":
        return { time: node.minute };
      case "date":
        return { date: node.date };
      case "column":
        return this.value(this.column(node.name), session);
      case "data":
        return dataPoint(node.point, this.place, session);
      case "call":
        return call(this, node, session);
      case "negative": {
        const value = this.number(node.of, session);
        return value === null ? null : -value;
      }
      case "not":
        return not(this.truth(node.of, session));
      case "and":
      case "or":
        return (node.kind === "and" ? and : or)(node.terms.map((term) => this.truth(term, session)));
      case "sum":
        return node.rest.reduce(
          (left, term) => add(left, term.op, this.value(term.node, session), noise),
          this.value(node.first, session),
        );
      case "product":
        return node.rest.reduce(
          (left, term) => multiply(left, term.op, this.value(term.node, session), noise),
          this.value(node.first, session),
        );
      case "compare":
        return this.compared(node.op, node.left, node.right, session);
    }
  }

  compared(op: Extract<Node, { kind: "compare" }>["op"], left: Node, right: Node, session: number): boolean | null {
    const exact = this.isAsTraded(left) && this.isAsTraded(right);
    return compare(op, this.value(left, session), this.value(right, session), exact);
  }

  column(name: string): Node {
    const tree = this.columns.get(name.trim().toLowerCase());
    if (!tree) throw new RangeError(`no column {${name}}`);
    return tree;
  }

  /** As-traded fields and written numbers, which compare exactly, and what only picks one of them. */
  isAsTraded(node: Node): boolean {
    switch (node.kind) {
      case "number":
        return true;
      case "negative":
        return this.isAsTraded(node.of);
      case "column":
        return this.isAsTraded(this.column(node.name));
      case "call": {
        const [x] = node.args;
        return PICKING_CALLS.has(node.name) && isValue(x) && this.isAsTraded(x);
      }
      case "data": {
        const { point } = node;
        if (!("basis" in point) || point.group === "indicator") return false;
        if (point.basis === "adj" && point.field !== "num_trades") return false;
        return !("func" in point) || (point.func !== "avg" && point.func !== "sum");
      }
      default:
        return false;
    }
  }

  /**
   * Days, from the row's, on which a formula reads minutes by itself; functions over days see to their own. A range that
   * reads minutes leaves the market's data where none were imported.
   */
  minuteDays(node: Node, day = 0): readonly number[] {
    const all = (...nodes: readonly Node[]): readonly number[] => nodes.flatMap((each) => this.minuteDays(each, day));
    switch (node.kind) {
      case "data": {
        const { point } = node;
        const reads = point.group.startsWith("intraday") || (point.group === "indicator" && point.bars !== null);
        return reads && "day" in point ? [day + point.day] : [];
      }
      case "column":
        return all(this.column(node.name));
      case "negative":
      case "not":
        return all(node.of);
      case "and":
      case "or":
        return all(...node.terms);
      case "sum":
      case "product":
        return all(node.first, ...node.rest.map((term) => term.node));
      case "compare":
        return all(node.left, node.right);
      case "call": {
        const [x, second] = node.args;
        if (OWN_DAYS.has(node.name) || !isValue(x)) return [];
        if (node.name === "at") return this.minuteDays(x, day + literal(second));
        const here = all(...node.args.filter(isValue));
        if (node.name === "change" || node.name === "pct_change")
          return [...here, ...this.minuteDays(x, day - (second ? literal(second) : 1))];
        if (node.name.startsWith("crosses_"))
          return [...here, ...node.args.filter(isValue).flatMap((arg) => this.minuteDays(arg, day - 1))];
        return here;
      }
      default:
        return [];
    }
  }
}

const PICKING_CALLS: ReadonlySet<string> = new Set(["at", "highest", "lowest", "first", "last"]);
const OWN_DAYS: ReadonlySet<string> = new Set([
  ...["count", "any", "all", "avg", "sum", "highest", "lowest", "first", "last"],
  ...["bars_since", "rank", "pct_rank", "mfe", "mae", "first_touch"],
]);

export const isValue = (arg: Argument | undefined): arg is Node =>
  arg !== undefined && arg.kind !== "range" && arg.kind !== "day";

/** A number written as an argument, its sign included. */
export function literal(arg: Argument | undefined): number {
  if (arg?.kind === "day") return arg.day;
  if (arg?.kind === "number") return arg.value;
  if (arg?.kind === "negative" && arg.of.kind === "number") return -arg.of.value;
  throw new TypeError("not a literal");
}
