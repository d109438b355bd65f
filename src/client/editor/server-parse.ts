import { StateEffect, StateField } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import type { Finding } from "../../contract/index.ts";
import { asksForCheck } from "../../request/index.ts";
import { TIMINGS } from "../../vocabulary/index.ts";
import { call } from "../state/queries/calls.ts";
import { moved } from "./moved.ts";
import { placeField, setPlace } from "./place.ts";

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
    if (transaction.docChanged) next = { state: "idle", findings: moved(value.findings, transaction.changes) };
    else if (transaction.effects.some((effect) => effect.is(setPlace))) next = { ...value, state: "idle" };
    for (const effect of transaction.effects) if (effect.is(setServerParse)) next = effect.value;
    return next;
  },
});

/**
 * Asks `POST /parse` once typing has stopped, gives up an older question, drops an answer to an older text, and asks on
 * where there was none.
 */
class ServerParser {
  readonly #view: EditorView;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | null = null;

  constructor(view: EditorView) {
    this.#view = view;
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
    const place = this.#view.state.field(placeField);
    const { part, notation, columns } = place;
    const names = columns.map(({ name }) => name.trim());
    const text = doc.toString();
    if (!asksForCheck(text, names)) {
      this.#tell({ state: "idle", findings: [] });
      return;
    }
    const asking = new AbortController();
    this.#asking = asking;
    // Asked on and on, it would flicker.
    if (!again) this.#tell({ state: "loading", findings: this.#view.state.field(serverParseField).findings });
    const answer = await call("parse", {
      // A line break becomes one blank, so offsets stay as they are.
      body: {
        formula: text.replaceAll("\n", " "),
        is_filter: part === "filters",
        notation,
        ...(part === "columns" ? { column_list: names.join("|") } : {}),
      },
      signal: asking.signal,
    });
    const { state } = this.#view;
    if (asking.signal.aborted || state.doc !== doc || state.field(placeField) !== place) return;
    if (answer.ok) {
      this.#tell({ state: answer.value.success ? "success" : "failure", findings: answer.value.diagnostics });
    } else if (answer.error.kind !== "aborted") {
      if (!again) this.#tell({ state: "offline", findings: [] });
      this.#timer = setTimeout(() => void this.#ask(true), RETRY_MS);
    }
  }

  #tell(parse: ServerParse): void {
    this.#view.dispatch({ effects: setServerParse.of(parse) });
  }
}

export const serverParse: Extension = [serverParseField, ViewPlugin.fromClass(ServerParser)];
