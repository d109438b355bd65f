import { columnKey } from "./check/env.ts";
import type { Node } from "./tree.ts";
import { mapTree, walk } from "./walk.ts";

/** Names of the columns a formula refers to, each once, as first written. */
export function columnNames(tree: Node): readonly string[] {
  const names = new Map<string, string>();
  for (const node of walk(tree)) {
    if (node.kind === "column" && !names.has(columnKey(node.name))) names.set(columnKey(node.name), node.name);
  }
  return [...names.values()];
}

/**
 * Keys of the columns a formula needs, those that its columns refer to included. `trees` holds the columns by key; a name
 * it lacks is kept, for it may be built in.
 */
export function referencedColumns(tree: Node, trees: ReadonlyMap<string, Node>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = columnNames(tree).map(columnKey);
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    const next = trees.get(key);
    if (next) open.push(...columnNames(next).map(columnKey));
  }
  return found;
}

/** The formula after a column was given another name; the same tree where it does not refer to it. */
export function renameColumn(tree: Node, from: string, to: string): Node {
  const key = columnKey(from);
  if (!columnNames(tree).some((name) => columnKey(name) === key)) return tree;
  return mapTree(tree, (node) =>
    node.kind === "column" && columnKey(node.name) === key ? { ...node, name: to } : node,
  );
}
