import type { FunnelStep } from "../vocabulary/index.ts";
import { flagCounts, Funnel } from "./funnel.ts";
import { barsBetween, passesOf, type Pass } from "./passes.ts";
import type { Plan, Relation, RowsRelation } from "./plan/plan.ts";
import type { ScanProfile } from "./profile.ts";
import { createResult, createWaiting, numberRows, STRETCH_ROWS, waitingRows } from "./result-table.ts";
import type { ScanOptions } from "./options.ts";
import type { Names } from "./sql/names.ts";
import {
  isInline,
  numberedStatement,
  resultStatement,
  singleStatement,
  stagedRank,
  stagedStatement,
} from "./sql/print.ts";
import type { RunStatements } from "./statements.ts";

/** Security-days after the first filters up to which computing columns together with the next filters is cheaper. */
const MAX_GATHER_ROWS = 20_000;

/** The request planned, and planned for few rows after the first filters; up to those both are the same. */
export type Plans = (left: { readonly gather: boolean }) => Plan;

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
    await run.command(createResult(run, plan));
    return funnel.steps(plan, 0);
  }
  const passes = await passesOf(run, plan, profile, options.passRows);
  const tableCount = (relations: readonly Relation[]): number =>
    relations.filter((each) => !isInline(plan, each)).length;
  const rankSteps = plan.ranks.reduce((sum, rank) => sum + tableCount(rank.relations) * passes.length + 1, 0);
  run.total = rankSteps + passes.length * tableCount(plan.relations) + 1;
  await makeRanks(run, plan, passes);
  const [only] = passes;
  if (passes.length === 1 && only !== undefined && options.printer !== "single") {
    const names = namesOf(run, only);
    const { left, current } = await makeRelations(run, plans, names, funnel);
    const rows = left ?? securityDays;
    if (rows === 0) await run.command(createResult(run, plan));
    else if (rows <= STRETCH_ROWS) {
      const numbered = numberedStatement(current, names, `${createResult(run, current)} AS`);
      await run.step(stageName(current.result), () => run.command(numbered));
    } else await insertAndNumber(run, current, names);
    return funnel.steps(plan, securityDays);
  }
  await run.command(createWaiting(run, plan));
  for (const pass of passes) {
    const names = namesOf(run, pass);
    if (options.printer === "single") await runSingle(run, plan, names, funnel);
    else await runPass(run, plans, names, funnel);
  }
  await run.step("Ordering", () => numberRows(run, plan));
  return funnel.steps(plan, securityDays);
}

async function insertAndNumber(run: RunStatements, plan: Plan, names: Names): Promise<void> {
  await run.command(createWaiting(run, plan));
  const insert = resultStatement(plan, names, `INSERT INTO ${waitingRows(run)}`);
  await run.step(stageName(plan.result), () => run.command(insert));
  await run.step("Ordering", () => numberRows(run, plan));
}

async function runPass(run: RunStatements, plans: Plans, names: Names, funnel: Funnel): Promise<void> {
  const { left, current } = await makeRelations(run, plans, names, funnel);
  if (left !== 0) {
    const insert = resultStatement(current, names, `INSERT INTO ${waitingRows(run)}`);
    await run.step(stageName(current.result), () => run.command(insert));
  }
  for (const relation of current.relations) await drop(run, names, relation);
}

/**
 * Makes every relation but the last, which goes straight into the result. Gives the rows that the last filter left,
 * null without filters, and the plan that was followed; without rows what comes after is not made.
 */
async function makeRelations(
  run: RunStatements,
  plans: Plans,
  names: Names,
  funnel: Funnel,
): Promise<{ readonly left: number | null; readonly current: Plan }> {
  let current = plans({ gather: false });
  let left: number | null = null;
  for (let at = 0; at < current.relations.length; at++) {
    const relation = current.relations[at];
    if (!relation || relation === current.result) break;
    if (isInline(current, relation)) continue;
    await run.step(stageName(relation), () => make(run, current, relation, { relations: current.relations, names }));
    if (relation.kind !== "rows" || relation.flags.length === 0) continue;
    const counts = await countRows(run, relation, names);
    funnel.add(relation.name, counts);
    left = counts.at(-1) ?? 0;
    if (left === 0) break;
    if (relation.rows === null) current = plans({ gather: left <= MAX_GATHER_ROWS });
  }
  return { left, current };
}

/** Rows on which the first n conditions of a relation hold, for each n. Every row of it holds the first. */
async function countRows(run: RunStatements, relation: RowsRelation, names: Names): Promise<readonly number[]> {
  const table = names.relation(relation.name);
  if (relation.flags.length === 1) {
    const { rows } = await run.one<{ rows: number }>(`SELECT toFloat64(count()) AS rows FROM ${table}`);
    return [rows];
  }
  return (await run.one<{ counts: number[] }>(`SELECT ${flagCounts(relation)} AS counts FROM ${table}`)).counts;
}

async function makeRanks(run: RunStatements, plan: Plan, passes: readonly Pass[]): Promise<void> {
  for (const [index, rank] of plan.ranks.entries()) {
    const values = rank.relations.at(-1);
    for (const [at, pass] of passes.entries()) {
      const names = namesOf(run, pass);
      for (const relation of rank.relations) {
        if (isInline(plan, relation)) continue;
        const more = relation === values && at > 0;
        await run.step("Ranking", () => make(run, plan, relation, { relations: rank.relations, names, append: more }));
      }
      for (const relation of rank.relations) if (relation !== values) await drop(run, names, relation);
    }
    const names = namesOf(run, null);
    const into = `CREATE TABLE ${names.relation(rank.name)} ENGINE = Memory AS`;
    await run.step("Ranking", () => run.command(stagedRank(plan, index, names, into)));
    if (values) await drop(run, names, values);
  }
}

async function make(
  run: RunStatements,
  plan: Plan,
  relation: Relation,
  {
    relations,
    names,
    append = false,
  }: { readonly relations: readonly Relation[]; readonly names: Names; readonly append?: boolean },
): Promise<void> {
  const table = names.relation(relation.name);
  const into = append ? `INSERT INTO ${table}` : `CREATE TABLE ${table} ENGINE = Memory AS`;
  await run.command(stagedStatement(plan, relation, relations, names, into));
}

async function drop(run: RunStatements, names: Names, { name }: Relation): Promise<void> {
  await run.command(`DROP TABLE IF EXISTS ${names.relation(name)} SYNC`);
}

/** The whole plan in one statement, and each count of the funnel in another. */
async function runSingle(run: RunStatements, plan: Plan, names: Names, funnel: Funnel): Promise<void> {
  const inline: Names = {
    ...names,
    relation: (name) => (plan.ranks.some((rank) => rank.name === name) ? names.relation(name) : name),
  };
  const { sql, params } = singleStatement({ ...plan, ranks: [] }, inline);
  await run.step("Scanning", () => run.command({ sql: `INSERT INTO ${waitingRows(run)} ${sql}`, params }));
  for (const [at, relation] of plan.relations.entries()) {
    if (relation.kind !== "rows" || relation.flags.length === 0) continue;
    const upTo = singleStatement({ ...plan, ranks: [], relations: plan.relations.slice(0, at + 1) }, inline);
    const head = upTo.sql.slice(0, upTo.sql.lastIndexOf("\nSELECT"));
    const { counts } = await run.one<{ counts: number[] }>({
      sql: `${head}\nSELECT ${flagCounts(relation)} AS counts FROM ${relation.name}`,
      params: upTo.params,
    });
    funnel.add(relation.name, counts);
  }
}

function namesOf(run: RunStatements, pass: Pass): Names {
  return {
    table: run.market.table,
    relation: (name) => `${run.database}.${name}`,
    // Bounds are whole numbers made by the planner, so they are safe to print.
    shard: (column) => (pass === null ? "1" : `${column} BETWEEN ${pass.from} AND ${pass.to}`),
  };
}

function stageName(relation: Relation): string {
  if (relation.kind === "rows") return relation.flags.length > 0 ? "Filtering" : "Computing columns";
  return relation.of === "indicator" ? "Indicators" : "Minute bars";
}
