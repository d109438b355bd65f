import type { ReactNode } from "react";
import type { ColumnStatistics } from "../../contract/index.ts";
import { decimalsIn, showCount, showShare, showValue } from "../ui/values.ts";
import "./sparkline.css";

interface SpreadBar {
  readonly label: string;
  readonly rows: number;
}

/** The spread of a column as bars: bins of numbers, the two truths, or the most frequent values. */
export function barsOfSpread(column: ColumnStatistics): readonly SpreadBar[] {
  const { numbers, truths, top } = column;
  const shown = (value: unknown): string => showValue(value, column);
  if (numbers) {
    const { bins } = numbers.histogram;
    const decimals = decimalsIn(
      bins.flatMap(({ from, to }) => [from, to]),
      column,
    );
    const edge = (value: number): string => showValue(value, column, decimals);
    return bins.map(({ from, to, rows }) => ({ label: `${edge(from)} to ${edge(to)}`, rows }));
  }
  if (truths)
    return [
      { label: "false", rows: truths.false },
      { label: "true", rows: truths.true },
    ];
  return top?.values.map(({ value, rows }) => ({ label: shown(value), rows })) ?? [];
}

/** What the bars show, in words. */
export function spreadText(column: ColumnStatistics): string {
  const { name, min, max, numbers, truths, top, rows, nulls } = column;
  const empty = nulls === 0 ? "" : `, ${showShare(rows === 0 ? 0 : nulls / rows)} without a value`;
  if (rows === nulls) return `${name}: no values`;
  if (numbers)
    return `${name}: ${showValue(min, column)} to ${showValue(max, column)}, mean ${showValue(numbers.mean, column)}${empty}`;
  if (truths) return `${name}: true in ${showShare(truths.share ?? 0)}${empty}`;
  return `${name}: ${showCount(top?.distinct ?? 0)} different values, ${showValue(min, column)} to ${showValue(max, column)}${empty}`;
}

/** Bars of a height by their rows; a screen reader gets the sentence. */
export function Sparkline({
  column,
  height,
}: {
  readonly column: ColumnStatistics;
  readonly height: number;
}): ReactNode {
  const bars = barsOfSpread(column);
  const most = Math.max(1, ...bars.map(({ rows }) => rows));
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={spreadText(column)}
      viewBox={`0 0 ${Math.max(1, bars.length)} ${height}`}
      preserveAspectRatio="none"
      style={{ height }}
    >
      {bars.map(({ label, rows }, index) => {
        const tall = rows === 0 ? 0 : Math.max(1, (rows / most) * height);
        return (
          <rect key={label} x={index + 0.08} width={0.84} y={height - tall} height={tall}>
            <title>{`${label}: ${showCount(rows)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
