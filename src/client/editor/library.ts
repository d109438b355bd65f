import { asPart, parseCode, printWords } from "../../formula/index.ts";
import type { NotationName } from "../../formula/index.ts";
import { builtInPresets } from "../../request/index.ts";
import type { SavedFormulas } from "../../request/index.ts";
import { formulas } from "../state/slices/formulas.ts";

/** A formula that may be put into another: of the library, or saved. */
export interface LibraryFormula {
  readonly kind: "preset" | "saved";
  readonly tag: string;
  readonly display: string;
  readonly description: string;
  /** Code. */
  readonly formula: string;
  readonly group: string;
  readonly type: "number" | "boolean" | "other";
}

let presets: readonly LibraryFormula[] | null = null;
let saved: { readonly of: SavedFormulas; readonly list: readonly LibraryFormula[] } | null = null;

const BOOLEAN_KINDS = new Set(["compare", "and", "or", "not"]);
const NUMBERS = new Set(["sum", "product", "negative", "number"]);

function typeOf(code: string): LibraryFormula["type"] {
  const kind = parseCode(code).tree?.kind ?? "";
  return BOOLEAN_KINDS.has(kind) ? "boolean" : NUMBERS.has(kind) ? "number" : "other";
}

/** Saved formulas first, then the library; read when first asked for. */
export function libraryFormulas(): readonly LibraryFormula[] {
  presets ??= builtInPresets().map(({ tag, display, description, formula, group, use }) => ({
    kind: "preset",
    tag,
    display,
    description,
    formula,
    group,
    type: use === "filter" ? "boolean" : "number",
  }));
  if (saved?.of !== formulas.saved) {
    const list = [...formulas.saved.values()].map(({ tag, display, description, formula }) => ({
      kind: "saved" as const,
      tag,
      display,
      description,
      formula,
      group: "Saved formulas",
      type: typeOf(formula),
    }));
    saved = { of: formulas.saved, list };
  }
  return [...saved.list, ...presets];
}

/** As a notation writes it, so that it may stand in a longer formula; null where it has no such form. */
export function libraryText(formula: string, notation: NotationName, alone: boolean): string | null {
  const { tree } = parseCode(formula);
  if (tree === null) return notation === "code" && alone ? formula : null;
  return asPart(notation === "code" ? formula : printWords(tree), notation);
}
