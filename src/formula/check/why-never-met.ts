import { numberText } from "../code/literal-text.ts";
import type { Node } from "../tree.ts";
import { walk } from "../walk.ts";
import { check } from "./check.ts";
import type { CheckEnv } from "./env.ts";
import { FactTable, literal } from "./facts.ts";

/** Findings that say of a comparison that its sides are hundredfold apart. */
const MIXES: ReadonlySet<string> = new Set(["percent-or-ratio", "unit-percent"]);

/**
 * What explains that a condition is met on no row, or on all: a ratio that is compared with a percent, or a number that was
 * meant as the other one. Null where the formula does not say.
 */
export function whyNeverMet(tree: Node, env: CheckEnv): string | null {
  const { diagnostics } = check(tree, env);
  const mix = diagnostics.find(({ code }) => MIXES.has(code));
  // What to do about it stands with the finding.
  if (mix !== undefined) return mix.message.replace(/(?<=\.) (?:Choose|Multiply) [^.]*\.$/, "");
  const facts = new FactTable(env);
  for (const node of walk(tree)) {
    if (node.kind !== "compare") continue;
    const [left, right] = [literal(node.left), literal(node.right)];
    const number = left ?? right;
    if (number === null || (left !== null && right !== null)) continue;
    const { type, unit } = facts.of(left === null ? node.left : node.right);
    const said = said100(number);
    if (type !== "number") continue;
    if (unit === "ratio" && Math.abs(number) >= 2)
      return `A ratio is compared with ${written(number)}: that is ${said} %, since a ratio of 1 is 100 %.`;
    if (unit === "percent" && number !== 0 && Math.abs(number) < 1)
      return `A percent is compared with ${written(number)}: that is ${written(number)} %, not ${said} %.`;
  }
  return null;
}

const written = (value: number): string => (value < 0 ? `-${numberText(-value)}` : numberText(value));
/** The number as if it were a part of one, without the noise of binary fractions. */
const said100 = (value: number): string => written(Number((value * 100).toPrecision(12)));
