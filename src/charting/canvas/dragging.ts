import type { PlacedDrawing } from "./drawings.ts";
import { handleAt } from "./drawings.ts";
import type { Handle } from "./moved.ts";

/** Pixels beyond which a press that moves is a drag. */
export const MIN_DRAG_PIXELS = 4;

/** By how much a held drawing was moved, in pixels from where it was taken. */
export interface Dragged {
  /** As it stood when it was taken. */
  readonly placed: PlacedDrawing;
  readonly handle: Handle;
  readonly from: { readonly x: number; readonly y: number };
  readonly x: number;
  readonly y: number;
}

interface DragParts {
  /** What is under the pointer and may be moved. */
  readonly drawingAt: (x: number, y: number) => PlacedDrawing | null;
  /** The chart itself does not move meanwhile. */
  readonly onHold: (held: boolean) => void;
  readonly onDrag: (dragged: Dragged) => void;
  /** Escape, or the browser, broke it off. */
  readonly onEnd: (kept: boolean) => void;
}

/** Moves drawings by the pointer, from the press on one to its release. */
export function listenForDrags(container: HTMLElement, parts: DragParts): () => void {
  let held: { placed: PlacedDrawing; handle: Handle; x: number; y: number; pointer: number; moved: boolean } | null =
    null;
  const placeOf = ({ clientX, clientY }: PointerEvent): [x: number, y: number] => {
    const { left, top } = container.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const onDown = (event: PointerEvent): void => {
    const [x, y] = placeOf(event);
    const placed = event.isPrimary && event.button === 0 ? parts.drawingAt(x, y) : null;
    if (placed === null) return;
    held = { placed, handle: handleAt(placed, x, y), x, y, pointer: event.pointerId, moved: false };
    parts.onHold(true);
  };
  const onMove = (event: PointerEvent): void => {
    if (held === null || event.pointerId !== held.pointer) return;
    const [x, y] = placeOf(event);
    held.moved ||= Math.hypot(x - held.x, y - held.y) > MIN_DRAG_PIXELS;
    if (!held.moved) return;
    parts.onDrag({ placed: held.placed, handle: held.handle, from: { x: held.x, y: held.y }, x, y });
  };
  const end = (kept: boolean): void => {
    if (held === null) return;
    const { moved } = held;
    held = null;
    parts.onHold(false);
    if (moved) parts.onEnd(kept);
  };
  const onUp = (): void => end(true);
  const onCancel = (): void => end(false);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || held?.moved !== true) return;
    event.preventDefault();
    end(false);
  };
  // Before the library, which would take the press for a pan.
  container.addEventListener("pointerdown", onDown, true);
  addEventListener("pointermove", onMove, true);
  addEventListener("pointerup", onUp, true);
  addEventListener("pointercancel", onCancel, true);
  addEventListener("keydown", onKey, true);
  return () => {
    container.removeEventListener("pointerdown", onDown, true);
    removeEventListener("pointermove", onMove, true);
    removeEventListener("pointerup", onUp, true);
    removeEventListener("pointercancel", onCancel, true);
    removeEventListener("keydown", onKey, true);
  };
}
