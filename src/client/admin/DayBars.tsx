import type { ReactNode } from "react";
import { showCount, showDate } from "../ui/values.ts";
import "./day-bars.css";

interface DayCount {
  readonly date: string;
  readonly count: number;
}

/** Counts day by day as bars; the figures themselves are there for screen readers and on hover. */
export function DayBars({ label, days }: { readonly label: string; readonly days: readonly DayCount[] }): ReactNode {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const [first] = days;
  const last = days.at(-1);
  return (
    <figure className="day-bars">
      <figcaption>
        {label}: {showCount(total)}
        {first !== undefined && last !== undefined && (
          <span>
            {" "}
            from {showDate(first.date)} to {showDate(last.date)}
          </span>
        )}
      </figcaption>
      <ol>
        {days.map(({ date, count }) => (
          <li key={date} title={`${showDate(date)}: ${showCount(count)}`}>
            <span style={{ height: `${(count / most) * 100}%` }} />
            <span className="visually-hidden">{`${showDate(date)}: ${showCount(count)}`}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
