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

/** The caret is in the formula again. */
export function endQuestion(view: EditorView): void {
  view.dispatch({ effects: setQuestion.of(null) });
  view.focus();
}

/** Closes the question; false where there is none, so that Escape goes on to what is below. */
export function closeQuestion(view: EditorView): boolean {
  if (!asks(view.state)) return false;
  endQuestion(view);
  return true;
}

/** A button of a question. */
export function answerButton(text: string, run: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", run);
  return button;
}
