import { valueText } from "../../../contract/index.ts";
import type { ExplainedFormula, ExplainedPart } from "../../../contract/index.ts";

/** A stretch of a formula: as it was written, or a value in place of what it stands for. */
interface Piece {
  readonly text: string;
  /** What the value stands for; null for text as it was written. */
  readonly code: string | null;
  readonly missing: boolean;
}

/** What a value is put in for: data points, columns, ranges, and what has been shown before. */
const isWhole = ({ code, source, elements, cut }: ExplainedPart): boolean =>
  /^(\[[^\]]*\]|\{[^}]*\})$/.test(code) || source !== null || elements !== null || cut;

const fits = (part: ExplainedPart, from: number, to: number): boolean =>
  part.from >= from && part.to <= to && part.from < part.to;

/** A formula with every value put in: `( 524.21 / 522.01 - 1 ) * 100`. */
export function valuesPutIn({ text, root }: Pick<ExplainedFormula, "text" | "root">): readonly Piece[] {
  const places: ExplainedPart[] = [];
  const visit = (part: ExplainedPart): void => {
    if (isWhole(part)) places.push(part);
    else for (const inner of part.parts) if (fits(inner, part.from, part.to)) visit(inner);
  };
  if (fits(root, 0, text.length)) visit(root);
  const pieces: Piece[] = [];
  let at = 0;
  const written = (to: number): void => {
    if (to > at) pieces.push({ text: text.slice(at, to), code: null, missing: false });
  };
  for (const part of places.toSorted((a, b) => a.from - b.from)) {
    if (part.from < at) continue;
    written(part.from);
    pieces.push({ text: valueText(part.value, part.type), code: part.code, missing: part.value === null });
    at = part.to;
  }
  written(text.length);
  return pieces;
}

/** Parts worth a line of their own: what is written in the formula is its own value. */
export const shownParts = (part: ExplainedPart): readonly ExplainedPart[] =>
  part.parts.filter(({ parts, source, reason, cut }) => parts.length > 0 || source !== null || reason !== null || cut);
