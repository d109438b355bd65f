import type { EditorView } from "@codemirror/view";
import { columnsByKey, completionContext, completionOptions } from "../../formula/index.ts";
import { addCommands } from "../commands/registry.ts";
import type { Command } from "../commands/registry.ts";
import { caretTarget } from "../state/page/caret.ts";
import type { AtCaret, CaretTarget } from "../state/page/caret.ts";
import { ownEnv } from "../state/queries/own-data.ts";
import type { Part } from "../state/page/checks.ts";
import type { EditorAction } from "./actions.ts";
import { formulaAt } from "./formula-at.ts";
import { insertCode } from "./insert.ts";
import { EDITOR_ACTIONS } from "./keys.ts";
import { insertTemplate } from "./stops.ts";

/** What the palette may put at a caret: what begins a value there, else what begins a formula. */
export function offersAt(view: EditorView): readonly AtCaret[] {
  const { state } = view;
  const { from, to } = state.selection.main;
  const formula = formulaAt(state, from);
  if (formula === null) return [];
  const { part, notation, columns, text } = formula;
  const env = { columns: columnsByKey(columns), use: part === "filters" ? "filter" : "column", ...ownEnv() } as const;
  const here = completionOptions(completionContext(text, from - formula.from, notation), env);
  const options = here.some(({ kind }) => kind === "data point")
    ? here
    : completionOptions(completionContext("", 0, notation), env);
  return options
    .filter(({ kind }) => kind === "data point" || kind === "function" || kind === "indicator")
    .map((option) => ({
      label: option.label,
      detail: option.detail,
      doc: option.doc,
      insert: () => {
        const before = state.sliceDoc(Math.max(0, from - 1), from);
        const blank = before === "" || /[\s([]/.test(before) ? "" : " ";
        const slots = option.slots.map((slot) => ({ from: slot.from + blank.length, to: slot.to + blank.length }));
        insertTemplate(view, { insert: blank + option.insert, slots, skip: option.skip }, from, to);
        view.focus();
      },
    }));
}

export const caretTargetOf = (view: EditorView, part: Part): CaretTarget => ({
  view,
  holds: "formula",
  part,
  columns: () => formulaAt(view.state)?.columns ?? [],
  offers: () => offersAt(view),
  insert: (code) => insertCode(view, code),
});

/** The actions of an editor as commands: those of one formula, or those of a whole text. */
const commandsOf = (holds: CaretTarget["holds"], actions: readonly EditorAction[]): readonly Command[] => {
  const here = (): CaretTarget | null => {
    const target = caretTarget();
    return target?.holds === holds ? target : null;
  };
  return actions.map(({ id, title, key, words = [], disabled, run }): Command => ({
    id: `${holds}.${id}`,
    title,
    group: "Formula",
    keys: [key],
    words,
    when: () => here() !== null,
    fits: () => here() !== null,
    disabled: () => {
      const target = here();
      return target === null ? null : (disabled?.(target.view) ?? null);
    },
    run: () => {
      const target = here();
      if (target === null) return;
      target.view.focus();
      run(target.view);
    },
  }));
};

/** Gives the actions of editors as commands as long as there is one; what it gives back says that one is gone. */
export function sharing(holds: CaretTarget["holds"], actions: readonly EditorAction[]): () => () => void {
  const commands = commandsOf(holds, actions);
  let editors = 0;
  let remove: (() => void) | null = null;
  return () => {
    editors += 1;
    remove ??= addCommands(commands);
    return () => {
      editors -= 1;
      if (editors > 0) return;
      remove?.();
      remove = null;
    };
  };
}

export const shareEditorCommands = sharing("formula", EDITOR_ACTIONS);
