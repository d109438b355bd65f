import type { StatusAnswer } from "../../../contract/index.ts";

export type Column = StatusAnswer["columns"][number];

/** How the columns stand: widths that were drawn, and those that stay while one scrolls. By name. */
export interface Layout {
  readonly widths: Readonly<Record<string, number>>;
  readonly pinned: readonly string[];
}

export const WIDTH = { least: 56, most: 640, step: 16 } as const;

/** Of usual values, where they are longer than others; so that a column seldom widens when its values come. */
const LETTERS: Readonly<Record<string, number>> = { currency: 18, shares: 14 };

/** Wide enough for its header and its usual values; text gets more than numbers. */
function usualWidth(column: Column): number {
  const letters = column.type === "number" ? (LETTERS[column.unit ?? ""] ?? 11) : column.type === "text" ? 12 : 11;
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
