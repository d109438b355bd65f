import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { callListener } from "../state/queries/call-route.ts";
import { lazily } from "../ui/lazily.tsx";

const Strips = lazily(() => import("./Strips.tsx"));
/** Milliseconds after which they are fetched: the page itself comes first. */
const LATE_MS = 30_000;

/** The strips, fetched while the server is still there to give them; where a call fails before, their place says so. */
export function LateStrips(): ReactNode {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const now = (): void => setDue(true);
    // Until the strips listen themselves.
    callListener.answered = (there) => there || now();
    const timer = setTimeout(now, LATE_MS);
    document.addEventListener("visibilitychange", now);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", now);
    };
  }, []);
  return due && <Strips />;
}
