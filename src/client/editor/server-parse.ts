import { StateEffect, StateField } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import type { Finding } from "../../contract/index.ts";
import { call } from "../state/calls.ts";
import { placeField, setPlace } from "./place.ts";

/** Quiet time after typing before the server is asked (specification, 4), in milliseconds. */
export const PARSE_DELAY = 400;

/** `idle` nothing to ask, `offline` nobody answered: the local check goes on alone. */
export type ParseState = "idle" | "loading" | "success" | "failure" | "offline";

export interface ServerParse {
  readonly state: ParseState;
  /** The server's findings, moved along with the text; those that an edit touched are gone. */
  readonly findings: readonly Finding[];
}

export const setServerParse = StateEffect.define<ServerParse>();

export const serverParseField = StateField.define<ServerParse>({
  create: () => ({ state: "idle", findings: [] }),
  update(value, transaction) {
    let next = value;
    if (transaction.docChanged && value.findings.length > 0) {
      const { changes } = transaction;
      const untouched = value.findings.filter(({ from, to }) => !changes.touchesRange(from, to));
      next = {
        ...value,
        findings: untouched.map((found) => ({
          ...found,
          from: changes.mapPos(found.from, 1),
          to: changes.mapPos(found.to, -1),
        })),
      };
    }
    for (const effect of transaction.effects) if (effect.is(setServerParse)) next = effect.value;
    return next;
  },
});

/** Asks `POST /parse` once typing has stopped, gives up an older question, and drops an answer to an older text. */
class ServerParser {
  readonly #view: EditorView;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = new AbortController();

  constructor(view: EditorView) {
    this.#view = view;
    this.#soon();
  }

  update(update: ViewUpdate): void {
    const moved = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(setPlace)));
    if (update.docChanged || moved) this.#soon();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#asking.abort();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#asking.abort();
    this.#timer = setTimeout(() => void this.#ask(), PARSE_DELAY);
  }

  async #ask(): Promise<void> {
    const { doc } = this.#view.state;
    const { part, columns } = this.#view.state.field(placeField);
    const names = columns.map(({ name }) => name.trim());
    const text = doc.toString();
    const known = text.trim().toLowerCase();
    // Nothing typed, or just the name of a column (specification, 4): there is nothing to ask.
    if (known === "" || names.some((name) => known === `{${name.toLowerCase()}}`)) {
      this.#tell({ state: "idle", findings: [] });
      return;
    }
    const asking = new AbortController();
    this.#asking = asking;
    this.#tell({ state: "loading", findings: this.#view.state.field(serverParseField).findings });
    const answer = await call("parse", {
      // A line break becomes one blank, so offsets stay as they are.
      body: {
        formula: text.replaceAll("\n", " "),
        is_filter: part === "filters",
        ...(part === "columns" ? { column_list: names.join("|") } : {}),
      },
      signal: asking.signal,
    });
    if (asking.signal.aborted || this.#view.state.doc !== doc) return;
    if (answer.ok) {
      this.#tell({ state: answer.value.success ? "success" : "failure", findings: answer.value.diagnostics });
    } else if (answer.error.kind !== "aborted") {
      this.#tell({ state: "offline", findings: [] });
    }
  }

  #tell(parse: ServerParse): void {
    this.#view.dispatch({ effects: setServerParse.of(parse) });
  }
}

export const serverParse: Extension = [serverParseField, ViewPlugin.fromClass(ServerParser)];
