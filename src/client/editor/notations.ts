import { parseCode, parseWords, printCode, printWords } from "../../formula/index.ts";
import type { Node, NotationName } from "../../formula/index.ts";

/** One formula under two tabs. What counts is the text that was typed last; looking at the other tab changes nothing. */
export interface NotatedFormula {
  /** In which notation it was typed last. */
  readonly notation: NotationName;
  /** The tab on top. */
  readonly shown: NotationName;
  readonly words: string;
  readonly code: string;
}

const READ = { code: parseCode, words: parseWords } as const;
const PRINT = { code: printCode, words: printWords } as const;

const treeIn = (notation: NotationName, text: string): Node | null =>
  text.trim() === "" ? null : READ[notation](text).tree;

export const notated = (notation: NotationName, text: string): NotatedFormula => ({
  notation,
  shown: notation,
  words: "",
  code: "",
  [notation]: text,
});

/** Whether the tab on top shows what counts. A formula that does not parse has no other notation. */
export const isCurrent = ({ notation, shown, ...texts }: NotatedFormula): boolean =>
  notation === shown || treeIn(notation, texts[notation]) !== null || texts[notation].trim() === "";

/**
 * The same formula under another tab. A text that already says the same stays as it was typed; beside one that does not
 * parse the other keeps what it had, so nothing is lost.
 */
export function showNotation(formula: NotatedFormula, shown: NotationName): NotatedFormula {
  if (formula.notation === shown) return { ...formula, shown };
  const tree = treeIn(formula.notation, formula[formula.notation]);
  if (tree === null) return { ...formula, shown };
  const printed = PRINT[shown](tree);
  const before = treeIn(shown, formula[shown]);
  const same = before !== null && PRINT[shown](before) === printed;
  return same ? { ...formula, shown } : { ...formula, shown, [shown]: printed };
}

/** Typing on the tab on top makes its text the one that counts. */
export const typeFormula = (formula: NotatedFormula, text: string): NotatedFormula =>
  text === formula[formula.shown] ? formula : { ...formula, notation: formula.shown, [formula.shown]: text };
