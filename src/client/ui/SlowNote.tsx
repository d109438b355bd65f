import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import "./slow-note.css";

/** Of what has no steps to count, how long it has taken is how far it is: once that is more than a second. */
export function SlowNote({ doing }: { readonly doing: string }): ReactNode {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - begun) / 1000)), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    seconds > 0 && (
      <p className="slow-note">
        {doing}
        {/* Read aloud each second it would be in the way. */}
        <span aria-hidden="true">, {seconds} s</span>
      </p>
    )
  );
}
