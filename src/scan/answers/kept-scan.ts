import { MarketError } from "../../market/index.ts";
import type { FunnelStep } from "../../vocabulary/index.ts";
import { barsBetween } from "../passes.ts";
import { fillNumbered, makeResult } from "../result-table.ts";
import type { Printed } from "../sql/print.ts";
import { Binding } from "../sql/binding.ts";
import { answerTables, dropAnswers, withAnswerTables } from "./answer-tables.ts";
import { isPublic, type ClauseKey } from "./clause-key.ts";
import { clausesOf, stagesOf, type Clauses, type ConditionClause, type ValueClause } from "./clauses.ts";
import { fillConditions, fillValues, restored, type UnfilledScan } from "./fill.ts";
import { filledKey, filledRows, forgetFilled, rememberFilled } from "./filled.ts";
import { noteUse } from "./room.ts";
import { daysLeft, knownValues, missingDays, dayCountsOf, type AnswerScope, type DayCounts } from "./day-counts.ts";

/** Rows of a result up to which the values of its columns are kept. */
const MAX_ROWS = 100_000;

/**
 * Days on which columns are computed, for each row of the result, where some are known already, so that somebody edits: most
 * of what a statement costs does not hang on their number, and the next change of a later filter needs them.
 */
const WIDE_ROWS = 4;

/** Days up to which a cheap condition is computed on what those before it leave, rather than on every security-day. */
const FEW_ROWS = 20_000;

/** Columns with different days missing, computed one after the other; further ones are computed on more days than they need. */
const MAX_GROUPS = 3;

/** Tries: what is kept may be dropped for room between two statements, and is computed once more then. */
const MAX_TRIES = 2;

/** A result table that was filled from answers. */
export interface FilledResult {
  readonly funnel: readonly FunnelStep[];
  /** Says whether the table has as many rows as the funnel ends with: then the same is filled in one statement next time. */
  readonly counted: (whole: boolean) => void;
}

/**
 * Fills the result table from the answers of clauses that are kept, and keeps those that it computes. Null for a request
 * whose answers are not kept.
 */
export async function fillFromAnswers(filling: UnfilledScan): Promise<FilledResult | null> {
  const { run, plan, profile } = filling;
  const securityDays = barsBetween(profile, plan.sessions);
  if (securityDays === 0 || run.market.profile.cluster !== null || !isPublic(plan)) return null;
  const scan = new KeptScan(filling, securityDays);
  for (let tries = MAX_TRIES; tries > 0; tries--) {
    try {
      const funnel = await withAnswerTables(run, () => scan.fill());
      return funnel && { funnel, counted: (whole) => scan.counted(whole, funnel) };
    } catch (error) {
      if (!isValueThrown(error)) throw error;
      await scan.forget();
    }
  }
  return null;
}

/** A number of ClickHouse's ErrorCodes: `throwIf` of the result met a value that is not there. */
const VALUE_THROWN = 395;
const isValueThrown = (error: unknown): boolean => error instanceof MarketError && error.engineCode === VALUE_THROWN;

const errorOf = (settled: PromiseSettledResult<unknown>): unknown =>
  settled.status === "rejected" ? settled.reason : null;

/** Whether a condition may be computed beside one that is computed for every security-day. */
const isWholeToo = (each: ConditionClause, first: ConditionClause): boolean =>
  each.whole === first.whole || each.stage === 0;

class KeptScan {
  readonly #filling: UnfilledScan;
  readonly #place: AnswerScope;
  readonly #clauses: Clauses;
  readonly #securityDays: number;
  #parts = 0;

  constructor(filling: UnfilledScan, securityDays: number) {
    const { run, plan, profile, options } = filling;
    this.#filling = filling;
    this.#place = { run, sessions: plan.sessions };
    this.#clauses = clausesOf(run.market, profile, plan, options);
    this.#securityDays = securityDays;
  }

  async fill(): Promise<FunnelStep[] | null> {
    const { run, plan, options } = this.#filling;
    const rows = filledRows(this.#filledKey);
    if (rows !== undefined && rows > 0) return this.#fillAgain(rows);
    const dayCounts = await this.#fillAllConditions();
    if (dayCounts === null) return null;
    const left = dayCounts.left.at(-1) ?? 0;
    if (left > MAX_ROWS) return null;
    const funnel = this.#funnel(dayCounts);
    options.onSurvivors?.(funnel);
    if (left === 0) {
      await makeResult(run, plan);
      return funnel;
    }
    if (left <= (filledRows(this.#valuesKey) ?? 0) && (await this.#fillGuessed(left))) return funnel;
    const known = await knownValues(this.#place, this.#conditionKeys, this.#valueKeys);
    const isEdited = this.#clauses.values.some(({ key }) => (known.get(key) ?? 0) > 0);
    const wide = isEdited ? dayCounts.left.findIndex((rows) => rows <= WIDE_ROWS * left) : -1;
    const after = wide < 0 ? dayCounts.left.length : wide + 1;
    for (const values of this.#groups(left, known)) await this.#fillValues(values, after);
    await run.step("Computing columns", () => fillNumbered(run, plan, this.#resultSelect(left)));
    noteUse([...this.#conditionKeys, ...this.#valueKeys]);
    return funnel;
  }

  /** Fills a result whose days may be some of those of one before, as where a filter was made stricter; false where they are not. */
  async #fillGuessed(left: number): Promise<boolean> {
    const { run, plan } = this.#filling;
    try {
      await run.step("Computing columns", () => fillNumbered(run, plan, this.#resultSelect(left)));
    } catch (error) {
      if (!isValueThrown(error)) throw error;
      forgetFilled(this.#valuesKey);
      return false;
    }
    noteUse([...this.#conditionKeys, ...this.#valueKeys]);
    return true;
  }

  /** Fills a result that was filled before, while its funnel is counted. */
  async #fillAgain(rows: number): Promise<FunnelStep[] | null> {
    const { run, plan, options } = this.#filling;
    const counted = async (): Promise<FunnelStep[] | null> => {
      const dayCounts = await this.#fillAllConditions();
      const funnel = dayCounts && this.#funnel(dayCounts);
      if (funnel !== null) options.onSurvivors?.(funnel);
      return funnel;
    };
    noteUse([...this.#conditionKeys, ...this.#valueKeys]);
    // Both are waited for: where one fails the other may not go on beside what is done next.
    const [filled, funnel] = await Promise.allSettled([
      run.step("Computing columns", () => fillNumbered(run, plan, this.#resultSelect(rows))),
      counted(),
    ]);
    if (filled.status === "fulfilled" && funnel.status === "fulfilled") return funnel.value;
    forgetFilled(this.#filledKey);
    const error: unknown = filled.status === "rejected" ? filled.reason : errorOf(funnel);
    if (isValueThrown(error)) return this.fill();
    throw error;
  }

  /** Remembers a result that has all its rows, and forgets one that has not. */
  counted(whole: boolean, funnel: readonly FunnelStep[]): void {
    const rows = funnel.at(-1)?.rows ?? 0;
    for (const key of [this.#filledKey, this.#valuesKey]) {
      // Values stay known on the days of the largest result.
      if (whole) rememberFilled(key, Math.max(rows, key === this.#valuesKey ? (filledRows(key) ?? 0) : 0));
      else forgetFilled(key);
    }
  }

  /** Stands for the largest result with these values, whatever its filters were. */
  get #valuesKey(): string {
    return filledKey(this.#place.sessions, [], this.#valueKeys);
  }

  get #filledKey(): string {
    return filledKey(this.#place.sessions, this.#conditionKeys, this.#valueKeys);
  }

  /** Makes the request's clauses unknown: what is known of one has lost its values. */
  async forget(): Promise<void> {
    const keys = [...this.#conditionKeys, ...this.#valueKeys];
    await dropAnswers(this.#filling.run.market, keys);
  }

  get #conditionKeys(): readonly ClauseKey[] {
    return this.#clauses.conditions.map(({ key }) => key);
  }

  get #valueKeys(): readonly ClauseKey[] {
    return [...new Set(this.#clauses.values.map(({ key }) => key))];
  }

  get #prefix(): string {
    return `part${this.#parts++}`;
  }

  /** Makes every condition known where it has to be; null where that does not end, as what is made known is dropped again. */
  async #fillAllConditions(): Promise<DayCounts | null> {
    const { conditions } = this.#clauses;
    // Each turn makes one condition known at least.
    for (let turns = 2 * conditions.length + 1; turns > 0; turns--) {
      const dayCounts = await dayCountsOf(this.#place, conditions, this.#securityDays);
      const at = dayCounts.missing.findIndex((days) => days > 0);
      if (at < 0) return dayCounts;
      await this.#fillConditions(dayCounts, at);
    }
    return null;
  }

  /** Makes a condition known, with those of its stage that are as unknown. */
  async #fillConditions(dayCounts: DayCounts, at: number): Promise<void> {
    const { conditions } = this.#clauses;
    const first = conditions[at];
    if (first === undefined) return;
    const together = (pick: (index: number) => boolean): ConditionClause[] =>
      conditions.filter(
        ({ stage, whole }, index) => stage === first.stage && whole === first.whole && (index === at || pick(index)),
      );
    const few = (dayCounts.left[at - 1] ?? Infinity) <= FEW_ROWS;
    if (first.whole || (first.stage === 0 && !few)) {
      // Those of the first stage that were never asked are read from the same bars.
      const whole = conditions.filter(
        (each, index) =>
          index === at ||
          (each.stage === first.stage && isWholeToo(each, first) && (dayCounts.known[index] ?? 0) === 0),
      );
      return fillConditions(this.#filling, whole, this.#prefix, null);
    }
    const before = conditions.findIndex(({ stage }) => stage === first.stage);
    const rows = dayCounts.left[before - 1] ?? 0;
    const others = together((index) => index > at && (dayCounts.stageMissing[index] ?? 0) > rows / 2);
    // Alone it is needed only where the others of its stage hold that come before it.
    const from = conditions.slice(0, others.length > 1 ? before : at).map(({ key }) => key);
    const unknown = others.map(({ key }) => key);
    return fillConditions(this.#filling, others, this.#prefix, missingDays(this.#place, from, unknown));
  }

  /** Values to compute, those together that miss about the same days. */
  #groups(left: number, known: ReadonlyMap<ClauseKey, number>): ValueClause[][] {
    const byMissing = new Map<number, Map<ClauseKey, ValueClause>>();
    for (const value of this.#clauses.values) {
      const days = left - (known.get(value.key) ?? 0);
      if (days <= 0) continue;
      const group = byMissing.get(days) ?? new Map<ClauseKey, ValueClause>();
      byMissing.set(days, group.set(value.key, value));
    }
    const groups = [...byMissing].sort(([a], [b]) => b - a).map(([, values]) => [...values.values()]);
    return [...groups.slice(0, MAX_GROUPS - 1), groups.slice(MAX_GROUPS - 1).flat()].filter(({ length }) => length > 0);
  }

  /** Makes values known on the days that so many of the conditions leave. */
  async #fillValues(values: readonly ValueClause[], conditions: number): Promise<void> {
    const unknown = values.map(({ key }) => key);
    const days = missingDays(this.#place, this.#conditionKeys.slice(0, conditions), unknown);
    await fillValues(this.#filling, values, this.#prefix, days);
  }

  /** SELECT of the result's rows; it throws where a row has not all values, or one is not there. */
  #resultSelect(left: number): Printed {
    const { run, plan } = this.#filling;
    const binding = new Binding();
    const days = daysLeft(this.#place, this.#conditionKeys, binding);
    const marks = new Set(plan.marks.map(({ id }) => id));
    const columns = this.#clauses.values.map((value) => {
      const key = binding.bind(value.key, "UInt64");
      const column = restored(value, (of) => `anyIf(${of}, clause = ${key})`);
      if (value.id === "c0") return `assumeNotNull(${column}) AS c0`;
      return `${marks.has(value.id) ? `toUInt8(ifNull(${column}, 0))` : column} AS ${value.id}`;
    });
    const keys = this.#valueKeys.map((key) => binding.bind(key, "UInt64"));
    const between = `session BETWEEN ${binding.bind(plan.sessions.from, "UInt16")} AND ${binding.bind(plan.sessions.to, "UInt16")}`;
    const rows = `SELECT security_id, session, uniqExact(clause) AS there, ${columns.join(", ")} FROM ${answerTables(run.market).values} WHERE clause IN (${keys.join(", ")}) AND ${between} AND (session, security_id) IN (${days}) GROUP BY security_id, session`;
    const wrong = `there != ${keys.length} OR total != ${binding.bind(left, "UInt64")}`;
    return {
      sql: `SELECT * EXCEPT (there, total) FROM (SELECT *, count() OVER () AS total FROM (${rows})) WHERE NOT throwIf(${wrong})`,
      params: binding.params,
    };
  }

  #funnel({ left }: DayCounts): FunnelStep[] {
    const { plan } = this.#filling;
    let before = 0;
    const starts = new Map<string, number>();
    for (const { name, flags } of stagesOf(plan)) {
      starts.set(name, before);
      before += flags.length;
    }
    const filters = plan.filters.map(({ label, code, relation, flags }) => ({
      label,
      code,
      rows: left[(starts.get(relation) ?? 0) + flags - 1] ?? 0,
    }));
    return [{ label: "Security-days", code: "", rows: this.#securityDays }, ...filters];
  }
}
