import { useState } from "react";
import type { ReactNode } from "react";
import { barsOf } from "./hits-by-period.ts";
import type { Bar, Hits, Period } from "./hits-by-period.ts";
import { showCount, showDate } from "../ui/values.ts";
import "./hits-chart.css";

/** A bar shorter than this many percent of the chart could not be seen. */
const MIN_BAR_PIXELS = 1.5;

const spanOf = ({ from, to }: Bar): string => (from === to ? showDate(from) : `${showDate(from)} – ${showDate(to)}`);

const pointedText = (bar: Bar, period: Period): string =>
  `${spanOf(bar)}: ${showCount(bar.rows)}${bar.partial ? ` (part of the ${period})` : ""}`;

const busiestOf = (hits: readonly Hits[]): Hits | null =>
  hits.reduce<Hits | null>((best, one) => (best === null || one.rows > best.rows ? one : best), null);

/**
 * Hits as bars of a day each, of a week, a month or a year where the range is longer; the label says which. A screen reader
 * gets one sentence; the grid below has every row. `of` says which hits these are, where the grid shows some only.
 */
export function HitsChart({ hits, of }: { readonly hits: readonly Hits[]; readonly of: string }): ReactNode {
  const { period, bars } = barsOf(hits);
  const top = Math.max(1, ...bars.map(({ rows }) => rows));
  const [at, setAt] = useState<number | null>(null);
  const pointed = at === null ? undefined : bars[at];
  const busiest = busiestOf(hits);
  const busiestText = busiest === null || busiest.rows === 0 ? "none" : `most on one day: ${showCount(busiest.rows)}`;
  const label =
    busiest === null
      ? "No sessions in this range"
      : `Hits per ${period}${of} over ${showCount(hits.length)} sessions; ` +
        `most on ${showDate(busiest.date)}: ${showCount(busiest.rows)}`;
  return (
    <figure className="hits-chart">
      <figcaption>
        <span className="label">
          Hits per {period}
          {of}
        </span>
        <span className="figure">{pointed === undefined ? busiest && busiestText : pointedText(pointed, period)}</span>
      </figcaption>
      <div className="plot">
        <span className="scale" aria-hidden="true">
          <span>{showCount(top)}</span>
          <span>0</span>
        </span>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${Math.max(1, bars.length)} 100`}
          preserveAspectRatio="none"
          onPointerLeave={() => setAt(null)}
        >
          {bars.map((bar, index) => {
            const height = Math.max(MIN_BAR_PIXELS, (bar.rows / top) * 100);
            return (
              <g key={bar.from} onPointerEnter={() => setAt(index)}>
                <rect className="column" x={index} y={0} width={1} height={100} />
                <rect
                  className={`bar${bar.rows === 0 ? " none" : ""}${bar.partial ? " partial" : ""}`}
                  x={index + 0.12}
                  width={0.76}
                  y={100 - height}
                  height={height}
                />
              </g>
            );
          })}
        </svg>
      </div>
      <div className="axis" aria-hidden="true">
        <span>{bars[0] && showDate(bars[0].from)}</span>
        <span>{bars.length > 0 && showDate(bars.at(-1)?.to ?? "")}</span>
      </div>
    </figure>
  );
}
