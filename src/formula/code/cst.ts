import type { Tree } from "@lezer/common";
import type { Span } from "../tree.ts";

/** A node of the parsed text with its children, as plain data; `⚠` is what the grammar could not read. */
export interface Cst extends Span {
  readonly name: string;
  readonly kids: readonly Cst[];
  readonly error: boolean;
}

/** Converts the whole tree without recursion, since chains may have thousands of terms. */
export function cstOf(tree: Tree): Cst {
  const open: Cst[][] = [[]];
  tree.iterate({
    enter: () => void open.push([]),
    leave: ({ name, type, from, to }) => {
      const kids = open.pop() ?? [];
      open.at(-1)?.push({ name, from, to, kids, error: type.isError });
    },
  });
  return open[0]?.[0] ?? { name: "Formula", from: 0, to: tree.length, kids: [], error: false };
}

/** The leaves in the order of the text; text that the grammar skipped counts as one. */
export function leavesOf(root: Cst): readonly Cst[] {
  const leaves: Cst[] = [];
  const stack: Cst[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.error || node.kids.length === 0) {
      leaves.push(node);
      continue;
    }
    for (let i = node.kids.length - 1; i >= 0; i--) {
      const kid = node.kids[i];
      if (kid) stack.push(kid);
    }
  }
  return leaves;
}

export const child = (node: Cst, name: string): Cst | undefined => node.kids.find((kid) => kid.name === name);
