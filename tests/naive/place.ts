import type { Argument, CompareOp, Node } from "../../src/formula/index.ts";
import type { MarketView, Security } from "./market.ts";
import type { Noise, Value } from "./values.ts";

/** Columns a formula may name, by lower-case name; own before built-in. */
export type Columns = ReadonlyMap<string, Node>;

/** Where a formula is evaluated. */
export interface Place {
  readonly view: MarketView;
  readonly security: Security;
  readonly noise: Noise;
  /** Session on which symbols of other securities count: the row's, in functions over days that of the element. */
  readonly namedOn: number;
}

/** What functions need to evaluate their arguments. */
export interface Evaluator {
  readonly place: Place;
  readonly columns: Columns;
  /** The same from where another security stands. */
  of(security: Security): Evaluator;
  /** The same with the symbols of a session. */
  namedOn(session: number): Evaluator;
  value(node: Node, session: number): Value;
  number(node: Node, session: number): number | null;
  truth(node: Node, session: number): boolean | null;
  compared(op: CompareOp, left: Node, right: Node, session: number): boolean | null;
}

export const isValue = (arg: Argument | undefined): arg is Node =>
  arg !== undefined && !["range", "day", "group", "aggregate"].includes(arg.kind);

/** A number written as an argument, its sign included. */
export function literal(arg: Argument | undefined): number {
  if (arg?.kind === "day") return arg.day;
  if (arg?.kind === "number") return arg.value;
  if (arg?.kind === "negative" && arg.of.kind === "number") return -arg.of.value;
  throw new TypeError("not a literal");
}
