import type { EditorView } from "@codemirror/view";
import { check, parseCode, printWords } from "../../formula/index.ts";
import { readText } from "../../request/index.ts";
import { textEditor } from "../state/page/text-caret.ts";
import { offerPaste } from "../state/page/paste-from.ts";

/** Asks for a formula of another platform, whose translation goes to the caret. */
export function pasteFromPlatform(view: EditorView): boolean {
  offerPaste({ raw: "", view, inText: view === textEditor() });
  return true;
}

/** Puts code at the caret of a request's text, in its notation; where no statement stands yet, as one. */
export function insertIntoText(view: EditorView, code: string, name: string | null): void {
  const { main } = view.state.selection;
  const line = view.state.doc.lineAt(main.from);
  const { tree } = parseCode(code);
  const { notation } = readText(view.state.doc.toString());
  const said = tree !== null && notation === "words" ? printWords(tree) : code;
  const isCondition = tree !== null && check(tree, { columns: new Map(), use: "column" }).type === "boolean";
  const statement = isCondition ? "filter " : `column {${name ?? "Column"}}: `;
  view.dispatch(
    view.state.replaceSelection((line.text.trim() === "" && main.from === line.from ? statement : "") + said),
  );
  view.focus();
}
