import { SegmentedControl } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import type { StudyAnswer } from "../../contract/index.ts";
import type { ShownColumn } from "../ui/values.ts";
import { showPeriod } from "./outcome-text.ts";
import { StudyGroups } from "./StudyGroups.tsx";

const BY = {
  years: "Year",
  halves: "Half",
  months: "Month",
  weekdays: "Weekday",
  topSecurities: "Security",
} as const;
type By = keyof typeof BY;
const isBy = (text: string): text is By => text in BY;

interface StudyTimesProps {
  readonly study: StudyAnswer;
  readonly base: number | null;
  readonly column: ShownColumn;
}

/** The rows by time and by security. */
export function StudyTimes({ study, base, column }: StudyTimesProps): ReactNode {
  const [by, setBy] = useState<By>("years");
  return (
    <section className="study-part" aria-labelledby="study-times">
      <h2 id="study-times">By time and security</h2>
      <SegmentedControl.Root
        size="1"
        aria-label="Group by"
        value={by}
        onValueChange={(next) => isBy(next) && setBy(next)}
      >
        {Object.entries(BY).map(([key, label]) => (
          <SegmentedControl.Item key={key} value={key}>
            {label}
          </SegmentedControl.Item>
        ))}
      </SegmentedControl.Root>
      <StudyGroups
        title={by === "topSecurities" ? "The securities with the most rows" : `By ${BY[by].toLowerCase()}`}
        of={BY[by]}
        groups={study[by].map((group) => ({ ...group, label: showPeriod(group.label) }))}
        base={base}
        column={column}
      />
    </section>
  );
}
