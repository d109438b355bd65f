import { numberText } from "../code/literal-text.ts";
import { parseCode } from "../code/read-code.ts";
import { replace } from "../diagnostic.ts";
import type { Fix } from "../diagnostic.ts";
import type { Notation } from "../notation.ts";
import type { Node } from "../tree.ts";
import type { Check, Checking } from "./checking.ts";
import { addValues, number, UNKNOWN } from "./value.ts";
import type { Value } from "./value.ts";

const SIGNS = { not: "!", and: "&", or: "|" } as const;

/** Signs and operators get operands of the right type: numbers, conditions, dates and times. */
export const checkOperators: Check = (checking) => {
  for (const node of checking.nodes) {
    if (node.kind === "negative") numeric(checking, "-", node.of);
    else if (node.kind === "not") conditions(checking, SIGNS.not, [node.of]);
    else if (node.kind === "and" || node.kind === "or") conditions(checking, SIGNS[node.kind], node.terms);
    else if (node.kind === "sum") sum(checking, node);
    else if (node.kind === "product") {
      const terms = [{ op: node.rest[0]?.op ?? "*", node: node.first }, ...node.rest];
      terms.some(({ op, node: term }) => numeric(checking, op, term));
    } else if (node.kind === "compare") comparison(checking, node);
  }
};

/** Returns true where it reported. */
function numeric({ facts, notation, report }: Checking, op: string, node: Node): boolean {
  const { type } = facts(node);
  if (type === "number" || type === "unknown") return false;
  report("not-a-number", node, { operator: notation.sign(op), found: type });
  return true;
}

function conditions({ facts, notation, report }: Checking, op: string, terms: readonly Node[]): void {
  const operator = notation.sign(op);
  for (const term of terms) {
    const { type } = facts(term);
    if (type !== "boolean" && type !== "unknown") report("not-a-condition", term, { operator, found: type });
  }
}

function sum({ facts, notation, report }: Checking, node: Extract<Node, { kind: "sum" }>): void {
  let value: Value = facts(node.first);
  let left = node.first;
  for (const { op, node: right } of node.rest) {
    const next = addValues(value, op, facts(right));
    if (next === "not-a-number") {
      const wrong = isNumeric(value) ? right : left;
      report("not-a-number", wrong, { operator: notation.sign(op), found: facts(wrong).type });
    } else if (next === "date-arithmetic") {
      const parameters = { left: value.type, operator: notation.sign(op), right: facts(right).type };
      report("date-arithmetic", { from: node.first.from, to: right.to }, parameters);
    }
    value = typeof next !== "string" ? next : next === "unit" ? number(null) : UNKNOWN;
    left = right;
  }
}

function comparison({ facts, notation, report }: Checking, node: Extract<Node, { kind: "compare" }>): void {
  const [left, right] = [facts(node.left).type, facts(node.right).type];
  if (left === "unknown" || right === "unknown") return;
  if (left !== right)
    report("compare-types", node, { left, right }, [
      asType(notation, node.right, left),
      asType(notation, node.left, right),
    ]);
  else if ((left === "text" || left === "boolean") && node.op !== "=" && node.op !== "!=")
    report("compare-order", node, { type: left });
}

/** Fix that writes the text of a number, date or time without quotes. */
function asType({ print }: Notation, node: Node, type: Value["type"]): Fix | null {
  if (node.kind !== "text") return null;
  const said = node.value.trim();
  const pattern = { number: /^\d+(?:\.\d+)?$/, date: /^\d{4}-\d{2}-\d{2}$/, time: /^\d{1,2}:\d{2}$/ };
  if (type !== "number" && type !== "date" && type !== "time") return null;
  if (!pattern[type].test(said)) return null;
  const { tree } = parseCode(type === "number" ? numberText(Number(said)) : `'${said}'`);
  const right = tree && print(tree);
  return right === null ? null : replace(`Write ${right}`, node, right);
}

const isNumeric = ({ type }: Value): boolean => type === "number" || type === "date" || type === "time";
