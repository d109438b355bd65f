import { linter } from "@codemirror/lint";
import { StateEffect, StateField } from "@codemirror/state";
import type { EditorState, Extension } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import { checkText, countOfKind, fixAll } from "../../request/index.ts";
import type { ReadOptions, TextFinding } from "../../request/index.ts";
import { underline } from "./findings.ts";
import { findingTools } from "./fix-at-caret.ts";
import { moved } from "./moved.ts";
import { requestText, saysNothing } from "./request-text.ts";
import { serverParseField, serverParseOfRequest } from "./server-parse.ts";
import { replaceText } from "./text-steps.ts";

/** Quiet time after typing before the text is checked, in milliseconds. */
const CHECK_DELAY = 250;

/** Checks the text as it stands once more: more is known of what it may name. */
export const checkAgain = StateEffect.define();

const setFindings = StateEffect.define<readonly TextFinding[]>();

/** Everything that is wrong with a request's text, in its order; between two checks what was found moves along. */
export const textFindings = StateField.define<readonly TextFinding[]>({
  create: () => [],
  update(found, { docChanged, changes, effects }) {
    for (const effect of effects) if (effect.is(setFindings)) return effect.value;
    return docChanged ? moved(found, changes) : found;
  },
});

/** Checks the text once typing rests. */
class Checker {
  readonly #view: EditorView;
  readonly #options: () => ReadOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView, options: () => ReadOptions) {
    this.#view = view;
    this.#options = options;
    this.#timer = setTimeout(() => this.#check());
  }

  update({ docChanged, transactions }: ViewUpdate): void {
    if (!docChanged && !transactions.some(({ effects }) => effects.some((effect) => effect.is(checkAgain)))) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), CHECK_DELAY);
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  #check(): void {
    const { findings } = checkText(this.#view.state.field(requestText), this.#options());
    this.#view.dispatch({ effects: setFindings.of(findings) });
  }
}

/** Everything found, with what only the server says: it knows the account and its market. */
export const findingsInText = (state: EditorState): readonly TextFinding[] => {
  // A request begins with its first formula; Run asks for the name, whatever there is.
  const nameless = saysNothing(state.field(requestText)) ? "name-missing" : null;
  const own = state.field(textFindings).filter(({ code }) => code !== nameless);
  const { findings } = state.field(serverParseField);
  const more = findings
    .filter((one) => own.every(({ code, from }) => code !== one.code || from !== one.from))
    .map(({ from, to, severity, code, message }): TextFinding => ({ from, to, severity, code, message }));
  return more.length === 0 ? own : [...own, ...more].toSorted((a, b) => a.from - b.from);
};

/** Whether an update brought other findings. */
export const foundAnew = ({ startState, state }: Pick<ViewUpdate, "startState" | "state">): boolean =>
  startState.field(textFindings) !== state.field(textFindings) ||
  startState.field(serverParseField).findings !== state.field(serverParseField).findings;

/** What is wrong with a request's text, under the words it is about, with its fixes, one by one or all of a kind. */
export const requestFindings = (options: () => ReadOptions): Extension => [
  textFindings,
  serverParseOfRequest,
  ViewPlugin.define((view) => new Checker(view, options)),
  linter((view) => findingsInText(view.state).map((one) => underline(one, view.state.doc)), {
    delay: 0,
    needsRefresh: foundAnew,
  }),
  findingTools.of({
    found: findingsInText,
    everywhere: (state, { code }, { label }) => {
      const count = countOfKind(findingsInText(state), { code, label });
      if (count < 2) return null;
      return {
        count,
        run: (view) => {
          replaceText(view, fixAll(view.state.doc.toString(), { code, label }, options()));
          view.focus();
        },
      };
    },
  }),
];
