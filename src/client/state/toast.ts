import { proxy, ref } from "valtio";
import { TIMINGS } from "../../vocabulary/index.ts";

export interface Toast {
  message: string | null;
  type: "success" | "error";
  undo: (() => void) | null;
}

export const toast = proxy<Toast>({ message: null, type: "success", undo: null });

let timer: ReturnType<typeof setTimeout> | undefined;

/** A message for so many milliseconds (specification, 9). */
export function showToast(
  message: string,
  type: Toast["type"] = "success",
  undo: (() => void) | null = null,
  shown: number = TIMINGS.toast,
): void {
  clearTimeout(timer);
  Object.assign(toast, { message, type, undo: undo === null ? null : ref(undo) });
  timer = setTimeout(hideToast, shown);
}

export function hideToast(): void {
  clearTimeout(timer);
  Object.assign(toast, { message: null, undo: null });
}
