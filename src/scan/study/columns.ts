import { STUDY_PARTS } from "../../vocabulary/index.ts";
import type { ResultColumn, StudyBar, StudyColumn, StudyParts } from "../../vocabulary/index.ts";
import type { Draws } from "./draws.ts";
import { CELLS, Cutter, EMPTY_CELL } from "./edges.ts";
import { addGathered, gatheredDays, groupOf, nothing } from "./groups.ts";
import type { Gathered } from "./groups.ts";
import { numberSql, sumByDay } from "./outcomes.ts";
import type { DaySums, Outcomes } from "./outcomes.ts";
import { partOf } from "./parts.ts";
import type { StudyTable } from "./table.ts";

/** Columns that are read at once, each a number for every row. */
const AT_ONCE = 8;

/** Values of a column that can be cut into parts. */
export const isCut = ({ type }: ResultColumn): boolean => type === "number" || type === "time";

export interface PlacedColumn {
  readonly place: number;
  readonly column: ResultColumn;
}

/** Every column that can be cut against the outcome, those that separate most first. */
export async function studyColumns(
  { readNumbers, rows }: StudyTable,
  columns: readonly PlacedColumn[],
  outcomes: Outcomes,
  draws: Draws,
  whole: { readonly mean: number; readonly variance: number },
): Promise<readonly StudyColumn[]> {
  const lists = columns.slice(0, AT_ONCE).map(() => new Float64Array(rows));
  const cutter = new Cutter(outcomes.sample, rows);
  const found: StudyColumn[] = [];
  for (let at = 0; at < columns.length; at += AT_ONCE) {
    const some = columns.slice(at, at + AT_ONCE);
    await readNumbers(
      some.map(({ column }) => numberSql(column)),
      lists.slice(0, some.length),
    );
    for (const [index, { place }] of some.entries())
      found.push({ place, ...columnOf(lists[index] ?? new Float64Array(rows), cutter, outcomes, draws, whole) });
  }
  return found.toSorted((a, b) => b.separates - a.separates || a.place - b.place);
}

function columnOf(
  values: Float64Array,
  cutter: Cutter,
  outcomes: Outcomes,
  draws: Draws,
  { mean, variance }: { readonly mean: number; readonly variance: number },
): Omit<StudyColumn, "place"> {
  const cells = sumByDay(values, cutter.cut(values), CELLS, outcomes).map((ofDays): Cell => ({
    ...gatheredDays(draws, ofDays),
    ofDays,
  }));
  const parts = STUDY_PARTS.map((count) => ({ count, bars: barsOf(count, cells, draws) }));
  const five = parts.find(({ count }) => count === 5)?.bars ?? [];
  const between = five.reduce((sum, bar) => sum + bar.rows * ((bar.mean ?? mean) - mean) ** 2, 0);
  return {
    separates: variance > 0 ? between / variance : 0,
    parts,
    empty: groupOf(cells[EMPTY_CELL] ?? nothing(draws)),
  };
}

/** The rows of a part between two edges that follow one another. */
interface Cell extends Gathered {
  readonly ofDays: DaySums;
}

function barsOf(count: StudyParts, cells: readonly Cell[], draws: Draws): readonly StudyBar[] {
  const bars: StudyBar[] = [];
  const byPart = Map.groupBy(
    [...cells.entries()].filter(([cell, { rows }]) => cell !== EMPTY_CELL && rows > 0),
    ([cell]) => partOf(count, cell),
  );
  for (const [part, own] of byPart) {
    const whole = nothing(draws);
    let [from, to] = [Infinity, -Infinity];
    for (const [, { ofDays, ...cell }] of own) {
      addGathered(whole, cell);
      from = ofDays.least.reduce((least, value) => Math.min(least, value), from);
      to = ofDays.most.reduce((most, value) => Math.max(most, value), to);
    }
    const days = (own[0]?.[1].ofDays.rows ?? new Float64Array()).filter((_, day) =>
      own.some(([, { ofDays }]) => (ofDays.rows[day] ?? 0) > 0),
    ).length;
    bars.push({ part, from, to, ...groupOf({ ...whole, days }) });
  }
  return bars;
}
