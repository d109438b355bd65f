import type { Unit } from "../../vocabulary/index.ts";
import type { Fix } from "../diagnostic.ts";
import type { Notation } from "../notation.ts";
import type { Node } from "../tree.ts";
import type { Check, Checking } from "./checking.ts";
import { callOf, isNode, ruleAt } from "./facts.ts";
import { around } from "./percent-or-ratio.ts";
import { addValues, commonUnit, number, UNKNOWN } from "./value.ts";
import type { Value } from "./value.ts";

/** Values that are added, compared or chosen between have one unit; a ratio with a percent is a warning. */
export const checkUnits: Check = (checking) => {
  const { facts } = checking;
  for (const node of checking.nodes) {
    if (node.kind === "compare") together(checking, "compared", [node.left, node.right]);
    else if (node.kind === "sum") {
      let value: Value = facts(node.first);
      for (const { op, node: right } of node.rest) {
        const next = addValues(value, op, facts(right));
        if (next === "unit") mixed(checking, "added", termsUntil(node, right), value.unit, facts(right).unit);
        value = typeof next !== "string" ? next : next === "unit" ? number(null) : UNKNOWN;
      }
    } else if (node.kind === "call") {
      const entry = callOf(node.name);
      const groups = new Map<number, Node[]>();
      for (const [index, arg] of entry ? node.args.entries() : []) {
        const rule = entry && ruleAt(entry, index);
        if (!isNode(arg) || !rule) continue;
        const key = rule.kind === "same" ? rule.as : index;
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [arg]);
        else group.push(arg);
      }
      for (const nodes of groups.values()) together(checking, "compared", nodes);
    }
  }
};

const termsUntil = ({ first, rest }: Extract<Node, { kind: "sum" }>, last: Node): readonly Node[] => [
  first,
  ...rest.slice(0, rest.findIndex(({ node }) => node === last) + 1).map(({ node }) => node),
];

function together(checking: Checking, joined: string, nodes: readonly Node[]): void {
  let unit: Unit | null = "plain";
  for (const [index, node] of nodes.entries()) {
    const { type, unit: next } = checking.facts(node);
    if (type !== "number") return;
    const common = commonUnit(unit, next);
    if (common === "unit-percent" || common === "unit-mismatch") {
      mixed(checking, joined, nodes.slice(0, index + 1), unit, next);
      return;
    }
    unit = common;
  }
}

function mixed(
  { report, facts, notation }: Checking,
  joined: string,
  nodes: readonly Node[],
  left: Unit | null,
  right: Unit | null,
): void {
  const [from, to] = [nodes[0]?.from ?? 0, nodes.at(-1)?.to ?? 0];
  if (commonUnit(left, right) === "unit-percent") {
    const [ratio, ...others] = nodes.filter((node) => facts(node).unit === "ratio");
    report("unit-percent", { from, to }, {}, [ratio && others.length === 0 ? asPercent(notation, ratio) : null]);
  } else report("unit-mismatch", { from, to }, { left: left ?? "", right: right ?? "", joined });
}

/** A ratio times 100. */
function asPercent({ sign }: Notation, ratio: Node): Fix {
  return { label: "Multiply by 100", edits: around(ratio, ` ${sign("*")} 100`) };
}
