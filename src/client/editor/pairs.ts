import { RangeSetBuilder } from "@codemirror/state";
import type { ChangeSet, Text } from "@codemirror/state";
import { Decoration, ViewPlugin } from "@codemirror/view";
import type { DecorationSet, EditorView, ViewUpdate } from "@codemirror/view";

/** Colours that nested pairs of parentheses take in turn. */
const COLOURS = 3;
const marks = Array.from({ length: COLOURS }, (_, level) => Decoration.mark({ class: `token-pair-${level}` }));

export interface Paren {
  readonly at: number;
  readonly level: number;
}

/** Parentheses outside text, names and comments, each with its depth; one without a partner is left out. */
export function pairsOf(text: string): readonly Paren[] {
  const open: number[] = [];
  const found: Paren[] = [];
  // Quoted text, column names, comments and data points are skipped whole; their own parentheses are theirs.
  for (const { 0: token, index } of text.matchAll(
    /"(?:[^"]|"")*"?|\{[^}]*\}?|\/\*[\s\S]*?(?:\*\/|$)|\[[^\]]*\]?|[()]/g,
  )) {
    if (token === "(") open.push(index);
    else if (token === ")") {
      const partner = open.pop();
      if (partner !== undefined) found.push({ at: partner, level: open.length }, { at: index, level: open.length });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

function draw(doc: Text): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { at, level } of pairsOf(doc.toString())) {
    const mark = marks[level % COLOURS];
    if (mark) builder.add(at, at + 1, mark);
  }
  return builder.finish();
}

/** Characters that open, close or quote; a comment's two signs can be torn apart from between. */
const BRACKET_OR_QUOTE = /["{}[\]()/*]/;

/** Whether a change can make, break or move apart a pair: what came, what went, and what stands around it. */
export function changesPairs(changes: ChangeSet, before: Text): boolean {
  let decides = false;
  changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    const gone = before.sliceString(Math.max(0, fromA - 1), Math.min(before.length, toA + 1));
    decides ||= BRACKET_OR_QUOTE.test(gone) || BRACKET_OR_QUOTE.test(inserted.toString());
  });
  return decides;
}

/** Matching pairs of parentheses in one colour. */
export const pairs = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = draw(view.state.doc);
    }
    update(update: ViewUpdate): void {
      if (!update.docChanged) return;
      // Moved marks are known to be the old ones; new ones are compared, and the text between them.
      this.decorations = changesPairs(update.changes, update.startState.doc)
        ? draw(update.state.doc)
        : this.decorations.map(update.changes);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
