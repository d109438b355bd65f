import type { KeyboardEvent } from "react";

/** The place that an arrow, Home or End key leads to; null for any other key. */
function placeOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return (at + 1) % count;
    case "ArrowLeft":
    case "ArrowUp":
      return (at + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/**
 * The keys of a group that is one stop of the tab key: the arrows, Home and End move the focus among its elements that
 * `selector` finds. The caller gives the one with the focus, or the first, `tabIndex` 0 and all others -1.
 */
export function moveWithin(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = stops.findIndex((stop) => stop === event.target);
  const next = at < 0 ? null : placeOf(event.key, at, stops.length);
  if (next === null) return;
  event.preventDefault();
  stops[next]?.focus();
}
