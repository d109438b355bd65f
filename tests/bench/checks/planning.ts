import { currentSnapshot } from "../../../src/market/index.ts";
import { builtInPresets } from "../../../src/request/index.ts";
import { columnTrees } from "../../../src/scan/run.ts";
import { profileOf } from "../../../src/scan/profile.ts";
import { planScan } from "../../../src/scan/index.ts";
import { isInline, resultStatement, stagedRank, stagedStatement, type Printed } from "../../../src/scan/sql/print.ts";
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

interface Clause {
  readonly kind: string;
  readonly name: string;
  readonly formula: string;
}

/**
 * What planning costs: each clause as a request of its own, its statements over no security at all. `EXPLAIN` says
 * nothing of it: it writes out the names of all columns, which took 15 s for a statement that runs in 0.1 s.
 */
export const planning: Check = {
  name: "planning",
  async run(bench) {
    const snapshot = await currentSnapshot(bench.market);
    const bare = { sql: `SELECT close FROM ${snapshot.table("daily")} WHERE ${nobody("security_id")}`, params: {} };
    const before = await analysis(bench, [bare]);
    const found: { readonly clause: Clause; readonly seconds: number }[] = [];
    for (const clause of clauses()) {
      try {
        found.push({ clause, seconds: await clauseAnalysis(bench, clause) });
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
    const slowest = found.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
    return {
      figures: [
        figure(`median of ${found.length} clauses`, median(found.map(({ seconds }) => seconds)), AT_MEDIAN),
        ...kinds.map(([kind, each]) =>
          figure(`median of ${each.length}: ${kind}`, median(each.map(({ seconds }) => seconds)), null),
        ),
        ...slowest.map(({ clause, seconds }) => figure(`${clause.kind}: ${clause.name}`, seconds, AT_MOST)),
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
      return { kind: "indicators", name: words, formula: `[indicator ${words}${bars} adj]` };
    }),
  );
  const presets = builtInPresets().map(({ group, display, formula }) => ({ kind: group, name: display, formula }));
  return [...presets, ...lines];
}

/** CPU seconds that the engine needs for the statements of a clause. */
async function clauseAnalysis(bench: Bench, { name, formula }: Clause): Promise<number> {
  const snapshot = await currentSnapshot(bench.market);
  const request = requestOf(name, { filters: [], columns: [formula], ...lastDays(bench, 1) });
  const plan = planScan(request, columnTrees(request), await profileOf(snapshot));
  const table = (relation: string): string => `${bench.hand}.${relation}`;
  const names = { table: snapshot.table, relation: table, ofPass: nobody };
  const statements: Printed[] = [];
  const made: string[] = [];
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
  statements.push(resultStatement(plan, names));
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
