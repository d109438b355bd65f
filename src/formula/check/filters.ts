import type { Check } from "./checking.ts";

/** A filter must be a condition, of data that filters may use. */
export const checkFilters: Check = ({ tree, env, nodes, facts, report }) => {
  if (env.use !== "filter") return;
  const { type } = facts(tree);
  if (type !== "boolean" && type !== "unknown") report("filter-not-boolean", tree, {});
  for (const node of nodes) {
    if (node.kind === "data" && node.point.group === "earnings") report("columns-only", node, {});
  }
};
