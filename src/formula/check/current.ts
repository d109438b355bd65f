import { securityGroupRow } from "../../vocabulary/index.ts";
import { fieldOf } from "../code/catalogue.ts";
import type { Span } from "../tree.ts";
import type { Check } from "./checking.ts";

/** A note for each field of which only the present value is known, as a value or as what securities are grouped by. */
export const checkCurrent: Check = ({ nodes, env, report }) => {
  const reported = new Set<string>();
  const judge = (group: "identity" | "fundamental", name: string, at: Span): void => {
    const field = fieldOf(group, name);
    if (!field || reported.has(field.name)) return;
    const current = env.currentOnly ? env.currentOnly.has(field.name) : field.currentOnly === true;
    if (!current) return;
    reported.add(field.name);
    report("current-value", at, { field: field.label });
  };
  for (const node of nodes) {
    if (node.kind === "data" && (node.point.group === "identity" || node.point.group === "fundamental"))
      judge(node.point.group, node.point.field, node);
    if (node.kind !== "call") continue;
    for (const arg of node.args) if (arg.kind === "group") judge(securityGroupRow(arg.by).group, arg.by, arg);
  }
};
