import { useEffect, useEffectEvent } from "react";

/** What lies over the page at this moment; each has a step of the browser's history, which carries its name. */
const open = new Set<string>();

const nameOf = (state: unknown): string | null =>
  typeof state === "object" && state !== null && "over" in state && typeof state.over === "string" ? state.over : null;

const isOver = (name: string | null): boolean => name !== null && open.has(name);

let isWatching = false;

/** A step whose sheet has gone, as one went on from it to another page, is passed over on the way back. */
function passOver(): void {
  const name = nameOf(history.state);
  if (name !== null && !open.has(name)) history.back();
}

/** On a narrow screen the browser's back closes what lies over the page, instead of leaving it. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const onClose = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    if (!isWatching) addEventListener("popstate", passOver);
    isWatching = true;
    const name = String(Math.random());
    const before: unknown = history.state;
    const state = { ...(typeof before === "object" ? before : {}), over: name };
    // What opens in place of another takes over its step.
    if (nameOf(before) === null || isOver(nameOf(before))) history.pushState(state, "");
    else history.replaceState(state, "");
    open.add(name);
    const onBack = (): void => {
      if (nameOf(history.state) !== name) onClose();
    };
    addEventListener("popstate", onBack);
    return () => {
      open.delete(name);
      removeEventListener("popstate", onBack);
      // Closed otherwise: its step goes with it, once it is known that nothing has taken it over.
      setTimeout(() => {
        if (nameOf(history.state) === name) history.back();
      });
    };
  }, [isOpen]);
}
