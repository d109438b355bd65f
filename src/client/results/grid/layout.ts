import type { StatusAnswer } from "../../../contract/index.ts";

export type Column = StatusAnswer["columns"][number];

/** How the columns stand, all by name: widths that were drawn, those that stay while one scrolls, are hidden, were moved. */
export interface Layout {
  readonly widths: Readonly<Record<string, number>>;
  readonly pinned: readonly string[];
  readonly hidden: readonly string[];
  /** Empty as long as none was moved; a column that it does not name stands behind those it does. */
  readonly order: readonly string[];
}

/** Symbol and Date stay in sight; where a screen is narrow, Symbol alone. */
export const startLayout = (columns: readonly Column[], narrow: boolean): Layout => ({
  widths: {},
  pinned: columns.slice(0, narrow ? 1 : 2).map(({ name }) => name),
  hidden: [],
  order: [],
});

/** All columns in the order they have on screen, hidden ones between them: pinned ones first. */
function allInOrder(columns: readonly Column[], { order, pinned }: Layout): readonly number[] {
  const place = (name: string): number => {
    const at = order.indexOf(name);
    return at < 0 ? order.length : at;
  };
  const isPinned = (name: string): number => (pinned.includes(name) ? 0 : 1);
  return columns
    .map(({ name }, index) => ({ name, index }))
    .toSorted((a, b) => isPinned(a.name) - isPinned(b.name) || place(a.name) - place(b.name) || a.index - b.index)
    .map(({ index }) => index);
}

/** The columns on screen, from the left, as places in those of the answer; all where every one of them is hidden. */
export function shownColumns(columns: readonly Column[], layout: Layout): readonly number[] {
  const all = allInOrder(columns, layout);
  const shown = all.filter((index) => !layout.hidden.includes(columns[index]?.name ?? ""));
  return shown.length === 0 ? all : shown;
}

/** A column before another, or behind all. */
export function movedBefore(layout: Layout, columns: readonly Column[], name: string, before: string | null): Layout {
  if (name === before) return layout;
  const names = allInOrder(columns, layout).map((index) => columns[index]?.name ?? "");
  const rest = names.filter((one) => one !== name);
  const at = before === null ? rest.length : rest.indexOf(before);
  return at < 0 ? layout : { ...layout, order: rest.toSpliced(at, 0, name) };
}

/** A column past the next one on screen; null where there is none, or where one is pinned and the other not. */
export function movedBy(layout: Layout, columns: readonly Column[], name: string, step: 1 | -1): Layout | null {
  const shown = shownColumns(columns, layout).map((index) => columns[index]?.name ?? "");
  const at = shown.indexOf(name);
  const neighbour = shown[at + step];
  if (at < 0 || neighbour === undefined) return null;
  if (layout.pinned.includes(name) !== layout.pinned.includes(neighbour)) return null;
  const before = step === -1 ? neighbour : (shown[at + 2] ?? null);
  return movedBefore(layout, columns, name, before);
}

export const hideTurned = (layout: Layout, name: string): Layout => ({
  ...layout,
  hidden: layout.hidden.includes(name) ? layout.hidden.filter((one) => one !== name) : [...layout.hidden, name],
});

export const WIDTH = { least: 56, most: 640, step: 16 } as const;

/** Wide enough for its header and its usual values; text gets more than numbers. */
function usualWidth(column: Column): number {
  const letters = column.type === "text" ? 12 : 11;
  const name = column.name.length + (column.outcome ? 9 : 0) + 5;
  return Math.round(Math.min(30, Math.max(letters, name)) * 7.6) + 20;
}

const bounded = (width: number): number => Math.round(Math.max(WIDTH.least, Math.min(WIDTH.most, width)));

/** As it was drawn, or the usual one: never narrower than its widest number. */
export const widthOf = (column: Column, { widths }: Layout, widest = 0): number =>
  widths[column.name] ?? Math.max(usualWidth(column), Math.ceil(widest));

/** Where each pinned column stays, in pixels from the left; undefined for the others. */
export function stays(
  columns: readonly Column[],
  widths: readonly number[],
  { pinned }: Layout,
): readonly (number | undefined)[] {
  let left = 0;
  return columns.map((column, place) => {
    if (!pinned.includes(column.name)) return undefined;
    const here = left;
    left += widths[place] ?? 0;
    return here;
  });
}

export const resized = (layout: Layout, name: string, width: number): Layout => ({
  ...layout,
  widths: { ...layout.widths, [name]: bounded(width) },
});

/** Back to the usual width of a column, which follows its values. */
export const usual = (layout: Layout, name: string): Layout => ({
  ...layout,
  widths: Object.fromEntries(Object.entries(layout.widths).filter(([of]) => of !== name)),
});

export const pinTurned = (layout: Layout, name: string): Layout => ({
  ...layout,
  pinned: layout.pinned.includes(name) ? layout.pinned.filter((one) => one !== name) : [...layout.pinned, name],
});
