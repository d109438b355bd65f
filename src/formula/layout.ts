import { child, cstOf } from "./code/cst.ts";
import type { Cst } from "./code/cst.ts";
import { NOTATIONS } from "./notation.ts";
import type { NotationName } from "./notation.ts";
import { parser } from "./parser.ts";
import { parser as wordsParser } from "./parser-words.ts";
import { parseCode } from "./code/read-code.ts";
import { parseWords } from "./words/read-words.ts";

/** Characters of a line, and of one step of indentation. */
const MAX_LINE_CHARS = 100;
const INDENT_CHARS = 2;

const PARSERS = { code: parser, words: wordsParser } as const;
const READERS = { code: parseCode, words: parseWords } as const;

/** What stands before an operator, or behind a comma, may become a line break. */
const CHAINS: ReadonlySet<string> = new Set(["Or", "And", "Comparison", "Sum", "Product"]);
const OPERATORS: ReadonlySet<string> = new Set([
  "OrOp",
  "OrWord",
  "AndOp",
  "AndWord",
  "CompareOp",
  "CompareWord",
  "Plus",
  "PlusWord",
  "Minus",
  "MinusWord",
  "Times",
  "TimesWord",
  "Divide",
  "DividedByWord",
]);

/** Data points stay in one piece, however long. */
const UNBROKEN: ReadonlySet<string> = new Set(["DataPoint", "Data", "Event"]);

/** A blank of the text that becomes a line break, with the indentation of what follows. */
interface Break {
  readonly at: number;
  readonly indent: number;
}

/** Where a canonical text breaks: outermost operators first, parentheses opened only where they do not fit. */
class Breaks {
  readonly found: Break[] = [];
  readonly #text: string;
  /** Offset at which the line of the last break would begin, its indentation counted. */
  #lineStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  #break(at: number, indent: number): void {
    if (this.#text[at] !== " ") return;
    this.found.push({ at, indent });
    this.#lineStart = at + 1 - indent;
  }

  node(node: Cst, indent: number): void {
    if (node.to - this.#lineStart <= MAX_LINE_CHARS || UNBROKEN.has(node.name)) return;
    const opened = node.name === "Group" ? child(node, "(") : undefined;
    if (opened) {
      this.#break(opened.to, indent + INDENT_CHARS);
      this.#inside(node, indent + INDENT_CHARS);
      const closing = child(node, ")");
      if (closing) this.#break(closing.from - 1, indent);
      return;
    }
    this.#inside(node, node.name === "Call" ? indent + INDENT_CHARS : indent);
  }

  #inside(node: Cst, indent: number): void {
    let before = "";
    for (const kid of node.kids) {
      if (CHAINS.has(node.name) && OPERATORS.has(kid.name)) this.#break(kid.from - 1, indent);
      else if (before === "Comma") this.#break(kid.from - 1, indent);
      before = kid.name;
      this.node(kid, indent);
    }
  }
}

/** A canonical text over several lines, where one would be longer than 100 characters. */
function withBreaks(text: string, notation: NotationName): string {
  if (text.length <= MAX_LINE_CHARS) return text;
  const breaks = new Breaks(text);
  breaks.node(cstOf(PARSERS[notation].parse(text)), 0);
  let from = 0;
  let lines = "";
  for (const { at, indent } of breaks.found) {
    lines += `${text.slice(from, at)}\n${" ".repeat(indent)}`;
    from = at + 1;
  }
  return lines + text.slice(from);
}

/**
 * A formula as one would write it by hand: the canonical text, comments kept, in lines of at most 100 characters where
 * its operators allow. Line breaks and what indents them are the only difference from the canonical text; reading it
 * gives the same tree. A text that does not parse is returned as it is.
 */
export function layout(text: string, notation: NotationName): string {
  const { tree } = READERS[notation](text);
  return tree === null ? text : withBreaks(NOTATIONS[notation].print(tree), notation);
}
