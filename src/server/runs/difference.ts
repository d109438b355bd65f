import type { Market } from "../../market/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import type { Pair, RunDifference } from "../db/index.ts";

/** Rows of each side that are listed; of further ones only the number is stored. */
const MAX_LISTED_PAIRS = 1_000;
/** Bytes of pairs in memory; more are spilled to the disk. */
const SPILL_BYTES = 268_435_456;

/** Symbol and date of every row of both runs, with whether the earlier (`was`) and the later (`here`) has it. */
function pairs(before: FinishedRun, now: FinishedRun): string {
  const side = (run: FinishedRun, flag: 0 | 1): string => {
    const [symbol, date] = run.columns;
    if (symbol === undefined || date === undefined) throw new Error(`run ${run.run} has no columns`);
    return `SELECT ${symbol.id} AS symbol, ${date.id} AS date, ${flag} AS side FROM ${run.database}.${run.table}`;
  };
  return `SELECT symbol, date, max(side = 0) AS was, max(side = 1) AS here FROM (${side(before, 0)} UNION ALL ${side(now, 1)}) GROUP BY symbol, date`;
}

/** The pairs of symbol and date that were added and removed between two finished runs. Rejects with MarketError, also where a result no longer exists. */
export async function differenceOf(market: Market, before: FinishedRun, now: FinishedRun): Promise<RunDifference> {
  const both = pairs(before, now);
  const settings = { max_bytes_before_external_group_by: SPILL_BYTES };
  const [count] = await market.query<{ added: number; gone: number }>({
    sql: `SELECT toFloat64(countIf(was = 0)) AS added, toFloat64(countIf(here = 0)) AS gone FROM (${both})`,
    settings,
    lane: "scan",
  });
  if (count === undefined) throw new Error("The engine gave no answer.");
  const { added, gone } = count;
  const listed = async (missing: "was" | "here", rows: number): Promise<readonly Pair[]> => {
    if (rows === 0) return [];
    const found = await market.query<{ symbol: string; day: string }>({
      sql: `SELECT symbol, toString(date) AS day FROM (${both}) WHERE ${missing} = 0 ORDER BY date DESC, symbol LIMIT ${MAX_LISTED_PAIRS}`,
      settings,
      lane: "scan",
    });
    return found.map(({ symbol, day }): Pair => [symbol, day]);
  };
  return {
    against: before.run,
    added,
    gone,
    added_rows: await listed("was", added),
    gone_rows: await listed("here", gone),
  };
}
