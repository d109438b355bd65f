import type { EditorView } from "@codemirror/view";
import { proxy, ref } from "valtio";

/** A formula of another platform, and where its translation goes. */
export interface PasteFrom {
  /** What was pasted; empty where the dialog was asked for. */
  readonly raw: string;
  readonly view: EditorView;
  /** A request's text, not a formula alone. */
  readonly inText: boolean;
}

/** The dialog that translates a formula of another platform. */
export const pasteFrom = proxy<{ open: PasteFrom | null }>({ open: null });

export function offerPaste(paste: PasteFrom): void {
  pasteFrom.open = ref(paste);
}
export function endPaste(): void {
  pasteFrom.open = null;
}
