import { asPart, parseCode, printWords } from "../../formula/index.ts";
import type { LibraryFormula, NotationName } from "../../formula/index.ts";
import { builtInPresets } from "../../request/index.ts";
import type { SavedFormulas } from "../../request/index.ts";
import { formulas } from "../state/slices/formulas.ts";

let presets: readonly LibraryFormula[] | null = null;
let library: { readonly of: SavedFormulas; readonly list: readonly LibraryFormula[] } | null = null;

/** Saved formulas, then the presets; read when first asked for, and the same list until another formula is saved. */
export function libraryFormulas(): readonly LibraryFormula[] {
  presets ??= builtInPresets().map((preset) => ({ ...preset, kind: "preset" }));
  if (library?.of !== formulas.saved) {
    const saved = [...formulas.saved.values()].map((one) => ({ ...one, kind: "saved" as const }));
    library = { of: formulas.saved, list: [...saved, ...presets] };
  }
  return library.list;
}

/** As a notation writes it, so that it may stand in a longer formula; null where it has no such form. */
export function libraryText(formula: string, notation: NotationName, alone: boolean): string | null {
  const { tree } = parseCode(formula);
  if (tree === null) return notation === "code" && alone ? formula : null;
  return asPart(notation === "code" ? formula : printWords(tree), notation);
}
