import { pickedCompletion } from "@codemirror/autocomplete";
import type { Completion } from "@codemirror/autocomplete";
import { EditorSelection, Prec, StateEffect, StateField } from "@codemirror/state";
import type { ChangeDesc, EditorState, Extension } from "@codemirror/state";
import { Decoration, EditorView, keymap } from "@codemirror/view";
import type { Command } from "@codemirror/view";

/**
 * Places that Tab goes to after a call was put in: its examples, one after the other, and at last behind it. A call that is
 * put into one of them brings its own, so Tab stays in the formula until all of it was visited; CodeMirror's snippets
 * forget the outer ones and end with the last example.
 */
interface TabStop {
  readonly from: number;
  readonly to: number;
}

const setStops = StateEffect.define<readonly TabStop[]>();

/** What is typed into a stop belongs to it; the last one is a place, and stays behind what is typed there. */
const moved = (stops: readonly TabStop[], changes: ChangeDesc): readonly TabStop[] =>
  stops.map(({ from, to }, index) => {
    const end = changes.mapPos(to, 1);
    return { from: index === stops.length - 1 ? end : changes.mapPos(from, -1), to: end };
  });

/** Whether only what stands in one stop or another is taken away: undoing more takes the stops with it. */
function staysInStops(stops: readonly TabStop[], changes: ChangeDesc): boolean {
  let stays = true;
  changes.iterChangedRanges((from, to) => {
    stays &&= stops.some((stop) => stop.from <= from && to <= stop.to);
  });
  return stays;
}

const holds = ({ from, to }: TabStop, at: number): boolean => from <= at && at <= to;

/** In the order of the text; empty where nothing is being filled in. */
const stopsField = StateField.define<readonly TabStop[]>({
  create: () => [],
  update(stops, transaction) {
    for (const effect of transaction.effects) if (effect.is(setStops)) return effect.value;
    if (stops.length === 0) return stops;
    const undone = transaction.isUserEvent("undo") || transaction.isUserEvent("redo");
    if (undone && !staysInStops(stops, transaction.changes)) return [];
    const next = transaction.docChanged ? moved(stops, transaction.changes) : stops;
    const { head } = transaction.state.selection.main;
    const [first, last] = [next[0], next.at(-1)];
    return first !== undefined && last !== undefined && first.from <= head && head <= last.to ? next : [];
  },
  provide: (field) =>
    EditorView.decorations.from(field, (stops) =>
      Decoration.set(
        stops.filter(({ from, to }) => from < to).map(({ from, to }) => STOP.range(from, to)),
        true,
      ),
    ),
});

const STOP = Decoration.mark({ class: "f-stop" });

/** Goes to the next stop, or the one before; the last one ends it. */
const goTo =
  (direction: 1 | -1): Command =>
  (view) => {
    const stops = view.state.field(stopsField);
    if (stops.length === 0) return false;
    const { from, head } = view.state.selection.main;
    const at = stops.findIndex((stop) => holds(stop, direction === 1 ? head : from));
    const beyond =
      direction === 1 ? stops.findIndex((stop) => stop.from > head) : stops.findLastIndex((stop) => stop.to < from);
    const next = stops[at < 0 ? beyond : at + direction];
    // Inside what is being filled in Tab is never the page's; Escape gives it back.
    if (next === undefined) return true;
    view.dispatch({
      selection: EditorSelection.range(next.from, next.to),
      effects: next === stops.at(-1) ? setStops.of([]) : [],
      scrollIntoView: true,
    });
    return true;
  };

const leave: Command = (view) => {
  if (view.state.field(stopsField).length === 0) return false;
  view.dispatch({ effects: setStops.of([]) });
  return true;
};

export const stops: Extension = [
  stopsField,
  Prec.high(
    keymap.of([
      { key: "Tab", run: goTo(1), shift: goTo(-1) },
      { key: "Escape", run: leave },
    ]),
  ),
];

/** Something to put in, with the examples in it that are to be typed over. */
interface Template {
  readonly insert: string;
  readonly slots: readonly TabStop[];
  /** Characters behind it that the last stop is beyond: a bracket that stands there already. */
  readonly skip?: number;
}

const stopsIn = (state: EditorState): readonly TabStop[] => state.field(stopsField, false) ?? [];

/** Puts it in and selects its first example; the caret goes behind one that has none. */
export function insertTemplate(
  view: EditorView,
  { insert, slots, skip = 0 }: Template,
  from: number,
  to: number,
  completion: Completion | null = null,
): void {
  const { state } = view;
  const changes = state.changes({ from, to, insert });
  const end = from + insert.length + skip;
  const own = [...slots.map((slot) => ({ from: from + slot.from, to: from + slot.to })), { from: end, to: end }];
  const outer = stopsIn(state);
  const around = outer.findIndex((stop) => stop.from <= from && to <= stop.to);
  const kept = moved(outer, changes);
  const all = around < 0 ? own : [...kept.slice(0, around), ...own, ...kept.slice(around + 1)];
  const [first] = own;
  view.dispatch({
    changes,
    selection: first === undefined ? { anchor: end } : EditorSelection.range(first.from, first.to),
    effects: slots.length === 0 ? [] : setStops.of(all),
    ...(completion === null ? {} : { annotations: pickedCompletion.of(completion) }),
    userEvent: "input.complete",
    scrollIntoView: true,
  });
}
