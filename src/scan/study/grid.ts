import type { Market } from "../../market/index.ts";
import type { FinishedRun, StudyCell, StudyGrid, StudyGridParts } from "../../vocabulary/index.ts";
import { columnAt } from "../row-filter.ts";
import { Draws } from "./draws.ts";
import { Cutter, EMPTY_CELL } from "./edges.ts";
import { gatheredDays, groupOf } from "./groups.ts";
import { numberSql, readOutcomes, sumByDay } from "./outcomes.ts";
import { partOf } from "./parts.ts";
import { STUDY_SEED } from "./study.ts";
import type { StudyOptions } from "./study.ts";
import { studyTable } from "./table.ts";

export interface GridOptions extends StudyOptions {
  /** Places of the two columns that are crossed, which can be cut into parts. */
  readonly across: number;
  readonly down: number;
  readonly parts: StudyGridParts;
}

/** Two columns against the outcome at once, each in the parts that the study cuts it into. Rejects with MarketError. */
export async function studyGrid(
  market: Market,
  run: FinishedRun,
  { outcome, across, down, parts, seed = STUDY_SEED, signal }: GridOptions,
): Promise<StudyGrid> {
  const study = studyTable(market, run, columnAt(run, outcome), signal);
  const { query, readNumbers, table, y, rows } = study;
  const days = await query<{ session: number }>(
    `SELECT DISTINCT session FROM ${table} WHERE isNotNull(${y}) ORDER BY session`,
  );
  const outcomes = await readOutcomes(
    study,
    days.map(({ session }) => session),
  );
  const lists = [new Float64Array(rows), new Float64Array(rows)];
  await readNumbers(
    [across, down].map((place) => numberSql(columnAt(run, place))),
    lists,
  );
  const cutter = new Cutter(outcomes.sample, rows);
  const [column, line] = lists.map((values) => cutter.cut(values).slice());
  // Those of a row of the grid beside each other; behind them the rows that one of the two has no number for.
  const outside = parts * parts;
  const cellOf = (row: number): number => {
    const [x = EMPTY_CELL, y = EMPTY_CELL] = [column?.[row], line?.[row]];
    return x === EMPTY_CELL || y === EMPTY_CELL ? outside : partOf(parts, y) * parts + partOf(parts, x);
  };
  const sums = sumByDay(
    lists[0] ?? outcomes.values,
    Uint8Array.from({ length: rows }, (_, row) => cellOf(row)),
    outside + 1,
    outcomes,
  );
  const draws = new Draws(days.length, seed);
  const cells = sums.slice(0, outside).flatMap((own, cell): StudyCell[] => {
    const group = groupOf(gatheredDays(draws, own));
    return group.rows === 0 ? [] : [{ across: cell % parts, down: Math.floor(cell / parts), ...group }];
  });
  return { outcome, seed, across, down, parts, cells };
}
