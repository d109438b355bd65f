import { Badge, Tooltip } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Icon } from "../ui/icons.tsx";
import type { Checked, Part } from "../state/page/checks.ts";

/** Type or unit, known-at and Outcome of a formula, as far as it parses. */
export function FormulaFacts({ part, checked }: { readonly part: Part; readonly checked: Checked }): ReactNode {
  const { type, unit, knownAt, outcome } = checked;
  if (type === null) return null;
  return (
    <span className="facts">
      {part === "columns" && (
        <Badge color="gray" variant="soft">
          {unit === null || unit === "plain" ? type : unit}
        </Badge>
      )}
      {knownAt !== null && (
        <Tooltip content={`Every value in it is public ${knownAt}`}>
          <Badge color="gray" variant="soft">
            <Icon name="clock" size={12} /> known {knownAt}
          </Badge>
        </Tooltip>
      )}
      {outcome && (
        <Tooltip content="Known only after the close of the row's day">
          <Badge color="amber" variant="soft" className="outcome">
            Outcome
          </Badge>
        </Tooltip>
      )}
    </span>
  );
}
