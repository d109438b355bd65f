/** Pixels of a row. */
export const ROW_HEIGHT = 30;

/** Taller elements are cut off by browsers, Firefox being the first at 17.8 million pixels. */
export const TALLEST = 12_000_000;

/** What a scroll position shows of so many rows. */
export interface RowWindow {
  /** Rows drawn, from 0; none where `last` is below `first`. */
  readonly first: number;
  readonly last: number;
  /** Height of the element that holds all rows. */
  readonly height: number;
  /** Where the first of them is drawn in it. */
  readonly top: number;
}

/** Rows beyond the edges, so that a small scroll shows no gap. */
const BEYOND = 6;

/** Pixels of rows for a pixel of scrolling: more than one where the rows are taller than an element may be. */
function stretch(viewport: number, total: number): number {
  const full = total * ROW_HEIGHT;
  return full <= TALLEST ? 1 : (full - viewport) / (TALLEST - viewport);
}

export function rowWindow(scrollTop: number, viewport: number, total: number): RowWindow {
  const offset = scrollTop * stretch(viewport, total);
  const first = Math.max(0, Math.floor(offset / ROW_HEIGHT) - BEYOND);
  const last = Math.min(total - 1, Math.ceil((offset + viewport) / ROW_HEIGHT) + BEYOND);
  return {
    first,
    last,
    height: Math.min(total * ROW_HEIGHT, TALLEST),
    top: first * ROW_HEIGHT - offset + scrollTop,
  };
}

/** The nearest scroll position at which a row is seen whole. */
export function scrollToRow(row: number, scrollTop: number, viewport: number, total: number): number {
  const by = stretch(viewport, total);
  const offset = scrollTop * by;
  const top = row * ROW_HEIGHT;
  if (top < offset) return top / by;
  if (top + ROW_HEIGHT > offset + viewport) return (top + ROW_HEIGHT - viewport) / by;
  return scrollTop;
}
