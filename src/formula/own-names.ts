import type { Node } from "./tree.ts";
import { walk } from "./walk.ts";

/** A list or number of an account, as a formula names it. */
export interface OwnName {
  readonly kind: "list" | "number";
  readonly name: string;
}

/** What a formula names of its account's own, in its order, repeated where it is. Pure. */
export function ownNamesIn(tree: Node): readonly OwnName[] {
  return [...walk(tree)].flatMap((node) => {
    if (node.kind !== "call" || (node.name !== "in_list" && node.name !== "mine")) return [];
    const [named] = node.args;
    return named?.kind === "text" ? [{ kind: node.name === "mine" ? "number" : "list", name: named.value }] : [];
  });
}
