import type { Check } from "./checking.ts";
import { added, number, UNKNOWN } from "./value.ts";
import type { Value } from "./value.ts";

const CONDITION = { not: "!", and: "&", or: "|" } as const;
const article = (type: string): string => type;

/** Signs and operators get what they go with: numbers, conditions, dates and times. */
export const checkOperators: Check = ({ nodes, facts, report }) => {
  for (const node of nodes) {
    switch (node.kind) {
      case "negative": {
        const { type } = facts(node.of);
        if (type !== "number" && type !== "unknown")
          report("not-a-number", node.of, { operator: "-", found: article(type) });
        break;
      }
      case "not":
      case "and":
      case "or":
        for (const term of node.kind === "not" ? [node.of] : node.terms) {
          const { type } = facts(term);
          if (type !== "boolean" && type !== "unknown")
            report("not-a-condition", term, { operator: CONDITION[node.kind], found: article(type) });
        }
        break;
      case "sum": {
        let value: Value = facts(node.first);
        let left = node.first;
        for (const { op, node: right } of node.rest) {
          const next = added(value, op, facts(right));
          if (next === "not-a-number") {
            const wrong = isNumeric(value) ? right : left;
            report("not-a-number", wrong, { operator: op, found: article(facts(wrong).type) });
          } else if (next === "date-arithmetic") {
            const parameters = { left: value.type, operator: op, right: facts(right).type };
            report("date-arithmetic", { from: node.first.from, to: right.to }, parameters);
          }
          value = typeof next !== "string" ? next : next === "unit" ? number(null) : UNKNOWN;
          left = right;
        }
        break;
      }
      case "product": {
        const terms = [{ op: node.rest[0]?.op ?? "*", node: node.first }, ...node.rest];
        const wrong = terms.find((term) => {
          const { type } = facts(term.node);
          return type !== "number" && type !== "unknown";
        });
        if (wrong) report("not-a-number", wrong.node, { operator: wrong.op, found: article(facts(wrong.node).type) });
        break;
      }
      case "compare": {
        const [left, right] = [facts(node.left).type, facts(node.right).type];
        if (left === "unknown" || right === "unknown") break;
        if (left !== right) report("compare-types", node, { left, right });
        else if ((left === "text" || left === "boolean") && node.op !== "=" && node.op !== "!=")
          report("compare-order", node, { type: left });
        break;
      }
      default:
    }
  }
};

const isNumeric = ({ type }: Value): boolean => type === "number" || type === "date" || type === "time";
