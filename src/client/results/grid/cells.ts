/** A cell by row and column, both from 0; row -1 is the header. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export const HEADER = -1;

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that a page moves. */
  readonly page: number;
}

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Where a key leads from a cell, as in every grid; null for keys that lead nowhere. */
export function moved({ key, ctrlKey, metaKey }: KeyPress, from: Cell, { rows, columns, page }: GridSize): Cell | null {
  const far = ctrlKey || metaKey;
  const to = (row: number, column: number): Cell => ({
    row: Math.max(HEADER, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  });
  const { row, column } = from;
  switch (key) {
    case "ArrowUp":
      return to(far ? Math.min(row, 0) : row - 1, column);
    case "ArrowDown":
      return to(far ? rows - 1 : row + 1, column);
    case "ArrowLeft":
      return to(row, far ? 0 : column - 1);
    case "ArrowRight":
      return to(row, far ? columns - 1 : column + 1);
    case "Home":
      return to(far ? 0 : row, 0);
    case "End":
      return to(far ? rows - 1 : row, columns - 1);
    case "PageUp":
      return to(row === HEADER ? HEADER : Math.max(0, row - page), column);
    case "PageDown":
      return to(row + page, column);
    default:
      return null;
  }
}

/** A rectangle of cells from where it was begun to where one is; the header is never part of it. */
export interface Selection {
  readonly anchor: Cell;
  readonly active: Cell;
}

export interface Area {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export const only = (cell: Cell): Selection => ({ anchor: cell, active: cell });

export const areaOf = ({ anchor, active }: Selection): Area => ({
  top: Math.max(0, Math.min(anchor.row, active.row)),
  bottom: Math.max(anchor.row, active.row),
  left: Math.min(anchor.column, active.column),
  right: Math.max(anchor.column, active.column),
});

export const holds = ({ top, bottom, left, right }: Area, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

export const cellsOf = ({ top, bottom, left, right }: Area): number => (bottom - top + 1) * (right - left + 1);
