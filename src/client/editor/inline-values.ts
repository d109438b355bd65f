import { StateEffect, StateField } from "@codemirror/state";
import type { EditorState, Extension } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, WidgetType } from "@codemirror/view";
import type { DecorationSet, ViewUpdate } from "@codemirror/view";
import { printCode } from "../../formula/index.ts";
import type { KnownColumn, Node } from "../../formula/index.ts";
import type { ValuesAnswer } from "../../contract/index.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import type { Pinned } from "../state/slices/pinned.ts";
import { previewEnded } from "../state/slices/preview.ts";
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
  /** Where the formula ends, and with it what is said of the whole. */
  readonly end: number;
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
function draw(state: EditorState, { end, points, whole, message }: Shown): DecorationSet {
  const { doc } = state;
  const lastLine = doc.lineAt(Math.min(end, doc.length)).number;
  const byLine = new Map<number, PointValue[]>();
  for (const point of points) {
    const { number } = doc.lineAt(Math.min(point.to, doc.length));
    byLine.set(number, [...(byLine.get(number) ?? []), point]);
  }
  const lines = new Set([...byLine.keys(), ...(whole === null && message === null ? [] : [lastLine])]);
  return Decoration.set(
    [...lines]
      .sort((a, b) => a - b)
      .map((number) => {
        const last = number === lastLine;
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

/** A formula whose values are shown. */
export interface ValuedFormula {
  readonly tree: Node;
  readonly columns: readonly KnownColumn[];
  /** Where it stands in the document; its tree counts from `from` on. */
  readonly from: number;
  readonly to: number;
}

/** Which formula shows its values, and after which updates they are asked for anew. */
interface ValuesSource {
  readonly formula: (state: EditorState) => ValuedFormula | null;
  readonly changed: (update: ViewUpdate) => boolean;
}

const NOTHING = { points: [], whole: null, message: null } as const;

/** Asks for the values of a formula that parses, once typing has stopped; drops an answer to an older text. */
class ValuesAsker {
  readonly #view: EditorView;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #source: ValuesSource;
  #asking: AbortController | null = null;

  constructor(view: EditorView, source: ValuesSource) {
    this.#view = view;
    this.#source = source;
    this.#soon();
  }

  update(update: ViewUpdate): void {
    const pinned = update.startState.field(pinnedField) !== update.state.field(pinnedField);
    if (update.docChanged || pinned || this.#source.changed(update)) this.#soon();
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
    const formula = this.#source.formula(state);
    if (at === null || formula === null) return;
    const { tree, columns, to } = formula;
    const asking = new AbortController();
    this.#asking = asking;
    await previewEnded(asking.signal);
    if (asking.signal.aborted) return;
    const answer = await call("values", {
      body: { ...at, formulas: [printCode(tree)], columns: columnsOf(tree, columns) },
      signal: asking.signal,
    });
    if (asking.signal.aborted || this.#view.state.doc !== state.doc) return;
    if (answer.ok) this.#view.dispatch({ effects: setShown.of(shownOf(answer.value, formula)) });
    else if (answer.error.kind !== "aborted")
      this.#view.dispatch({ effects: setShown.of({ ...NOTHING, end: to, message: messageOf(answer.error) }) });
  }
}

function shownOf({ absence, formulas }: ValuesAnswer, { tree, from, to }: ValuedFormula): Shown {
  const [formula] = formulas;
  if (absence !== null || formula === undefined) return { ...NOTHING, end: to, message: absence?.text ?? null };
  const { points, whole } = pointValues(tree, formula);
  return { end: to, points: points.map((point) => ({ ...point, to: from + point.to })), whole, message: null };
}

/** With a security-day pinned, every data point of a formula shows its value at the end of its line. */
export const valuesOf = (at: Pinned | null, source: ValuesSource): Extension => [
  pinnedField.init(() => at),
  shownField,
  ViewPlugin.define((view) => new ValuesAsker(view, source)),
];

/** The values of an editor of one formula. */
export const inlineValues = (at: Pinned | null): Extension =>
  valuesOf(at, {
    formula: (state) => {
      const { tree } = state.field(checkedField);
      return tree && { tree, columns: state.field(placeField).columns, from: 0, to: state.doc.length };
    },
    changed: ({ startState, state, transactions }) => {
      const placed = transactions.some(({ effects }) => effects.some((effect) => effect.is(setPlace)));
      const before = startState.field(serverParseField).state;
      const back = before === "offline" && state.field(serverParseField).state !== before;
      return placed || back || startState.field(checkedField) !== state.field(checkedField);
    },
  });
