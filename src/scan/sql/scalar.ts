import type { ValueType } from "../../vocabulary/index.ts";
import { nodeOf, type Expression, type NodeId, type ScalarFunction } from "../plan/expression.ts";
import type { Binding } from "./binding.ts";

/**
 * SQL of a node on one row. Atoms (bars, windows, lookups) are what `atom` says; everything above them is arithmetic
 * with the language's rules for null: OrNull everywhere, x / 0 null, no NaN and no infinity.
 */
export function scalarSql(
  nodes: readonly Expression[],
  id: NodeId,
  binding: Binding,
  atom: (id: NodeId) => string,
): string {
  const printed = new Map<NodeId, string>();
  const print = (each: NodeId): string => {
    const known = printed.get(each);
    if (known !== undefined) return known;
    const sql = printNode(each);
    printed.set(each, sql);
    return sql;
  };
  const printNode = (each: NodeId): string => {
    const node = nodeOf(nodes, each);
    switch (node.op) {
      case "constant":
        return constantSql(node.type, node.value, binding);
      case "null":
        return `CAST(NULL, 'Nullable(${SQL_TYPES[node.type]})')`;
      case "bar":
      case "window":
      case "firstTouch":
      case "lookup":
        return atom(each);
      case "scalar":
        return functionSql(node.of, node.args.map(print), binding);
    }
  };
  return print(id);
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

/** Equal within 1e-9 of the larger magnitude: the slack between two numbers, zero for two zeros. */
const slack = (a: string, b: string): string => `1e-9 * greatest(abs(${a}), abs(${b}))`;
const finite = (x: string): string => `if(isFinite(${x}), ${x}, NULL)`;

function functionSql(of: ScalarFunction, args: readonly string[], binding: Binding): string {
  const [a = "NULL", b = "NULL", c = "NULL"] = args;
  switch (of) {
    case "add":
      return `(${a} + ${b})`;
    case "subtract":
      return `(${a} - ${b})`;
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
      return `(abs(${a} - ${b}) <= ${slack(a, b)})`;
    case "less":
      return `(${b} - ${a} > ${slack(a, b)})`;
    case "lessOrEqual":
      return `(${b} - ${a} >= -${slack(a, b)})`;
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
      return `if(${a} >= 0, sqrt(${a}), NULL)`;
    case "ln":
      return `if(${a} > 0, log(${a}), NULL)`;
    case "exp":
      return finite(`exp(${a})`);
    case "pow":
      return finite(`pow(${a}, ${b})`);
    case "round":
      // The engine rounds floats half to even; the language, like Excel, half away from zero.
      return `(sign(${a}) * floor(abs(${a}) * pow(10., ${b}) + .5) / pow(10., ${b}))`;
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
function normaliseSql(text: string, binding: Binding): string {
  const trimmed = `replaceRegexpAll(lowerUTF8(${text}), ${binding.bind("^\\s+|\\s+$", "String")}, '')`;
  return `nullIf(replaceRegexpAll(${trimmed}, ${binding.bind("[\\s_-]+", "String")}, '-'), '')`;
}
