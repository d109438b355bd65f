import { SegmentedControl } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import type { StatusAnswer, StudyAnswer } from "../../contract/index.ts";
import { conditionText, filterOfColumn } from "../../formula/index.ts";
import { STUDY_PARTS } from "../../vocabulary/index.ts";
import { typeOf } from "../results/rows-order.ts";
import { showToast } from "../state/slices/toast.ts";
import { waitForBuilder } from "../state/slices/waiting-filter.ts";
import { showShare, showValue } from "../ui/values.ts";
import type { ShownColumn } from "../ui/values.ts";
import { conditionOfBar } from "./study-columns.ts";
import { StudyGroups } from "./StudyGroups.tsx";

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
  const [, navigate] = useLocation();
  const columns = status.columns.map((of) => ({ ...of, type: typeOf(of) }));
  const filter = (place: number, bars: readonly { readonly from: number; readonly to: number }[], at: number): void => {
    const [bar, of] = [bars[at], columns[place]];
    if (bar === undefined || of === undefined) return;
    const where = at === 0 ? "first" : at === bars.length - 1 ? "last" : "between";
    const condition = conditionOfBar(bar, where);
    const made = filterOfColumn(columns, place, condition);
    if (!made.ok) return showToast(made.message, "error");
    const tag = `${of.name} ${conditionText(condition, of.type)}`;
    waitForBuilder(status.id, { columns, place, condition, tag });
    navigate(`/data-request?id=${status.id}`);
  };
  if (study.columns.length === 0) return null;
  return (
    <section className="study-part" aria-labelledby="study-columns">
      <h2 id="study-columns">Other columns against it</h2>
      <p className="study-note">
        Each column in parts of about as many rows; those that separate most stand first. Enter on a part makes it a
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
            title={`${of.name}: ${showShare(separates)} of the variance between its parts${late}`}
            of={of.name}
            groups={bars.map((bar) => ({ ...bar, label: `${showValue(bar.from, of)} to ${showValue(bar.to, of)}` }))}
            base={base}
            column={column}
            onGroup={(index) => filter(place, bars, index)}
          />
        );
      })}
    </section>
  );
}
