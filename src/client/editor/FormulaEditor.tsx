import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, redo, undo } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, placeholder as placeholderText, tooltips } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import type { Finding } from "../../contract/index.ts";
import { rememberEditor } from "../state/caret.ts";
import type { Checked } from "../state/checks.ts";
import type { Part } from "../state/document.ts";
import { completion } from "./completion.ts";
import { findings, findingsOf, fixAtCaret } from "./findings.ts";
import { formatFormula } from "./format.ts";
import { hoverDocs } from "./hover.ts";
import { language } from "./language.ts";
import { pairs } from "./pairs.ts";
import { checkedField, place, setPlace } from "./place.ts";
import type { Place } from "./place.ts";
import { PARSE_DELAY, serverParse, serverParseField } from "./server-parse.ts";
import type { ParseState } from "./server-parse.ts";
import { theme } from "./theme.ts";

/** What an editor tells about its text. */
export interface EditorReport {
  readonly findings: readonly Finding[];
  readonly parse: ParseState;
  readonly checked: Checked;
}

export interface FormulaEditorProps {
  readonly part: Part;
  readonly id: string;
  readonly value: string;
  readonly place: Place;
  readonly label: string;
  readonly describedBy: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
  readonly onReport: (report: EditorReport) => void;
  readonly onRun: () => void;
}

/** One formula in CodeMirror: made once, destroyed in the cleanup, told about everything else by effects. */
export function FormulaEditor(props: FormulaEditorProps): ReactNode {
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (holder.current === null) return undefined;
    const { part, id, value, label, describedBy, placeholder } = latest.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** New mistakes are listed once typing stops: half a word is no mistake yet, and the page would jump. */
    const report = (state: EditorState, typed: boolean): void => {
      const found = findingsOf(state);
      const tell = (): void =>
        latest.current.onReport({
          findings: found,
          parse: state.field(serverParseField).state,
          checked: state.field(checkedField),
        });
      clearTimeout(timer);
      if (typed && found.length > 0) timer = setTimeout(tell, PARSE_DELAY);
      else tell();
    };
    const made = new EditorView({
      parent: holder.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          Prec.highest(
            keymap.of([
              { key: "Mod-Enter", run: () => (latest.current.onRun(), true) },
              { key: "Shift-Alt-f", run: formatFormula },
              { key: "Mod-.", run: fixAtCaret },
            ]),
          ),
          place,
          serverParse,
          findings,
          language,
          pairs,
          completion,
          hoverDocs,
          bracketMatching(),
          closeBrackets(),
          history(),
          drawSelection(),
          EditorView.lineWrapping,
          EditorState.tabSize.of(2),
          placeholderText(placeholder),
          // Above everything that scrolls, inside the theme so that its colours hold.
          tooltips({
            position: "fixed",
            parent: document.querySelector<HTMLElement>(".radix-themes") ?? document.body,
          }),
          keymap.of([
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...historyKeymap,
            { key: "Mod-Shift-z", run: redo },
            { key: "Mod-z", run: undo },
            ...lintKeymap,
            ...defaultKeymap,
          ]),
          EditorView.contentAttributes.of({
            "aria-label": label,
            "aria-describedby": describedBy,
            autocorrect: "off",
            autocapitalize: "off",
            spellcheck: "false",
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
            const before = update.startState;
            const changed =
              before.field(checkedField) !== update.state.field(checkedField) ||
              before.field(serverParseField) !== update.state.field(serverParseField);
            if (changed) report(update.state, update.docChanged);
          }),
          theme,
        ],
      }),
    });
    made.dispatch({ effects: setPlace.of(latest.current.place) });
    view.current = made;
    const forget = rememberEditor(part, id, made);
    return () => {
      clearTimeout(timer);
      forget();
      made.destroy();
      view.current = null;
    };
  }, []);

  useEffect(() => {
    view.current?.dispatch({ effects: setPlace.of(props.place) });
  }, [props.place]);

  // Only what did not come from this editor: an opened file, an undone removal.
  useEffect(() => {
    const now = view.current;
    if (now === null || now.state.doc.toString() === props.value) return;
    now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: props.value } });
  }, [props.value]);

  return <div className="editor" ref={holder} />;
}
