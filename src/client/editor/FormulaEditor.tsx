import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, redo, undo } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { EditorView, keymap, placeholder as placeholderText, tooltips } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { renameBehind } from "../state/slices/builder.ts";
import { rememberEditor } from "../state/page/caret.ts";
import type { Part } from "../state/page/checks.ts";
import { pinned } from "../state/slices/pinned.ts";
import { caretTargetOf, shareEditorCommands } from "./caret-target.ts";
import { checkOf } from "./check.ts";
import type { EditorCheck } from "./check.ts";
import { completion } from "./completion.ts";
import { clickFor, cursors } from "./cursors.ts";
import { evaluation } from "./evaluate.ts";
import { findings, findingsOf } from "./findings.ts";
import { folding } from "./fold.ts";
import { readable, readablePaste } from "./format.ts";
import { hoverDocs } from "./hover.ts";
import { inlineValues, setPinned } from "./inline-values.ts";
import { editorKeys } from "./keys.ts";
import { language } from "./language.ts";
import { pairs } from "./pairs.ts";
import { checkedField, place, placeField, setPlace } from "./place.ts";
import type { Place } from "./place.ts";
import { PARSE_DELAY, serverParse, serverParseField } from "./server-parse.ts";
import { question } from "./question.ts";
import { askAboutColumn } from "./rename.ts";
import { showRenamed, tellRenames } from "./renames.ts";
import { signatureHelp } from "./signature.ts";
import { keepState, stateOf } from "./states.ts";
import { stops } from "./stops.ts";
import { leaveText } from "./text-enter.ts";
import { theme } from "./theme.ts";
import { typedOver } from "./typed-over.ts";
import "./tooltip.css";

interface FormulaEditorProps {
  readonly part: Part;
  readonly id: string;
  /** What is being written: text, caret and undo belong to it and go with it. */
  readonly entry: object;
  readonly value: string;
  readonly place: Place;
  readonly label: string;
  readonly describedBy: string;
  readonly placeholder: string;
  readonly autoFocus?: boolean;
  readonly onChange: (text: string) => void;
  readonly onCheck: (check: EditorCheck) => void;
  readonly onRun: () => void;
}

type Latest = { readonly current: FormulaEditorProps };

/** The extensions of an editor. They read `latest`, since the editor is made once and outlives the first props. */
function extensions(
  latest: Latest,
  report: (state: EditorState, typed: boolean) => void,
  tips: HTMLElement,
): Extension {
  const { place: given, label, describedBy, placeholder } = latest.current;
  return [
    Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (latest.current.onRun(), true) }, ...editorKeys])),
    place(given),
    serverParse,
    findings,
    language(given.notation),
    pairs,
    stops,
    completion,
    hoverDocs,
    signatureHelp,
    inlineValues(pinned.at),
    evaluation,
    folding,
    readablePaste,
    question,
    bracketMatching(),
    closeBrackets(),
    typedOver,
    history(),
    cursors,
    clickFor((view) => askAboutColumn(view, "definition")),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    placeholderText(placeholder),
    // Above everything that scrolls, inside the theme so that its colours hold.
    tooltips({ position: "fixed", parent: tips }),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      { key: "Enter", run: leaveText },
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
      if (update.docChanged) {
        latest.current.onChange(update.state.doc.toString());
        tellRenames(latest.current.entry, update);
      }
      const before = update.startState;
      const changed =
        before.field(checkedField) !== update.state.field(checkedField) ||
        before.field(serverParseField) !== update.state.field(serverParseField);
      if (changed) report(update.state, update.docChanged);
    }),
    theme,
  ];
}

/** Where the editor's pop-ups hang: a dialog keeps to itself what is not inside it. */
const tooltipParent = (holder: HTMLElement): HTMLElement =>
  holder.closest<HTMLElement>(".rt-BaseDialogContent") ??
  document.querySelector<HTMLElement>(".radix-themes") ??
  document.body;

/**
 * One formula in CodeMirror: made once for an entry and notation, destroyed in the cleanup, told about everything else by
 * effects. Undo, selection and text outlive it, so that coming back to an entry is coming back to its history.
 */
export function FormulaEditor(props: FormulaEditorProps): ReactNode {
  const { part, id, entry, value } = props;
  const { notation } = props.place;
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (holder.current === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** New mistakes are announced once typing stops: a half-typed word is not a mistake yet, and the page would jump. */
    const report = (state: EditorState, typed: boolean): void => {
      const reportCheck = (): void => {
        const check = checkOf(state);
        // Of the text as it was given, where it is only shown over more lines.
        const { value: given } = latest.current;
        latest.current.onCheck(check.text === readable(given, notation) ? { ...check, text: given } : check);
      };
      clearTimeout(timer);
      if (typed && findingsOf(state).length > 0) timer = setTimeout(reportCheck, PARSE_DELAY);
      else reportCheck();
    };
    const made = new EditorView({
      parent: holder.current,
      state: stateOf(entry, notation, readable(latest.current.value, notation), {
        extensions: extensions(latest, report, tooltipParent(holder.current)),
      }),
    });
    view.current = made;
    report(made.state, false);
    const forget = rememberEditor(part, id, caretTargetOf(made, part));
    if (latest.current.autoFocus === true) made.focus();
    return () => {
      clearTimeout(timer);
      keepState(entry, notation, made.state);
      forget();
      made.destroy();
      view.current = null;
    };
  }, [part, id, entry, notation]);

  useEffect(() => {
    const now = view.current;
    if (now !== null && now.state.field(placeField) !== props.place)
      now.dispatch({ effects: setPlace.of(props.place) });
  }, [props.place]);

  useEffect(() => shareEditorCommands(), []);

  const { at } = useSnapshot(pinned);
  useEffect(() => {
    view.current?.dispatch({ effects: setPinned.of(at) });
  }, [at]);

  // Only what did not come from this editor: an opened file, an undone removal.
  useEffect(() => {
    const now = view.current;
    if (now === null || now.state.doc.toString() === value) return;
    const shown = readable(value, notation);
    if (now.state.doc.toString() === shown) return;
    const rename = renameBehind();
    if (rename !== null) showRenamed(now, entry, shown, rename);
    else now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: shown } });
  }, [entry, value, notation]);

  return <div className="editor" ref={holder} />;
}
