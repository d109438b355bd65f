import { useSyncExternalStore } from "react";
import { useSnapshot } from "valtio";
import { density } from "../../state/slices/density.ts";

/** Pixels of a row; what is tapped is as high as a fingertip. */
export const ROW_HEIGHTS = { compact: 24, comfortable: 32, touch: 44 } as const;

const touch = (): MediaQueryList => matchMedia("(pointer: coarse)");

function onTouch(changed: () => void): () => void {
  const query = touch();
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

export function useRowHeight(): number {
  const isTouch = useSyncExternalStore(onTouch, () => touch().matches);
  const { compact } = useSnapshot(density);
  return isTouch ? ROW_HEIGHTS.touch : compact ? ROW_HEIGHTS.compact : ROW_HEIGHTS.comfortable;
}
