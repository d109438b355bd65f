import { randomBytes } from "node:crypto";
import { columnKey, parseCode, referencedColumns } from "../../formula/index.ts";
import type { Node } from "../../formula/index.ts";
import type { Market } from "../../market/index.ts";
import type { ScanColumn, ScanRequest } from "../../request/index.ts";
import { STUDY_LEAST_DAYS } from "../../vocabulary/index.ts";
import type { FinishedRun, StudyBase, StudyGroup, StudyStep } from "../../vocabulary/index.ts";
import type { AnswerOptions } from "../explain/funnel.ts";
import { dropRun } from "../result.ts";
import { columnTrees, runScan } from "../run.ts";
import { Draws, randomIntegers } from "./draws.ts";
import { addDay, groupOf, nothing } from "./groups.ts";
import { STUDY_SEED } from "./study.ts";

/** Values that are read from minutes, or from bars made of them: too many to be read on every security-day. */
const READS_MINUTES = /\[(?:intraday|trade)\b|\b\d+min\b/;
/** Security-days of a sample: so many times the rows of the result, and never more than so many. */
const TIMES_ROWS = 20;
const MAX_SAMPLE = 200_000;

export interface BaseOptions extends AnswerOptions {
  readonly seed?: number;
  /** Rows of the result, which bound a sample. */
  readonly rows: number;
}

/**
 * The same outcome without the filters: over every security-day of the dates, or over whole days drawn at random where it
 * is read from minutes; and what each filter adds to it. Computed by a scan of its own, whose rows are dropped. Rejects
 * with MarketError.
 */
export async function studyBase(
  market: Market,
  request: ScanRequest,
  { seed = STUDY_SEED, rows, ...options }: BaseOptions,
): Promise<StudyBase> {
  const outcome = request.columns.find(({ name }) => columnKey(name) === columnKey(request.outcome ?? ""));
  if (outcome === undefined) throw new RangeError("a base rate needs an outcome");
  const trees = columnTrees(request);
  const needed = new Set([outcome, ...request.filters].flatMap(({ tree }) => [...referencedColumns(tree, trees)]));
  const own = request.columns.filter((column) => column !== outcome && needed.has(columnKey(column.name)));
  // No formula can use these names.
  const conditions = request.filters.map(({ tree, code, group, path }, index): ScanColumn => ({
    name: `|${index}`,
    group,
    tree,
    code,
    path,
  }));
  const columns = [outcome, ...conditions, ...own];
  const days = columns.some(({ code }) => READS_MINUTES.test(code))
    ? await sampleDays(market, request, Math.min(TIMES_ROWS * rows, MAX_SAMPLE), seed, options)
    : null;
  const filters = days === null ? [] : [{ label: "days", group: "custom" as const, path: "", ...onDays(days) }];
  const run = `base_${randomBytes(8).toString("hex")}`;
  try {
    const finished = await runScan(
      market,
      { ...request, filters, columns, unshown: request.columns },
      { run, ...options },
    );
    const patterns = await patternsOf(market, finished, request.filters.length, options.signal);
    return { seed, sampled: days !== null, ...figuresOf(patterns, request, seed) };
  } finally {
    await dropRun(market, run);
  }
}

/** Days drawn of those with rows; null where all are. */
async function sampleDays(
  market: Market,
  request: ScanRequest,
  limit: number,
  seed: number,
  options: AnswerOptions,
): Promise<readonly string[] | null> {
  const run = `days_${randomBytes(8).toString("hex")}`;
  try {
    const { hits } = await runScan(market, { ...request, filters: [], columns: [] }, { run, ...options });
    const days = hits.filter(({ rows }) => rows > 0);
    const drawn = drawnDays(days, limit, seed, MAX_SAMPLE);
    return drawn.length < days.length ? drawn : null;
  } finally {
    await dropRun(market, run);
  }
}

/**
 * Whole days in an order that the seed draws, as many as hold `limit` security-days, at least one; up to as many as an interval
 * needs where those hold no more than `most`.
 */
export function drawnDays(
  days: readonly { readonly date: string; readonly rows: number }[],
  limit: number,
  seed: number,
  most = limit,
): readonly string[] {
  const next = randomIntegers(seed);
  const left = [...days];
  const drawn: string[] = [];
  let rows = 0;
  while (left.length > 0) {
    const at = Math.floor((next() / 2 ** 32) * left.length);
    const [day] = left.splice(at, 1);
    const bound = drawn.length < STUDY_LEAST_DAYS ? Math.max(limit, most) : limit;
    if (day === undefined || (drawn.length > 0 && rows + day.rows > bound)) break;
    drawn.push(day.date);
    rows += day.rows;
  }
  return drawn.toSorted();
}

const AT = { from: 0, to: 0 };

/** The condition that a row's day is one of these. */
function onDays(days: readonly string[]): { readonly tree: Node; readonly code: string } {
  const { tree: date } = parseCode("[daily date]");
  if (date === null) throw new TypeError("[daily date] is a formula");
  const terms = days.map((day): Node => ({
    ...AT,
    kind: "compare",
    op: "=",
    left: date,
    right: { ...AT, kind: "date", date: day },
  }));
  const [only] = terms;
  const tree: Node = terms.length === 1 && only !== undefined ? only : { ...AT, kind: "or", terms };
  return { tree, code: "" };
}

/** Rows of one day with the same outcome of the filters: a 1 for each that is true. */
interface Pattern {
  readonly session: number;
  readonly pass: string;
  readonly rows: number;
  readonly sum: number;
  readonly wins: number;
}

function patternsOf(
  market: Market,
  { database, table }: FinishedRun,
  filters: number,
  signal?: AbortSignal,
): Promise<Pattern[]> {
  const bits = Array.from({ length: filters }, (_, index) => `if(ifNull(c${index + 3}, 0), '1', '0')`);
  const pass = bits.length === 0 ? "''" : bits.length === 1 ? bits.join("") : `concat(${bits.join(", ")})`;
  return market.query<Pattern>({
    sql: `SELECT session, ${pass} AS pass, toFloat64(count()) AS rows, sum(assumeNotNull(c2)) AS sum, toFloat64(countIf(c2 > 0)) AS wins FROM ${database}.${table} WHERE isNotNull(c2) GROUP BY session, pass ORDER BY session, pass`,
    ...(signal ? { signal } : {}),
  });
}

function figuresOf(
  patterns: readonly Pattern[],
  { filters }: ScanRequest,
  seed: number,
): Pick<StudyBase, "all" | "steps"> {
  const byDay = [...Map.groupBy(patterns, ({ session }) => session).values()];
  const draws = new Draws(byDay.length, seed);
  const of = (holds: (pass: string) => boolean): StudyGroup => {
    const group = nothing(draws);
    for (const [day, own] of byDay.entries()) {
      const kept = own.filter(({ pass }) => holds(pass));
      const total = (read: (pattern: Pattern) => number): number => kept.reduce((sum, one) => sum + read(one), 0);
      addDay(group, draws, day, {
        rows: total(({ rows }) => rows),
        sum: total(({ sum }) => sum),
        wins: total(({ wins }) => wins),
      });
    }
    return groupOf(group);
  };
  const steps = filters.map(({ label, code }, index): StudyStep => ({
    label,
    code,
    after: of((pass) => !pass.slice(0, index + 1).includes("0")),
    without: of((pass) => !(pass.slice(0, index) + pass.slice(index + 1)).includes("0")),
  }));
  return { all: of(() => true), steps };
}
