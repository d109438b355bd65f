import type { Span } from "../../formula/index.ts";

/** A formula as it is read out of a statement. */
export interface FormulaText extends Span {
  /** Without the indentation that its further lines share; a line break inside a text is one blank. */
  readonly text: string;
  /** Where an offset into `text` stands in the request's text. */
  readonly at: (offset: number) => number;
  /** Line breaks inside texts. */
  readonly brokenTexts: readonly Span[];
}

/** Comments, columns and texts, closed or not: a quotation mark in the first two begins no text. */
export const FORMULA_PIECES = /\/\*[^]*?(?:\*\/|$)|\{[^{}]*\}?|"(?:[^"]|"")*"?|[“”][^“”]*[“”]?/g;

/** Indentation that all lines but the first share; blank lines have none. */
function sharedIndent(lines: readonly string[]): number {
  const indents = lines.slice(1).flatMap((line) => (line.trim() === "" ? [] : [line.length - line.trimStart().length]));
  return indents.length === 0 ? 0 : Math.min(...indents);
}

/** A part that is left out, and what stands for it. */
interface Cut extends Span {
  readonly instead: string;
}

/** A formula that stands at an offset of the request's text, over one line or several. */
export function formulaAt(raw: string, from: number): FormulaText {
  const span = { from, to: from + raw.length };
  if (!raw.includes("\n")) return { ...span, text: raw, at: (offset) => from + offset, brokenTexts: [] };
  const indent = sharedIndent(raw.split("\n"));
  const texts = [...raw.matchAll(FORMULA_PIECES)].filter(({ 0: piece }) => /^["“”]/.test(piece));
  const cuts: Cut[] = [];
  const brokenTexts: Span[] = [];
  let next = 0;
  for (let line = raw.indexOf("\n"); line >= 0; line = raw.indexOf("\n", line + 1)) {
    const ends = (text: RegExpExecArray): number => text.index + text[0].length;
    for (let text = texts[next]; text !== undefined && ends(text) <= line; text = texts[next]) next += 1;
    const inText = (texts[next]?.index ?? Infinity) < line;
    const to = blanksEnd(raw, line + 1, inText ? Infinity : indent);
    if (!inText) {
      if (to > line + 1) cuts.push({ from: line + 1, to, instead: "" });
      continue;
    }
    cuts.push({ from: line, to, instead: " " });
    brokenTexts.push({ from: from + line, to: from + to });
  }
  return { ...span, ...without(raw, cuts, from), brokenTexts };
}

/** Where blanks that begin at an offset end, at most so many, and before the line does. */
function blanksEnd(raw: string, offset: number, most: number): number {
  let at = offset;
  while (at - offset < most && raw[at] !== "\n" && /\s/.test(raw[at] ?? "")) at += 1;
  return at;
}

function without(raw: string, cuts: readonly Cut[], from: number): Pick<FormulaText, "text" | "at"> {
  let text = "";
  let last = 0;
  /** Where each kept part begins in the result, and where in the raw text. */
  const parts: [inText: number, inRaw: number][] = [[0, 0]];
  for (const cut of cuts) {
    text += raw.slice(last, cut.from) + cut.instead;
    last = cut.to;
    parts.push([text.length, last]);
  }
  text += raw.slice(last);
  return {
    text,
    at: (offset) => {
      const [inText, inRaw] = parts.findLast(([start]) => start <= offset) ?? [0, 0];
      return from + inRaw + offset - inText;
    },
  };
}

const INDENT = "  ";

/** A formula as it is written into a statement: further lines indented, none ends in blanks. */
export const indented = (formula: string): string =>
  formulaAt(formula.trim(), 0)
    .text.split("\n")
    .map((line, index) => (index === 0 || line.trim() === "" ? line.trimEnd() : INDENT + line.trimEnd()))
    .join("\n");
