import { STUDY_PARTS } from "../../vocabulary/index.ts";
import type { ResultColumn, StudyBar, StudyColumn, StudyParts } from "../../vocabulary/index.ts";
import type { Draws } from "./draws.ts";
import { addDay, addGathered, groupOf, nothing } from "./groups.ts";
import type { Gathered } from "./groups.ts";
import { everyNth, LEVELS, partOf } from "./parts.ts";
import type { StudyTable } from "./table.ts";

/** Columns in one statement; each holds its own groups. */
const AT_ONCE = 8;

/** Values of a column that can be cut into parts. */
export const isCut = ({ type }: ResultColumn): boolean => type === "number" || type === "time";

export interface PlacedColumn {
  readonly place: number;
  readonly column: ResultColumn;
}

/** The edges of the parts of columns, one for each of LEVELS; empty where a column has no values. */
export async function edgesOf(
  { query, table, y, rows }: StudyTable,
  columns: readonly PlacedColumn[],
): Promise<readonly (readonly number[])[]> {
  if (columns.length === 0) return [];
  const nth = everyNth(rows);
  const each = columns.map(
    ({ column: { id } }) => `quantilesExactIf(${LEVELS.join(", ")})(toFloat64(ifNull(${id}, 0)), isNotNull(${id}))`,
  );
  const known = columns.map(({ column: { id } }) => `toUInt8(countIf(isNotNull(${id})) > 0)`);
  const [found] = await query<{ edges: (readonly number[])[]; known: number[] }>(
    `SELECT [${each.join(", ")}] AS edges, [${known.join(", ")}] AS known FROM ${table} WHERE isNotNull(${y})${nth === 1 ? "" : ` AND row % ${nth} = 0`}`,
  );
  return columns.map((_, index) => (found?.known[index] === 1 ? (found.edges[index] ?? []) : []));
}

/** Literals of edges; the shortest digits that give the same number. */
const literal = (value: number): string => `toFloat64('${value}')`;

/** The cell of a value among edges: how many of them it reaches. 255 where it has none. */
export const cellSql = (id: string, edges: readonly number[]): string =>
  edges.length === 0
    ? "toUInt8(255)"
    : `if(isNull(${id}), toUInt8(255), ${edges.map((edge) => `(assumeNotNull(${id}) >= ${literal(edge)})`).join(" + ")})`;

const EMPTY_CELL = 255;

/** Days, cells and sums of one column, each list in the same order. */
interface Cells {
  readonly sessions: readonly number[];
  readonly cells: readonly number[];
  readonly rows: readonly number[];
  readonly sums: readonly number[];
  readonly wins: readonly number[];
  readonly least: readonly (number | null)[];
  readonly most: readonly (number | null)[];
}

function cellsSql({ table, y }: StudyTable, { column: { id } }: PlacedColumn, edges: readonly number[]): string {
  const inner = `SELECT session, ${cellSql(id, edges)} AS cell, toFloat64(count()) AS n, sum(assumeNotNull(${y})) AS s, toFloat64(countIf(${y} > 0)) AS w, toFloat64(min(${id})) AS l, toFloat64(max(${id})) AS m FROM ${table} WHERE isNotNull(${y}) GROUP BY session, cell`;
  return `SELECT groupArray(session) AS sessions, groupArray(cell) AS cells, groupArray(n) AS rows, groupArray(s) AS sums, groupArray(w) AS wins, groupArray(tuple(l).1) AS least, groupArray(tuple(m).1) AS most FROM (${inner} ORDER BY cell, session)`;
}

interface Cell extends Gathered {
  least: number;
  most: number;
  readonly sessions: Set<number>;
}

/** Every column that can be cut against the outcome, those that separate most first. */
export async function studyColumns(
  study: StudyTable,
  columns: readonly PlacedColumn[],
  draws: Draws,
  placeOf: ReadonlyMap<number, number>,
  { mean, variance }: { readonly mean: number; readonly variance: number },
): Promise<readonly StudyColumn[]> {
  const edges = await edgesOf(study, columns);
  const found: StudyColumn[] = [];
  for (let at = 0; at < columns.length; at += AT_ONCE) {
    const some = columns.slice(at, at + AT_ONCE);
    const answers = await Promise.all(
      some.map(async (one, index) => study.query<Cells>(cellsSql(study, one, edges[at + index] ?? []))),
    );
    for (const [index, { place }] of some.entries()) {
      const [cells] = answers[index] ?? [];
      if (cells === undefined) continue;
      found.push({ place, ...columnOf(cells, draws, placeOf, { mean, variance }) });
    }
  }
  return found.toSorted((a, b) => b.separates - a.separates || a.place - b.place);
}

function columnOf(
  { sessions, cells, rows, sums, wins, least, most }: Cells,
  draws: Draws,
  placeOf: ReadonlyMap<number, number>,
  { mean, variance }: { readonly mean: number; readonly variance: number },
): Omit<StudyColumn, "place"> {
  const byCell = new Map<number, Cell>();
  for (const [index, cell] of cells.entries()) {
    const session = sessions[index] ?? 0;
    const group = byCell.get(cell) ?? {
      ...nothing(draws),
      least: Infinity,
      most: -Infinity,
      sessions: new Set<number>(),
    };
    byCell.set(cell, group);
    const day = { rows: rows[index] ?? 0, sum: sums[index] ?? 0, wins: wins[index] ?? 0 };
    addDay(group, draws, placeOf.get(session) ?? 0, day);
    group.sessions.add(session);
    group.least = Math.min(group.least, least[index] ?? Infinity);
    group.most = Math.max(group.most, most[index] ?? -Infinity);
  }
  const parts = STUDY_PARTS.map((count) => ({ count, bars: barsOf(count, byCell, draws) }));
  const five = parts.find(({ count }) => count === 5)?.bars ?? [];
  const between = five.reduce((sum, bar) => sum + bar.rows * ((bar.mean ?? mean) - mean) ** 2, 0);
  return {
    separates: variance > 0 ? between / variance : 0,
    parts,
    empty: groupOf(byCell.get(EMPTY_CELL) ?? nothing(draws)),
  };
}

function barsOf(count: StudyParts, byCell: ReadonlyMap<number, Cell>, draws: Draws): readonly StudyBar[] {
  const bars: StudyBar[] = [];
  const byPart = Map.groupBy(
    [...byCell].filter(([cell]) => cell !== EMPTY_CELL),
    ([cell]) => partOf(count, cell),
  );
  for (const [part, cells] of [...byPart].toSorted(([a], [b]) => a - b)) {
    const whole = nothing(draws);
    const days = new Set<number>();
    let [from, to] = [Infinity, -Infinity];
    for (const [, cell] of cells) {
      addGathered(whole, cell);
      for (const session of cell.sessions) days.add(session);
      from = Math.min(from, cell.least);
      to = Math.max(to, cell.most);
    }
    bars.push({ part, from, to, ...groupOf({ ...whole, days: days.size }) });
  }
  return bars;
}
