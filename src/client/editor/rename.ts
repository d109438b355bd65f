import type { EditorView } from "@codemirror/view";
import { columnKey } from "../../formula/index.ts";
import { columnActionsIn, columnAtCaret, parameterAtCaret, parameterToolsIn } from "./column-tools.ts";
import { docsOfColumn } from "./docs-of.ts";
import { docsPanel } from "./docs.ts";
import { formulaAt } from "./formula-at.ts";
import { answerList, ask, endQuestion } from "./question.ts";

/** A field for the new name of what is written so; Enter renames, Escape leaves all as it is. `rename` says what is wrong with a name. */
function namePanel(
  view: EditorView,
  { name, written, rename }: { name: string; written: string; rename: (typed: string) => string | null },
): HTMLElement {
  const form = document.createElement("form");
  const label = document.createElement("label");
  const input = document.createElement("input");
  const wrong = document.createElement("span");
  input.value = name;
  input.setAttribute("aria-label", `New name of ${written}`);
  wrong.className = "wrong";
  wrong.setAttribute("role", "alert");
  label.append("Rename everywhere", input);
  form.append(label, wrong);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const refused = rename(input.value);
    if (refused === null) endQuestion(view);
    else wrong.textContent = refused;
  });
  // Once the panel is in the page.
  queueMicrotask(() => {
    input.focus();
    input.select();
  });
  return form;
}

function renamePanel(view: EditorView, name: string): HTMLElement {
  const rename = (typed: string): string | null => {
    const to = typed.replaceAll(/[{}|]/g, "").trim();
    if (to === "") return "A column needs a name.";
    return to === name ? null : (columnActionsIn(view)?.rename(name, to) ?? null);
  };
  return namePanel(view, { name, written: `{${name}}`, rename });
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

/** Asks for a new name of the parameter at the caret; false where there is none. */
export function askAboutParameter(view: EditorView): boolean {
  const tools = parameterToolsIn(view.state);
  const name = parameterAtCaret(view.state);
  if (tools === null || name === null) return false;
  const rename = (typed: string): string | null => {
    const to = typed.trim().replace(/^\$/, "");
    return to === name ? null : tools.rename(view, name, to);
  };
  ask(view, () => namePanel(view, { name, written: `$${name}`, rename }));
  return true;
}
