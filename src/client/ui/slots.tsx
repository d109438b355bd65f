import { useCallback, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import "./slot.css";

/** Places of the frame that a page fills: below the drawer's links, and in the middle of the bar. */
type SlotName = "drawer" | "bar";

// Elements are no state and never go into a proxy.
const places = new Map<SlotName, HTMLElement>();
const listeners = new Set<() => void>();

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The place itself, drawn by the frame. */
export function SlotPlace({ name }: { readonly name: SlotName }): ReactNode {
  const hold = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) places.delete(name);
      else places.set(name, element);
      for (const listener of listeners) listener();
    },
    [name],
  );
  return <div className={`slot-${name}`} ref={hold} />;
}

/** What a page puts there. */
export function Slot({ name, children }: { readonly name: SlotName; readonly children: ReactNode }): ReactNode {
  const place = useSyncExternalStore(listen, () => places.get(name) ?? null);
  return place === null ? null : createPortal(children, place);
}
