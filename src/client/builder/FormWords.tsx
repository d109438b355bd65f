import { memo } from "react";
import type { ReactNode } from "react";
import type { CardView } from "../../request/index.ts";
import "./form-words.css";

/** What a form would add, in words; what is missing stands as a placeholder. */
export const FormWords = memo(function FormWords({ view }: { readonly view: CardView }): ReactNode {
  const { parts, complete } = view.display;
  if (parts.length === 0) return null;
  return (
    <p className={`form-words ${complete ? "complete" : "incomplete"}`} aria-live="polite">
      {parts.map(({ text, placeholder }, index) => (
        // The parts of a form stand in a fixed order.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className={placeholder ? "placeholder" : ""}>
          {text}{" "}
        </span>
      ))}
    </p>
  );
});
