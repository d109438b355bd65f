import { columnKey, columnNames, printCode, walk } from "../../formula/index.ts";
import type { Node } from "../../formula/index.ts";
import type { FormulaType } from "../formulas.ts";
import type { CustomItem } from "./entry.ts";
import { membersOfText, treeOfText } from "./notation.ts";

export interface CustomGiven {
  readonly type: FormulaType;
  readonly text: string;
  readonly name: string;
  readonly tag: string;
  readonly tag_list?: readonly string[];
  /** What the text means, where the caller knows it. */
  readonly tree?: Node;
}

/** Names in braces of a text that has no tree. */
const namesInBraces = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\{([^{}|]+)\}/g)].map(([, name = ""]) => name.trim())),
];

/** A formula as an added item; one that does not parse has no members yet. */
export function customItem({ type, text, name, tag, tag_list = [], tree }: CustomGiven): CustomItem {
  const read = tree ?? treeOfText(type, text);
  return {
    kind: "custom",
    formula: {
      inputFormula: text,
      type,
      stringFormula: read === null ? "" : printCode(read),
      jsonFormula: read === null ? [] : membersOfText(type, text, read),
      data_point: "formula",
      name_list: read === null ? namesInBraces(text) : columnNames(read),
      tag_list,
      tag,
      name,
    },
  };
}

/** A formula after a column was given another name: its braces alone change, everything else stays as typed. */
export function renamedFormula(item: CustomItem, from: string, to: string): CustomItem {
  const { formula } = item;
  const key = columnKey(from);
  const tree = treeOfText(formula.type, formula.inputFormula);
  if (tree === null) return item;
  const places = [...walk(tree)].filter((node) => node.kind === "column" && columnKey(node.name) === key);
  if (places.length === 0) return item;
  const text = places
    .toSorted((a, b) => b.from - a.from)
    .reduce((now, place) => `${now.slice(0, place.from)}{${to}}${now.slice(place.to)}`, formula.inputFormula);
  return customItem({ ...formula, text });
}
