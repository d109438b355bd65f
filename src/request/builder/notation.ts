import { members, parseCode, printCode } from "../../formula/index.ts";
import type { Member, Node } from "../../formula/index.ts";
import type { FormulaType } from "../formulas.ts";

/** The tree of a typed formula; null where it does not parse. */
export function treeOfText(type: FormulaType, text: string): Node | null {
  // The words notation has no reader in this room yet: what was typed in it comes with its members.
  if (type === "words" || text.trim() === "") return null;
  const { tree, diagnostics } = parseCode(text);
  return diagnostics.some(({ severity }) => severity === "error") ? null : tree;
}

/** A tree in the notation of a tab, comments kept. */
export const textOfTree = (_type: FormulaType, tree: Node): string => printCode(tree);

/** Members as the text has them, redundant parentheses included. */
export const membersOfText = (type: FormulaType, text: string, tree: Node): readonly Member[] =>
  members(type === "words" ? tree : text);

/** The canonical words of a tree. */
export const sentenceOf = (tree: Node): string => printCode(tree);
