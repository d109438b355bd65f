import { onSnapshotOf, sessionFrom } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import { STUDY_PATH } from "../../vocabulary/index.ts";
import type { FinishedRun, StudyPath, StudyPathPoint } from "../../vocabulary/index.ts";
import { columnAt } from "../row-filter.ts";
import { Draws } from "./draws.ts";
import { addDay, groupOf, nothing } from "./groups.ts";
import { everyNth } from "./parts.ts";
import { STUDY_SEED } from "./study.ts";
import type { StudyOptions } from "./study.ts";
import { studyTable } from "./table.ts";

/** The rows of one session at one distance from it. */
interface Step {
  readonly session: number;
  readonly offset: number;
  readonly rows: number;
  readonly sum: number;
  readonly wins: number;
}

export interface PathOptions extends StudyOptions {
  /** yyyy-MM-dd: the first of the days that the request holds out, of which no close is read. */
  readonly heldFrom?: string | null;
}

/**
 * The mean way of the adjusted close around the rows with an outcome, as a change in per cent from the close of their own
 * day. A row that has no close on a session counts there for nothing, one without a close on its day nowhere. Read from the
 * market's data of the run while they are kept, else from those of now. Rejects with MarketError.
 */
export async function studyPath(
  market: Market,
  run: FinishedRun,
  { outcome, seed = STUDY_SEED, signal, heldFrom = null }: PathOptions,
): Promise<StudyPath> {
  const { query, table, y, rows } = studyTable(market, run, columnAt(run, outcome), signal);
  const days = await query<{ session: number }>(
    `SELECT DISTINCT session FROM ${table} WHERE isNotNull(${y}) ORDER BY session`,
  );
  const [first, last] = [days[0]?.session, days.at(-1)?.session];
  if (first === undefined || last === undefined) return { outcome, seed, sampled: false, points: [] };
  const { before, after } = STUDY_PATH;
  const nth = everyNth(rows);
  const sampled = nth > 1;
  const hits = `SELECT security_id, session AS day, arrayJoin(range(${-before}, ${after + 1})) AS offset, toInt32(session) + offset AS at FROM ${table} WHERE isNotNull(${y})${sampled ? ` AND row % ${nth} = 0` : ""}`;
  const steps = await onSnapshotOf(market, run.snapshot.id, (snapshot) => {
    const end = Math.min(last + after, heldFrom === null ? Infinity : (sessionFrom(heldFrom)?.session ?? Infinity) - 1);
    const closes = `SELECT security_id, toInt32(session) AS at, toFloat64(close) * split_factor AS price FROM ${snapshot.table("daily")} WHERE source != 2 AND session BETWEEN ${Math.max(0, first - before)} AND ${end}`;
    const each = `SELECT security_id, day, anyIf(price, offset = 0) AS own, groupArray((offset, price)) AS closes FROM (SELECT h.security_id AS security_id, h.day AS day, h.offset AS offset, c.price AS price FROM (${closes}) AS c INNER JOIN (${hits}) AS h ON c.security_id = h.security_id AND c.at = h.at) GROUP BY security_id, day HAVING own > 0`;
    const changes = `SELECT day, close.1 AS offset, (close.2 / own - 1) * 100 AS change FROM (${each}) ARRAY JOIN closes AS close`;
    return query<Step>(
      `SELECT day AS session, offset, toFloat64(count()) AS rows, sum(change) AS sum, toFloat64(countIf(change > 0)) AS wins FROM (${changes}) GROUP BY day, offset ORDER BY offset, day`,
    );
  });
  const draws = new Draws(days.length, seed);
  const placeOf = new Map(days.map(({ session }, place) => [session, place]));
  const points = [...Map.groupBy(steps, ({ offset }) => offset)].map(([offset, own]): StudyPathPoint => {
    const group = nothing(draws);
    for (const step of own) addDay(group, draws, placeOf.get(step.session) ?? 0, step);
    return { offset, ...groupOf(group) };
  });
  return { outcome, seed, sampled, points };
}
