/** How far a grid is scrolled, and how much of it is in sight. */
export interface Sight {
  readonly scrollTop: number;
  /** Pixels of rows in sight. */
  readonly viewport: number;
  readonly total: number;
  /** Pixels of a row. */
  readonly rowHeight: number;
}

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

/** Rows beyond the edges. They stay where they are until others are drawn, so none comes into sight before. */
const EXTRA_ROWS = 1;

/** Pixels of rows for a pixel of scrolling: more than one where the rows are taller than an element may be. */
function stretch({ viewport, total, rowHeight }: Omit<Sight, "scrollTop">): number {
  const full = total * rowHeight;
  return full <= MAX_HEIGHT_PIXELS ? 1 : (full - viewport) / (MAX_HEIGHT_PIXELS - viewport);
}

export function rowWindow(sight: Sight): RowWindow {
  const { scrollTop, viewport, total, rowHeight } = sight;
  const offset = scrollTop * stretch(sight);
  const first = Math.max(0, Math.floor(offset / rowHeight) - EXTRA_ROWS);
  const last = Math.min(total - 1, Math.ceil((offset + viewport) / rowHeight) + EXTRA_ROWS);
  return {
    first,
    last,
    height: Math.min(total * rowHeight, MAX_HEIGHT_PIXELS),
    top: first * rowHeight - offset + scrollTop,
  };
}

/** The nearest scroll position at which a row is seen whole. */
export function scrollToRow(row: number, sight: Sight): number {
  const { scrollTop, viewport, rowHeight } = sight;
  const by = stretch(sight);
  const offset = scrollTop * by;
  const top = row * rowHeight;
  if (top < offset) return top / by;
  if (top + rowHeight > offset + viewport) return (top + rowHeight - viewport) / by;
  return scrollTop;
}

/** Whether a row, or the header, is seen in part at least. */
export function isInSight(row: number, sight: Sight): boolean {
  const offset = sight.scrollTop * stretch(sight);
  const top = row * sight.rowHeight;
  return row < 0 || (top + sight.rowHeight > offset && top < offset + sight.viewport);
}
