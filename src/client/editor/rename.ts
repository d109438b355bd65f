import type { EditorView } from "@codemirror/view";
import { columnActions } from "./column-actions.ts";
import { columnAt } from "./column-at.ts";
import { answerButton, ask, endQuestion } from "./question.ts";

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
    if (refused === null || refused === undefined) endQuestion(view);
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
  list.append(title, ...found.map(({ label, goTo }) => answerButton(label, goTo)));
  return list;
}

/** Asks for a new name of the column at the caret, or shows where it is named; false where there is no column. */
export function askAboutColumn(view: EditorView, what: "rename" | "references"): boolean {
  const name = columnAt(view.state);
  if (name === null || columnActions() === null) return false;
  ask(view, () => (what === "rename" ? renamePanel(view, name) : referencesPanel(name)));
  return true;
}
