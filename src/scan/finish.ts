import { check, columnsByKey, liveFormula } from "../formula/index.ts";
import type { ScanRequest } from "../request/index.ts";
import type { FinishedRun, FunnelStep, ResultColumn } from "../vocabulary/index.ts";
import { notesOf } from "./notes.ts";
import type { Plan } from "./plan/plan.ts";
import type { ScanProfile } from "./profile.ts";
import type { RunStatements } from "./statements.ts";

interface Scanned {
  readonly plan: Plan;
  readonly request: ScanRequest;
  readonly profile: ScanProfile;
  readonly funnel: readonly FunnelStep[];
  /** By the clock of `performance`. */
  readonly started: number;
}

/** Summary of a run whose result table is complete: hits per session, empty cells, notes. */
export async function finishedRun(
  run: RunStatements,
  { plan, request, profile, funnel, started }: Scanned,
): Promise<FinishedRun> {
  const { hits, nulls, marks } = await countsOf(run, plan);
  const rows = [...hits.values()].reduce((sum, each) => sum + each, 0);
  const marked = new Map(plan.marks.map(({ id }, index) => [id, marks[index] ?? 0]));
  return {
    run: run.run,
    database: run.market.database,
    table: run.table,
    rows,
    columns: [...FIXED, ...columnsOf(plan, request, nulls)],
    funnel,
    hits: profile.calendar
      .filter(({ session }) => session >= plan.sessions.from && session <= plan.sessions.to)
      .map(({ session, date }) => ({ date, rows: hits.get(session) ?? 0 })),
    snapshot: profile.snapshot ?? { id: "", date: "" },
    engine: profile.engine,
    notes: rows === 0 ? [] : await notesOf(run, plan, request, profile, marked),
    seconds: (performance.now() - started) / 1000,
  };
}

interface Counts {
  /** Rows by session. */
  readonly hits: ReadonlyMap<number, number>;
  /** Empty cells of each column. */
  readonly nulls: readonly number[];
  /** Rows that carry each mark. */
  readonly marks: readonly number[];
}

async function countsOf(run: RunStatements, plan: Plan): Promise<Counts> {
  const nulls = plan.columns.map(({ id }) => `countIf(isNull(${id}))`);
  const marks = plan.marks.map(({ id }) => `sum(${id})`);
  const counts = [...nulls, ...marks];
  const each = `SELECT session, toFloat64(count()) AS rows, CAST([${counts.join(", ")}], 'Array(Float64)') AS counts FROM ${run.result} GROUP BY session`;
  const found = await run.one<{ hits: [number, number][]; counts: number[] }>(
    `SELECT groupArray((session, rows)) AS hits, sumForEach(counts) AS counts FROM (${each})`,
  );
  return {
    hits: new Map(found.hits),
    nulls: found.counts.slice(0, nulls.length),
    marks: found.counts.slice(nulls.length),
  };
}

const fixed = (id: string, name: string, type: "text" | "date"): ResultColumn => ({
  id,
  name,
  type,
  unit: null,
  live: null,
  nulls: 0,
  code: "",
  outcome: false,
});
const FIXED = [fixed("c0", "Symbol", "text"), fixed("c1", "Date", "date")] as const;

function columnsOf(plan: Plan, request: ScanRequest, nulls: readonly number[]): ResultColumn[] {
  const known = columnsByKey([...(request.unshown ?? []), ...request.columns]);
  return request.columns.map((column, index) => {
    const { type, unit, outcome } = check(column.tree, {
      columns: known,
      use: "column",
      ...(request.own ? { own: request.own } : {}),
    });
    const planned = plan.columns[index];
    return {
      id: planned?.id ?? `c${index + 2}`,
      name: column.name,
      type: planned?.type ?? type ?? "number",
      unit: planned?.type === "number" ? (unit ?? "plain") : null,
      live: liveFormula(column.tree),
      nulls: nulls[index] ?? 0,
      code: column.code,
      outcome,
    };
  });
}
