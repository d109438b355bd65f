import { StateEffect, StateField } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { EditorView, showPanel } from "@codemirror/view";
import type { Panel, ViewUpdate } from "@codemirror/view";
import type { TextFinding } from "../../request/index.ts";
import { findingsInText, foundAnew } from "./request-findings.ts";
import "./problem-list.css";

const showProblems = StateEffect.define<boolean>();

/** Brings a finding into view, the words it is about selected, and says it aloud. */
function goTo(view: EditorView, { from, to, message, severity }: TextFinding): void {
  const { length } = view.state.doc;
  view.dispatch({
    selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
    effects: EditorView.announce.of(`${severity}: ${message}`),
    scrollIntoView: true,
    userEvent: "select",
  });
  view.focus();
}

/** Goes to the next finding or the one before; behind the last comes the first. */
export const goToProblem =
  (direction: 1 | -1) =>
  (view: EditorView): boolean => {
    const found = findingsInText(view.state);
    const { from, to } = view.state.selection.main;
    const next =
      direction === 1
        ? (found.find((one) => one.from > from || (one.from === from && one.to > to)) ?? found[0])
        : (found.findLast((one) => one.from < from || (one.from === from && one.to < to)) ?? found.at(-1));
    if (next !== undefined) goTo(view, next);
    return true;
  };

const NAMES = { error: ["error", "errors"], warning: ["warning", "warnings"], info: ["note", "notes"] } as const;

/** `2 errors, 1 warning`. */
export function countsOf(found: readonly Pick<TextFinding, "severity">[]): string {
  const counts = (["error", "warning", "info"] as const).flatMap((severity) => {
    const count = found.filter((one) => one.severity === severity).length;
    return count === 0 ? [] : [`${count} ${NAMES[severity][count === 1 ? 0 : 1]}`];
  });
  return counts.length === 0 ? "No problems" : counts.join(", ");
}

class ProblemPanel implements Panel {
  readonly dom = document.createElement("section");
  readonly top = false;
  readonly #view: EditorView;
  readonly #title = document.createElement("strong");
  readonly #list = document.createElement("ul");

  constructor(view: EditorView) {
    this.#view = view;
    this.dom.className = "problem-list";
    this.dom.setAttribute("aria-label", "Problems");
    // F6 leads here.
    this.dom.dataset["part"] = "";
    this.#title.setAttribute("role", "status");
    const close = document.createElement("button");
    close.type = "button";
    close.className = "close";
    close.textContent = "Close";
    close.addEventListener("click", () => void toggleProblems(view));
    this.dom.append(this.#title, close, this.#list);
    this.dom.addEventListener("keydown", (event) => this.#key(event));
    this.#draw();
  }

  mount(): void {
    this.#buttons()[0]?.focus();
  }

  update(update: ViewUpdate): void {
    if (foundAnew(update)) this.#draw();
  }

  #buttons(): readonly HTMLButtonElement[] {
    return [...this.#list.querySelectorAll("button")];
  }

  #draw(): void {
    const { state } = this.#view;
    const found = findingsInText(state);
    this.#title.textContent = countsOf(found);
    this.#list.replaceChildren(
      ...found.map((one) => {
        const item = document.createElement("li");
        const button = document.createElement("button");
        const line = document.createElement("span");
        button.type = "button";
        button.className = one.severity;
        line.textContent = `Line ${state.doc.lineAt(Math.min(one.from, state.doc.length)).number}`;
        button.append(line, one.message);
        button.addEventListener("click", () => goTo(this.#view, one));
        item.append(button);
        return item;
      }),
    );
  }

  #key(event: KeyboardEvent): void {
    const buttons = this.#buttons();
    const at = buttons.findIndex((button) => button === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) buttons.at((at + step) % buttons.length)?.focus();
    else if (event.key === "Escape") toggleProblems(this.#view);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

const shown = StateField.define<boolean>({
  create: () => false,
  update(open, { effects }) {
    for (const effect of effects) if (effect.is(showProblems)) return effect.value;
    return open;
  },
  provide: (field) => showPanel.from(field, (open) => (open ? (view) => new ProblemPanel(view) : null)),
});

/** Shows what is wrong with the text as a list, or puts it away. */
export function toggleProblems(view: EditorView): boolean {
  const open = !view.state.field(shown);
  // Before the list goes: a browser puts the caret at the start once what has the focus is gone.
  if (!open) view.focus();
  view.dispatch({ effects: showProblems.of(open) });
  return true;
}

export const problemList: Extension = shown;
