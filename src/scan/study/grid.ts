import type { Market } from "../../market/index.ts";
import type { FinishedRun, StudyCell, StudyGrid, StudyGridParts } from "../../vocabulary/index.ts";
import { columnAt } from "../row-filter.ts";
import { cellSql, edgesOf } from "./columns.ts";
import { Draws } from "./draws.ts";
import { addDay, groupOf, nothing } from "./groups.ts";
import { isEdgeOf, LEVELS } from "./parts.ts";
import { STUDY_SEED } from "./study.ts";
import type { StudyOptions } from "./study.ts";
import { studyTable } from "./table.ts";

export interface GridOptions extends StudyOptions {
  /** Places of the two columns that are crossed, which can be cut into parts. */
  readonly across: number;
  readonly down: number;
  readonly parts: StudyGridParts;
}

interface Day {
  readonly session: number;
  readonly across: number;
  readonly down: number;
  readonly rows: number;
  readonly sum: number;
  readonly wins: number;
}

/** Two columns against the outcome at once, each in the parts that the study cuts it into. Rejects with MarketError. */
export async function studyGrid(
  market: Market,
  run: FinishedRun,
  { outcome, across, down, parts, seed = STUDY_SEED, signal }: GridOptions,
): Promise<StudyGrid> {
  const study = studyTable(market, run, columnAt(run, outcome), signal);
  const { query, table, y } = study;
  const crossed = [across, down].map((place) => ({ place, column: columnAt(run, place) }));
  const edges = await edgesOf(study, crossed);
  const [column, row] = crossed.map(({ column: { id } }, index) =>
    cellSql(
      id,
      (edges[index] ?? []).filter((_, level) => isEdgeOf(parts, LEVELS[level] ?? 0)),
    ),
  );
  const days = await query<{ session: number }>(
    `SELECT DISTINCT session FROM ${table} WHERE isNotNull(${y}) ORDER BY session`,
  );
  const draws = new Draws(days.length, seed);
  const placeOf = new Map(days.map(({ session }, place) => [session, place]));
  const found = await query<Day>(
    `SELECT session, ${column} AS across, ${row} AS down, toFloat64(count()) AS rows, sum(assumeNotNull(${y})) AS sum, toFloat64(countIf(${y} > 0)) AS wins FROM ${table} WHERE isNotNull(${y}) AND across != 255 AND down != 255 GROUP BY session, across, down ORDER BY down, across, session`,
  );
  const cells = [...Map.groupBy(found, (one) => `${one.down} ${one.across}`).values()].map((own): StudyCell => {
    const group = nothing(draws);
    for (const day of own) addDay(group, draws, placeOf.get(day.session) ?? 0, day);
    return { across: own[0]?.across ?? 0, down: own[0]?.down ?? 0, ...groupOf(group) };
  });
  return { outcome, seed, across, down, parts, cells };
}
