import type { Node } from "../tree.ts";
import { child } from "./cst.ts";
import type { Cst } from "./cst.ts";
import type { CompoundParts, Dialect } from "./dialect.ts";
import { textLiteral } from "./literal-text.ts";
import { invalidNode } from "./reading.ts";
import type { Reading } from "./reading.ts";

const VALUES: ReadonlySet<string> = new Set(["Text", "Value", "Number"]);

/**
 * `exchange is nasdaq or NYSE`: the values that a comparison is joined with are one of several. Words read it; code, and
 * `is not`, which could mean either, get the list as a fix. Null for anything else.
 */
export function readOrValues(
  reading: Reading,
  dialect: Dialect,
  cst: Cst,
  { operands, operators, read }: CompoundParts,
): Node | null {
  const [head, ...rest] = operands(cst);
  const comparison = head?.name === "And" ? operands(head).at(-1) : head;
  if (!head || comparison?.name !== "Comparison" || rest.length === 0) return null;
  const [left, first, more] = operands(comparison);
  const sign = child(comparison, "CompareOp") ?? child(comparison, "CompareWord");
  if (!left || !first || more || !sign) return null;
  const texts = dialect.isTextField(reading, left);
  const isValue = ({ name }: Cst): boolean => VALUES.has(name) || (texts && name === "BareName");
  const values: Cst[] = [];
  for (const [index, term] of rest.entries()) {
    // `is A or B and …`: the last value is the first part of what and joins.
    const value = term.name === "And" && index === rest.length - 1 ? operands(term)[0] : term;
    if (!value || !isValue(value)) return null;
    values.push(value);
  }
  if (!isValue(first)) return null;
  const op = dialect.operator(reading, sign);
  if (op !== "=" && op !== "!=") return null;
  const last = values.at(-1) ?? first;
  const plain =
    head === comparison && last === rest.at(-1) && [first, ...values].every(({ name }) => name !== "BareName");
  if (reading.notation.name === "words" && op === "=" && plain) {
    operators(cst);
    return { ...reading.span(cst), kind: "call", name: "in", args: [left, first, ...values].map(read) };
  }
  const literal = (value: Cst): string =>
    value.name === "BareName" ? textLiteral(reading.text(value)) : reading.text(value);
  const one = reading.notation.oneOf(reading.text(left), [first, ...values].map(literal));
  const right = op === "=" ? one : reading.notation.not(one);
  const place = { from: comparison.from, to: last.to };
  reading.report("or-values", place, { found: reading.text(last), right }, [reading.fix(right, place)]);
  return invalidNode(reading.span(cst));
}
