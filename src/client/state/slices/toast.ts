import { proxy, ref } from "valtio";
import { TIMINGS, TOAST_FAILED } from "../../../vocabulary/index.ts";

export interface Toast {
  message: string | null;
  type: "success" | "error";
  undo: (() => void) | null;
}

export const toast = proxy<Toast>({ message: null, type: "success", undo: null });

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows one message for a while; an empty one says that something went wrong. `undo` stands in it as a button. */
export function showToast(
  message: string,
  type: Toast["type"] = "success",
  undo: (() => void) | null = null,
  milliseconds: number = TIMINGS.toast,
): void {
  clearTimeout(timer);
  const said = message === "" ? TOAST_FAILED : message;
  Object.assign(toast, { message: said, type, undo: undo === null ? null : ref(undo) });
  timer = setTimeout(hideToast, milliseconds);
}

export function hideToast(): void {
  clearTimeout(timer);
  Object.assign(toast, { message: null, undo: null });
}
