import { useEffect, useEffectEvent } from "react";

/** What lies over the page at this moment; each has a step of the browser's history, which carries its name. */
const open = new Set<string>();

const nameOf = (state: unknown): string | null =>
  typeof state === "object" && state !== null && "over" in state && typeof state.over === "string" ? state.over : null;

/** The way back that is under way; what is pushed before its end would be left by it. */
let goingBack = Promise.resolve();

function goBack(): void {
  goingBack = new Promise((arrived) => addEventListener("popstate", () => arrived(), { once: true }));
  history.back();
}

/** A step whose sheet has gone, as one went on from it to another page, is passed over on the way back. */
function passOver(): void {
  const name = nameOf(history.state);
  if (name !== null && !open.has(name)) goBack();
}

let isWatching = false;

/** On a narrow screen the browser's back closes what lies over the page, instead of leaving it. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const onClose = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    if (!isWatching) addEventListener("popstate", passOver);
    isWatching = true;
    const name = String(Math.random());
    let isOver = false;
    const onBack = (): void => {
      if (nameOf(history.state) !== name) onClose();
    };
    void goingBack.then(() => {
      if (isOver) return;
      const before: unknown = history.state;
      const outer = nameOf(before);
      const state = { ...(typeof before === "object" ? before : {}), over: name };
      // What opens in place of another takes over its step.
      if (outer === null || open.has(outer)) history.pushState(state, "");
      else history.replaceState(state, "");
      open.add(name);
      addEventListener("popstate", onBack);
    });
    return () => {
      isOver = true;
      open.delete(name);
      removeEventListener("popstate", onBack);
      // Closed otherwise: its step goes with it, once it is known that nothing has taken it over.
      setTimeout(() => {
        if (nameOf(history.state) === name) goBack();
      });
    };
  }, [isOpen]);
}
