import { Annotation } from "@codemirror/state";
import type { ChangeSpec, Transaction } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Edit } from "../../formula/index.ts";
import type { Rename } from "../state/slices/builder.ts";
import { TEXT_STEP } from "../state/slices/validity.ts";
import { changesBetween } from "./changes-between.ts";

/** A change of a request's text as a step of the request's history. */
export interface TextStep {
  /** What Undo says it takes back. */
  readonly what: string;
  /** Typed in quick succession it is one step with what was typed before. */
  readonly typed: boolean;
  readonly rename: Rename | null;
}

const renamed = Annotation.define<Rename>();

/** Which step of the history a transaction is. */
export function stepOf(transactions: readonly Transaction[]): TextStep {
  const rename = transactions.map((one) => one.annotation(renamed)).find((one) => one !== undefined) ?? null;
  const typed = transactions.every((one) => one.isUserEvent("input.type") || one.isUserEvent("delete"));
  return { what: rename === null ? TEXT_STEP : "rename", typed, rename };
}

/** Makes changes that are one step together; the caret moves with what it is in, or as far as is said. */
export function editText(
  view: EditorView,
  changes: readonly Edit[] | readonly ChangeSpec[],
  { moved, rename }: { readonly moved?: number; readonly rename?: Rename } = {},
): void {
  if (changes.length === 0) return;
  const { main } = view.state.selection;
  view.dispatch({
    changes,
    ...(moved === undefined ? {} : { selection: { anchor: main.anchor + moved, head: main.head + moved } }),
    ...(rename === undefined ? {} : { annotations: renamed.of(rename) }),
    userEvent: "input.edit",
    scrollIntoView: true,
  });
}

/** Puts another text in the place of an editor's. */
export const replaceText = (view: EditorView, text: string): void =>
  editText(view, changesBetween(view.state.doc.toString(), text));
