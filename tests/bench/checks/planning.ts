import { currentSnapshot } from "../../../src/market/index.ts";
import { builtInPresets } from "../../../src/request/index.ts";
import { columnTrees } from "../../../src/scan/run.ts";
import { profileOf } from "../../../src/scan/profile.ts";
import { planScan } from "../../../src/scan/index.ts";
import { DAYS_RELATION } from "../../../src/scan/answers/clause-key.ts";
import { planPart } from "../../../src/scan/plan/part.ts";
import type { Plan } from "../../../src/scan/plan/plan.ts";
import type { Names } from "../../../src/scan/sql/names.ts";
import {
  columnsStatement,
  isInline,
  resultStatement,
  stagedRank,
  stagedStatement,
  type Printed,
} from "../../../src/scan/sql/print.ts";
import { INDICATORS } from "../../../src/vocabulary/index.ts";
import type { Bench } from "../bench.ts";
import { median } from "../contest.ts";
import type { Figure } from "../report.ts";
import { requestOf } from "../scan-of.ts";
import { lastDays, type Check } from "./check.ts";

/** Of what the engine needs for a bare statement: all clauses at the median, and each of them. */
const AT_MEDIAN = 3;
const AT_MOST = 20;
/** CPU seconds to a sample: the kernel counts in hundredths. */
const SAMPLE_SECONDS = 0.1;
const MOST_RUNS = 20;
const SLOWEST = 10;

const INDICATOR_LINES = "indicators";

interface Clause {
  readonly kind: string;
  readonly name: string;
  readonly formula: string;
}

interface Planned {
  readonly clause: Clause;
  /** CPU of the statements that compute it alone on days that are known, as a preview does whose other clauses are. */
  readonly alone: number;
  /** The same of a request that has no other clause: with symbol, date and notes. */
  readonly request: number;
}

/**
 * What planning costs: the statements of each clause, over no security at all. `EXPLAIN` says nothing of it: it writes
 * out the names of all columns, which took 15 s for a statement that runs in 0.1 s.
 */
export const planning: Check = {
  name: "planning",
  async run(bench) {
    const snapshot = await currentSnapshot(bench.market);
    const bare = { sql: `SELECT close FROM ${snapshot.table("daily")} WHERE ${nobody("security_id")}`, params: {} };
    const before = await analysis(bench, [bare]);
    const found: Planned[] = [];
    for (const clause of clauses()) {
      try {
        found.push({ clause, ...(await clauseAnalysis(bench, clause)) });
      } catch (error) {
        throw new Error(`${clause.name}: ${clause.formula}`, { cause: error });
      }
    }
    const theirs = (before + (await analysis(bench, [bare]))) / 2;
    const figure = (question: string, seconds: number, atMost: number | null): Figure => ({
      question,
      ours: seconds * 1000,
      against: "SELECT close FROM daily",
      theirs: theirs * 1000,
      unit: "ms CPU",
      bound: atMost === null ? null : { atMost },
    });
    const kinds = [...Map.groupBy(found, ({ clause }) => clause.kind)];
    const slowest = found.toSorted((a, b) => b.alone - a.alone).slice(0, SLOWEST);
    const presets = found.filter(({ clause }) => clause.kind !== INDICATOR_LINES);
    const aloneOf = (each: readonly Planned[]): number => median(each.map(({ alone }) => alone));
    return {
      figures: [
        figure(`median of ${presets.length} presets`, aloneOf(presets), AT_MEDIAN),
        figure(`median of ${found.length}, with indicators`, aloneOf(found), null),
        ...kinds.map(([kind, each]) => figure(`median of ${each.length}: ${kind}`, aloneOf(each), null)),
        ...slowest.map(({ clause, alone }) => figure(`${clause.kind}: ${clause.name}`, alone, AT_MOST)),
        figure("median as requests", median(found.map(({ request }) => request)), null),
      ],
      plain: [],
    };
  },
};

const nobody = (column: string): string => `${column} = 4294967295`;

function clauses(): readonly Clause[] {
  const lines = INDICATORS.flatMap(({ name, lines: all, intradayOnly }) =>
    all.map((line): Clause => {
      const words = `${name}${all.length > 1 ? `.${line.name}` : ""}`;
      const bars = intradayOnly ? " 5min at '10:00'" : "";
      return { kind: INDICATOR_LINES, name: words, formula: `[indicator ${words}${bars} adj]` };
    }),
  );
  const presets = builtInPresets().map(({ group, display, formula }) => ({ kind: group, name: display, formula }));
  return [...presets, ...lines];
}

/** CPU seconds that the engine needs for the statements of a clause. */
async function clauseAnalysis(bench: Bench, { name, formula }: Clause): Promise<Omit<Planned, "clause">> {
  const profile = await profileOf(await currentSnapshot(bench.market));
  const request = requestOf(name, { filters: [], columns: [formula], ...lastDays(bench, 1) });
  const whole = planScan(request, columnTrees(request), profile);
  const roots = whole.columns.map(({ node }) => node);
  const part = planPart({ ...whole, roots }, DAYS_RELATION, profile, {});
  return {
    alone: await planAnalysis(bench, part, columnsStatement),
    request: await planAnalysis(bench, whole, resultStatement),
  };
}

async function planAnalysis(bench: Bench, plan: Plan, last: (plan: Plan, names: Names) => Printed): Promise<number> {
  const { table: marketTable } = await currentSnapshot(bench.market);
  const table = (relation: string): string => `${bench.hand}.${relation}`;
  const names = { table: marketTable, wholeTable: marketTable, relation: table, ofPass: nobody };
  const statements: Printed[] = [];
  const made = [DAYS_RELATION];
  await bench.market.command(
    `CREATE OR REPLACE TABLE ${table(DAYS_RELATION)} (security_id UInt32, session UInt16) ENGINE = Memory`,
  );
  const make = async (relation: string, statement: Printed): Promise<void> => {
    statements.push(statement);
    made.push(relation);
    await bench.market.command({
      sql: `CREATE OR REPLACE TABLE ${table(relation)} ENGINE = Memory AS ${statement.sql}`,
      params: statement.params,
    });
  };
  for (const [index, rank] of plan.ranks.entries()) {
    for (const relation of rank.relations)
      if (!isInline(plan, relation)) await make(relation.name, stagedStatement(plan, relation, rank.relations, names));
    await make(rank.name, stagedRank(plan, index, names));
  }
  for (const relation of plan.relations)
    if (relation !== plan.result && !isInline(plan, relation))
      await make(relation.name, stagedStatement(plan, relation, plan.relations, names));
  statements.push(last(plan, names));
  const seconds = await analysis(bench, statements);
  for (const relation of made) await bench.market.command(`DROP TABLE ${table(relation)} SYNC`);
  return seconds;
}

/** CPU seconds of the engine for these statements, without what they find. */
async function analysis({ market, engine }: Bench, statements: readonly Printed[]): Promise<number> {
  const ask = async (): Promise<void> => {
    for (const { sql, params } of statements) await market.query({ sql, params });
  };
  await ask();
  const before = await engine.cpu();
  for (let runs = 1; ; runs += 1) {
    await ask();
    const cpu = (await engine.cpu()) - before;
    if (cpu >= SAMPLE_SECONDS || runs === MOST_RUNS) return cpu / runs;
  }
}
