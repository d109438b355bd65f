/** Pixels of a row. */
export const ROW_HEIGHT = 30;

/** Taller elements are cut off by browsers, Firefox being the first at 17.8 million pixels. */
export const MAX_HEIGHT_PIXELS = 12_000_000;

/** What a scroll position shows of so many rows. */
interface RowWindow {
  /** Rows drawn, from 0; none where `last` is below `first`. */
  readonly first: number;
  readonly last: number;
  /** Height of the element that holds all rows. */
  readonly height: number;
  /** Where the first of them is drawn in it. */
  readonly top: number;
}

/** Rows beyond the edges, so that a small scroll shows no gap. */
const EXTRA_ROWS = 6;

/** Pixels of rows for a pixel of scrolling: more than one where the rows are taller than an element may be. */
function stretch(viewport: number, total: number): number {
  const full = total * ROW_HEIGHT;
  return full <= MAX_HEIGHT_PIXELS ? 1 : (full - viewport) / (MAX_HEIGHT_PIXELS - viewport);
}

export function rowWindow(scrollTop: number, viewport: number, total: number): RowWindow {
  const offset = scrollTop * stretch(viewport, total);
  const first = Math.max(0, Math.floor(offset / ROW_HEIGHT) - EXTRA_ROWS);
  const last = Math.min(total - 1, Math.ceil((offset + viewport) / ROW_HEIGHT) + EXTRA_ROWS);
  return {
    first,
    last,
    height: Math.min(total * ROW_HEIGHT, MAX_HEIGHT_PIXELS),
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

/** Whether a row, or the header, is seen in part at least. */
export function isInSight(row: number, scrollTop: number, viewport: number, total: number): boolean {
  const offset = scrollTop * stretch(viewport, total);
  const top = row * ROW_HEIGHT;
  return row < 0 || (top + ROW_HEIGHT > offset && top < offset + viewport);
}
