import { useState } from "react";
import type { ReactNode } from "react";
import { barsOf } from "./bars.ts";
import type { Bar, Hits } from "./bars.ts";
import { showCount, showDate } from "./values.ts";

const spanOf = ({ from, to }: Bar): string => (from === to ? showDate(from) : `${showDate(from)} – ${showDate(to)}`);

/** Hits per day as bars. A screen reader gets one sentence; the grid below has every row. */
export function HitsChart({ hits }: { readonly hits: readonly Hits[] }): ReactNode {
  const bars = barsOf(hits);
  const most = Math.max(1, ...bars.map(({ rows }) => rows));
  const [at, setAt] = useState<number | null>(null);
  const pointed = at === null ? undefined : bars[at];
  const busiest = hits.reduce<Hits | null>((best, one) => (best === null || one.rows > best.rows ? one : best), null);
  const label =
    busiest === null
      ? "No sessions in this range"
      : `Hits per day over ${showCount(hits.length)} sessions; most on ${showDate(busiest.date)}: ${showCount(busiest.rows)}`;
  return (
    <figure className="hits">
      <figcaption>
        <span className="label">Hits per day</span>
        <span className="figure">
          {pointed === undefined
            ? busiest !== null && (busiest.rows === 0 ? "none" : `most ${showCount(most)}`)
            : `${spanOf(pointed)}: ${showCount(pointed.rows)}`}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${Math.max(1, bars.length)} 100`}
        preserveAspectRatio="none"
        onPointerLeave={() => setAt(null)}
      >
        {bars.map((bar, index) => (
          <g key={bar.from} onPointerEnter={() => setAt(index)}>
            <rect className="column" x={index} y={0} width={1} height={100} />
            <rect
              className={bar.rows === 0 ? "bar none" : "bar"}
              x={index + 0.12}
              width={0.76}
              y={100 - Math.max(1.5, (bar.rows / most) * 100)}
              height={Math.max(1.5, (bar.rows / most) * 100)}
            />
          </g>
        ))}
      </svg>
      <div className="axis" aria-hidden="true">
        <span>{bars[0] && showDate(bars[0].from)}</span>
        <span>{bars.length > 0 && showDate(bars[bars.length - 1]?.to ?? "")}</span>
      </div>
    </figure>
  );
}
