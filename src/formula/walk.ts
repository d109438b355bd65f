import type { Argument, Node } from "./tree.ts";

/** The nodes a node is made of, in source order; ranges and days of calls are no nodes. */
export function children(node: Node): readonly Node[] {
  switch (node.kind) {
    case "number":
    case "text":
    case "time":
    case "date":
    case "column":
    case "data":
      return [];
    case "call":
      return node.args.filter((arg: Argument): arg is Node => arg.kind !== "range" && arg.kind !== "day");
    case "negative":
    case "not":
      return [node.of];
    case "sum":
    case "product":
      return [node.first, ...node.rest.map((term) => term.node)];
    case "compare":
      return [node.left, node.right];
    case "and":
    case "or":
      return node.terms;
  }
}

/** Every node, each before its children, in source order. Iterative: chains may be long. */
export function* walk(tree: Node): Generator<Node, void, undefined> {
  const stack: Node[] = [tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    const inner = children(node);
    for (let index = inner.length - 1; index >= 0; index--) {
      const next = inner[index];
      if (next) stack.push(next);
    }
  }
}

/** The same tree with every node replaced bottom-up. */
export function mapTree(tree: Node, change: (node: Node) => Node): Node {
  const inner = (node: Node): Node => mapTree(node, change);
  switch (tree.kind) {
    case "number":
    case "text":
    case "time":
    case "date":
    case "column":
    case "data":
      return change(tree);
    case "call":
      return change({
        ...tree,
        args: tree.args.map((arg) => (arg.kind === "range" || arg.kind === "day" ? arg : inner(arg))),
      });
    case "negative":
    case "not":
      return change({ ...tree, of: inner(tree.of) });
    case "sum":
      return change({
        ...tree,
        first: inner(tree.first),
        rest: tree.rest.map(({ op, node }) => ({ op, node: inner(node) })),
      });
    case "product":
      return change({
        ...tree,
        first: inner(tree.first),
        rest: tree.rest.map(({ op, node }) => ({ op, node: inner(node) })),
      });
    case "compare":
      return change({ ...tree, left: inner(tree.left), right: inner(tree.right) });
    case "and":
    case "or":
      return change({ ...tree, terms: tree.terms.map(inner) });
  }
}
