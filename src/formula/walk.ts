import { mapTrade, tradeFormulas } from "./trade.ts";
import { isNode, type Node } from "./tree.ts";

/** The nodes a node is made of, in source order; ranges, days and groups of calls are no nodes. */
export function children(node: Node): readonly Node[] {
  switch (node.kind) {
    case "number":
    case "text":
    case "time":
    case "date":
    case "column":
    case "data":
      return [];
    case "trade":
      return tradeFormulas(node.trade);
    case "call":
      return node.args.filter(isNode);
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
  return node satisfies never;
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

/** A node with each of its children replaced; the ranges, days and groups of a call stay. */
export function mapChildren(node: Node, change: (child: Node) => Node): Node {
  switch (node.kind) {
    case "number":
    case "text":
    case "time":
    case "date":
    case "column":
    case "data":
      return node;
    case "trade":
      return { ...node, trade: mapTrade(node.trade, change) };
    case "call":
      return {
        ...node,
        args: node.args.map((arg) => (isNode(arg) ? change(arg) : arg)),
      };
    case "negative":
    case "not":
      return { ...node, of: change(node.of) };
    case "sum":
      return {
        ...node,
        first: change(node.first),
        rest: node.rest.map((term) => ({ ...term, node: change(term.node) })),
      };
    case "product":
      return {
        ...node,
        first: change(node.first),
        rest: node.rest.map((term) => ({ ...term, node: change(term.node) })),
      };
    case "compare":
      return { ...node, left: change(node.left), right: change(node.right) };
    case "and":
    case "or":
      return { ...node, terms: node.terms.map(change) };
  }
  return node satisfies never;
}

/** The same tree with every node replaced, children first. */
export const mapTree = (tree: Node, change: (node: Node) => Node): Node =>
  change(mapChildren(tree, (child) => mapTree(child, change)));

/** A node with one of its children replaced by another node. */
export const replaceNode = (node: Node, child: Node, by: Node): Node =>
  mapChildren(node, (one) => (one === child ? by : one));
