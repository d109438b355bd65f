import type { Diagnostic } from "../diagnostic.ts";
import type { Node } from "../tree.ts";
import { children } from "../walk.ts";
import type { CheckEnv } from "./env.ts";
import { FactTable } from "./facts.ts";

/** Keeps the right one of the two fixes of a percent sign, where the unit of the other operand is known. */
export function choosePercentFixes(found: readonly Diagnostic[], tree: Node, env: CheckEnv): readonly Diagnostic[] {
  if (!found.some(({ code }) => code === "percent-sign")) return found;
  const facts = new FactTable(env);
  return found.map((one) => {
    const [part, points] = one.code === "percent-sign" ? (one.fixes ?? []) : [];
    if (part === undefined || points === undefined) return one;
    const beside = unitBeside(tree, one.from, facts);
    return beside === null ? one : { ...one, fixes: [beside === "percent" ? points : part] };
  });
}

/** Whether the number at an offset is combined with percents in points or with something else; null where that is unknown. */
function unitBeside(tree: Node, from: number, facts: FactTable): "percent" | "other" | null {
  const path: Node[] = [];
  for (let node: Node | undefined = tree; node !== undefined;) {
    path.push(node);
    node = children(node).find((child) => child.from <= from && from < child.to);
  }
  for (let at = path.length - 2; at >= 0; at -= 1) {
    const [parent, own] = [path[at], path[at + 1]];
    if (parent === undefined || parent.kind === "product") return "other";
    const beside = parent.kind === "negative" ? [] : children(parent).filter((child) => child !== own);
    const units = beside.map((node) => facts.of(node)).filter(({ constant }) => !constant);
    if (units.some(({ unit }) => unit === "percent")) return "percent";
    if (units.some(({ unit, type }) => unit === null && (type === "number" || type === "unknown"))) return null;
    if (units.length > 0) return "other";
  }
  return null;
}
