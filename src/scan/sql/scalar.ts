import { DATE_LIMITS, DAY_MS } from "../../vocabulary/index.ts";
import type { ValueType } from "../../vocabulary/index.ts";
import { nodeOf, type Expression, type NodeId, type ScalarFunction } from "../plan/expression.ts";
import { differenceSql, equalSql, lessOrEqualSql, lessSql } from "../equality.ts";
import { isNonNegative } from "../plan/sign.ts";
import { Binding } from "./binding.ts";

/** Characters of SQL beyond which a value becomes a column of a subquery, however often it is printed. */
const MAX_LAYER_LENGTH = 3_000;
/** The same of all copies of a value beside the first: analysing them costs more than a column from here on. */
const MAX_COPIED_LENGTH = 80;
/** Subqueries inside each other that are made for copies; the engine refuses more than a hundred. */
const MAX_COPY_LAYERS = 10;

const dayNumber = (date: string): number => Date.parse(date) / DAY_MS;
const [FIRST_DAY, LAST_DAY] = [dayNumber(DATE_LIMITS.first), dayNumber(DATE_LIMITS.last)];

/** Whole days; null outside of `DATE_LIMITS`. */
function datePlusDays(date: string, days: string): string {
  const sum = `(toInt32(${date}) + floor(${days}))`;
  return `if(${sum} >= ${FIRST_DAY} AND ${sum} <= ${LAST_DAY}, toDate32(toInt32(${sum})), NULL)`;
}

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
  readonly #signs = new Map<NodeId, boolean>();
  readonly #copies = new Map<NodeId, number>();
  readonly #printed = new Map<NodeId, { readonly sql: string; readonly layer: number }>();
  readonly #layers: string[][] = [];

  /** `prefix` begins the names of its columns; printers of one statement have different ones. */
  constructor(nodes: readonly Expression[], binding: Binding, atom: (id: NodeId) => string, prefix: string) {
    this.#nodes = nodes;
    this.#binding = binding;
    this.#atom = atom;
    this.#prefix = prefix;
  }

  /** Counts how often each value below these would be printed, so that a long one becomes a column instead. */
  countCopies(roots: readonly NodeId[]): void {
    for (const root of roots) this.#count(root, 1);
  }

  #count(id: NodeId, times: number): void {
    const before = this.#copies.get(id) ?? 0;
    this.#copies.set(id, before + times);
    const node = nodeOf(this.#nodes, id);
    if (before > 0 || node.op !== "scalar") return;
    const printed = timesPrinted(node.of, node.args.length);
    for (const [index, arg] of node.args.entries()) this.#count(arg, printed[index] ?? 1);
  }

  /** SQL of a node over the SELECT that `wrap` gives. */
  print(id: NodeId): string {
    return this.#print(id).sql;
  }

  /** Whether printed values refer to columns that only `wrap` gives. */
  get hasColumns(): boolean {
    return this.#layers.length > 0;
  }

  /** What follows FROM, `source`, with the columns that printed values refer to. */
  wrap(source: string): string {
    return this.#layers.reduce((inner, columns) => `(SELECT *, ${columns.join(", ")} FROM ${inner})`, source);
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
          node.args.map((arg) => isNonNegative(this.#nodes, arg, this.#signs)),
        );
        const copies = layer < MAX_COPY_LAYERS ? (this.#copies.get(id) ?? 1) - 1 : 0;
        if (sql.length <= MAX_LAYER_LENGTH && sql.length * copies <= MAX_COPIED_LENGTH) return { sql, layer };
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

/** A number in the text that makes no other larger. */
const isFraction = (x: string): boolean => /^[\d.]+(e-\d+)?$/.test(x) && Number(x) <= 1;

const finite = (x: string): string => `ifNotFinite(${x}, NULL)`;

/** The value, or null where it is no number; one that is printed so already is left as it is. */
export function finiteSql(x: string): string {
  if (!x.startsWith("ifNotFinite(")) return finite(x);
  let depth = 0;
  for (let at = 0; at < x.length - 1; at += 1) {
    if (x[at] === "(") depth += 1;
    if (x[at] === ")" && --depth === 0) return finite(x);
  }
  return x;
}

/** `nonNegative` says so of each argument where it is known. Every number is finite or null, and so is the result. */
function functionSql(
  of: ScalarFunction,
  args: readonly string[],
  binding: Binding,
  nonNegative: readonly boolean[] = [],
): string {
  const [a = "NULL", b = "NULL", c = "NULL"] = args;
  const signs = [nonNegative[0] ?? false, nonNegative[1] ?? false] as const;
  switch (of) {
    case "add":
      return finite(`(${a} + ${b})`);
    case "subtract":
      return signs[0] && signs[1] ? differenceSql(a, b, signs) : finite(differenceSql(a, b, signs));
    case "subtractExact":
      return finite(`(${a} - ${b})`);
    case "multiply":
      return isFraction(a) || isFraction(b) ? `(${a} * ${b})` : finite(`(${a} * ${b})`);
    case "divide":
      return finite(`(${a} / nullIf(${b}, 0))`);
    case "negate":
      return `(-${a})`;
    case "dateMinusDate":
      return `toFloat64(dateDiff('day', ${b}, ${a}))`;
    case "datePlusDays":
      return datePlusDays(a, b);
    case "timeMinusTime":
      return `(toFloat64(${a}) - toFloat64(${b}))`;
    case "timePlusMinutes": {
      const sum = `(toFloat64(${a}) + ${b})`;
      return `if(${sum} >= 0 AND ${sum} < 1440, toUInt16(${sum}), NULL)`;
    }
    case "equal":
      return `(${equalSql(a, b, signs)})`;
    case "less":
      return `(${lessSql(a, b, signs)})`;
    case "lessOrEqual":
      return `(${lessOrEqualSql(a, b, signs)})`;
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

const argumentTimes = new Map<string, readonly number[]>();

/** How often a function prints each of its arguments. */
function timesPrinted(of: ScalarFunction, count: number): readonly number[] {
  const key = `${of} ${count}`;
  const known = argumentTimes.get(key);
  if (known !== undefined) return known;
  const names = Array.from({ length: count }, (_, index) => `<${index}>`);
  const sql = functionSql(of, names, new Binding());
  const times = names.map((name) => sql.split(name).length - 1);
  argumentTimes.set(key, times);
  return times;
}

/** As normaliseText: trimmed, lower case, runs of blanks, hyphens, underscores one hyphen; empty is null. */
export function normaliseSql(text: string, binding: Binding): string {
  const trimmed = `replaceRegexpAll(lowerUTF8(${text}), ${binding.bind("^\\s+|\\s+$", "String")}, '')`;
  return `nullIf(replaceRegexpAll(${trimmed}, ${binding.bind("[\\s_-]+", "String")}, '-'), '')`;
}
