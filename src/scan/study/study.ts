import type { Market } from "../../market/index.ts";
import type { FinishedRun, NamedGroup, Study, StudyFigures } from "../../vocabulary/index.ts";
import { columnAt } from "../row-filter.ts";
import { isCut, studyColumns } from "./columns.ts";
import { Draws, DRAWS, intervalOf } from "./draws.ts";
import { addDay, curveOf, groupOf, halves, months, nothing, weekdays, years } from "./groups.ts";
import type { DayRows } from "./groups.ts";
import { studyTable } from "./table.ts";
import type { StudyTable } from "./table.ts";

export interface StudyOptions {
  /** Place of the outcome in the result: a number. */
  readonly outcome: number;
  /** Of the draws; the same seed gives the same intervals. */
  readonly seed?: number;
  readonly signal?: AbortSignal;
}

export const STUDY_SEED = 1;
/** Securities with the most rows that are shown. */
const TOP_SECURITIES = 30;
const BEST_SHARE = 100;

interface Day extends DayRows {
  readonly session: number;
  readonly lost: number;
  readonly losses: number;
  readonly won: number;
}

/** The days with an outcome, in order. */
const daysOf = ({ query, table, y }: StudyTable): Promise<Day[]> =>
  query<Day>(
    `SELECT session, toString(any(c1)) AS date, toFloat64(count()) AS rows, sum(v) AS sum, toFloat64(countIf(v > 0)) AS wins, sumIf(v, v > 0) AS won, toFloat64(countIf(v < 0)) AS losses, sumIf(v, v < 0) AS lost FROM (SELECT session, c1, assumeNotNull(${y}) AS v FROM ${table} WHERE isNotNull(${y})) GROUP BY session ORDER BY session`,
  );

interface Whole {
  readonly securities: number;
  readonly median: number;
  readonly best: number;
  readonly worst: number;
  readonly variance: number;
}

/** What a finished run's rows were worth, by one of its columns. Rejects with MarketError. */
export async function studyRun(
  market: Market,
  run: FinishedRun,
  { outcome, seed = STUDY_SEED, signal }: StudyOptions,
): Promise<Study> {
  const study = studyTable(market, run, columnAt(run, outcome), signal);
  const days = await daysOf(study);
  const draws = new Draws(days.length, seed);
  const placeOf = new Map(days.map(({ session }, place) => [session, place]));
  const [figures, variance] = await figuresOf(study, days, draws);
  const others = run.columns.flatMap((column, place) =>
    place !== outcome && isCut(column) ? [{ place, column }] : [],
  );
  const mean = figures.mean ?? 0;
  const columns = days.length === 0 ? [] : await studyColumns(study, others, draws, placeOf, { mean, variance });
  return {
    outcome,
    seed,
    draws: DRAWS,
    figures,
    years: years(days, draws),
    halves: halves(days, draws),
    months: months(days, draws),
    weekdays: weekdays(days, draws),
    topSecurities: await topSecurities(study, draws, placeOf),
    curve: curveOf(days),
    columns,
  };
}

/** The figures of all rows, and the sum of their squares about the mean. */
export async function figuresOf(
  { query, table, y }: StudyTable,
  days: readonly Day[],
  draws: Draws,
): Promise<readonly [StudyFigures, number]> {
  const all = nothing(draws);
  const wins = nothing(draws);
  let [won, lost, losses] = [0, 0, 0];
  for (const [place, day] of days.entries()) {
    addDay(all, draws, place, day);
    addDay(wins, draws, place, { rows: day.rows, sum: day.wins, wins: 0 });
    won += day.won;
    lost += day.lost;
    losses += day.losses;
  }
  const group = groupOf(all);
  const { rows, mean } = group;
  const bestRows = Math.ceil(rows / BEST_SHARE);
  const [whole] = await query<Whole>(
    `SELECT toFloat64(uniqExact(security_id)) AS securities, quantileExactInclusive(0.5)(v) AS median, max(v) AS best, min(v) AS worst, varPopStable(v) * count() AS variance FROM (SELECT security_id, assumeNotNull(${y}) AS v FROM ${table} WHERE isNotNull(${y})) HAVING count() > 0`,
  );
  const [most] = await query<{ sum: number }>(
    `SELECT sum(v) AS sum FROM (SELECT assumeNotNull(${y}) AS v FROM ${table} WHERE isNotNull(${y}) ORDER BY v DESC LIMIT ${bestRows})`,
  );
  const averageLoss = losses > 0 ? lost / losses : null;
  return [
    {
      ...group,
      securities: whole?.securities ?? 0,
      median: whole?.median ?? null,
      winInterval: intervalOf(wins.drawn, days.length),
      averageWin: all.wins > 0 ? won / all.wins : null,
      averageLoss,
      expectancy: averageLoss === null || mean === null ? null : mean / -averageLoss,
      profitFactor: lost < 0 ? won / -lost : null,
      best: whole?.best ?? null,
      worst: whole?.worst ?? null,
      withoutBest: rows > bestRows ? (all.sum - (most?.sum ?? 0)) / (rows - bestRows) : null,
    },
    whole?.variance ?? 0,
  ];
}

/** The securities with the most rows; equal ones by their symbol. */
async function topSecurities(
  { query, table, y }: StudyTable,
  draws: Draws,
  placeOf: ReadonlyMap<number, number>,
): Promise<readonly NamedGroup[]> {
  const rows = await query<{ id: number; symbol: string; session: number; sum: number }>(
    `SELECT t.security_id AS id, s.symbol AS symbol, t.session AS session, assumeNotNull(t.${y}) AS sum FROM ${table} AS t INNER JOIN (SELECT security_id, argMax(c0, session) AS symbol, count() AS n FROM ${table} WHERE isNotNull(${y}) GROUP BY security_id ORDER BY n DESC, symbol LIMIT ${TOP_SECURITIES}) AS s ON s.security_id = t.security_id WHERE isNotNull(t.${y}) ORDER BY s.n DESC, symbol, session`,
  );
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((own) => {
    const group = nothing(draws);
    for (const { session, sum } of own)
      addDay(group, draws, placeOf.get(session) ?? 0, { rows: 1, sum, wins: sum > 0 ? 1 : 0 });
    return { label: own[0]?.symbol ?? "", ...groupOf(group) };
  });
}
