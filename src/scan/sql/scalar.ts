import type { ValueType } from "../../vocabulary/index.ts";
import { nodeOf, type Expression, type NodeId, type ScalarFunction } from "../plan/expression.ts";
import { differenceSql, equalSql, lessOrEqualSql, lessSql } from "../equality.ts";
import type { Binding } from "./binding.ts";

/** Characters of SQL beyond which a value becomes a column of a subquery: some functions print an argument twice. */
const MAX_LAYER_LENGTH = 3_000;

/**
 * Prints nodes on one row. Atoms (bars, windows, lookups) are printed by `atom`; everything above them is arithmetic
 * with the language's rules for null: OrNull everywhere, x / 0 null, no NaN and no infinity. Long values become columns
 * of subqueries, so that text and analysis stay linear in the number of nodes.
 */
export class ScalarPrinter {
  readonly #nodes: readonly Expression[];
  readonly #binding: Binding;
  readonly #atom: (id: NodeId) => string;
  readonly #prefix: string;
  readonly #printed = new Map<NodeId, { readonly sql: string; readonly layer: number }>();
  readonly #layers: string[][] = [];

  /** `prefix` begins the names of its columns; printers of one statement have different ones. */
  constructor(nodes: readonly Expression[], binding: Binding, atom: (id: NodeId) => string, prefix: string) {
    this.#nodes = nodes;
    this.#binding = binding;
    this.#atom = atom;
    this.#prefix = prefix;
  }

  /** SQL of a node over the SELECT that `wrap` gives. */
  print(id: NodeId): string {
    return this.#print(id).sql;
  }

  /** The SELECT of the rows with the columns that printed values refer to. */
  wrap(from: string): string {
    return this.#layers.reduce((inner, columns) => `SELECT *, ${columns.join(", ")} FROM (${inner})`, from);
  }

  #print(id: NodeId): { readonly sql: string; readonly layer: number } {
    const known = this.#printed.get(id);
    if (known) return known;
    const printed = this.#node(id);
    this.#printed.set(id, printed);
    return printed;
  }

  #node(id: NodeId): { readonly sql: string; readonly layer: number } {
    const node = nodeOf(this.#nodes, id);
    switch (node.op) {
      case "constant":
        return { sql: constantSql(node.type, node.value, this.#binding), layer: 0 };
      case "null":
        return { sql: `CAST(NULL, 'Nullable(${SQL_TYPES[node.type]})')`, layer: 0 };
      case "bar":
      case "window":
      case "firstTouch":
      case "lookup":
        return { sql: this.#atom(id), layer: 0 };
      case "scalar": {
        const args = node.args.map((arg) => this.#print(arg));
        const layer = Math.max(0, ...args.map((arg) => arg.layer));
        const sql = functionSql(
          node.of,
          args.map((arg) => arg.sql),
          this.#binding,
        );
        if (sql.length <= MAX_LAYER_LENGTH) return { sql, layer };
        (this.#layers[layer] ??= []).push(`${sql} AS ${this.#prefix}${id}`);
        return { sql: `${this.#prefix}${id}`, layer: layer + 1 };
      }
    }
  }
}

/** Types of values inside a statement; all of them may be null. */
export const SQL_TYPES: Readonly<Record<ValueType, string>> = {
  number: "Float64",
  text: "String",
  boolean: "UInt8",
  date: "Date32",
  time: "UInt16",
};

function constantSql(type: ValueType, value: number | string | boolean, binding: Binding): string {
  return binding.bind(typeof value === "boolean" ? Number(value) : value, SQL_TYPES[type]);
}

const finite = (x: string): string => `ifNotFinite(${x}, NULL)`;

function functionSql(of: ScalarFunction, args: readonly string[], binding: Binding): string {
  const [a = "NULL", b = "NULL", c = "NULL"] = args;
  switch (of) {
    case "add":
      return finite(`(${a} + ${b})`);
    case "subtract":
      return finite(differenceSql(a, b));
    case "subtractExact":
      return finite(`(${a} - ${b})`);
    case "multiply":
      return finite(`(${a} * ${b})`);
    case "divide":
      return finite(`(${a} / nullIf(${b}, 0))`);
    case "negate":
      return `(-${a})`;
    case "dateMinusDate":
      return `toFloat64(dateDiff('day', ${b}, ${a}))`;
    case "datePlusDays":
      return `addDays(${a}, toInt32(${b}))`;
    case "timeMinusTime":
      return `(toFloat64(${a}) - toFloat64(${b}))`;
    case "timePlusMinutes": {
      const sum = `(toFloat64(${a}) + ${b})`;
      return `if(${sum} >= 0 AND ${sum} < 1440, toUInt16(${sum}), NULL)`;
    }
    case "equal":
      return `(${equalSql(a, b)})`;
    case "less":
      return `(${lessSql(a, b)})`;
    case "lessOrEqual":
      return `(${lessOrEqualSql(a, b)})`;
    case "equalExact":
      return `(${a} = ${b})`;
    case "lessExact":
      return `(${a} < ${b})`;
    case "lessOrEqualExact":
      return `(${a} <= ${b})`;
    case "and":
      return args.length === 1 ? a : `(${args.join(" AND ")})`;
    case "or":
      return args.length === 1 ? a : `(${args.join(" OR ")})`;
    case "not":
      return `(NOT ${a})`;
    case "abs":
      return `abs(${a})`;
    case "sign":
      return `toFloat64(sign(${a}))`;
    case "sqrt":
      return finite(`sqrt(${a})`);
    case "ln":
      return finite(`log(${a})`);
    case "exp":
      return finite(`exp(${a})`);
    case "pow":
      return finite(`pow(${a}, ${b})`);
    case "round":
      // The engine rounds floats half to even; the language, like Excel, half away from zero, and like Excel's 15
      // digits it takes 508.49999999999994, which is 0.5085 * 1000 in floats, for the tie that it is.
      return finite(`(sign(${a}) * floor(abs(${a}) * pow(10., ${b}) * (1 + 1e-15) + .5) / pow(10., ${b}))`);
    case "floor":
      return `floor(${a})`;
    case "ceil":
      return `ceil(${a})`;
    case "min":
      return `least(${a}, ${b})`;
    case "max":
      return `greatest(${a}, ${b})`;
    case "if":
      return `multiIf(isNull(${a}), NULL, ${a}, ${b}, ${c})`;
    case "default":
      return `ifNull(${a}, ${b})`;
    case "isNull":
      return `isNull(${a})`;
    case "normalise":
      return normaliseSql(a, binding);
    case "contains":
      return `(position(${a}, ${b}) > 0)`;
    case "startsWith":
      return `startsWith(${a}, ${b})`;
  }
}

/** As normaliseText: trimmed, lower case, runs of blanks, hyphens, underscores one hyphen; empty is null. */
export function normaliseSql(text: string, binding: Binding): string {
  const trimmed = `replaceRegexpAll(lowerUTF8(${text}), ${binding.bind("^\\s+|\\s+$", "String")}, '')`;
  return `nullIf(replaceRegexpAll(${trimmed}, ${binding.bind("[\\s_-]+", "String")}, '-'), '')`;
}
