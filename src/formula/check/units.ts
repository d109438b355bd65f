import type { Unit } from "../../vocabulary/index.ts";
import type { Node } from "../tree.ts";
import type { Check, Checking } from "./checking.ts";
import { callOf, isNode, ruleAt } from "./facts.ts";
import { added, commonUnit, number, UNKNOWN } from "./value.ts";
import type { Value } from "./value.ts";

/** What is added, compared or chosen between is of one unit; a ratio against a percent is a warning. */
export const checkUnits: Check = (checking) => {
  const { facts } = checking;
  for (const node of checking.nodes) {
    if (node.kind === "compare") together(checking, "compared", [node.left, node.right]);
    else if (node.kind === "sum") {
      let value: Value = facts(node.first);
      for (const { op, node: right } of node.rest) {
        const next = added(value, op, facts(right));
        if (next === "unit")
          mixed(checking, "added", { from: node.first.from, to: right.to }, value.unit, facts(right).unit);
        value = typeof next !== "string" ? next : next === "unit" ? number(null) : UNKNOWN;
      }
    } else if (node.kind === "call") {
      const entry = callOf(node.name);
      const groups = new Map<number, Node[]>();
      for (const [index, arg] of entry ? node.args.entries() : []) {
        const rule = entry && ruleAt(entry, index);
        if (!isNode(arg) || !rule) continue;
        const key = rule.kind === "same" ? rule.as : index;
        groups.set(key, [...(groups.get(key) ?? []), arg]);
      }
      for (const nodes of groups.values()) together(checking, "compared", nodes);
    }
  }
};

function together(checking: Checking, joined: string, nodes: readonly Node[]): void {
  let unit: Unit | null = "plain";
  for (const node of nodes) {
    const { type, unit: next } = checking.facts(node);
    if (type !== "number") return;
    const common = commonUnit(unit, next);
    if (common === "unit-percent" || common === "unit-mismatch") {
      mixed(checking, joined, { from: nodes[0]?.from ?? node.from, to: node.to }, unit, next);
      return;
    }
    unit = common;
  }
}

function mixed(
  { report }: Checking,
  joined: string,
  place: { readonly from: number; readonly to: number },
  left: Unit | null,
  right: Unit | null,
): void {
  const code = commonUnit(left, right);
  if (code === "unit-percent") report("unit-percent", place, {});
  else report("unit-mismatch", place, { left: left ?? "", right: right ?? "", joined });
}
