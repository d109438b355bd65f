import type { StatusAnswer } from "../../../contract/index.ts";

export type Column = StatusAnswer["columns"][number];

/** How the columns stand: widths that were drawn, and those that stay while one scrolls. By name. */
export interface Layout {
  readonly widths: Readonly<Record<string, number>>;
  readonly pinned: readonly string[];
}

export const WIDTH = { least: 56, most: 640, step: 16 } as const;

/** Wide enough for its header and its usual values; text gets more than numbers. */
export function usualWidth(column: Column): number {
  const values = column.type === "text" ? 12 : column.type === "date" ? 11 : column.unit === "currency" ? 16 : 11;
  const name = column.name.length + (column.outcome ? 9 : 0) + 5;
  return Math.round(Math.min(30, Math.max(values, name)) * 7.6) + 20;
}

export const bounded = (width: number): number => Math.round(Math.max(WIDTH.least, Math.min(WIDTH.most, width)));

export const widthOf = (column: Column, { widths }: Layout): number => widths[column.name] ?? usualWidth(column);

/** Where each pinned column stays, in pixels from the left; undefined for the others. */
export function stays(columns: readonly Column[], layout: Layout): readonly (number | undefined)[] {
  let left = 0;
  return columns.map((column) => {
    if (!layout.pinned.includes(column.name)) return undefined;
    const here = left;
    left += widthOf(column, layout);
    return here;
  });
}

export const resized = (layout: Layout, name: string, width: number): Layout => ({
  ...layout,
  widths: { ...layout.widths, [name]: bounded(width) },
});

export const pinTurned = (layout: Layout, name: string): Layout => ({
  ...layout,
  pinned: layout.pinned.includes(name) ? layout.pinned.filter((one) => one !== name) : [...layout.pinned, name],
});
