import { StateEffect, StateField } from "@codemirror/state";
import type { EditorState, Extension } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import type { CallResult } from "../../api-client/index.ts";
import type { Finding } from "../../contract/index.ts";
import { asksForCheck } from "../../request/index.ts";
import { TIMINGS } from "../../vocabulary/index.ts";
import { call } from "../state/queries/calls.ts";
import { moved } from "./moved.ts";
import { placeField, setPlace } from "./place.ts";
import { requestText, saysNothing } from "./request-text.ts";

/** Quiet time after typing before the server is asked, in milliseconds. */
export const PARSE_DELAY = TIMINGS.formulaCheck;

/** Milliseconds until a server that did not answer is asked again, so that a formula need not be typed anew. */
const RETRY_MS = 5_000;

/** `idle`: nothing to check; `offline`: the server did not answer, and only the local check runs. */
export type ParseState = "idle" | "loading" | "success" | "failure" | "offline";

interface ServerParse {
  readonly state: ParseState;
  /** The server's findings, moved along with the text; those that an edit touched are gone. */
  readonly findings: readonly Finding[];
}

export const setServerParse = StateEffect.define<ServerParse>();

export const serverParseField = StateField.define<ServerParse>({
  create: () => ({ state: "idle", findings: [] }),
  update(value, transaction) {
    let next = value;
    // A verdict is about the text it was made of, in the place it had then.
    if (transaction.docChanged && value.findings.length > 0)
      next = { state: "idle", findings: moved(value.findings, transaction.changes) };
    else if (transaction.docChanged && value.state !== "idle") next = { ...value, state: "idle" };
    else if (transaction.effects.some((effect) => effect.is(setPlace))) next = { ...value, state: "idle" };
    for (const effect of transaction.effects) if (effect.is(setServerParse)) next = effect.value;
    return next;
  },
});

type Answer = CallResult<{ readonly success: boolean; readonly findings: readonly Finding[] }>;

/** What the server is asked about a text. */
interface Question {
  readonly ask: (signal: AbortSignal) => Promise<Answer>;
  /** Whether the text is still in the place that it was asked about. */
  readonly holds: (state: EditorState) => boolean;
}

/**
 * Asks the server once typing has stopped, gives up an older question, drops an answer to an older text, and asks on where
 * there was none.
 */
class ServerParser {
  readonly #view: EditorView;
  /** Null where there is nothing to ask. */
  readonly #questionOf: (state: EditorState) => Question | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | null = null;

  constructor(view: EditorView, questionOf: (state: EditorState) => Question | null) {
    this.#view = view;
    this.#questionOf = questionOf;
    this.#soon();
  }

  update(update: ViewUpdate): void {
    const replaced = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(setPlace)));
    if (update.docChanged || replaced) this.#soon();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#asking = null;
    this.#timer = setTimeout(() => void this.#ask(), PARSE_DELAY);
  }

  async #ask(again = false): Promise<void> {
    const { doc } = this.#view.state;
    const question = this.#questionOf(this.#view.state);
    if (question === null) {
      this.#tell({ state: "idle", findings: [] });
      return;
    }
    const asking = new AbortController();
    this.#asking = asking;
    // Asked on and on, it would flicker.
    if (!again) this.#tell({ state: "loading", findings: this.#view.state.field(serverParseField).findings });
    const answer = await question.ask(asking.signal);
    const { state } = this.#view;
    if (asking.signal.aborted || state.doc !== doc || !question.holds(state)) return;
    if (answer.ok) {
      const { success, findings } = answer.value;
      this.#tell({ state: success ? "success" : "failure", findings });
    } else if (answer.error.kind !== "aborted") {
      if (!again) this.#tell({ state: "offline", findings: [] });
      this.#timer = setTimeout(() => void this.#ask(true), RETRY_MS);
    }
  }

  #tell(parse: ServerParse): void {
    this.#view.dispatch({ effects: setServerParse.of(parse) });
  }
}

const serverChecked = (questionOf: (state: EditorState) => Question | null): Extension => [
  serverParseField,
  ViewPlugin.define((view) => new ServerParser(view, questionOf)),
];

/** Asks `POST /parse` about the formula of an editor. */
export const serverParse: Extension = serverChecked((state) => {
  const place = state.field(placeField);
  const { part, notation, columns, parameters = [] } = place;
  const names = columns.map(({ name }) => name.trim());
  const text = state.doc.toString();
  if (!asksForCheck(text, names)) return null;
  return {
    holds: (now) => now.field(placeField) === place,
    ask: async (signal) => {
      const answer = await call("parse", {
        // A line break becomes one blank, so offsets stay as they are.
        body: {
          formula: text.replaceAll("\n", " "),
          is_filter: part === "filters",
          notation,
          ...(part === "columns" ? { column_list: names.join("|") } : {}),
          parameters: Object.fromEntries(parameters),
        },
        signal,
      });
      if (!answer.ok) return answer;
      const { success, diagnostics } = answer.value;
      return { ok: true, value: { success, findings: diagnostics } };
    },
  };
});

/** Asks the server about the text of a whole request. What has no place in the text stands at its beginning. */
export const serverParseOfRequest: Extension = serverChecked((state) => {
  const text = state.doc.toString();
  if (saysNothing(state.field(requestText))) return null;
  return {
    holds: () => true,
    ask: async (signal) => {
      const answer = await call("parseRequest", { body: { text }, signal });
      if (!answer.ok) return answer;
      const { success, diagnostics } = answer.value;
      const findings = diagnostics.map(
        ({ message, code = "request", severity = "error", from = 0, to = from }): Finding => ({
          message,
          code,
          severity,
          from: Math.min(from, text.length),
          to: Math.min(to, text.length),
        }),
      );
      return { ok: true, value: { success, findings } };
    },
  };
});
