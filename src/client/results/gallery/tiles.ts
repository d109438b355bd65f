import { MAX_HEIGHT_PIXELS } from "../grid/window.ts";

/** How the charts of a gallery lie on the screen. */
export interface Tiles {
  readonly across: number;
  readonly width: number;
  readonly height: number;
  /** Rows of charts that fit in sight. */
  readonly down: number;
}

/** Pixels that a chart has at least, and rows of them that a screen of usual height has. */
const MIN_WIDTH = 140;
const [MIN_HEIGHT, MAX_HEIGHT, DOWN] = [104, 230, 5];

/** Thirty to a screen of 1440 by 900; fewer across where it is narrow. */
export function tilesIn(width: number, height: number): Tiles {
  const across = Math.max(2, Math.min(10, Math.floor(width / MIN_WIDTH)));
  const tall = Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.floor(height / DOWN)));
  return { across, width: Math.floor(width / across), height: tall, down: Math.max(1, Math.floor(height / tall)) };
}

/** Charts that an element may be as tall as; a list of more shows the first of them. */
export const mostTiles = ({ across, height }: Tiles): number => Math.floor(MAX_HEIGHT_PIXELS / height) * across;

/** First and last chart of those in sight and a row beyond each edge; last is below first where there are none. */
export function tilesInSight(
  { across, height }: Tiles,
  scrollTop: number,
  viewport: number,
  total: number,
): { readonly first: number; readonly last: number } {
  const firstRow = Math.max(0, Math.floor(scrollTop / height) - 1);
  const lastRow = Math.ceil((scrollTop + viewport) / height);
  return { first: firstRow * across, last: Math.min(total - 1, (lastRow + 1) * across - 1) };
}

/** At least as many charts as are ever drawn at once, and whole rows of them. */
export const tilesDrawn = ({ across, height }: Tiles, viewport: number): number =>
  (Math.ceil(viewport / height) + 4) * across;

/** The chart that a key leads to from another; null for a key that moves nowhere. */
export function tileAfter(key: string, at: number, { across, down }: Tiles, total: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -across,
    ArrowDown: across,
    PageUp: -across * down,
    PageDown: across * down,
    Home: -Infinity,
    End: Infinity,
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step === undefined || total === 0) return null;
  const next = at + step;
  const beyond = next < 0 || next >= total;
  // Up from the first row, and down from the last, stays in its column.
  if (beyond && (key === "ArrowUp" || key === "ArrowDown")) return at;
  return Math.max(0, Math.min(total - 1, next));
}

/** Where to scroll so that a chart is seen whole. */
export function scrollToTile({ across, height }: Tiles, at: number, scrollTop: number, viewport: number): number {
  const top = Math.floor(at / across) * height;
  if (top < scrollTop) return top;
  return top + height > scrollTop + viewport ? top + height - viewport : scrollTop;
}
