import { Kbd } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { keyCaps } from "./keys-shown.ts";
import "./keys.css";

/** A shortcut as the caps of a keyboard. */
export function Keys({ keys }: { readonly keys: string }): ReactNode {
  return (
    <span className="keys">
      {keyCaps(keys).map((cap, index) => (
        // The same cap may stand twice, and their order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <Kbd key={`${index} ${cap}`} size="1">
          {cap}
        </Kbd>
      ))}
    </span>
  );
}
