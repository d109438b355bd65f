/** Elements that can have the focus. */
const STOPS = ".cm-content, button:not(:disabled), a[href], input:not(:disabled), textarea, [tabindex='0']";

/** Parts of the page that F6 goes through, in the order of the page: each has the attribute `data-part`. */
const PART = "[data-part]";

export const hasParts = (): boolean => document.querySelector(PART) !== null;

/**
 * Puts the focus into the next or previous part of the page that has anything to focus: where the attribute names a
 * selector, on what it finds, else on the first stop of the part.
 */
export function goToPart(step: 1 | -1): void {
  const parts = [...document.querySelectorAll<HTMLElement>(PART)].filter((part) => part.checkVisibility());
  // A part may hold another one: what has the focus belongs to the inner one.
  const at = parts.findLastIndex((part) => part.contains(document.activeElement));
  const begin = at < 0 && step < 0 ? parts.length : at;
  for (let passed = 1; passed <= parts.length; passed += 1) {
    const part = parts[(begin + step * passed + parts.length * 2) % parts.length];
    const stop = part && firstStop(part);
    if (stop === undefined) continue;
    stop.focus();
    stop.scrollIntoView({ block: "nearest" });
    return;
  }
}

function firstStop(part: HTMLElement): HTMLElement | undefined {
  const seen = (stop: HTMLElement): boolean => stop.tabIndex >= 0 && stop.checkVisibility();
  const preferred = part.dataset["part"];
  const wanted = preferred ? [...part.querySelectorAll<HTMLElement>(preferred)].find(seen) : undefined;
  return (
    wanted ?? [...part.querySelectorAll<HTMLElement>(STOPS)].find((stop) => stop.closest(PART) === part && seen(stop))
  );
}
