import { numberText } from "../code/literal-text.ts";
import { isInvalid } from "../code/reading.ts";
import { replace } from "../diagnostic.ts";
import type { Diagnostic, Fix } from "../diagnostic.ts";
import type { Node } from "../tree.ts";
import { children, walk } from "../walk.ts";
import type { CheckEnv } from "./env.ts";
import { FactTable } from "./facts.ts";
import { priceRatio } from "./price-ratios.ts";

/** What the reader says of numbers with a unit, decided by the unit of what stands beside them. */
export const settleNumbers = (found: readonly Diagnostic[], tree: Node, env: CheckEnv): readonly Diagnostic[] =>
  withoutRightDollars(choosePercentFixes(found, tree, env), tree, env);

/** Keeps the right one of the two fixes of a percent sign, where the unit of the other operand is known. */
function choosePercentFixes(found: readonly Diagnostic[], tree: Node, env: CheckEnv): readonly Diagnostic[] {
  if (!found.some(({ code }) => code === "percent-sign")) return found;
  const facts = new FactTable(env);
  return found.map((one) => {
    const [part, points] = one.code === "percent-sign" ? (one.fixes ?? []) : [];
    if (part === undefined || points === undefined) return one;
    const beside = unitBeside(tree, one.from, facts);
    if (beside === null) return one;
    if (beside === "percent") return { ...one, fixes: [points] };
    const compared = beside.some((node) => priceRatio(node, env, facts) === "quotient");
    return { ...one, fixes: compared ? [part, ...aboveOne(part)] : [part] };
  });
}

const MONEY: ReadonlySet<string | null> = new Set(["price", "currency", "plain", null]);

/** Dollars beside a price or a sum of money are what they say; beside shares or percents they stay a warning. */
function withoutRightDollars(found: readonly Diagnostic[], tree: Node, env: CheckEnv): readonly Diagnostic[] {
  if (!found.some(({ code }) => code === "dollars")) return found;
  const facts = new FactTable(env);
  return found.filter(({ code, from }) => {
    if (code !== "dollars") return true;
    const beside = unitBeside(tree, from, facts);
    if (beside === null || beside === "percent") return beside !== null;
    return beside.some((node) => !MONEY.has(facts.of(node).unit));
  });
}

/** `[daily open] / [daily close -1] > 4%`: a rise of 4 % is a quotient of 1.04. */
function aboveOne({ edits: [edit] }: Fix): readonly Fix[] {
  const part = Number(edit?.insert);
  if (!edit || !(part > 0)) return [];
  const right = numberText(Number((1 + part).toPrecision(12)));
  const percent = numberText(Number((part * 100).toPrecision(12)));
  return [replace(`Write ${right}, a rise of ${percent} %`, edit, right)];
}

/**
 * Whether the number at an offset is combined with percents in points, or the other operands where they are something
 * else; null where that is unknown.
 */
function unitBeside(tree: Node, from: number, facts: FactTable): "percent" | readonly Node[] | null {
  const path: Node[] = [];
  for (let node: Node | undefined = tree; node !== undefined;) {
    path.push(node);
    node = children(node).find((child) => child.from <= from && from < child.to);
  }
  for (let at = path.length - 2; at >= 0; at -= 1) {
    const [parent, own] = [path[at], path[at + 1]];
    if (parent === undefined || parent.kind === "product") return [];
    const beside = parent.kind === "negative" ? [] : children(parent).filter((child) => child !== own);
    const others = beside.filter((node) => !facts.of(node).constant);
    if (others.some((node) => facts.of(node).unit === "percent")) return "percent";
    if (others.some((node) => isUnknown(node, facts))) return null;
    if (others.length > 0) return parent.kind === "compare" ? others : [];
  }
  return null;
}

/** A number of which nobody knows the unit: one with a mistake in it, unless it is one value divided by another. */
function isUnknown(node: Node, facts: FactTable): boolean {
  const { unit, type } = facts.of(node);
  if (unit !== null || (type !== "number" && type !== "unknown")) return false;
  return node.kind !== "product" || !node.rest.some(({ op }) => op === "/") || hasPercents(node, facts);
}

function hasPercents(tree: Node, facts: FactTable): boolean {
  for (const node of walk(tree)) {
    if (node.kind === "column" || (node.kind === "number" && node.value === 100 && node.parameter === undefined))
      return true;
    if (!isInvalid(node) && facts.of(node).unit === "percent") return true;
  }
  return false;
}
