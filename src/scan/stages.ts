import type { FunnelStep } from "../vocabulary/index.ts";
import { flagCounts, Funnel } from "./funnel.ts";
import { barsBetween, passesOf, type Pass } from "./passes.ts";
import type { Plan, Relation, RowsRelation } from "./plan/plan.ts";
import type { ScanProfile } from "./profile.ts";
import {
  createWaiting,
  fillThenMerge,
  fillNumbered,
  makeResult,
  numberDays,
  numbered,
  numberRows,
  STRETCH_ROWS,
  waitingRows,
} from "./result-table.ts";
import type { ScanOptions } from "./options.ts";
import { isInline, resultStatement, stagedRank, stagedStatement } from "./sql/print.ts";
import { stageTablesOf, type StageTables } from "./stage-tables.ts";
import type { RunStatements } from "./statements.ts";

/** Security-days after the first filters up to which computing columns together with the next filters is cheaper. */
const MAX_GATHER_ROWS = 20_000;

/**
 * The request planned, and planned for few rows after the first filters; up to those both are the same. With `keys` its
 * rows are planned without their columns.
 */
export type Plans = (left: { readonly gather: boolean; readonly keys?: true }) => Plan;

/** Fills the result table, pass by pass over the securities, and gives the funnel. */
export async function fillResult(
  run: RunStatements,
  plans: Plans,
  profile: ScanProfile,
  options: ScanOptions,
): Promise<FunnelStep[]> {
  const plan = plans({ gather: false });
  const securityDays = barsBetween(profile, plan.sessions);
  const funnel = new Funnel();
  if (securityDays === 0) {
    await makeResult(run, plan);
    return funnel.steps(plan, 0);
  }
  // All days are rows, so their order is known before their values are.
  const areAll = plan.filters.length === 0 && run.market.profile.cluster === null;
  const passes = passesOf(plan, profile, { ...options, numbered: areAll });
  const tableCount = (relations: readonly Relation[]): number =>
    relations.filter((each) => !isInline(plan, each)).length;
  const rankSteps = plan.ranks.reduce((sum, rank) => sum + tableCount(rank.relations) * passes.length + 1, 0);
  run.total = rankSteps + passes.length * tableCount(plan.relations) + 1;
  const tables = stageTablesOf(run);
  await makeRanks(run, plan, passes, tables);
  const onCounted = (): void => options.onSurvivors?.(funnel.steps(plan, securityDays));
  const [only] = passes;
  if (passes.length === 1 && only !== undefined) {
    const { left, current } = await makeRelations(run, plans, only, { tables, funnel, onCounted });
    const rows = left ?? securityDays;
    if (rows === 0) await makeResult(run, plan);
    else if (rows <= STRETCH_ROWS) {
      const select = tables.rowsOf(resultStatement(current, tables.names(current, only)));
      await run.step(stageName(current.result), () => fillNumbered(run, current, select));
    } else {
      await run.command(createWaiting(run, plan));
      await addRows(run, current, only, tables);
      await run.step("Ordering", () => numberRows(run, plan));
    }
    return funnel.steps(plan, securityDays);
  }
  const keys = areAll ? plans({ gather: false, keys: true }) : null;
  const runPasses = async (): Promise<void> => {
    for (const [at, pass] of passes.entries()) {
      const isLast = at === passes.length - 1;
      const made = { tables, funnel, ...(isLast ? { onCounted } : {}) };
      const { left, current } = await makeRelations(run, plans, pass, made);
      if (left !== 0) await addRows(run, current, pass, tables, { numbered: keys !== null });
      for (const { name } of current.relations) await tables.drop(name);
    }
  };
  if (keys === null) {
    await run.command(createWaiting(run, plan));
    await runPasses();
    await run.step("Ordering", () => numberRows(run, plan));
  } else {
    const days = resultStatement(keys, tables.names(keys, null));
    await run.step("Ordering", () => numberDays(run, days, sessionsOf(profile, keys)));
    await fillThenMerge(run, plan, runPasses);
  }
  return funnel.steps(plan, securityDays);
}

/** Adds the rows of a pass to those that wait for their numbers, or to the result where all days have theirs. */
async function addRows(
  run: RunStatements,
  plan: Plan,
  pass: Pass,
  tables: StageTables,
  into: { readonly numbered: boolean } = { numbered: false },
): Promise<void> {
  const names = tables.names(plan, pass);
  const rows = tables.rowsOf(resultStatement(plan, names));
  const sql = into.numbered
    ? `INSERT INTO ${run.result} ${numbered(run, rows.sql, names.ofPass("security_id"))}`
    : `INSERT INTO ${waitingRows(run)} ${rows.sql}`;
  await run.step(stageName(plan.result), () => run.command({ sql, params: rows.params }));
}

/** Sessions of a plan that have bars, with their number. */
function sessionsOf(profile: ScanProfile, { sessions: { from, to } }: Plan): { session: number; rows: number }[] {
  return [...profile.bars]
    .filter(([session]) => session >= from && session <= to)
    .map(([session, rows]) => ({ session, rows }))
    .sort((a, b) => a.session - b.session);
}

interface Made {
  readonly tables: StageTables;
  readonly funnel: Funnel;
  /** Called when the last filter has been counted. */
  readonly onCounted?: () => void;
}

/**
 * Makes every relation but the last, which goes straight into the result. Gives the rows that the last filter left,
 * null without filters, and the plan that was followed; without rows what comes after is not made.
 */
async function makeRelations(
  run: RunStatements,
  plans: Plans,
  pass: Pass,
  { tables, funnel, onCounted }: Made,
): Promise<{ readonly left: number | null; readonly current: Plan }> {
  let current = plans({ gather: false });
  let left: number | null = null;
  const last = current.relations.findLast((relation) => relation.kind === "rows" && relation.flags.length > 0)?.name;
  if (last === undefined) onCounted?.();
  for (let at = 0; at < current.relations.length; at++) {
    const relation = current.relations[at];
    if (!relation || relation === current.result) break;
    if (isInline(current, relation)) continue;
    const select = stagedStatement(current, relation, current.relations, tables.names(current, pass));
    await run.step(stageName(relation), () => tables.make(relation.name, select));
    if (relation.kind !== "rows" || relation.flags.length === 0) continue;
    const counts = await countRows(run, relation, tables);
    funnel.add(relation.name, counts);
    left = counts.at(-1) ?? 0;
    if (relation.name === last || left === 0) onCounted?.();
    if (left === 0) break;
    if (relation.rows === null) current = plans({ gather: left <= MAX_GATHER_ROWS });
  }
  return { left, current };
}

/** Rows on which the first n conditions of a relation hold, for each n. Every row of it holds the first. */
async function countRows(run: RunStatements, relation: RowsRelation, tables: StageTables): Promise<readonly number[]> {
  const table = tables.table(relation.name);
  if (relation.flags.length === 1) {
    const { rows } = await run.one<{ rows: number }>(`SELECT toFloat64(count()) AS rows FROM ${table}`);
    return [rows];
  }
  return (await run.one<{ counts: number[] }>(`SELECT ${flagCounts(relation)} AS counts FROM ${table}`)).counts;
}

/** Makes the table of each rank: the values of all passes, then their places among all of them. */
export async function makeRanks(
  run: RunStatements,
  plan: Plan,
  passes: readonly Pass[],
  tables: StageTables,
): Promise<void> {
  for (const [index, rank] of plan.ranks.entries()) {
    const values = rank.relations.at(-1);
    for (const [at, pass] of passes.entries()) {
      for (const relation of rank.relations) {
        if (isInline(plan, relation)) continue;
        const append = relation === values && at > 0;
        const select = stagedStatement(plan, relation, rank.relations, tables.names(plan, pass));
        await run.step("Ranking", () => tables.make(relation.name, select, { append }));
      }
      for (const relation of rank.relations) if (relation !== values) await tables.drop(relation.name);
    }
    const places = stagedRank(plan, index, { ...tables.names(plan, null), relation: (name) => tables.table(name) });
    await run.step("Ranking", () => tables.make(rank.name, places, { shared: true }));
    if (values) await tables.drop(values.name);
  }
}

function stageName(relation: Relation): string {
  if (relation.kind === "rows") return relation.flags.length > 0 ? "Filtering" : "Computing columns";
  if (relation.of === "trade") return "Trades";
  if (relation.of === "period") return "Weeks and months";
  return relation.of === "indicator" ? "Indicators" : "Minute bars";
}
