import { clock } from "../vocabulary/index.ts";
import type { CompareOp, ValueType } from "../vocabulary/index.ts";
import { numberText, readNumber, textLiteral } from "./code/literal-text.ts";
import type { Node } from "./tree.ts";

/** A number, a text, a date as yyyy-MM-dd, a time in minutes since midnight, or a truth: as the type of the column has it. */
export type ConditionValue = number | string | boolean;

/** What the value of a column has to meet. A row without a value meets `empty` alone, as in a filter. */
export type ColumnCondition =
  | { readonly kind: "empty"; readonly empty: boolean }
  | { readonly kind: "compare"; readonly op: CompareOp; readonly value: ConditionValue }
  /** Both ends included. */
  | { readonly kind: "between"; readonly low: ConditionValue; readonly high: ConditionValue }
  | { readonly kind: "in"; readonly values: readonly ConditionValue[] }
  | {
      readonly kind: "part";
      readonly of: "contains" | "starts_with";
      readonly text: string;
      readonly negated: boolean;
    };

export type ReadCondition =
  | { readonly ok: true; readonly condition: ColumnCondition }
  | { readonly ok: false; readonly message: string };

/** Characters of a condition. */
export const MAX_CONDITION = 200;
/** Values of a list. */
const MAX_VALUES = 50;

const NAMES: Readonly<Record<ValueType, { readonly a: string; readonly like: string }>> = {
  number: { a: "a number", like: "10, 1.5M or 2%" },
  text: { a: "a text", like: "NASDAQ" },
  date: { a: "a date", like: "2025-12-31 or 12/31/2025" },
  time: { a: "a time", like: "09:30" },
  boolean: { a: "true or false", like: "true" },
};

/** What can be typed for a column of that type, shortest first. */
export const CONDITION_EXAMPLES: Readonly<Record<ValueType, readonly string[]>> = {
  number: ["> 10", "1 .. 5", "= 0", "is empty"],
  text: ["= NASDAQ", "contains bio", "in NYSE, NASDAQ", "is empty"],
  date: [">= 2025-12-01", "2025-12-01 .. 2025-12-05", "is empty"],
  time: ["< 10:00", "09:30 .. 10:00", "is empty"],
  boolean: ["true", "false", "is empty"],
};

const isRefused = (value: ConditionValue | Refused): value is Refused => typeof value === "object";

interface Refused {
  readonly message: string;
}

/** The text inside quotes, or the text itself. */
const unquoted = (text: string): string =>
  /^"(?:[^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;

function readDate(text: string): string | null {
  const shown = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const iso = shown === null ? text : `${shown[3]}-${shown[1]?.padStart(2, "0")}-${shown[2]?.padStart(2, "0")}`;
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(iso)) return null;
  const day = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso) ? iso : null;
}

const READERS: Readonly<Record<ValueType, (text: string) => ConditionValue | null>> = {
  number: (text) => {
    const [, sign = "", digits = "", scale = ""] =
      /^([+-]?)\$?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?(?:e[+-]?\d{1,3})?|\.\d+)\s*([kmb]|%)?$/i.exec(text) ?? [];
    if (digits === "") return null;
    const value = readNumber(`${digits.replaceAll(",", "")}${scale === "%" ? "" : scale}`);
    // 0, never -0.
    return Number.isFinite(value) ? (sign === "-" ? 0 - value : value) : null;
  },
  text: (text) => (unquoted(text).trim() === "" ? null : unquoted(text)),
  date: readDate,
  time: (text) => {
    const [, hours = "", minutes = ""] = /^(\d{1,2}):(\d\d)$/.exec(text) ?? [];
    return hours === "" || Number(hours) > 23 || Number(minutes) > 59 ? null : Number(hours) * 60 + Number(minutes);
  },
  boolean: (text) => {
    if (/^(?:true|yes)$/i.test(text)) return true;
    return /^(?:false|no)$/i.test(text) ? false : null;
  },
};

function readValue(text: string, type: ValueType): ConditionValue | Refused {
  const given = text.trim();
  const { a, like } = NAMES[type];
  if (given === "") return { message: `${a[0]?.toUpperCase()}${a.slice(1)} is missing, such as ${like}.` };
  return READERS[type](given) ?? { message: `“${given}” is not ${a}, such as ${like}.` };
}

const OPERATORS: ReadonlyMap<string, CompareOp> = new Map([
  [">=", ">="],
  ["≥", ">="],
  ["<=", "<="],
  ["≤", "<="],
  ["!=", "!="],
  ["<>", "!="],
  ["≠", "!="],
  ["==", "="],
  [">", ">"],
  ["<", "<"],
  ["=", "="],
]);

const fail = (message: string): ReadCondition => ({ ok: false, message });
const found = (condition: ColumnCondition): ReadCondition => ({ ok: true, condition });

const isOrdered = (type: ValueType): boolean => type === "number" || type === "date" || type === "time";

/** Pieces between commas that stand in no quotes. */
const listed = (text: string): readonly string[] => text.match(/(?:"(?:[^"]|"")*"|[^,"]|")+/g) ?? [];

function readPart(text: string, of: "contains" | "starts_with", negated: boolean, type: ValueType): ReadCondition {
  if (type !== "text") return fail(`Only texts ${of === "contains" ? "contain" : "start with"} something.`);
  const value = readValue(text, "text");
  if (isRefused(value)) return fail(value.message);
  return found({ kind: "part", of, text: String(value), negated });
}

/**
 * A condition as one types it for a column of that type: `> 10`, `1 .. 5`, `= NASDAQ`, `in NYSE, NASDAQ`, `contains bio`,
 * `does not contain bio`, `starts with A`, `is empty`, `is not empty`. A value alone means equal, of a text that it is
 * contained.
 */
export function readCondition(text: string, type: ValueType): ReadCondition {
  const given = text.trim();
  if (given === "") return fail(`Type a condition, such as ${CONDITION_EXAMPLES[type].slice(0, 2).join(" or ")}.`);
  if (given.length > MAX_CONDITION) return fail(`A condition has at most ${MAX_CONDITION} characters.`);
  if (/^(?:is\s+)?(?:not\s+)?(?:empty|null)$/i.test(given))
    return found({ kind: "empty", empty: !/\bnot\b/i.test(given) });
  const [, does, part, rest = ""] =
    /^(does\s+not\s+|not\s+)?(contains?|starts?\s+with)(?:\s+(.*))?$/is.exec(given) ?? [];
  if (part !== undefined)
    return readPart(rest, /^c/i.test(part) ? "contains" : "starts_with", does !== undefined, type);
  const [, among] = /^in\s+(.+)$/is.exec(given) ?? [];
  if (among !== undefined) {
    const values = listed(among).map((one) => readValue(one, type));
    const refused = values.find(isRefused);
    if (refused !== undefined) return fail(refused.message);
    if (values.length > MAX_VALUES) return fail(`A list has at most ${MAX_VALUES} values.`);
    return found({ kind: "in", values: values.flatMap((value) => (isRefused(value) ? [] : [value])) });
  }
  const [, sign, after = ""] = /^(>=|<=|!=|<>|==|[≥≤≠<>=])(.*)$/s.exec(given) ?? [];
  const op = sign === undefined ? undefined : OPERATORS.get(sign);
  if (op !== undefined) {
    if (op !== "=" && op !== "!=" && !isOrdered(type))
      return fail(`${NAMES[type].a === "a text" ? "A text" : "True or false"} is equal or not: use = or !=.`);
    const value = readValue(after, type);
    return isRefused(value) ? fail(value.message) : found({ kind: "compare", op, value });
  }
  if (isOrdered(type)) {
    const [, from, to] = /^(.+?)\s*(?:\.\.|…|\sto\s)\s*(.+)$/is.exec(given) ?? [];
    if (from !== undefined && to !== undefined) {
      const [low, high] = [readValue(from, type), readValue(to, type)];
      if (isRefused(low)) return fail(low.message);
      if (isRefused(high)) return fail(high.message);
      return low > high ? fail("The first value is above the second.") : found({ kind: "between", low, high });
    }
  }
  const value = readValue(given, type);
  if (isRefused(value)) return fail(value.message);
  if (type === "text") return found({ kind: "part", of: "contains", text: String(value), negated: false });
  return found({ kind: "compare", op: "=", value });
}

function valueText(value: ConditionValue, type: ValueType): string {
  if (type === "number" && typeof value === "number") return numberText(value);
  if (type === "time" && typeof value === "number") return clock(value);
  if (typeof value !== "string") return String(value);
  return type === "text" && /[",]|^\s|\s$/.test(value) ? textLiteral(value) : value;
}

/** A condition as a chip shows it; reads as the same condition. */
export function conditionText(condition: ColumnCondition, type: ValueType): string {
  switch (condition.kind) {
    case "empty":
      return condition.empty ? "is empty" : "is not empty";
    case "compare":
      return `${condition.op} ${valueText(condition.value, type)}`;
    case "between":
      return `${valueText(condition.low, type)} .. ${valueText(condition.high, type)}`;
    case "in":
      return `in ${condition.values.map((value) => valueText(value, type)).join(", ")}`;
    case "part": {
      const word = condition.of === "contains" ? "contain" : "start";
      const verb = condition.negated ? `does not ${word}` : `${word}s`;
      return `${verb}${condition.of === "contains" ? "" : " with"} ${valueText(condition.text, "text")}`;
    }
  }
}

/** Why a column that is known only afterwards makes no filter. */
export const outcomeRefused = (name: string): string =>
  `${name} is an Outcome, known only after the close of the row's day: as a filter it would pick rows with hindsight (look-ahead).`;

const AT = { from: 0, to: 0 };

function valueNode(value: ConditionValue, type: ValueType): Node {
  if (typeof value === "number") {
    if (type === "time") return { ...AT, kind: "time", minute: value };
    const size: Node = { ...AT, kind: "number", value: Math.abs(value) };
    return value < 0 ? { ...AT, kind: "negative", of: size } : size;
  }
  if (typeof value === "string")
    return type === "date" ? { ...AT, kind: "date", date: value } : { ...AT, kind: "text", value };
  return { ...AT, kind: "number", value: value ? 1 : 0 };
}

/** The filter that says of a formula of that type what the condition says of its column. */
export function conditionTree(formula: Node, condition: ColumnCondition, type: ValueType): Node {
  const call = (name: string, ...args: readonly Node[]): Node => ({
    ...AT,
    kind: "call",
    name,
    args: [formula, ...args],
  });
  const not = (of: Node): Node => ({ ...AT, kind: "not", of });
  const node = (value: ConditionValue): Node => valueNode(value, type);
  switch (condition.kind) {
    case "empty":
      return condition.empty ? call("is_null") : not(call("is_null"));
    case "compare": {
      const { op, value } = condition;
      if (typeof value === "boolean") return value === (op === "=") ? formula : not(formula);
      return { ...AT, kind: "compare", op, left: formula, right: node(value) };
    }
    case "between":
      return call("between", node(condition.low), node(condition.high));
    case "in": {
      if (type !== "boolean") return call("in", ...condition.values.map(node));
      const [first] = new Set(condition.values);
      const both = new Set(condition.values).size > 1;
      return both ? not(call("is_null")) : first === true ? formula : not(formula);
    }
    case "part": {
      const part = call(condition.of, node(condition.text));
      return condition.negated ? not(part) : part;
    }
  }
}
