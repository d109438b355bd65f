import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { bracketMatching, foldKeymap } from "@codemirror/language";
import { EditorState, Prec } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, tooltips } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import type { KnownColumn } from "../../formula/index.ts";
import { useSnapshot } from "valtio";
import type { ReadOptions } from "../../request/index.ts";
import { inTextField, rememberTarget } from "../state/page/caret.ts";
import { ownEnv, useOwnNames } from "../state/queries/own-data.ts";
import { keepFormulas } from "../state/slices/formulas.ts";
import { pinned } from "../state/slices/pinned.ts";
import { changesBetween } from "./changes-between.ts";
import { clickFor, cursors } from "./cursors.ts";
import { evaluation } from "./evaluate.ts";
import { statementFolding } from "./fold-statements.ts";
import { hoverDocs } from "./hover.ts";
import { setPinned } from "./inline-values.ts";
import { otherNotation } from "./other-notation.ts";
import { pairs } from "./pairs.ts";
import { problemList } from "./problem-list.ts";
import { question } from "./question.ts";
import { requestCaret } from "./request-caret.ts";
import { requestCompletion } from "./request-completion.ts";
import { checkAgain, requestFindings } from "./request-findings.ts";
import { requestLanguage } from "./request-language.ts";
import { requestMargin } from "./request-margin.ts";
import { requestSearch } from "./request-search.ts";
import { requestTextOf } from "./request-text.ts";
import { requestTheme } from "./request-theme.ts";
import { requestValues } from "./request-values.ts";
import { serverParseField } from "./server-parse.ts";
import type { ParseState } from "./server-parse.ts";
import { signatureHelp } from "./signature.ts";
import { stops } from "./stops.ts";
import { goToColumn, textKeys } from "./text-keys.ts";
import { stepOf } from "./text-steps.ts";
import type { TextStep } from "./text-steps.ts";
import { shareTextCommands, textTargetOf } from "./text-target.ts";
import { typedOver } from "./typed-over.ts";
import "./tooltip.css";

interface RequestEditorProps {
  /** The request's text; what is typed comes back by `onChange`. */
  readonly value: string;
  readonly label: string;
  readonly columns: () => readonly KnownColumn[];
  readonly options: () => ReadOptions;
  readonly onChange: (text: string, step: TextStep) => void;
  /** What the server says of the text, whenever that is something else. */
  readonly onParse: (parse: ParseState) => void;
  readonly onRun: () => void;
  /** The request's own history: a change on a card and one of the text are taken back alike. */
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

type Latest = { readonly current: RequestEditorProps };

function extensions(latest: Latest, tips: HTMLElement): Extension {
  return [
    Prec.highest(
      keymap.of([
        { key: "Mod-Enter", run: () => (latest.current.onRun(), true) },
        { key: "Mod-z", run: () => (latest.current.onUndo(), true) },
        { key: "Mod-Shift-z", run: () => (latest.current.onRedo(), true) },
        { key: "Mod-y", run: () => (latest.current.onRedo(), true) },
        ...textKeys,
      ]),
    ),
    requestLanguage,
    requestCaret,
    requestMargin,
    requestTextOf(() => latest.current.columns()),
    requestFindings(() => ({ ...latest.current.options(), ...ownEnv() })),
    requestCompletion,
    pairs,
    stops,
    hoverDocs,
    signatureHelp,
    requestValues(pinned.at),
    evaluation,
    question,
    otherNotation,
    problemList,
    requestSearch,
    statementFolding,
    cursors,
    clickFor(goToColumn),
    lineNumbers(),
    bracketMatching(),
    closeBrackets(),
    typedOver,
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    tooltips({ position: "fixed", parent: tips }),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...foldKeymap, ...defaultKeymap]),
    EditorView.contentAttributes.of({
      "aria-label": latest.current.label,
      autocorrect: "off",
      autocapitalize: "off",
      spellcheck: "false",
    }),
    EditorView.updateListener.of(({ docChanged, startState, state, transactions }) => {
      const { state: parse } = state.field(serverParseField);
      if (parse !== startState.field(serverParseField).state) latest.current.onParse(parse);
      const text = state.doc.toString();
      if (docChanged && text !== latest.current.value) latest.current.onChange(text, stepOf(transactions));
    }),
    requestTheme,
  ];
}

/** The whole request as one text in CodeMirror. Its history is the request's, so it keeps none of its own. */
export default function RequestEditor(props: RequestEditorProps): ReactNode {
  const { value } = props;
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (holder.current === null) return undefined;
    const tips = document.querySelector<HTMLElement>(".radix-themes") ?? document.body;
    const made = new EditorView({
      parent: holder.current,
      state: EditorState.create({ doc: latest.current.value, extensions: extensions(latest, tips) }),
    });
    view.current = made;
    const forget = rememberTarget(textTargetOf(made, () => latest.current.columns()));
    // Whoever types elsewhere on the page by now goes on there.
    if (!inTextField()) made.focus();
    return () => {
      forget();
      made.destroy();
      view.current = null;
    };
  }, []);
  useEffect(() => {
    const now = view.current;
    // Only what did not come from this editor: a change on a card, a step taken back.
    if (now !== null) now.dispatch({ changes: changesBetween(now.state.doc.toString(), value) });
  }, [value]);
  useEffect(() => shareTextCommands(), []);
  // They are among the suggestions.
  useEffect(() => keepFormulas(), []);
  const own = useOwnNames();
  useEffect(() => {
    if (own !== undefined) view.current?.dispatch({ effects: checkAgain.of(null) });
  }, [own]);
  const { at } = useSnapshot(pinned);
  useEffect(() => {
    view.current?.dispatch({ effects: setPinned.of(at) });
  }, [at]);
  return <div className="editor" ref={holder} data-part="" />;
}
