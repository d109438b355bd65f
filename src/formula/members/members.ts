import { clock, securityGroup } from "../../vocabulary/index.ts";
import type { Cst } from "../code/cst.ts";
import { printCode } from "../code/print-code.ts";
import { readCode } from "../code/read-code.ts";
import type { ReadFormula } from "../code/read-code.ts";
import { clockMinute } from "../code/literals.ts";
import { columnName, oneLine, readNumber } from "../code/literal-text.ts";
import type { Node } from "../tree.ts";
import type { Member } from "./member.ts";
import { pointMember, tradeMember } from "./point-member.ts";

const operator = (value: string): Member => ({ type: "operator", value });
const groupOf = (name: string): string => securityGroup(name) ?? name.toLowerCase();
const OPERATORS = new Set([
  "OrOp",
  "AndOp",
  "NotOp",
  "CompareOp",
  "Plus",
  "Minus",
  "Times",
  "Divide",
  "(",
  ")",
  "Comma",
]);

/**
 * The members of a formula in source order, parentheses and commas as operators: of a text as it was written, redundant
 * parentheses kept, of a tree as its canonical code has them. Empty where the text does not parse.
 */
export function members(formula: string | Node): readonly Member[] {
  return membersOf(readCode(typeof formula === "string" ? formula : printCode(formula)));
}

/** The members of a formula that was read. */
export function membersOf({ source, whole }: ReadFormula): readonly Member[] {
  if (source === null || !whole) return [];
  const { text, cst, origins } = source;
  const found: Member[] = [];
  const textOf = ({ from, to }: Cst): string => text.slice(from, to);
  const visit = (node: Cst): void => {
    const range = origins.ranges.get(node);
    const point = origins.points.get(node);
    if (range) found.push({ type: "range", ...range });
    else if (point) found.push(pointMember(point));
    else if (node.name === "By") found.push({ type: "group", value: groupOf(node.kids.map(textOf).at(-1) ?? "") });
    else if (node.name === "Trade") found.push(tradeMember(textOf(node)));
    else if (OPERATORS.has(node.name)) found.push(operator(textOf(node)));
    else if (node.kids.length > 0) for (const kid of node.kids) visit(kid);
    else {
      const literal = literalMember(node.name, textOf(node));
      if (literal) found.push(literal);
    }
  };
  visit(cst);
  return found;
}

function literalMember(name: string, text: string): Member | null {
  const inner = text.slice(1, -1);
  switch (name) {
    case "Number":
      return { type: "number", value: readNumber(text) };
    case "Parameter":
      return { type: "parameter", value: text.slice(1) };
    case "Text":
      return { type: "text", value: oneLine(inner.replaceAll('""', '"')) };
    case "Time": {
      const minute = clockMinute(inner);
      return minute === null ? { type: "date", value: inner.trim() } : { type: "time", value: clock(minute) };
    }
    case "Column":
      return { type: "column", value: columnName(inner) };
    case "Name":
      return { type: "function", value: text.toUpperCase() };
    default:
      return null;
  }
}
