import type { CompareOp, Node } from "../../src/formula/index.ts";
import { call } from "./calls.ts";
import { dataPoint } from "./data-points.ts";
import type { Columns, Evaluator, Place } from "./place.ts";
import { columnTree, isAsTraded } from "./reads.ts";
import { tradeValue } from "./trades.ts";
import { viewOf, type ReferenceMarket, type Security } from "./market.ts";
import {
  add,
  and,
  compare,
  finite,
  multiply,
  NO_NOISE,
  not,
  numberOf,
  or,
  textOf,
  truthOf,
  type Noise,
  type Value,
} from "./values.ts";

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
  return new Evaluation({ view: viewOf(market), security, noise, namedOn: session }, columns).value(tree, session);
}

class Evaluation implements Evaluator {
  readonly place: Place;
  readonly columns: Columns;

  constructor(place: Place, columns: Columns) {
    this.place = place;
    this.columns = columns;
  }

  of(security: Security): Evaluation {
    return new Evaluation({ ...this.place, security }, this.columns);
  }

  namedOn(session: number): Evaluation {
    return new Evaluation({ ...this.place, namedOn: session }, this.columns);
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
        return this.value(columnTree(node.name, this.columns), session);
      case "data":
        return dataPoint(node.point, this.place, session);
      case "trade":
        return tradeValue(node.trade, this, session);
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
          (left, term, place) => {
            // What is computed compares with a tolerance; only the first two members can both be as they were given.
            const exact = place === 0 && [node.first, term.node].every((each) => isAsTraded(each, this.columns));
            return add(left, term.op, this.value(term.node, session), exact, noise);
          },
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

  compared(op: CompareOp, left: Node, right: Node, session: number): boolean | null {
    const exact = isAsTraded(left, this.columns) && isAsTraded(right, this.columns);
    return compare(op, this.value(left, session), this.value(right, session), exact);
  }
}
