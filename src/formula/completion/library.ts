import { asPart } from "../as-part.ts";
import type { NotationName } from "../notation.ts";
import { printWords } from "../words/print-words.ts";
import type { Node } from "../tree.ts";
import type { CompletionOption } from "./option.ts";
import { nodeOf } from "./place.ts";
import type { Place } from "./place.ts";

/** A formula that may be put into another: a preset, or saved by the user. */
export interface LibraryFormula {
  readonly kind: "preset" | "saved";
  readonly tag: string;
  readonly display: string;
  readonly description: string;
  /** Code. */
  readonly formula: string;
}

const texts = new WeakMap<LibraryFormula, Map<NotationName, string>>();

/** As a notation writes it, so that what stands around leaves it whole. */
function partText(entry: LibraryFormula, tree: Node, notation: NotationName): string {
  const known = texts.get(entry) ?? new Map<NotationName, string>();
  texts.set(entry, known);
  const text = known.get(notation) ?? asPart(notation === "code" ? entry.formula : printWords(tree), notation);
  known.set(notation, text);
  return text;
}

/** The formulas of a library that fit into a place; each is written out when it is looked at, or the first list would wait. */
export function libraryOptions(
  library: readonly LibraryFormula[],
  place: Place,
  notation: NotationName,
): readonly CompletionOption[] {
  return library.flatMap((entry): readonly CompletionOption[] => {
    const tree = nodeOf(entry.formula);
    if (tree === null || !place.takesWhole(tree)) return [];
    const { kind, tag, display, description } = entry;
    return [
      {
        kind,
        key: `${kind} ${tag}`,
        // In code a name is typed, in words a phrase.
        label: notation === "code" ? tag : display,
        names: [tag],
        titles: [display],
        detail: notation === "code" ? display : "",
        doc: description,
        slots: [],
        skip: 0,
        get insert() {
          return partText(entry, tree, notation);
        },
        get whole() {
          return partText(entry, tree, notation);
        },
      },
    ];
  });
}
