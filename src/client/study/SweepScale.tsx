import type { ReactNode } from "react";
import type { SweepAnswer } from "../../contract/index.ts";
import { SWEEP_ENOUGH_ROWS } from "../../vocabulary/index.ts";
import { showOutcome } from "./outcome-text.ts";
import type { ShownColumn } from "../ui/values.ts";

const WIDTH = 800;
const HEIGHT = 56;
const MIDDLE = 26;

/** Every setting on one scale, and on it where the best one lies by chance alone. */
export function SweepScale({
  sweep: { cells, chance, peak },
  column,
}: {
  readonly sweep: SweepAnswer;
  readonly column: ShownColumn;
}): ReactNode {
  const shown = cells.flatMap(({ mean, known }, place) =>
    mean === null || known < SWEEP_ENOUGH_ROWS ? [] : [{ mean, place }],
  );
  if (shown.length === 0) return null;
  const ends = [...shown.map(({ mean }) => mean), 0, ...(chance === null ? [] : [chance.median, chance.high])];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const x = (value: number): number => (high > low ? 6 + ((value - low) / (high - low)) * (WIDTH - 12) : WIDTH / 2);
  const best = peak === null ? null : (cells[peak]?.mean ?? null);
  const label = `${shown.length} settings from ${showOutcome(low, column)} to ${showOutcome(high, column)}; the best ${showOutcome(best, column)}${chance === null ? "" : `; by chance the best is ${showOutcome(chance.median, column)} at the median and above ${showOutcome(chance.high, column)} in one of twenty`}`;
  return (
    <figure className="sweep-scale">
      <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        <line className="axis" x1={0} x2={WIDTH} y1={MIDDLE} y2={MIDDLE} />
        <line className="zero" x1={x(0)} x2={x(0)} y1={MIDDLE - 8} y2={MIDDLE + 8} />
        {chance !== null && (
          <>
            <rect
              className="luck"
              x={x(chance.median)}
              width={Math.max(x(chance.high) - x(chance.median), 1)}
              y={4}
              height={HEIGHT - 8}
            />
            <line className="high" x1={x(chance.high)} x2={x(chance.high)} y1={0} y2={HEIGHT} />
          </>
        )}
        {shown.map(({ mean, place }) => (
          <line
            key={place}
            className={place === peak ? "peak" : "one"}
            x1={x(mean)}
            x2={x(mean)}
            y1={MIDDLE - (place === peak ? 20 : 10)}
            y2={MIDDLE + (place === peak ? 20 : 10)}
          />
        ))}
      </svg>
      <figcaption className="study-axis" aria-hidden="true">
        <span>{showOutcome(low, column)}</span>
        <span>{showOutcome(high, column)}</span>
      </figcaption>
      <p className="study-note">
        A stroke is a setting, the long one the best.
        {chance !== null &&
          " The band is where the best of so many settings lies by chance, from its median to the dashed line that only one shuffle in twenty exceeds."}
      </p>
    </figure>
  );
}
