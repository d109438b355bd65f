import type { ReactNode } from "react";
import type { StudyPathAnswer } from "../../contract/index.ts";
import { STUDY_FEW_ROWS, STUDY_PATH } from "../../vocabulary/index.ts";
import { showCount } from "../ui/values.ts";
import { CHANGE, showOutcome } from "./outcome-text.ts";

const [WIDTH, HEIGHT] = [600, 250];
const round = (value: number): string => value.toFixed(1);

type Point = StudyPathAnswer["points"][number];

const signed = (offset: number): string => (offset > 0 ? `+${offset}` : String(offset));
const change = (value: number | null): string => showOutcome(value, CHANGE);

/** Where the price of the rows stood on average before and after their day, with the interval as a band. */
export function StudyPath({ path }: { readonly path: StudyPathAnswer }): ReactNode {
  const { points, sampled } = path;
  if (points.length === 0) return null;
  const { before, after } = STUDY_PATH;
  const ends = points.flatMap(({ mean, interval }) => [mean ?? 0, interval?.low ?? 0, interval?.high ?? 0]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const x = (offset: number): number => ((offset + before) / (before + after)) * WIDTH;
  const y = (value: number): number => (high > low ? HEIGHT - ((value - low) / (high - low)) * HEIGHT : HEIGHT / 2);
  const line = (some: readonly Point[], of: (point: Point) => number): string =>
    some.map((point, index) => `${index === 0 ? "M" : "L"}${round(x(point.offset))} ${round(y(of(point)))}`).join("");
  const banded = points.filter(({ interval }) => interval !== null);
  const upper = line(banded, ({ interval }) => interval?.high ?? 0);
  const lower = line(banded.toReversed(), ({ interval }) => interval?.low ?? 0).replace("M", "L");
  const [first, last] = [points[0], points.at(-1)];
  const label = `Mean path: ${change(first?.mean ?? null)} ${Math.abs(first?.offset ?? 0)} sessions before the day, ${change(last?.mean ?? null)} ${last?.offset ?? 0} sessions after it`;
  return (
    <section className="study-part" aria-labelledby="study-path">
      <h2 id="study-path">Around the day</h2>
      <p className="study-note">
        The adjusted close of the rows, session by session, from {before} before their day to {after} after it, on
        average, as a change from the close of the day itself; the band is its 95% interval.
        {sampled && " Of a part of the rows, since there are many."}
      </p>
      <div className="study-beside">
        <figure className="study-plot">
          <span className="study-scale" aria-hidden="true">
            <span>{change(high)}</span>
            <span>{change(low)}</span>
          </span>
          <svg
            className="study-curve"
            role="img"
            aria-label={label}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
          >
            {banded.length > 0 && <path className="band" d={`${upper}${lower}Z`} />}
            <line className="zero" x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
            <line className="base" x1={x(0)} x2={x(0)} y1={0} y2={HEIGHT} />
            <path className="sum" d={line(points, ({ mean }) => mean ?? 0)} />
          </svg>
          <figcaption className="study-axis" aria-hidden="true">
            <span>{signed(-before)}</span>
            <span className="study-day" style={{ left: `${(before / (before + after)) * 100}%` }}>
              the day
            </span>
            <span>{signed(after)}</span>
          </figcaption>
        </figure>
        <div className="study-scroll" tabIndex={0} role="group" aria-label="Around the day, session by session">
          <table className="study-table">
            <thead>
              <tr>
                {["Session", "Rows", "Mean", "95% interval"].map((head) => (
                  <th key={head} scope="col" className="number">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.map(({ offset, rows, mean, interval }) => (
                <tr key={offset} className={rows < STUDY_FEW_ROWS ? "study-few" : undefined}>
                  <th scope="row" className="number">
                    {offset === 0 ? "the day" : signed(offset)}
                  </th>
                  <td className="number">{showCount(rows)}</td>
                  <td className="number">{change(mean)}</td>
                  <td className="number">
                    {interval === null ? "–" : `${change(interval.low)} to ${change(interval.high)}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}
