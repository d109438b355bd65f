import { members, parseCode, parseWords, printCode, printWords } from "../../formula/index.ts";
import type { Member, Node } from "../../formula/index.ts";
import { notationOf } from "../formulas.ts";
import type { FormulaType } from "../formulas.ts";

/** The tree of a typed formula; null where it does not parse. */
export function treeOfText(type: FormulaType, text: string): Node | null {
  if (text.trim() === "") return null;
  const { tree, diagnostics } = notationOf(type) === "words" ? parseWords(text) : parseCode(text);
  return diagnostics.some(({ severity }) => severity === "error") ? null : tree;
}

/** A tree in the notation of a tab, comments kept. */
export const textOfTree = (type: FormulaType, tree: Node): string =>
  notationOf(type) === "words" ? printWords(tree) : printCode(tree);

/** Members as the text has them: of code redundant parentheses included, of words those of its canonical code. */
export const membersOfText = (type: FormulaType, text: string, tree: Node): readonly Member[] =>
  members(notationOf(type) === "words" ? tree : text);

/** The canonical words of a tree. */
export const sentenceOf = (tree: Node): string => printWords(tree);
