import { columnKey, knownAtText } from "../../formula/index.ts";
import type { KnownAt } from "../../formula/index.ts";
import { headOf, running } from "../../request/index.ts";
import type { EntryStatement, RequestText } from "../../request/index.ts";
import { clock } from "../../vocabulary/index.ts";
import type { ColumnStatistics, ExplainedFormula, FunnelAnswer, StatusAnswer } from "../../contract/index.ts";
import type { MarginLine } from "../editor/request-margin.ts";
import { barsOfSpread, spreadText } from "../results/Sparkline.tsx";
import { showCount, showShare, showValue } from "../ui/values.ts";

/** How many security-days a filter leaves, and of how many. */
export interface FilterCount {
  readonly rows: number;
  readonly of: number;
}

/** The counts of the filters that run: a funnel begins with all security-days and has a step for each of them. */
export function countsOfFunnel(
  { statements }: RequestText,
  funnel: StatusAnswer["funnel"],
): ReadonlyMap<EntryStatement, FilterCount> {
  const filters = running({ statements }, "filter");
  // Of another request: no count is certain.
  if (funnel.length !== filters.length + 1) return new Map();
  return new Map(
    filters.map((filter, index) => [filter, { rows: funnel[index + 1]?.rows ?? 0, of: funnel[index]?.rows ?? 0 }]),
  );
}

/**
 * What each filter that is switched off would leave of what the filters before it leave; nothing where the outcomes of
 * all filters are too many. `counted` are the filters that were counted, in order.
 */
export function countsOfOff(
  counted: readonly EntryStatement[],
  patterns: FunnelAnswer["patterns"],
): ReadonlyMap<EntryStatement, FilterCount> {
  const found = new Map<EntryStatement, FilterCount>();
  if (patterns === null || patterns.some(({ pass }) => pass.length !== counted.length)) return found;
  let left = patterns;
  const sum = (of: typeof patterns): number => of.reduce((all, { rows }) => all + rows, 0);
  for (const [index, filter] of counted.entries()) {
    const kept = left.filter(({ pass }) => pass[index] === "1");
    if (filter.off) found.set(filter, { rows: sum(kept), of: sum(left) });
    else left = kept;
  }
  return found;
}

/** `09:30`, `close`, `close −1d`: when a value becomes public, in few characters. */
export function shortKnownAt({ day, minute }: KnownAt): string {
  const time = minute === "close" ? "close" : clock(minute);
  return day === 0 ? time : `${time} ${day > 0 ? "+" : "−"}${Math.abs(day)}d`;
}

const shareOf = ({ rows, of }: FilterCount): string => (of === 0 ? "" : showShare(rows / of));

export function filterLine(
  { from, off }: EntryStatement,
  count: FilterCount | undefined,
  known: KnownAt | null,
): MarginLine | null {
  if (off && count === undefined) return null;
  const [figure, share] = count === undefined ? ["", ""] : [showCount(count.rows), shareOf(count)];
  const left = count && `${figure} of ${showCount(count.of)} security-days${share === "" ? "" : `, ${share}`}`;
  const knownAt = known === null ? "" : shortKnownAt(known);
  return {
    from,
    figure: off ? `(${figure}` : figure,
    share: off ? `${share})` : share,
    bars: [],
    knownAt,
    description: [
      left && (off ? `Switched off; it would leave ${left}` : `Leaves ${left}`),
      known === null ? undefined : `known ${knownAtText(known)}`,
    ]
      .filter((part) => part !== undefined)
      .join("; "),
  };
}

/** What is known of a column: its value on the pinned day, and its values in the rows. */
export interface ColumnFigures {
  readonly value: ExplainedFormula | undefined;
  readonly statistics: ColumnStatistics | undefined;
  readonly known: KnownAt | null;
}

export function columnLine({ from }: EntryStatement, { value, statistics, known }: ColumnFigures): MarginLine {
  const shown =
    value && (value.root.value === null ? "null" : showValue(value.root.value, { ...value.root, unit: value.unit }));
  const bars = statistics === undefined ? [] : barsOfSpread(statistics);
  const most = Math.max(1, ...bars.map(({ rows }) => rows));
  const nulls = statistics === undefined || statistics.rows === 0 ? null : statistics.nulls / statistics.rows;
  const knownAt = known === null ? "" : shortKnownAt(known);
  return {
    from,
    figure: shown ?? "",
    share: nulls === null || nulls === 0 ? "" : `${showShare(nulls)} ∅`,
    bars: bars.map(({ rows }) => rows / most),
    knownAt,
    description: [
      shown && `${shown} on the pinned day`,
      statistics && spreadText(statistics),
      known === null ? undefined : `known ${knownAtText(known)}`,
    ]
      .filter((part) => part !== undefined)
      .join("; "),
  };
}

/** Beside the days: how many security-days they are. */
export function datesLine(text: RequestText, funnel: StatusAnswer["funnel"]): MarginLine | null {
  const dates = headOf(text, "dates");
  const [all] = funnel;
  if (dates === undefined || all === undefined) return null;
  const figure = showCount(all.rows);
  return { from: dates.from, figure, share: "days", bars: [], knownAt: "", description: `${figure} security-days` };
}

/** The statistics of a result by the names of its columns. */
export const statisticsByName = (columns: readonly ColumnStatistics[]): ReadonlyMap<string, ColumnStatistics> =>
  new Map(columns.map((column) => [columnKey(column.name), column]));
