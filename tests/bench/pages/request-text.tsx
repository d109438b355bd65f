import { closeBrackets, autocompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { defaultHighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { Theme } from "@radix-ui/themes";
import { createElement } from "react";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { useSnapshot } from "valtio";
import { changeText } from "../../../src/client/builder/change-text.ts";
import RequestEditor from "../../../src/client/editor/RequestEditor.tsx";
import { begin, builder, NEW_REQUEST, provideText } from "../../../src/client/state/slices/builder.ts";
import { validity } from "../../../src/client/state/slices/validity.ts";
import {
  openRequest,
  requestSent,
  stateOfText,
  readText,
  textFollowing,
  textOfState,
} from "../../../src/request/index.ts";

/** A request of so many filters and columns; a third of the columns stand for themselves, the others name one. */
function bigRequest(filters: number, columns: number): string {
  const lines = ["request Many", "dates 2025-10-01 .. 2025-12-31", ""];
  for (let n = 0; n < filters; n += 1)
    lines.push(
      `filter {f ${n}}: [daily close adj] > [indicator ema(20) close adj] & [daily volume] > 1.5 * [daily avg volume -20 .. -1]`,
    );
  for (let n = 0; n < columns; n += 1)
    lines.push(
      n % 3 === 0
        ? `column {C ${n}}: ( [daily open adj] / [daily close -1 adj] - 1 ) * ${n + 2}`
        : `column {C ${n}}: {C ${n - 1}} / [indicator atr(14) adj] * ${n}`,
    );
  return `${lines.join("\n")}\n`;
}

/** The same lines as a script. */
const scriptOf = (text: string): string =>
  text
    .replaceAll(/^(filter|column) \{(\w) (\d+)\}:/gm, "const $2$3 =")
    .replaceAll(/\{(\w) (\d+)\}/g, "$1$2")
    .replaceAll(/\[([^\]]*)\]/g, (_, inside: string) => `market.${inside.replaceAll(/[^\w]+/g, "_")}`)
    .replaceAll(" & ", " && ");

function Pane(): ReactNode {
  const { state } = useSnapshot(builder, { sync: true });
  return createElement(RequestEditor, {
    value: state.text ?? "",
    label: "ours",
    columns: () => validity.columns,
    options: () => ({}),
    onChange: changeText,
    onParse: () => undefined,
    onRun: () => undefined,
    onUndo: () => undefined,
    onRedo: () => undefined,
  });
}

/** An editor of each language with as many lines; gives the milliseconds it took to open the request from its JSON. */
function makeEditors(filters: number, columns: number): number {
  const place = document.querySelector<HTMLElement>("#ours");
  const other = document.querySelector<HTMLElement>("#javascript");
  if (place === null || other === null) throw new Error("no place for the editors");
  const text = bigRequest(filters, columns);
  const json: unknown = JSON.parse(
    JSON.stringify(requestSent(stateOfText(readText(text), { kind: "request", mode: "create" }).state)),
  );
  provideText(textFollowing);
  const before = performance.now();
  const { state } = openRequest(json, "request", "create");
  begin({ ...state, text: textOfState(state) }, NEW_REQUEST);
  const opened = performance.now() - before;
  createRoot(place).render(createElement(Theme, null, createElement(Pane)));
  void new EditorView({
    parent: other,
    doc: scriptOf(text),
    extensions: [
      javascript(),
      syntaxHighlighting(defaultHighlightStyle),
      history(),
      closeBrackets(),
      autocompletion(),
      drawSelection(),
      lineNumbers(),
      EditorView.lineWrapping,
      keymap.of(defaultKeymap),
    ],
  });
  return opened;
}

/** Milliseconds that each of so many keystrokes in a line takes, the request's own change and the layout included. */
async function typeInto(selector: string, count: number): Promise<readonly number[]> {
  const content = document.querySelector<HTMLElement>(`${selector} .cm-content`);
  const view = content && EditorView.findFromDOM(content);
  if (!view) throw new Error(`no editor in ${selector}`);
  // At the end of the line of a column in the middle, where a number stands.
  const { to } = view.state.doc.line(Math.floor(view.state.doc.lines / 2));
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const from = to + n;
    const before = performance.now();
    view.dispatch({
      changes: { from, insert: "1" },
      selection: { anchor: from + 1 },
      userEvent: "input.type",
      scrollIntoView: true,
    });
    // React draws what is subscribed to the request.
    await Promise.resolve();
    view.dom.getBoundingClientRect();
    times.push(performance.now() - before);
  }
  view.dispatch({ changes: { from: to, to: to + count }, userEvent: "delete" });
  return times;
}

Object.assign(globalThis, { makeEditors, typeInto });
