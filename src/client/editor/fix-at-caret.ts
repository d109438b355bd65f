import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Finding } from "../../contract/index.ts";
import { applyFix, findingsOf } from "./findings.ts";
import { answerButton, ask, endQuestion } from "./question.ts";

type Fix = NonNullable<Finding["fixes"]>[number];

const fixesOf = ({ fixes = [] }: Finding): readonly Fix[] => fixes;

/** All fixes of what is wrong at the caret, worst first; where nothing is, those of the worst mistake of the formula. */
export function fixesAtCaret(state: EditorState): readonly Fix[] {
  const { head } = state.selection.main;
  const fixable = findingsOf(state).filter((found) => fixesOf(found).length > 0);
  const here = fixable.filter(({ from, to }) => from <= head && head <= to);
  const fixes = (here.length > 0 ? here : fixable.slice(0, 1)).flatMap(fixesOf);
  return fixes.filter(({ label }, index) => fixes.findIndex((other) => other.label === label) === index);
}

/** The fixes as a list below the formula: arrows choose, Enter applies, Escape leaves the text as it is. */
function fixList(view: EditorView, fixes: readonly Fix[]): HTMLElement {
  const list = document.createElement("div");
  const buttons = fixes.map((fix) =>
    answerButton(fix.label, () => {
      endQuestion(view);
      applyFix(view, fix);
    }),
  );
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", "Fixes");
  list.append(...buttons);
  list.addEventListener("keydown", (event) => {
    const at = buttons.findIndex((button) => button === document.activeElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    buttons.at((at + step) % buttons.length)?.focus();
  });
  // Once the panel is in the page.
  queueMicrotask(() => buttons[0]?.focus());
  return list;
}

/** Applies the fix at the caret, or asks which of several; false where there is none. */
export function fixAtCaret(view: EditorView): boolean {
  const fixes = fixesAtCaret(view.state);
  const [only] = fixes;
  if (only === undefined) return false;
  if (fixes.length === 1) applyFix(view, only);
  else ask(view, () => fixList(view, fixes));
  return true;
}
