import type { EditorView } from "@codemirror/view";
import type { KnownColumn } from "../../../formula/index.ts";
import type { Part } from "./checks.ts";

/** Live editors by entry. A view never goes into a proxy: it is no state, and a proxied one breaks. */
const views = new Map<string, EditorView>();
/** The editor that gets the caret once it is there. */
interface Wanted {
  readonly key: string;
  /** What has the focus as long as one waits. */
  from: Element | null;
  /** Whether a key or the pointer was used since. */
  acted: boolean;
}
let wanted: Wanted | null = null;

function want(key: string, from: Element | null): void {
  const mine: Wanted = { key, from, acted: false };
  wanted = mine;
  const events = new AbortController();
  const act = (): void => {
    events.abort();
    mine.acted = true;
    // What asked may have gone since, as the palette does, and given the focus back.
    mine.from = document.activeElement;
  };
  for (const kind of ["keydown", "pointerdown"])
    document.addEventListener(kind, act, { capture: true, signal: events.signal });
}

/** Whether the focus still is where one waits for the editor: whoever went elsewhere by now goes on there. */
function stillWaits({ from, acted }: Wanted): boolean {
  const { activeElement: active } = document;
  return active === from || active === document.body || (!acted && !inTextField());
}

/** Whether a field has the caret; that of the palette stands for the place it was opened from. */
export function inTextField(): boolean {
  const { activeElement: active } = document;
  return (
    active instanceof HTMLElement &&
    active.closest(".palette") === null &&
    (active.isContentEditable || active.matches("input:not([type=checkbox]), textarea, select"))
  );
}

/** Something that may be put at the caret. */
export interface AtCaret {
  readonly label: string;
  readonly detail: string;
  readonly doc: string;
  readonly insert: () => void;
}

/** An editor that has the caret, as the palette sees it. */
export interface CaretTarget {
  readonly view: EditorView;
  /** What it holds: one formula, or a request as a text. */
  readonly holds: "formula" | "text";
  readonly part: Part;
  readonly columns: () => readonly KnownColumn[];
  /** What may begin a value there. */
  readonly offers: () => readonly AtCaret[];
  /** Puts code there, in the formula's own notation. */
  readonly insert: (code: string) => void;
}

const targets = new Map<EditorView, CaretTarget>();
/** The formula one was in when something else took the focus for a moment. */
let held: CaretTarget | null = null;

const focused = (): CaretTarget | null => [...targets.values()].find(({ view }) => view.hasFocus) ?? null;

/** The formula with the caret, or the one that is held. */
export const caretTarget = (): CaretTarget | null => focused() ?? held;

/** Holds the formula that has the caret now, for what is about to take the focus; null lets go of it. */
export function holdCaret(hold: boolean): void {
  held = hold ? focused() : null;
}

/** Lets the palette reach an editor; what is given back takes it out of reach. */
export function rememberTarget(target: CaretTarget): () => void {
  const { view } = target;
  targets.set(view, target);
  return () => {
    targets.delete(view);
    if (held?.view === view) held = null;
  };
}

export function rememberEditor(part: Part, id: string, target: CaretTarget): () => void {
  const key = `${part} ${id}`;
  const { view } = target;
  const forgetTarget = rememberTarget(target);
  views.set(key, view);
  if (wanted?.key === key) {
    if (stillWaits(wanted)) view.focus();
    wanted = null;
  }
  return () => {
    // An editor that is made anew in its place takes the focus over.
    if (view.hasFocus) want(key, null);
    if (views.get(key) === view) views.delete(key);
    forgetTarget();
  };
}

/** Puts the caret into an entry's editor, now or as soon as it is there. */
export function focusEditor(part: Part, id: string, at?: { readonly from: number; readonly to: number }): void {
  const view = views.get(`${part} ${id}`);
  if (view === undefined) {
    want(`${part} ${id}`, document.activeElement);
    return;
  }
  if (at !== undefined) {
    const end = view.state.doc.length;
    view.dispatch({
      selection: { anchor: Math.min(at.from, end), head: Math.min(at.to, end) },
      scrollIntoView: true,
    });
  }
  view.focus();
}

export const editorOf = (part: Part, id: string): EditorView | undefined => views.get(`${part} ${id}`);
