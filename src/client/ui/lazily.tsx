import { useEffect, useState, useSyncExternalStore } from "react";
import type { ComponentType, ReactNode } from "react";
import { LoadFailure } from "./LoadFailure.tsx";

/** Milliseconds after which what did not come is asked for again. */
const RETRY_MS = 5_000;

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/**
 * A component whose code is a chunk of its own. What does not come fails in its place alone, where it can be asked for
 * again, and comes by itself once the network is back; React's own `lazy` keeps a failure for ever and takes everything
 * around it away.
 */
export function lazily<Props extends object>(load: Load<Props>, waiting: ReactNode = null): ComponentType<Props> {
  let component: ComponentType<Props> | null = null;
  let failures = 0;
  let asking = false;
  const listeners = new Set<() => void>();
  const listen = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  async function ask(): Promise<void> {
    if (asking || component !== null) return;
    asking = true;
    try {
      ({ default: component } = await load());
    } catch {
      failures += 1;
    }
    asking = false;
    for (const listener of listeners) listener();
  }
  const now = (): ComponentType<Props> | number => component ?? failures;
  return function Lazily(props: Props): ReactNode {
    const shown = useSyncExternalStore(listen, now);
    // With the first drawing and not after it: what stands inside is asked for only then.
    useState(() => void ask());
    useEffect(() => {
      if (typeof shown !== "number" || shown === 0) return undefined;
      const again = (): void => void ask();
      const timer = setTimeout(again, RETRY_MS);
      addEventListener("online", again);
      return () => {
        clearTimeout(timer);
        removeEventListener("online", again);
      };
    }, [shown]);
    if (shown === 0) return waiting;
    if (typeof shown === "number")
      return <LoadFailure error={NOT_LOADED} again={() => void ask()} reload={shown > 1} />;
    const Loaded = shown;
    return <Loaded {...props} />;
  };
}

const NOT_LOADED = "This part of the page could not be loaded; it comes by itself once the server can be reached.";
