import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { recognise } from "../files/recognise.ts";
import type { Recognised } from "../files/recognise.ts";
import { translate } from "../../formula/index.ts";
import { caretTarget } from "../state/page/caret.ts";
import { textEditor } from "../state/page/text-caret.ts";
import { endPaste, offerPaste, pasteFrom } from "../state/page/paste-from.ts";
import { builder } from "../state/slices/builder.ts";
import { lazily } from "../ui/lazily.tsx";
import type { Pasted } from "./PastedRequest.tsx";

const PasteFormula = lazily(() => import("../editor/PasteFormula.tsx"));
const PastedRequest = lazily(() => import("./PastedRequest.tsx"));

type View = NonNullable<ReturnType<typeof textEditor>>;

/** The editor that a paste goes into; null where that is none, undefined where it is a field of another kind. */
function editorOf(target: Element): { readonly view: View; readonly text: boolean } | null | undefined {
  const text = textEditor();
  if (text?.dom.contains(target) === true) return { view: text, text: true };
  const formula = caretTarget()?.view;
  if (formula?.dom.contains(target) === true) return { view: formula, text: false };
  return target.closest("input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog]") === null
    ? null
    : undefined;
}

/** Whether a paste into an editor is what its text is for. */
function isPlain(
  { kind, whole }: Recognised,
  { view, text }: { readonly view: View; readonly text: boolean },
): boolean {
  if (!whole) return true;
  if (!text || kind !== "text") return false;
  const { doc, selection } = view.state;
  const { from, to } = selection.main;
  return (doc.sliceString(0, from) + doc.sliceString(to)).trim() === "";
}

/** Offers the translation of a formula of another platform that is pasted into an editor; false for any other text. */
function offerForeign(raw: string, target: Element): boolean {
  const editor = editorOf(target);
  if (!editor || recognise(raw) !== null || translate(raw) === null) return false;
  offerPaste({ raw, view: editor.view, inText: editor.text });
  return true;
}

/** A request pasted anywhere on the page is opened, or its filters and columns are added: that is asked. */
export function PasteHere(): ReactNode {
  const [pasted, setPasted] = useState<Pasted | null>(null);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const raw = event.clipboardData?.getData("text/plain") ?? "";
      const { target } = event;
      if (builder.phase !== "ready" || event.defaultPrevented || !(target instanceof Element)) return;
      const foreign = offerForeign(raw, target);
      if (foreign) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const found = recognise(raw);
      const editor = found === null ? undefined : editorOf(target);
      if (found === null || editor === undefined || (editor !== null && isPlain(found, editor))) return;
      event.preventDefault();
      event.stopPropagation();
      const asIs = editor && (() => editor.view.dispatch(editor.view.state.replaceSelection(raw)));
      setPasted({ ...found, raw, asIs });
    };
    document.addEventListener("paste", onPaste, true);
    return () => document.removeEventListener("paste", onPaste, true);
  }, []);
  const isOpen = useSnapshot(pasteFrom).open !== null;
  // An editor is no state: what holds one is read as it is.
  if (isOpen && pasteFrom.open !== null) return <PasteFormula paste={pasteFrom.open} onClose={endPaste} />;
  return pasted && <PastedRequest pasted={pasted} onClose={() => setPasted(null)} />;
}
