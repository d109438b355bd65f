/**
 * Keys pressed between opening the palette and its field being there: the page does not get them, the field does. Without this
 * what is typed into a palette that is still being fetched would act on the page.
 */
interface HeldKeys {
  readonly text: string;
  /** Enter came last. */
  readonly enter: boolean;
}

let held: HeldKeys | null = null;

export const keysHeld = (): boolean => held !== null;

/** The browser's own. */
const PASSED_KEYS = /^(F\d+|Control|Meta|Shift|Alt|AltGraph|CapsLock)$/;

function onKey(event: KeyboardEvent): void {
  if (held === null || PASSED_KEYS.test(event.key) || event.isComposing) return;
  const mod = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
  const key = event.key.toLowerCase();
  // Pressed again it closes; reload and the address bar stay the browser's.
  if (mod && (key === "k" || key === "r" || key === "l")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.key === "Escape") releaseKeys();
  else if (mod || held.enter) return;
  else if (event.key === "Enter") held = { ...held, enter: true };
  else if (event.key === "Backspace") held = { ...held, text: held.text.slice(0, -1) };
  else if (event.key.length === 1) held = { ...held, text: held.text + event.key };
}

/** Starts to hold keys back; a click ends it. */
export function holdKeys(): void {
  if (held === null) {
    addEventListener("keydown", onKey, true);
    addEventListener("pointerdown", releaseKeys, true);
  }
  held = { text: "", enter: false };
}

/** Stops holding keys back and returns those that were held. */
export function releaseKeys(): HeldKeys {
  const given = held ?? { text: "", enter: false };
  held = null;
  removeEventListener("keydown", onKey, true);
  removeEventListener("pointerdown", releaseKeys, true);
  return given;
}
