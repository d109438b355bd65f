import { parameterText } from "../code/literal-text.ts";
import { hint, nearest } from "../code/nearest.ts";
import { replace } from "../diagnostic.ts";
import { parameterKey } from "../parameters.ts";
import type { Check } from "./checking.ts";

/** A parameter has a statement of its own in the request. */
export const checkParameters: Check = ({ nodes, env, report }) => {
  const known = env.parameters ?? new Map<string, number>();
  for (const node of nodes) {
    if (node.kind !== "number" || node.parameter === undefined || known.has(parameterKey(node.parameter))) continue;
    const meant = nearest(node.parameter, [...known.keys()]);
    const right = meant === null ? null : parameterText(meant);
    report("unknown-parameter", node, { found: parameterText(node.parameter), hint: hint(right) }, [
      right === null ? null : replace(`Write ${right}`, node, right),
    ]);
  }
};
