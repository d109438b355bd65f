import type { EditorView } from "@codemirror/view";
import { columnsByKey, completionContext, completionOptions } from "../../formula/index.ts";
import { addCommands } from "../commands/registry.ts";
import type { Command } from "../commands/registry.ts";
import { caretTarget } from "../state/page/caret.ts";
import type { AtCaret, CaretTarget } from "../state/page/caret.ts";
import type { Part } from "../state/page/checks.ts";
import { insertCode } from "./insert.ts";
import { EDITOR_ACTIONS } from "./keys.ts";
import { placeField } from "./place.ts";
import { insertTemplate } from "./stops.ts";

/** What the palette may put at a caret: what begins a value there, else what begins a formula. */
function offers(view: EditorView): readonly AtCaret[] {
  const { state } = view;
  const { part, notation, columns } = state.field(placeField);
  const { from, to } = state.selection.main;
  const text = state.doc.toString();
  const env = { columns: columnsByKey(columns), use: part === "filters" ? "filter" : "column" } as const;
  const here = completionOptions(completionContext(text, from, notation), env);
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
  part,
  columns: () => view.state.field(placeField).columns,
  offers: () => offers(view),
  insert: (code) => insertCode(view, code),
});

const commands: readonly Command[] = EDITOR_ACTIONS.map(({ id, title, key, words = [], disabled, run }): Command => ({
  id: `formula.${id}`,
  title,
  group: "Formula",
  keys: [key],
  words,
  when: () => caretTarget() !== null,
  fits: () => caretTarget() !== null,
  disabled: () => {
    const target = caretTarget();
    return target === null ? null : (disabled?.(target.view) ?? null);
  },
  run: () => {
    const target = caretTarget();
    if (target === null) return;
    target.view.focus();
    run(target.view);
  },
}));

let editors = 0;
let remove: (() => void) | null = null;

/** The commands on formulas are there as long as any editor is. */
export function shareEditorCommands(): () => void {
  editors += 1;
  remove ??= addCommands(commands);
  return () => {
    editors -= 1;
    if (editors > 0) return;
    remove?.();
    remove = null;
  };
}
