import { proxy, ref } from "valtio";
import { TIMINGS, TOAST_FAILED } from "../../../vocabulary/index.ts";

/** Something else that may be done with what the message is about. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Toast {
  message: string | null;
  type: "success" | "error";
  undo: (() => void) | null;
  more: ToastAction | null;
}

export const toast = proxy<Toast>({ message: null, type: "success", undo: null, more: null });

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows one message for a while; an empty one says that something went wrong. `undo` stands in it as a button. */
export function showToast(
  message: string,
  type: Toast["type"] = "success",
  undo: (() => void) | null = null,
  milliseconds: number = TIMINGS.toast,
  more: ToastAction | null = null,
): void {
  clearTimeout(timer);
  const said = message === "" ? TOAST_FAILED : message;
  Object.assign(toast, {
    message: said,
    type,
    undo: undo === null ? null : ref(undo),
    more: more === null ? null : ref(more),
  });
  timer = setTimeout(hideToast, milliseconds);
}

export function hideToast(): void {
  clearTimeout(timer);
  Object.assign(toast, { message: null, undo: null, more: null });
}
