import { holdCaret } from "../state/page/caret.ts";
import { forgetCommands } from "./command-entries.ts";
import { settle } from "./entry.ts";
import type { Entry, Group, Page } from "./entry.ts";
import { bringBack, focusNow } from "./focus.ts";
import type { Focus } from "./focus.ts";
import { groupsOf, prepare } from "./groups.ts";
import { MODES, readTyped } from "./modes.ts";
import type { Mode } from "./modes.ts";
import { fetchNames, onRemote, search } from "./remote.ts";
import type { Found } from "./remote.ts";
import { forgetOffers, unknownHere } from "./sources.ts";
import { remember } from "./uses.ts";

/** What the palette shows. A new value with each change, kept outside of React. */
export interface Shown {
  readonly open: boolean;
  readonly mode: Mode | null;
  readonly query: string;
  /** Titles of the pages one came through. */
  readonly trail: readonly string[];
  readonly placeholder: string;
  readonly groups: readonly Group[];
}

const CLOSED: Shown = { open: false, mode: null, query: "", trail: [], placeholder: "", groups: [] };
const PLACEHOLDER = "Type a command, a name or a formula";
/** Milliseconds of quiet before the server is asked. */
const DEBOUNCE_MS = 250;

interface Step {
  readonly page: Page | null;
  readonly mode: Mode | null;
  readonly query: string;
}

let shown = CLOSED;
let steps: readonly Step[] = [];
let page: Page | null = null;
let found: Found | null = null;
let asking = new AbortController();
let timer: ReturnType<typeof setTimeout> | undefined;
let focus: Focus | null = null;
let pending: (() => void) | null = null;
let stopRemote: (() => void) | null = null;
const listeners = new Set<() => void>();

export const paletteShown = (): Shown => shown;

export function onPalette(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function update(next: Shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

function groupsNow(mode: Mode | null, query: string): readonly Group[] {
  return page === null ? groupsOf({ mode, query, found, changed: arrived }) : page.groups(query);
}

/** Shows another page, mode or query; its groups are in no order yet that would have to stay. */
function show(mode: Mode | null, query: string): void {
  const trail = [...steps.flatMap((step) => step.page?.title ?? []), ...(page === null ? [] : [page.title])];
  const placeholder = page?.placeholder ?? (mode === null ? PLACEHOLDER : MODES[mode].placeholder);
  update({ open: true, mode, query, trail, placeholder, groups: groupsNow(mode, query) });
  askServer(mode, query);
}

/** Something came for what is on screen: nothing there may move. */
export function arrived(): void {
  if (!shown.open) return;
  update({ ...shown, groups: settle(shown.groups, groupsNow(shown.mode, shown.query)) });
}

/** Asks the server for unknown names once typing stops. */
function askServer(mode: Mode | null, query: string): void {
  clearTimeout(timer);
  asking.abort();
  const wanted = query.trim();
  const unknown = unknownHere(mode, wanted);
  if (page !== null || found?.query === wanted || !Object.values(unknown).includes(true)) return;
  const mine = new AbortController();
  asking = mine;
  const ask = async (): Promise<void> => {
    const answer = await search(wanted, unknown, mine.signal);
    if (mine.signal.aborted) return;
    found = answer;
    arrived();
  };
  timer = setTimeout(() => void ask(), DEBOUNCE_MS);
}

/** Opens the palette, on a page where a command asks for something. Remembers where the focus was. */
export function openPalette(first: Page | null = null): void {
  if (!shown.open) {
    focus = focusNow();
    holdCaret(true);
    forgetOffers();
    forgetCommands();
    found = null;
    stopRemote = onRemote(arrived);
    void fetchNames();
    // In the moment between opening it and the first key. Not every browser says when it has one.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(prepare);
    else setTimeout(prepare);
  }
  steps = [];
  page = first;
  show(null, "");
}

/** Closes; `closed` is to be called once the dialog is gone. */
export function closePalette(): void {
  if (!shown.open) return;
  clearTimeout(timer);
  asking.abort();
  stopRemote?.();
  stopRemote = null;
  update(CLOSED);
}

/** The dialog is gone: the focus goes back to the exact caret, and what was chosen is done there. */
export function closed(): void {
  bringBack(focus);
  focus = null;
  const run = pending;
  pending = null;
  run?.();
  holdCaret(false);
}

/** A first character in an empty field may be a chip. */
export function type(text: string): void {
  if (shown.mode !== null || page !== null) {
    show(shown.mode, text);
    return;
  }
  const { mode, query } = readTyped(text);
  show(mode, query);
}

/** Takes the chip or the page away; false where there is neither. */
export function back(): boolean {
  if (shown.mode !== null) {
    show(null, "");
    return true;
  }
  const last = steps.at(-1);
  if (last !== undefined) {
    steps = steps.slice(0, -1);
    ({ page } = last);
    show(last.mode, last.query);
    return true;
  }
  if (page === null) return false;
  page = null;
  show(null, "");
  return true;
}

export function choose(entry: Entry): void {
  if ((entry.disabled ?? null) !== null) return;
  if (entry.page !== undefined) {
    steps = [...steps, { page, mode: shown.mode, query: shown.query }];
    page = entry.page();
    show(null, "");
    return;
  }
  remember(entry.value);
  pending = entry.run ?? null;
  closePalette();
}
