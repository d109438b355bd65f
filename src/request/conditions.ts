import type { CompareOp, Node } from "../formula/index.ts";
import { keysOf } from "../vocabulary/index.ts";
import type { ValueType } from "../vocabulary/index.ts";
import { readDay } from "./days.ts";
import type { ObjectReader } from "./json.ts";
import { kindOf } from "./json.ts";
import { comparedPoint, SPAN, typeOf } from "./card-values.ts";
import { readTime } from "./selection.ts";

const SPELLINGS: { readonly [Op in CompareOp]: readonly string[] } = {
  ">": [">", "greater than", "greater", "above", "is above"],
  "<": ["<", "less than", "less", "below", "is below"],
  ">=": [">=", "greater than or equal", "greater than or equal to", "greater or equal", "at least", "is at least"],
  "<=": ["<=", "less than or equal", "less than or equal to", "less or equal", "at most", "is at most"],
  "=": ["=", "equal", "equals", "equal to", "is"],
  "!=": ["!=", "not equal", "not equal to", "is not"],
};

const CONDITIONS: ReadonlyMap<string, CompareOp> = new Map(
  keysOf(SPELLINGS).flatMap((op) => SPELLINGS[op].map((spelling): [string, CompareOp] => [spelling, op])),
);

/** One condition, or greater or less combined with equal. */
function readCondition(given: unknown): CompareOp | null {
  if (Array.isArray(given)) {
    const parts: unknown[] = given;
    const ops = new Set(parts.map(readCondition));
    const [only] = ops;
    if (ops.size === 1) return only ?? null;
    if (ops.size !== 2 || !ops.has("=")) return null;
    return ops.has(">") ? ">=" : ops.has("<") ? "<=" : null;
  }
  if (typeof given !== "string") return null;
  return (
    CONDITIONS.get(
      given
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_]+/g, " "),
    ) ?? null
  );
}

const had = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ["true", true],
  ["false", false],
  ["had", true],
  ["didn't have", false],
]);

/** One value of a data point's type as a node, or what belongs there instead. */
function valueNode(type: ValueType, given: unknown): Node | string {
  switch (type) {
    case "number": {
      const point = comparedPoint(given);
      if (point !== null) return point;
      const text = typeof given === "string" && /^\s*[+-]?(?:\d+\.?\d*|\.\d+)\s*$/.test(given) ? Number(given) : given;
      if (typeof text !== "number" || !Number.isFinite(text))
        return "A number, or a data point of numbers in brackets, belongs here";
      const size: Node = { ...SPAN, kind: "number", value: Math.abs(text) };
      return text < 0 ? { ...SPAN, kind: "negative", of: size } : size;
    }
    case "text":
      return (typeof given === "string" || typeof given === "number") && String(given).trim() !== ""
        ? { ...SPAN, kind: "text", value: String(given).trim() }
        : "A text belongs here";
    case "date": {
      const date = typeof given === "string" ? readDay(given) : null;
      return date === null ? "A date as yyyy-MM-dd belongs here" : { ...SPAN, kind: "date", date };
    }
    case "time": {
      const time = readTime(given);
      return "value" in time ? { ...SPAN, kind: "time", minute: time.value } : "A time as HH:MM belongs here";
    }
    case "boolean":
      return "HAD or DIDN'T HAVE belongs here";
  }
  return type satisfies never;
}

/** Text with commas is a list; so is a list. */
function valuesOf(type: ValueType, given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given;
  return type === "text" && typeof given === "string" && given.includes(",")
    ? given.split(",").filter((part) => part.trim() !== "")
    : [given];
}

/** Values that a comparison with `in` may list, so that no request grows without bound. */
const VALUES = 10_000;

/** The filter `data condition value(s)` of a card's entry, read from its `condition` (or `operator`) and `value`. */
export function readFilter(entry: ObjectReader, data: Node): Node | null {
  const conditionKey = entry.has("operator") && !entry.has("condition") ? "operator" : "condition";
  const given = entry.take(conditionKey);
  const value = entry.take("value");
  const type = typeOf(data);
  const op = given === undefined && (type === "boolean" || type === "text") ? "=" : readCondition(given);
  if (op === null) {
    const why = given === undefined ? "The condition is missing" : `${kindOf(given)} is no condition`;
    entry.error(conditionKey, "condition", `${why}: send one of >, <, >=, <=, =, !=, IS, IS NOT.`);
    return null;
  }
  if (value === undefined || value === null || value === "") {
    entry.error("value", "missing", "The value is missing.");
    return null;
  }
  if (type === "boolean") {
    const wanted = had.get(typeof value === "string" ? value.trim().toLowerCase().replace("’", "'") : value);
    if (wanted === undefined || (op !== "=" && op !== "!=")) {
      entry.error("value", "value", `HAD or DIDN'T HAVE belongs here, not ${kindOf(value)}.`);
      return null;
    }
    return wanted === (op === "=") ? data : { ...SPAN, kind: "not", of: data };
  }
  const values = valuesOf(type, value);
  if (values.length === 0 || values.length > VALUES) {
    entry.error("value", "value", `1 to ${VALUES} values belong here.`);
    return null;
  }
  const nodes = values.map((one) => valueNode(type, one));
  for (const [index, node] of nodes.entries()) {
    if (typeof node !== "string") continue;
    entry.error("value", "value", `${node}, not ${kindOf(values[index])}.`);
    return null;
  }
  const right = nodes.filter((node) => typeof node !== "string");
  const [only] = right;
  if (right.length === 1 && only !== undefined) return { ...SPAN, kind: "compare", op, left: data, right: only };
  if (op !== "=" && op !== "!=") {
    entry.error("value", "value", "Several values go with IS and IS NOT only.");
    return null;
  }
  const among: Node = { ...SPAN, kind: "call", name: "in", args: [data, ...right] };
  return op === "=" ? among : { ...SPAN, kind: "not", of: among };
}
