import type { EditorView } from "@codemirror/view";
import { columnKey } from "../../formula/index.ts";
import { columnActionsIn, columnAtCaret } from "./column-tools.ts";
import { docsOfColumn } from "./docs-of.ts";
import { docsPanel } from "./docs.ts";
import { formulaAt } from "./formula-at.ts";
import { answerList, ask, endQuestion } from "./question.ts";

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
    const refused = to === "" ? "A column needs a name." : to === name ? null : columnActionsIn(view)?.rename(name, to);
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
function referencesPanel(view: EditorView, name: string): HTMLElement {
  const found = columnActionsIn(view)?.references(name) ?? [];
  const panel = document.createElement("div");
  const title = document.createElement("span");
  title.textContent = found.length === 0 ? `Nothing else names {${name}}.` : `{${name}} is named in`;
  panel.append(title);
  if (found.length > 0)
    panel.append(
      answerList(
        `References to {${name}}`,
        found.map(({ label, goTo }) => [label, goTo]),
      ),
    );
  return panel;
}

/** The formula of a column and the way to it: what is being typed stays as it is. */
function definitionPanel(view: EditorView, name: string): HTMLElement {
  const panel = document.createElement("div");
  const actions = columnActionsIn(view);
  const docs = docsOfColumn(name, formulaAt(view.state)?.columns ?? []);
  panel.append(docsPanel(docs));
  const own = formulaAt(view.state)?.columns.some((column) => columnKey(column.name) === columnKey(name)) ?? false;
  if (own && actions !== null)
    panel.append(answerList(`Definition of {${name}}`, [[`Edit {${name}}`, () => actions.goTo(name)]]));
  return panel;
}

const PANELS = { rename: renamePanel, references: referencesPanel, definition: definitionPanel } as const;

/** Asks for a new name of the column at the caret, or shows it or where it is named; false where there is no column. */
export function askAboutColumn(view: EditorView, what: keyof typeof PANELS): boolean {
  const name = columnAtCaret(view.state);
  if (name === null || columnActionsIn(view) === null) return false;
  ask(view, () => PANELS[what](view, name));
  return true;
}
