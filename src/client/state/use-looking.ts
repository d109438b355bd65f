import { useEffect } from "react";

/** Milliseconds between two looks at something that runs. */
const LOOK = 2_000;

/** Asks again every so often while something runs. */
export function useLooking(running: boolean, again: () => void): void {
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(again, LOOK);
    return () => clearInterval(timer);
  }, [running, again]);
}
