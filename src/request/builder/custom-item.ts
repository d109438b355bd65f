import { columnKey, columnNames, printCode, walk } from "../../formula/index.ts";
import type { Node } from "../../formula/index.ts";
import type { FormulaType } from "../formulas.ts";
import type { CustomItem } from "./entry.ts";
import { membersOfText, treeOfText } from "./notation.ts";

interface CustomGiven {
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

/** A text after a column was given another name: its braces alone change, everything else stays as typed. */
export function renamedText(type: FormulaType, text: string, from: string, to: string): string {
  const key = columnKey(from);
  const tree = treeOfText(type, text);
  // An incomplete formula cannot be read yet: text in braces counts as a column.
  if (tree === null)
    return text.replaceAll(/\{([^{}|]*)\}/g, (braces, name: string) => (columnKey(name) === key ? `{${to}}` : braces));
  return [...walk(tree)]
    .filter((node) => node.kind === "column" && columnKey(node.name) === key)
    .toSorted((a, b) => b.from - a.from)
    .reduce((now, place) => `${now.slice(0, place.from)}{${to}}${now.slice(place.to)}`, text);
}

/** A formula after a column was given another name. */
export function renamedFormula(item: CustomItem, from: string, to: string): CustomItem {
  const { formula } = item;
  const text = renamedText(formula.type, formula.inputFormula, from, to);
  return text === formula.inputFormula ? item : customItem({ ...formula, text });
}
