import type { ReactNode } from "react";
import type { StudyBaseAnswer } from "../../contract/index.ts";
import type { ShownColumn } from "../ui/values.ts";
import { StudyGroups } from "./StudyGroups.tsx";

/** What each filter adds to the outcome: the rows after it, and those that the others leave without it. */
export function StudyFilters({
  base,
  column,
}: {
  readonly base: StudyBaseAnswer;
  readonly column: ShownColumn;
}): ReactNode {
  const rate = base.all.mean;
  const numbered = (of: "after" | "without") =>
    base.steps.map((step, index) => ({ ...step[of], label: `${index + 1} ${step.label}` }));
  return (
    <section className="study-part" aria-labelledby="study-filters">
      <h2 id="study-filters">What each filter adds</h2>
      <StudyGroups
        title="After each filter and those before it"
        of="Filter"
        groups={[{ ...base.all, label: "No filter" }, ...numbered("after")]}
        base={rate}
        column={column}
      />
      <StudyGroups
        title="Without each filter, all others kept"
        of="Filter left out"
        groups={numbered("without")}
        base={rate}
        column={column}
      />
    </section>
  );
}
