import { fieldOf } from "../code/catalogue.ts";
import type { Check } from "./checking.ts";

/** A note for each field of which only the present value is known. */
export const checkCurrent: Check = ({ nodes, env, report }) => {
  const reported = new Set<string>();
  for (const node of nodes) {
    if (node.kind !== "data" || (node.point.group !== "identity" && node.point.group !== "fundamental")) continue;
    const field = fieldOf(node.point.group, node.point.field);
    if (!field || reported.has(field.name)) continue;
    const current = env.currentOnly ? env.currentOnly.has(field.name) : field.currentOnly === true;
    if (!current) continue;
    reported.add(field.name);
    report("current-value", node, { field: field.label });
  }
};
