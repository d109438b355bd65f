/** Where the focus was, and the caret in it. */
export interface Focus {
  readonly element: HTMLElement;
  readonly from: number | null;
  readonly to: number | null;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;
const isTextField = (element: Element): element is TextField => element.matches("input, textarea");

export function focusNow(): Focus | null {
  const { activeElement: element } = document;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  if (!isTextField(element)) return { element, from: null, to: null };
  // Inputs such as checkboxes and dates have no caret and say null.
  return { element, from: element.selectionStart, to: element.selectionEnd };
}

/** Brings the focus back to the exact caret; a formula's editor keeps its own. */
export function bringBack(focus: Focus | null): void {
  if (focus === null || !focus.element.isConnected) return;
  focus.element.focus({ preventScroll: true });
  if (isTextField(focus.element) && focus.from !== null) focus.element.setSelectionRange(focus.from, focus.to);
}
