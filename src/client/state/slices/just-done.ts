import { proxy, useSnapshot } from "valtio";
import { TIMINGS } from "../../../vocabulary/index.ts";

/** The button whose work was done a moment ago: it says so for a second. */
export const justDone = proxy<{ by: string | null }>({ by: null });

let timer: ReturnType<typeof setTimeout> | undefined;

export function markDone(by: string): void {
  clearTimeout(timer);
  justDone.by = by;
  timer = setTimeout(() => {
    justDone.by = null;
  }, TIMINGS.transientFlag);
}

export const useJustDone = (by: string): boolean => useSnapshot(justDone).by === by;
