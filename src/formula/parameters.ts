import type { Node } from "./tree.ts";
import { mapTree, walk } from "./walk.ts";

/** A letter, then letters and digits, as the grammars read it behind the sign `$`. */
export const PARAMETER_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** How names of parameters are compared: without regard to case. */
export const parameterKey = (name: string): string => name.normalize("NFC").toLowerCase();

/** The values of a request's parameters by `parameterKey`: one setting. */
export type ParameterValues = ReadonlyMap<string, number>;

/** Values given by names as one writes them. */
export const parametersByKey = (values: Readonly<Record<string, number>>): ParameterValues =>
  new Map(Object.entries(values).map(([name, value]) => [parameterKey(name), value]));

/** Names of the parameters in a formula, each once, as first written. */
export function parameterNames(tree: Node): readonly string[] {
  const names = new Map<string, string>();
  for (const node of walk(tree))
    if (node.kind === "number" && node.parameter !== undefined && !names.has(parameterKey(node.parameter)))
      names.set(parameterKey(node.parameter), node.parameter);
  return [...names.values()];
}

/**
 * The tree at a setting: each parameter has its value, and is still known by its name. One without a value is NaN, which
 * the checks refuse. The same tree where it has no parameters.
 */
export function settled(tree: Node, values: ParameterValues): Node {
  if (parameterNames(tree).length === 0) return tree;
  return mapTree(tree, (node) =>
    node.kind === "number" && node.parameter !== undefined
      ? { ...node, value: values.get(parameterKey(node.parameter)) ?? NaN }
      : node,
  );
}
