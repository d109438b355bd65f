import { printCode } from "../code/print-code.ts";
import { columnNames } from "../columns.ts";
import { readFormula } from "../read-formula.ts";
import type { NotationName } from "../notation.ts";
import type { Node } from "../tree.ts";
import { columnKey } from "./env.ts";
import type { CheckEnv, KnownColumn } from "./env.ts";

const codes = new WeakMap<Node, string>();

function codeOf(tree: Node): string {
  const code = codes.get(tree) ?? printCode(tree);
  codes.set(tree, code);
  return code;
}

const said = ({ name, tree }: KnownColumn): string => `${name}\n${tree === null ? "" : codeOf(tree)}`;

/**
 * All that the findings of a formula depend on, as a text: itself, its use, and the columns that it names, with those that
 * they name. Where one of them is unknown any column may be what was meant.
 */
export function surroundings(
  text: string,
  { columns, use, own, parameters = new Map() }: CheckEnv,
  notation: NotationName,
): string {
  const parts = [
    use,
    notation,
    JSON.stringify([...parameters]),
    text,
    ...(own === undefined ? [] : [JSON.stringify(own)]),
  ];
  const { tree } = readFormula(text, notation);
  const open = tree === null ? [] : columnNames(tree).map(columnKey);
  const seen = new Set<string>();
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const column = columns.get(key);
    if (column === undefined) return [...parts, ...[...columns.values()].map(said)].join("\n\n");
    parts.push(said(column));
    if (column.tree !== null) open.push(...columnNames(column.tree).map(columnKey));
  }
  return parts.join("\n\n");
}
