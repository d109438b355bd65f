import { StateEffect, StateField } from "@codemirror/state";
import type { EditorState } from "@codemirror/state";
import { showPanel } from "@codemirror/view";
import type { EditorView, Panel } from "@codemirror/view";
import { columnActions } from "./column-actions.ts";
import { columnAt } from "./column-at.ts";

type Question = { readonly what: "rename" | "references"; readonly name: string };

const setQuestion = StateEffect.define<Question | null>();

function close(view: EditorView): void {
  view.dispatch({ effects: setQuestion.of(null) });
  view.focus();
}

/** A field for the new name; Enter renames, Escape leaves all as it is. */
function renamePanel(view: EditorView, name: string): HTMLElement {
  const form = document.createElement("form");
  const label = document.createElement("label");
  const input = document.createElement("input");
  const wrong = document.createElement("span");
  input.value = name;
  input.setAttribute("aria-label", `New name of {${name}}`);
  wrong.className = "wrong";
  wrong.setAttribute("role", "alert");
  label.append("Rename everywhere", input);
  form.append(label, wrong);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const to = input.value.replaceAll(/[{}|]/g, "").trim();
    const refused = to === "" ? "A column needs a name." : to === name ? null : columnActions()?.rename(name, to);
    if (refused === null || refused === undefined) close(view);
    else wrong.textContent = refused;
  });
  // Once the panel is in the page.
  queueMicrotask(() => {
    input.focus();
    input.select();
  });
  return form;
}

/** The formulas that name the column, each a way to it. */
function referencesPanel(name: string): HTMLElement {
  const found = columnActions()?.references(name) ?? [];
  const list = document.createElement("div");
  const title = document.createElement("span");
  title.textContent = found.length === 0 ? `Nothing else names {${name}}.` : `{${name}} is named in`;
  list.append(title);
  for (const { label, goTo } of found) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", goTo);
    list.append(button);
  }
  return list;
}

function panelOf(view: EditorView, { what, name }: Question): Panel {
  const dom = what === "rename" ? renamePanel(view, name) : referencesPanel(name);
  dom.classList.add("f-panel");
  dom.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close(view);
  });
  return { dom, top: false };
}

/** The question about a column that stands below the formula. */
export const columnQuestion = StateField.define<Question | null>({
  create: () => null,
  update(question, transaction) {
    for (const effect of transaction.effects) if (effect.is(setQuestion)) return effect.value;
    return transaction.docChanged ? null : question;
  },
  provide: (field) =>
    showPanel.from(field, (question) => (question === null ? null : (view: EditorView) => panelOf(view, question))),
});

/** Asks for a new name of the column at the caret, or shows where it is named; false where there is no column. */
export function askAboutColumn(view: EditorView, what: Question["what"]): boolean {
  const name = columnAt(view.state);
  if (name === null || columnActions() === null) return false;
  view.dispatch({ effects: setQuestion.of({ what, name }) });
  return true;
}

export const asks = (state: EditorState): boolean => state.field(columnQuestion) !== null;

/** Closes the question; false where there is none. */
export function closeQuestion(view: EditorView): boolean {
  if (!asks(view.state)) return false;
  close(view);
  return true;
}
