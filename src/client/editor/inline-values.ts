import { StateEffect, StateField } from "@codemirror/state";
import type { EditorState, Extension } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, WidgetType } from "@codemirror/view";
import type { DecorationSet, ViewUpdate } from "@codemirror/view";
import { printCode } from "../../formula/index.ts";
import type { ValuesAnswer } from "../../contract/index.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import type { Pinned } from "../state/slices/pinned.ts";
import { checkedField, placeField, setPlace } from "./place.ts";
import { PARSE_DELAY, serverParseField } from "./server-parse.ts";
import { columnsOf, pointValues } from "./values-of.ts";
import type { PointValue } from "./values-of.ts";
import "./inline-values.css";

export const setPinned = StateEffect.define<Pinned | null>();

/** The security-day whose values the editor shows. */
export const pinnedField = StateField.define<Pinned | null>({
  create: () => null,
  update(at, transaction) {
    for (const effect of transaction.effects) if (effect.is(setPinned)) return effect.value;
    return at;
  },
});

/** What is shown at the ends of lines: by data point, of the whole, or why there is nothing. */
interface Shown {
  readonly points: readonly PointValue[];
  readonly whole: string | null;
  readonly message: string | null;
}

const setShown = StateEffect.define<Shown | null>();

class LineValues extends WidgetType {
  readonly #points: readonly PointValue[];
  readonly #whole: string | null;
  readonly #message: string | null;

  constructor(points: readonly PointValue[], whole: string | null, message: string | null) {
    super();
    this.#points = points;
    this.#whole = whole;
    this.#message = message;
  }

  override eq(other: LineValues): boolean {
    return JSON.stringify(this.#texts()) === JSON.stringify(other.#texts());
  }

  #texts(): readonly (string | null)[] {
    return [...this.#points.map(({ text }) => text), this.#whole, this.#message];
  }

  override toDOM(): HTMLElement {
    const line = document.createElement("span");
    line.className = "inline-values";
    const add = (className: string, text: string, title: string | null = null): void => {
      const one = document.createElement("span");
      one.className = className;
      one.textContent = text;
      if (title !== null) one.title = title;
      line.append(one);
    };
    for (const { text, reason } of this.#points) add(reason === null ? "point" : "point null", text, reason);
    if (this.#whole !== null) add("whole", `= ${this.#whole}`);
    if (this.#message !== null) add("message", this.#message);
    return line;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** One widget at the end of each line that has something to show; the whole formula's stands on the last. */
function draw(state: EditorState, { points, whole, message }: Shown): DecorationSet {
  const { doc } = state;
  const byLine = new Map<number, PointValue[]>();
  for (const point of points) {
    const { number } = doc.lineAt(Math.min(point.to, doc.length));
    byLine.set(number, [...(byLine.get(number) ?? []), point]);
  }
  const lines = new Set([...byLine.keys(), ...(whole === null && message === null ? [] : [doc.lines])]);
  return Decoration.set(
    [...lines]
      .sort((a, b) => a - b)
      .map((number) => {
        const last = number === doc.lines;
        const widget = new LineValues(byLine.get(number) ?? [], last ? whole : null, last ? message : null);
        return Decoration.widget({ widget, side: 1 }).range(doc.line(number).to);
      }),
  );
}

const shownField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    let next = shown;
    // A value of an older text is a wrong value.
    if (transaction.docChanged || transaction.effects.some((effect) => effect.is(setPinned) || effect.is(setPlace)))
      next = Decoration.none;
    for (const effect of transaction.effects)
      if (effect.is(setShown)) next = effect.value === null ? Decoration.none : draw(transaction.state, effect.value);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const NOTHING: Shown = { points: [], whole: null, message: null };

/** Asks for the values of a formula that parses, once typing has stopped; drops an answer to an older text. */
class ValuesAsker {
  readonly #view: EditorView;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | null = null;

  constructor(view: EditorView) {
    this.#view = view;
    this.#soon();
  }

  update(update: ViewUpdate): void {
    const changed = update.transactions.some(({ effects }) =>
      effects.some((effect) => effect.is(setPinned) || effect.is(setPlace)),
    );
    const checked = update.startState.field(checkedField) !== update.state.field(checkedField);
    const before = update.startState.field(serverParseField).state;
    const back = before === "offline" && update.state.field(serverParseField).state !== before;
    if (update.docChanged || changed || checked || back) this.#soon();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#asking = null;
    if (this.#view.state.field(pinnedField) !== null) this.#timer = setTimeout(() => void this.#ask(), PARSE_DELAY);
  }

  async #ask(): Promise<void> {
    const { state } = this.#view;
    const at = state.field(pinnedField);
    const { tree } = state.field(checkedField);
    if (at === null || tree === null) return;
    const { columns } = state.field(placeField);
    const asking = new AbortController();
    this.#asking = asking;
    const answer = await call("values", {
      body: { ...at, formulas: [printCode(tree)], columns: columnsOf(tree, columns) },
      signal: asking.signal,
    });
    if (asking.signal.aborted || this.#view.state.doc !== state.doc) return;
    if (answer.ok) this.#view.dispatch({ effects: setShown.of(shownOf(answer.value, tree)) });
    else if (answer.error.kind !== "aborted")
      this.#view.dispatch({ effects: setShown.of({ ...NOTHING, message: messageOf(answer.error) }) });
  }
}

function shownOf({ absence, formulas }: ValuesAnswer, tree: Parameters<typeof pointValues>[0]): Shown {
  const [formula] = formulas;
  if (absence !== null || formula === undefined) return { ...NOTHING, message: absence?.text ?? null };
  return { ...pointValues(tree, formula), message: null };
}

/** With a security-day pinned, every data point shows its value at the end of its line. */
export const inlineValues = (at: Pinned | null): Extension => [
  pinnedField.init(() => at),
  shownField,
  ViewPlugin.fromClass(ValuesAsker),
];
