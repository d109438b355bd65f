import { StateEffect, StateField } from "@codemirror/state";
import type { EditorState } from "@codemirror/state";
import { showPanel } from "@codemirror/view";
import type { EditorView } from "@codemirror/view";
import "./question.css";

/** Draws a question. */
type Question = (view: EditorView) => HTMLElement;

const setQuestion = StateEffect.define<Question | null>();

/** The one question that stands below the formula, until it is answered, left with Escape, or the text is another. */
export const question = StateField.define<Question | null>({
  create: () => null,
  update(question, transaction) {
    for (const effect of transaction.effects) if (effect.is(setQuestion)) return effect.value;
    return transaction.docChanged ? null : question;
  },
  provide: (field) =>
    showPanel.from(
      field,
      (question) => question && ((view) => ({ dom: keepingEscape(view, question(view)), top: false })),
    ),
});

function keepingEscape(view: EditorView, dom: HTMLElement): HTMLElement {
  dom.classList.add("question");
  dom.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    endQuestion(view);
  });
  return dom;
}

export const ask = (view: EditorView, question: Question): void => view.dispatch({ effects: setQuestion.of(question) });

const asks = (state: EditorState): boolean => state.field(question) !== null;

/**
 * The focus is in the text again, and the caret where it was. A browser puts its own selection to the start of what gets the
 * focus; where the text changes at once, as with a rename, CodeMirror would take that for the user's.
 */
export function endQuestion(view: EditorView): void {
  view.focus();
  const { anchor, head } = view.state.selection.main;
  const [from, to] = [view.domAtPos(anchor), view.domAtPos(head)];
  document.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
  view.dispatch({ effects: setQuestion.of(null) });
}

/** Closes the question; false where there is none, so that Escape goes on to what is below. */
export function closeQuestion(view: EditorView): boolean {
  if (!asks(view.state)) return false;
  endQuestion(view);
  return true;
}

/** Answers to choose from: arrows go from one to the next, the first has the focus. */
export function answerList(label: string, answers: readonly (readonly [text: string, run: () => void])[]): HTMLElement {
  const list = document.createElement("div");
  const buttons = answers.map(([text, run]) => answerButton(text, run));
  list.className = "answers";
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", label);
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

/** A button of a question. */
function answerButton(text: string, run: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", run);
  return button;
}
