import type { ReactNode } from "react";
import type { FormDisplay } from "../../request/index.ts";

/** What a form would add, in words; what is missing stands as a placeholder. */
export function FormWords({ display }: { readonly display: FormDisplay }): ReactNode {
  return (
    <p className={`form-words ${display.complete ? "complete" : "incomplete"}`} aria-live="polite">
      {display.parts.map(({ text, placeholder }, index) => (
        // The parts of a form stand in a fixed order.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className={placeholder ? "placeholder" : ""}>
          {text}{" "}
        </span>
      ))}
    </p>
  );
}
