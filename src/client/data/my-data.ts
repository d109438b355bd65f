import { proxy } from "valtio";
import type { Item } from "./item.ts";
import { itemsNow } from "./list-answers.ts";
import { listAddress, DEFAULT_PARAMS } from "./list-query.ts";
import type { ListParams } from "./list-query.ts";

interface MyData {
  params: ListParams;
  /** Ids with a tick. */
  selected: readonly string[];
  /** The row that the keys act on. */
  current: string | null;
}

export const myData = proxy<MyData>({ params: DEFAULT_PARAMS, selected: [], current: null });

/** A list is on screen. The rows of another one, or of another page, have no ticks yet. */
export function showList(params: ListParams): void {
  if (listAddress(params) !== listAddress(myData.params)) Object.assign(myData, { selected: [], current: null });
  myData.params = params;
}

/** Removes rows that no longer exist from the selection. */
export function keepChosen(items: readonly Item[]): void {
  const known = new Set(items.map(({ id }) => id));
  if (myData.selected.some((id) => !known.has(id))) myData.selected = myData.selected.filter((id) => known.has(id));
  if (myData.current !== null && !known.has(myData.current)) myData.current = null;
}

const shownItems = (): readonly Item[] => itemsNow(myData.params);

export const itemOf = (id: string | null): Item | null => shownItems().find((item) => item.id === id) ?? null;

/** The rows an action applies to: the ticked ones, else the current one. */
export function chosenItems(): readonly Item[] {
  if (myData.selected.length > 0) return shownItems().filter(({ id }) => myData.selected.includes(id));
  const item = itemOf(myData.current);
  return item === null ? [] : [item];
}

export function toggleSelected(id: string): void {
  myData.selected = myData.selected.includes(id)
    ? myData.selected.filter((one) => one !== id)
    : [...myData.selected, id];
}

/** Makes the next or previous row the current one and gives it the focus. */
export function moveCurrent(by: 1 | -1): void {
  const items = shownItems();
  const at = items.findIndex(({ id }) => id === myData.current);
  const last = items.length - 1;
  const to = at < 0 ? (by === 1 ? 0 : last) : Math.min(Math.max(at + by, 0), last);
  const item = items[to];
  if (item === undefined) return;
  myData.current = item.id;
  document.querySelector<HTMLElement>(`[data-item="${item.id}"] .item-name`)?.focus();
}
