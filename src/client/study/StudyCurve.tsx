import { useState } from "react";
import type { ReactNode } from "react";
import type { StudyAnswer } from "../../contract/index.ts";
import { showDate } from "../ui/values.ts";
import type { ShownColumn } from "../ui/values.ts";
import { showOutcome } from "./outcome-text.ts";

type Day = StudyAnswer["curve"][number];

const WIDTH = 800;
const HEIGHT = 200;
const round = (value: number): string => value.toFixed(1);

/** The means of the days added up, each day with the same weight, and the fall from their peak. */
export function StudyCurve({
  days,
  column,
}: {
  readonly days: readonly Day[];
  readonly column: ShownColumn;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const last = days.at(-1);
  // One day alone has no course.
  if (last === undefined || days.length === 1) return null;
  const values = days.flatMap(({ sum, drawdown }) => [sum, drawdown]);
  const low = values.reduce((least, one) => Math.min(least, one), 0);
  const high = values.reduce((most, one) => Math.max(most, one), 0);
  const x = (index: number): number => (index / (days.length - 1)) * WIDTH;
  const y = (value: number): number => (high > low ? HEIGHT - ((value - low) / (high - low)) * HEIGHT : HEIGHT);
  const line = (of: (day: Day) => number): string =>
    days.map((day, index) => `${index === 0 ? "M" : "L"}${round(x(index))} ${round(y(of(day)))}`).join("");
  const deepest = days.reduce((least, { drawdown }) => Math.min(least, drawdown), 0);
  const label = `Means of the days added up: ${showOutcome(last.sum, column)} on ${showDate(last.date)}; deepest fall from the peak ${showOutcome(deepest, column)}`;
  return (
    <section className="study-part" aria-labelledby="study-curve">
      <h2 id="study-curve">Day by day</h2>
      <p className="study-note">{label}. Each day has the same weight; nothing is compounded.</p>
      <figure className="study-plot">
        <span className="study-scale" aria-hidden="true">
          <span>{showOutcome(high, column)}</span>
          <span>{showOutcome(low, column)}</span>
        </span>
        <svg
          className="study-curve"
          role="img"
          aria-label={label}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          <path
            className="fall"
            d={`M0 ${round(y(0))}${line(({ drawdown }) => drawdown).replace("M", "L")}L${WIDTH} ${round(y(0))}Z`}
          />
          <line className="zero" x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
          <path className="sum" d={line(({ sum }) => sum)} />
        </svg>
        <figcaption className="study-axis" aria-hidden="true">
          <span>{showDate(days[0]?.date ?? "")}</span>
          <span>{showDate(last.date)}</span>
        </figcaption>
      </figure>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>As a table</summary>
        {open && (
          <div className="study-scroll" tabIndex={0} role="group" aria-label="Days">
            <table className="study-table">
              <thead>
                <tr>
                  {["Date", "Rows", "Mean", "Added up", "Below the peak"].map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days.map((day) => (
                  <tr key={day.date}>
                    <th scope="row">{showDate(day.date)}</th>
                    <td className="number">{day.rows}</td>
                    <td className="number">{showOutcome(day.mean, column)}</td>
                    <td className="number">{showOutcome(day.sum, column)}</td>
                    <td className="number">{showOutcome(day.drawdown, column)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </details>
    </section>
  );
}
