import { clock } from "../../vocabulary/index.ts";
import type { Argument, Comments, Node } from "../tree.ts";
import { columnText, numberText, oneLine, parameterText, rangeText, textLiteral } from "./literal-text.ts";
import { ownPointOf } from "./own-point.ts";
import { pointText } from "./point-text.ts";
import { tradeText } from "./trade-text.ts";

/** Binding strength of each kind; an operand that binds less than needed gets parentheses. */
const BINDING = { or: 1, and: 2, not: 3, compare: 4, sum: 5, product: 6, negative: 7, primary: 8 } as const;
type Level = (typeof BINDING)[keyof typeof BINDING];

function levelOf(node: Node): Level {
  if (node.kind === "number")
    return node.parameter === undefined && node.value < 0 ? BINDING.negative : BINDING.primary;
  return isOperation(node.kind) ? BINDING[node.kind] : BINDING.primary;
}

const isOperation = (kind: Node["kind"]): kind is Exclude<keyof typeof BINDING, "primary"> =>
  Object.hasOwn(BINDING, kind);

/** The comments before a node, each with a blank after it. */
export const commentText = (comments: readonly string[] | undefined): string =>
  (comments ?? []).map((comment) => `/*${oneLine(comment).replaceAll("*/", "* /")}*/ `).join("");

function operand(node: Node, least: Level): string {
  return levelOf(node) < least ? `${commentText(node.comments)}( ${body(node)} )` : text(node);
}

const text = (node: Node & Comments): string => commentText(node.comments) + body(node);

function body(node: Node): string {
  switch (node.kind) {
    case "number":
      return node.parameter === undefined ? numberText(node.value) : parameterText(node.parameter);
    case "text":
      return textLiteral(node.value);
    case "time":
      return `'${clock(node.minute)}'`;
    case "date":
      return `'${node.date}'`;
    case "column":
      return columnText(node.name);
    case "data":
      return pointText(node.point);
    case "trade":
      return tradeText(node.trade, clauseValue);
    case "call":
      return ownText(node) ?? `${node.name}(${node.args.map(argument).join(", ")})`;
    case "negative": {
      const of = operand(node.of, BINDING.negative);
      return of.startsWith("-") || of.startsWith("/") ? `- ${of}` : `-${of}`;
    }
    case "not": {
      // Not needed for the tree, but `!a > b` looks as if the sign belonged to a.
      const of = operand(node.of, node.of.kind === "compare" ? BINDING.sum : BINDING.not);
      return `!${of}`;
    }
    case "compare":
      return `${operand(node.left, BINDING.sum)} ${node.op} ${operand(node.right, BINDING.sum)}`;
    case "sum":
      return chain(node.first, node.rest, BINDING.product);
    case "product":
      return chain(node.first, node.rest, BINDING.negative);
    // Not needed either, but `( a & b ) | c` is easier to read than `a & b | c`.
    case "or":
      return node.terms.map((term) => operand(term, BINDING.not)).join(" | ");
    case "and":
      return node.terms.map((term) => operand(term, BINDING.not)).join(" & ");
  }
  return node satisfies never;
}

/** Brackets of a number of the account's own. */
function ownText(node: Extract<Node, { kind: "call" }>): string | null {
  const own = ownPointOf(node);
  return own && `[mine ${own.field}${own.day === 0 ? "" : ` ${own.day}`}]`;
}

/** A formula inside a trade; a number alone would be a percent. */
const clauseValue = (node: Node): string =>
  node.kind === "number" ? `${commentText(node.comments)}( ${body(node)} )` : operand(node, BINDING.primary);

function chain(first: Node, rest: readonly { readonly op: string; readonly node: Node }[], least: Level): string {
  return [operand(first, least), ...rest.map(({ op, node }) => `${op} ${operand(node, least)}`)].join(" ");
}

function argument(arg: Argument): string {
  if (arg.kind === "range") return rangeText(arg.days);
  if (arg.kind === "group") return `by ${arg.by}`;
  if (arg.kind === "aggregate") return arg.of;
  return arg.kind === "day" ? String(arg.day) : text(arg);
}

/**
 * The canonical code of a tree: one blank between members, defaults written out, comments kept, parentheses where the
 * tree needs them and around what `&`, `|` and `!` would make hard to read. Reading it gives the same tree.
 */
export function printCode(tree: Node): string {
  const after = commentText(tree.commentsAfter).trimEnd();
  return after === "" ? text(tree) : `${text(tree)} ${after}`;
}
