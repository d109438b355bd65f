import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import type { ChangeSpec, Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers, tooltips } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import type { KnownColumn } from "../../formula/index.ts";
import { formatText, toggledOff } from "../../request/index.ts";
import type { ReadOptions } from "../../request/index.ts";
import { pairs } from "./pairs.ts";
import { requestCaret } from "./request-caret.ts";
import { requestCompletion } from "./request-completion.ts";
import { requestFindings } from "./request-findings.ts";
import { requestLanguage } from "./request-language.ts";
import { requestMargin } from "./request-margin.ts";
import { stops } from "./stops.ts";
import { requestTheme } from "./request-theme.ts";
import "./tooltip.css";

interface RequestEditorProps {
  /** The request's text; what is typed comes back by `onChange`. */
  readonly value: string;
  readonly label: string;
  readonly columns: () => readonly KnownColumn[];
  readonly options: () => ReadOptions;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  /** The request's own history: a change on a card and one of the text are taken back alike. */
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

type Latest = { readonly current: RequestEditorProps };

/** The one change between two texts, so that the caret keeps its place in what stays. */
function changeBetween(before: string, after: string): ChangeSpec {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

const replaceText = (view: EditorView, text: string): boolean => {
  const before = view.state.doc.toString();
  if (before !== text) view.dispatch({ changes: changeBetween(before, text) });
  return true;
};

function extensions(latest: Latest, tips: HTMLElement): Extension {
  return [
    Prec.highest(
      keymap.of([
        { key: "Mod-Enter", run: () => (latest.current.onRun(), true) },
        { key: "Mod-z", run: () => (latest.current.onUndo(), true) },
        { key: "Mod-Shift-z", run: () => (latest.current.onRedo(), true) },
        { key: "Mod-y", run: () => (latest.current.onRedo(), true) },
        { key: "Shift-Alt-f", run: (view) => replaceText(view, formatText(view.state.doc.toString())) },
        {
          key: "Mod-/",
          run: (view) => replaceText(view, toggledOff(view.state.doc.toString(), view.state.selection.main.head)),
        },
      ]),
    ),
    requestLanguage,
    requestCaret,
    requestMargin,
    requestFindings(() => latest.current.options()),
    requestCompletion(() => latest.current.columns()),
    pairs,
    stops,
    lineNumbers(),
    bracketMatching(),
    closeBrackets(),
    drawSelection(),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    tooltips({ position: "fixed", parent: tips }),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...defaultKeymap]),
    EditorView.contentAttributes.of({
      "aria-label": latest.current.label,
      autocorrect: "off",
      autocapitalize: "off",
      spellcheck: "false",
    }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      const text = state.doc.toString();
      if (docChanged && text !== latest.current.value) latest.current.onChange(text);
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
    made.focus();
    return () => {
      made.destroy();
      view.current = null;
    };
  }, []);
  useEffect(() => {
    if (view.current !== null) replaceText(view.current, value);
  }, [value]);
  return <div className="editor" ref={holder} />;
}
