import type { CSSProperties } from "react";
import type { Cell } from "./cells.ts";
import { shownColumns, stays, widthOf } from "./layout.ts";
import type { Column, Layout } from "./layout.ts";
import { lookOf, textWidth, widestSeen } from "./numbers.ts";
import type { Look, Seen } from "./numbers.ts";

/** How columns are drawn, which all rows have in common. */
export interface Measured {
  /** Of each column that is shown, its place among all. */
  readonly shown: readonly number[];
  readonly columns: readonly Column[];
  readonly font: string;
  /** Pixels that the widest number of each column needs. */
  readonly needed: readonly number[];
  readonly looks: readonly (Look | undefined)[];
  readonly widths: readonly number[];
  /** Where each pinned column stays; undefined for the others. */
  readonly places: readonly (number | undefined)[];
  /** The widths for the rows inside. */
  readonly template: CSSProperties;
  /** Rows reach as far as their columns, or a pinned cell would leave with the end of its row. */
  readonly whole: CSSProperties;
  /** Pixels of the pinned columns. */
  readonly held: number;
}

export function measure(given: readonly Column[], seen: readonly Seen[], layout: Layout, font: string): Measured {
  const shown = shownColumns(given, layout);
  const columns = shown.flatMap((source) => given[source] ?? []);
  const seenAt = (place: number): Seen | undefined => seen[shown[place] ?? 0];
  const needed = columns.map((column, place) => widestSeen(column, seenAt(place), (text) => textWidth(text, font)));
  const widths = columns.map((column, place) => widthOf(column, layout, needed[place]));
  const places = stays(columns, widths, layout);
  return {
    shown,
    columns,
    font,
    needed,
    looks: columns.map((column, place) => lookOf(column, seenAt(place))),
    widths,
    places,
    template: { ["--columns" as string]: `${widths.map((width) => `${width}px`).join(" ")} 1fr` },
    whole: { width: widths.reduce((sum, width) => sum + width, 0) },
    held: widths.reduce((sum, one, place) => sum + (places[place] === undefined ? 0 : one), 0),
  };
}

/** Of a cell in the document; `name` is that of the grid. */
export const cellId = (name: string, { row, column }: Cell): string => `${name}-${row}-${column}`;
