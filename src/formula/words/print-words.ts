import {
  ARITHMETIC_WORDS,
  clock,
  COMPARE_WORDS,
  EVENT_WORDS,
  JOINING_WORDS,
  LOGICAL_WORDS,
  MEMBERSHIP_WORDS,
  securityGroupRow,
} from "../../vocabulary/index.ts";
import type { ArithmeticOp } from "../../vocabulary/index.ts";
import { columnText, numberText, parameterText, textLiteral } from "../code/literal-text.ts";
import { commentText } from "../code/print-code.ts";
import { clauseTexts } from "../code/trade-text.ts";
import { isNode, type Argument, type Comments, type DataPoint, type Node } from "../tree.ts";
import { dayWords, eventWords, pointWords, rangeWords } from "./point-words.ts";
import { tradeWords, wordOf } from "./phrases.ts";

/** How tightly a kind binds; an operand that binds less than its place asks for stands in parentheses. */
const BINDING = { or: 1, and: 2, not: 3, compare: 4, sum: 5, product: 6, negative: 7, primary: 8 } as const;
type Level = (typeof BINDING)[keyof typeof BINDING];

type EventNode = Extract<Node, { kind: "data" }> & { readonly point: Extract<DataPoint, { group: "event" }> };

const isEvent = (node: Node): node is EventNode => node.kind === "data" && node.point.group === "event";

/** `x is between a and b` and `x is one of (a, b)`, where there are as many values as that takes. */
function membershipOf(node: Node): { readonly call: "between" | "in"; readonly values: readonly Node[] } | null {
  if (node.kind !== "call" || (node.name !== "between" && node.name !== "in")) return null;
  const values = node.args.filter(isNode);
  const fits = values.length === node.args.length && (node.name === "in" ? values.length > 1 : values.length === 3);
  return fits ? { call: node.name, values } : null;
}

const isBare = (node: Node & Comments): boolean => (node.comments ?? []).length === 0;

function levelOf(node: Node): Level {
  switch (node.kind) {
    case "number":
      return node.parameter === undefined && node.value < 0 ? BINDING.negative : BINDING.primary;
    case "not":
      if (!isBare(node.of)) return BINDING.not;
      return isEvent(node.of) ? BINDING.primary : membershipOf(node.of) ? BINDING.compare : BINDING.not;
    case "call":
      return membershipOf(node) ? BINDING.compare : BINDING.primary;
    case "or":
    case "and":
    case "compare":
    case "sum":
    case "product":
    case "negative":
      return BINDING[node.kind];
    case "text":
    case "time":
    case "date":
    case "column":
    case "data":
    case "trade":
      return BINDING.primary;
  }
  return node satisfies never;
}

/** Comments at the beginning of a text, with the blank behind each. */
const LEADING_COMMENTS = /^(?:\/\*[\s\S]*?\*\/ )*/;

function operand(node: Node, least: Level): string {
  if (levelOf(node) >= least) return text(node);
  const inside = body(node);
  // `x is between` begins with its first value: read again, a comment before that value is one of the whole.
  const [leading] = (membershipOf(node) ? LEADING_COMMENTS.exec(inside) : null) ?? [""];
  return `${commentText(node.comments)}${leading}( ${inside.slice(leading.length)} )`;
}

const text = (node: Node): string => commentText(node.comments) + body(node);

function body(node: Node): string {
  switch (node.kind) {
    case "number":
      return node.parameter === undefined ? numberText(node.value) : parameterText(node.parameter);
    case "text":
      return textLiteral(node.value);
    case "time":
      return clock(node.minute);
    case "date":
      return node.date;
    case "column":
      return columnText(node.name);
    case "data":
      return pointWords(node.point);
    case "trade": {
      const { field, side } = node.trade;
      const clauses = clauseTexts(node.trade, {
        time: clock,
        window: (start, end) => `${start} ${wordOf(JOINING_WORDS, "to")} ${end}`,
        value: (formula) => (formula.kind === "number" ? `( ${body(formula)} )` : operand(formula, BINDING.primary)),
      });
      return `${tradeWords(field, side)} (${clauses.join(", ")})`;
    }
    case "call": {
      const membership = membershipOf(node);
      return membership ? memberOf(membership, false) : `${node.name}(${node.args.map(argument).join(", ")})`;
    }
    case "negative":
      // A sign goes with a number; everything else is spoken of.
      return node.of.kind === "number" && (node.of.parameter !== undefined || node.of.value >= 0) && isBare(node.of)
        ? `-${body(node.of)}`
        : `${wordOf(ARITHMETIC_WORDS, "-")} ${operand(node.of, BINDING.negative)}`;
    case "not":
      return negation(node.of);
    case "compare": {
      const [left, right] = [operand(node.left, BINDING.sum), operand(node.right, BINDING.sum)];
      return `${left} ${wordOf(COMPARE_WORDS, node.op)} ${right}`;
    }
    case "sum":
      return chain(node.first, node.rest, BINDING.product);
    case "product":
      return chain(node.first, node.rest, BINDING.negative);
    case "or":
      return node.terms.map((term) => operand(term, BINDING.not)).join(` ${wordOf(LOGICAL_WORDS, "|")} `);
    case "and":
      return node.terms.map((term) => operand(term, BINDING.not)).join(` ${wordOf(LOGICAL_WORDS, "&")} `);
  }
  return node satisfies never;
}

function negation(of: Node): string {
  const membership = membershipOf(of);
  if (isBare(of) && isEvent(of)) return eventWords(of.point, wordOf(EVENT_WORDS, "!had"));
  if (isBare(of) && membership) return memberOf(membership, true);
  // Parentheses that the tree does not need, but `not a is above b` reads as if `not` belonged to a.
  const least = levelOf(of) === BINDING.compare ? BINDING.sum : BINDING.not;
  return `${wordOf(LOGICAL_WORDS, "!")} ${operand(of, least)}`;
}

function memberOf({ call, values }: NonNullable<ReturnType<typeof membershipOf>>, negated: boolean): string {
  const [x, ...others] = values;
  const head = `${x ? operand(x, BINDING.sum) : ""} ${wordOf(MEMBERSHIP_WORDS, negated ? `!${call}` : call)}`;
  return call === "in"
    ? `${head} (${others.map(text).join(", ")})`
    : `${head} ${others.map((one) => operand(one, BINDING.sum)).join(` ${wordOf(LOGICAL_WORDS, "&")} `)}`;
}

function chain(first: Node, rest: readonly { readonly op: ArithmeticOp; readonly node: Node }[], least: Level): string {
  const others = rest.map(({ op, node }) => `${wordOf(ARITHMETIC_WORDS, op)} ${operand(node, least)}`);
  return [operand(first, least), ...others].join(" ");
}

function argument(arg: Argument): string {
  if (arg.kind === "range") return rangeWords(arg.days);
  if (arg.kind === "group") return `${wordOf(JOINING_WORDS, "by")} ${securityGroupRow(arg.by).label}`;
  if (arg.kind === "aggregate") return arg.of;
  return arg.kind === "day" ? dayWords(arg.day) : text(arg);
}

/**
 * The canonical words of a tree: one wording for everything the code notation can say, comments kept, parentheses where
 * the tree needs them and around what `and`, `or` and `not` would make hard to read. Reading it gives the same tree.
 */
export function printWords(tree: Node): string {
  const after = commentText(tree.commentsAfter).trimEnd();
  return after === "" ? text(tree) : `${text(tree)} ${after}`;
}
