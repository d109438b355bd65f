import { Facet } from "@codemirror/state";
import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Finding } from "../../contract/index.ts";
import { applyFix, findingsOf } from "./findings.ts";
import { answerList, ask, endQuestion } from "./question.ts";

type Fix = NonNullable<Finding["fixes"]>[number];

/** What is wrong with an editor's text, and what can be done about all mistakes of a kind. */
interface FindingTools {
  readonly found: (state: EditorState) => readonly Finding[];
  /** How many findings the same fix answers, and answering them all; null where there is but one. */
  readonly everywhere: (
    state: EditorState,
    found: Finding,
    fix: Fix,
  ) => { readonly count: number; readonly run: (view: EditorView) => void } | null;
}

export const findingTools = Facet.define<FindingTools, FindingTools>({
  combine: ([first = { found: findingsOf, everywhere: () => null }]) => first,
});

/** A fix, and the finding that it belongs to. */
interface Offered {
  readonly fix: Fix;
  readonly found: Finding;
}

/** All fixes of what is wrong at the caret, worst first; where nothing is, those of the worst mistake of the text. */
export function fixesAtCaret(state: EditorState): readonly Offered[] {
  const { head } = state.selection.main;
  const fixable = state
    .facet(findingTools)
    .found(state)
    .filter(({ fixes = [] }) => fixes.length > 0);
  const here = fixable.filter(({ from, to }) => from <= head && head <= to);
  const offered = (here.length > 0 ? here : fixable.slice(0, 1)).flatMap((found) =>
    (found.fixes ?? []).map((fix) => ({ fix, found })),
  );
  return offered.filter(({ fix }, index) => offered.findIndex((other) => other.fix.label === fix.label) === index);
}

/** Applies the fix at the caret, or asks which of several, and for one place or for all; false where there is none. */
export function fixAtCaret(view: EditorView): boolean {
  const { doc } = view.state;
  const choices = fixesAtCaret(view.state).flatMap(({ fix, found }): [string, () => void][] => {
    const all = view.state.facet(findingTools).everywhere(view.state, found, fix);
    return [
      [fix.label, () => (view.state.doc.eq(doc) ? applyFix(view, fix) : undefined)],
      ...(all === null
        ? []
        : [[`${fix.label}: all ${all.count} of this kind`, () => all.run(view)] as [string, () => void]]),
    ];
  });
  const [only] = choices;
  if (only === undefined) return false;
  if (choices.length === 1) only[1]();
  else
    ask(view, () =>
      answerList(
        "Fixes",
        choices.map(([label, run]) => [
          label,
          () => {
            endQuestion(view);
            run();
          },
        ]),
      ),
    );
  return true;
}
