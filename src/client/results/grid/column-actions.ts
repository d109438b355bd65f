import type { SortedColumn } from "../rows-order.ts";
import type { Column } from "./layout.ts";

export interface ColumnActions {
  readonly onSort: (sort: readonly SortedColumn[]) => void;
  readonly onPin: (name: string) => void;
  /** Null is the usual width. */
  readonly onWidth: (name: string, width: number | null) => void;
  readonly onStatistics: (place: number) => void;
  readonly onHide: (name: string) => void;
  readonly onMove: (name: string, step: 1 | -1) => void;
  /** Another column was dropped onto one: it comes before it. */
  readonly onDrop: (name: string, before: string) => void;
  /** Asks for a condition on a column. */
  readonly onFilter: (name: string) => void;
  /** Shows the rows by the values of a column. */
  readonly onGroup: (name: string) => void;
  /** Takes the conditions of a column away. */
  readonly onUnfilter: (name: string) => void;
}

/** Actions that stay the same ones while what they do changes: headers are not drawn anew for it. */
export const forwarded = (latest: () => ColumnActions): ColumnActions => ({
  onSort: (sort) => latest().onSort(sort),
  onPin: (name) => latest().onPin(name),
  onWidth: (name, width) => latest().onWidth(name, width),
  onStatistics: (place) => latest().onStatistics(place),
  onHide: (name) => latest().onHide(name),
  onMove: (name, step) => latest().onMove(name, step),
  onDrop: (name, before) => latest().onDrop(name, before),
  onFilter: (name) => latest().onFilter(name),
  onGroup: (name) => latest().onGroup(name),
  onUnfilter: (name) => latest().onUnfilter(name),
});

/** A column on screen, as its menu needs to know it. */
export interface ColumnInMenu {
  readonly column: Column;
  /** Among the columns of the answer. */
  readonly place: number;
  readonly width: number;
  readonly pinned: boolean;
  readonly isOnly: boolean;
  readonly canMove: (step: 1 | -1) => boolean;
  readonly sort: readonly SortedColumn[];
  readonly filtered: boolean;
}

export interface ColumnsOnScreen {
  readonly columns: readonly ColumnInMenu[];
  readonly does: ColumnActions;
}

let onScreen: (() => ColumnsOnScreen) | null = null;

/** The columns of the grid that is on screen, for the palette; null where there is none. */
export const columnsOnScreen = (): ColumnsOnScreen | null => onScreen?.() ?? null;

/** A grid has come on screen; the returned function says that it left. */
export function showColumns(now: () => ColumnsOnScreen): () => void {
  onScreen = now;
  return () => {
    if (onScreen === now) onScreen = null;
  };
}
