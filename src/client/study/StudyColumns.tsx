import { SegmentedControl } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import type { StatusAnswer, StudyAnswer } from "../../contract/index.ts";
import { STUDY_PARTS, separatedByChance } from "../../vocabulary/index.ts";
import { showShare } from "../ui/values.ts";
import type { ShownColumn } from "../ui/values.ts";
import { showSpan } from "./outcome-text.ts";
import { StudyGroups } from "./StudyGroups.tsx";
import { useFilters } from "./use-filters.ts";

interface StudyColumnsProps {
  readonly status: StatusAnswer;
  readonly study: StudyAnswer;
  readonly base: number | null;
  /** The outcome. */
  readonly column: ShownColumn;
}

/** Each other column in parts against the outcome; a part that is pressed becomes a filter of the request. */
export function StudyColumns({ status, study, base, column }: StudyColumnsProps): ReactNode {
  const [count, setCount] = useState("5");
  const filter = useFilters(status);
  const { columns } = status;
  if (study.columns.length === 0) return null;
  return (
    <section className="study-part" aria-labelledby="study-columns">
      <h2 id="study-columns">Other columns against it</h2>
      <p className="study-note">
        Each column in parts of about as many rows; those that separate most stand first. Press a part to make it a
        filter.
      </p>
      <SegmentedControl.Root size="1" aria-label="Parts of each column" value={count} onValueChange={setCount}>
        {STUDY_PARTS.map((parts) => (
          <SegmentedControl.Item key={parts} value={String(parts)}>
            {parts} parts
          </SegmentedControl.Item>
        ))}
      </SegmentedControl.Root>
      {study.columns.map(({ place, separates, parts }) => {
        const of = columns[place];
        const bars = parts.find((one) => String(one.count) === count)?.bars ?? [];
        if (of === undefined || bars.length === 0) return null;
        const late = of.outcome ? ", known only afterwards" : "";
        return (
          <StudyGroups
            key={place}
            title={`${of.name}: ${showShare(separates)} of the variance between its parts, by chance about ${showShare(separatedByChance({ parts }))}${late}`}
            of={of.name}
            groups={bars.map((bar) => ({ ...bar, label: showSpan(bar, of) }))}
            base={base}
            column={column}
            onGroup={(at) => filter([{ place, bars, at }])}
          />
        );
      })}
    </section>
  );
}
