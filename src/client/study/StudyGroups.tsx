import type { ReactNode } from "react";
import { STUDY_FEW_ROWS, STUDY_LEAST_DAYS, apartFrom } from "../../vocabulary/index.ts";
import type { StudyGroup } from "../../vocabulary/index.ts";
import { showCount, showShare } from "../ui/values.ts";
import type { ShownColumn } from "../ui/values.ts";
import { showOutcome } from "./outcome-text.ts";

export interface ShownGroup extends StudyGroup {
  readonly label: string;
}

interface StudyGroupsProps {
  /** What the groups are, as a caption. */
  readonly title: string;
  /** Head of the first column. */
  readonly of: string;
  readonly groups: readonly ShownGroup[];
  readonly base: number | null;
  readonly column: ShownColumn;
  /** Makes a group a filter. */
  readonly onGroup?: (index: number) => void;
}

const WIDTH = 200;
const HEIGHT = 16;

/** Groups of rows, a line each: how many, their mean, and the mean as a bar with its interval around zero and the base rate. */
export function StudyGroups({ title, of, groups, base, column, onGroup }: StudyGroupsProps): ReactNode {
  const ends = groups.flatMap(({ mean, interval }) => [mean ?? 0, interval?.low ?? 0, interval?.high ?? 0]);
  const [low, high] = [Math.min(0, base ?? 0, ...ends), Math.max(0, base ?? 0, ...ends)];
  const at = (value: number): number => (high > low ? ((value - low) / (high - low)) * WIDTH : 0);
  const value = (one: number | null): string => showOutcome(one, column);
  return (
    <div className="study-scroll" tabIndex={0} role="group" aria-label={title}>
      <table className="study-table study-groups">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            <th scope="col" className="number">
              Rows
            </th>
            <th scope="col" className="number">
              Mean
            </th>
            <th scope="col" className="number">
              95% interval
            </th>
            <th scope="col" className="number">
              Win rate
            </th>
            <th scope="col">
              <span className="study-chart-head">Mean around zero</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group, index) => {
            const { label, rows, mean, winRate, interval } = group;
            const apart = apartFrom(base, interval);
            return (
              <tr key={`${index} ${label}`} className={rows < STUDY_FEW_ROWS ? "study-few" : undefined}>
                <th scope="row">
                  {onGroup === undefined ? (
                    label
                  ) : (
                    <button type="button" title="Make it a filter" onClick={() => onGroup(index)}>
                      {label}
                    </button>
                  )}
                </th>
                <td className="number">{showCount(rows)}</td>
                <td className="number">{value(mean)}</td>
                <td className="number">
                  {interval === null
                    ? `below ${STUDY_LEAST_DAYS} days`
                    : `${value(interval.low)} to ${value(interval.high)}`}
                </td>
                <td className="number">{winRate === null ? "–" : showShare(winRate)}</td>
                <td>
                  <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
                    <rect
                      className={(mean ?? 0) < 0 ? "bar below" : "bar"}
                      x={Math.min(at(0), at(mean ?? 0))}
                      y={3}
                      width={Math.abs(at(mean ?? 0) - at(0))}
                      height={HEIGHT - 6}
                    />
                    {interval !== null && (
                      <line
                        className="interval"
                        x1={at(interval.low)}
                        x2={at(interval.high)}
                        y1={HEIGHT / 2}
                        y2={HEIGHT / 2}
                      />
                    )}
                    <line className="zero" x1={at(0)} x2={at(0)} y1={0} y2={HEIGHT} />
                    {base !== null && <line className="base" x1={at(base)} x2={at(base)} y1={0} y2={HEIGHT} />}
                  </svg>
                  {apart === false && <span className="study-verdict">not told apart from chance</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
