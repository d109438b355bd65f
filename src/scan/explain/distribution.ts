import { randomBytes } from "node:crypto";
import type { Market } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import type { Unit, ValueType } from "../../vocabulary/index.ts";
import { dropRun } from "../result.ts";
import { runScan } from "../run.ts";
import { binsOf } from "./bins.ts";
import type { Answer } from "./explanation.ts";
import type { AnswerOptions } from "./funnel.ts";

export const QUANTILES = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99] as const;

export interface Distribution {
  readonly type: ValueType;
  readonly unit: Unit | null;
  /** Security-days looked at: of the dates, and of those that the filters leave. */
  readonly rows: number;
  /** Of them without a value, or unknown for conditions; and their share, null of no rows. */
  readonly nulls: number;
  readonly share: number | null;
  readonly numbers: NumberSpread | null;
  readonly truths: { readonly true: number; readonly false: number; readonly share: number | null } | null;
  /** Of texts, dates and times: the most frequent values first, and how many there are in all. */
  readonly top: {
    readonly distinct: number;
    readonly values: readonly { readonly value: Answer; readonly rows: number }[];
  } | null;
  /** Least and largest; null without a value and for truths. */
  readonly min: Answer;
  readonly max: Answer;
}

export interface NumberSpread {
  readonly mean: number;
  /** Of the population. */
  readonly deviation: number;
  /** Interpolated between neighbours, as PERCENTILE.INC does. */
  readonly quantiles: readonly { readonly p: number; readonly value: number }[];
  /** From each bin's `from` up to the next one's; `below` and `above` are the outliers that no bin holds. */
  readonly histogram: {
    readonly below: number;
    readonly above: number;
    readonly bins: readonly { readonly from: number; readonly to: number; readonly rows: number }[];
  };
}

const TOP = 20;

/**
 * How the values of a request's first column are spread over the security-days that its filters leave. Computed by a scan
 * of its own, whose rows are dropped. Rejects with MarketError.
 */
export async function distribution(
  market: Market,
  request: ScanRequest,
  options: AnswerOptions = {},
): Promise<Distribution> {
  const run = `spread_${randomBytes(8).toString("hex")}`;
  try {
    const finished = await runScan(market, request, { run, ...options });
    const column = finished.columns[2];
    if (!column) throw new RangeError("a distribution needs a column");
    const { rows, nulls } = { rows: finished.rows, nulls: column.nulls };
    const table = `${finished.database}.${finished.table}`;
    const ask = async <Row>(sql: string, params: Readonly<Record<string, number>> = {}): Promise<Row[]> =>
      market.query<Row>({ sql, params, ...(options.signal ? { signal: options.signal } : {}) });
    const base = {
      type: column.type,
      unit: column.unit,
      rows,
      nulls,
      share: rows === 0 ? null : nulls / rows,
      numbers: null,
      truths: null,
      top: null,
      min: null,
      max: null,
    };
    if (rows === nulls) return base;
    const v = column.id;
    switch (column.type) {
      case "number": {
        const [found] = await ask<Summary>(
          `SELECT min(${v}) AS min, max(${v}) AS max, avg(${v}) AS mean, stddevPopStable(${v}) AS deviation, quantilesExactInclusive(${QUANTILES.join(", ")})(assumeNotNull(${v})) AS quantiles, toUInt8(countIf(${v} != round(${v})) = 0) AS whole FROM ${table} WHERE isNotNull(${v})`,
        );
        if (!found) return base;
        const { min, max, mean, deviation, quantiles } = found;
        return {
          ...base,
          min,
          max,
          numbers: {
            mean,
            deviation,
            quantiles: QUANTILES.map((p, index) => ({ p, value: quantiles[index] ?? min })),
            histogram: await histogram(found, rows - nulls, (low, width, count) =>
              ask(
                `SELECT greatest(-1., least({count:Float64}, floor((${v} - {low:Float64}) / {width:Float64}))) AS bin, toFloat64(count()) AS rows FROM ${table} WHERE isNotNull(${v}) GROUP BY bin ORDER BY bin`,
                { low, width, count },
              ),
            ),
          },
        };
      }
      case "boolean": {
        const [found] = await ask<{ yes: number }>(`SELECT toFloat64(countIf(${v} = true)) AS yes FROM ${table}`);
        const yes = found?.yes ?? 0;
        const known = rows - nulls;
        return { ...base, truths: { true: yes, false: known - yes, share: yes / known } };
      }
      case "text":
      case "date":
      case "time": {
        const [edges] = await ask<{ min: Answer; max: Answer; distinct: number }>(
          `SELECT min(${v}) AS min, max(${v}) AS max, toFloat64(uniqExact(${v})) AS distinct FROM ${table}`,
        );
        const values = await ask<{ value: Answer; rows: number }>(
          `SELECT ${v} AS value, toFloat64(count()) AS rows FROM ${table} WHERE isNotNull(${v}) GROUP BY value ORDER BY rows DESC, value LIMIT ${TOP}`,
        );
        return {
          ...base,
          min: edges?.min ?? null,
          max: edges?.max ?? null,
          top: { distinct: edges?.distinct ?? 0, values },
        };
      }
    }
  } finally {
    await dropRun(market, run);
  }
}

interface Summary {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly deviation: number;
  readonly quantiles: readonly number[];
  readonly whole: number;
}

async function histogram(
  { min, max, quantiles, whole }: Summary,
  values: number,
  counted: (
    low: number,
    width: number,
    count: number,
  ) => Promise<readonly { readonly bin: number; readonly rows: number }[]>,
): Promise<NumberSpread["histogram"]> {
  const bins = binsOf({ min, max, p1: quantiles[0] ?? min, p99: quantiles.at(-1) ?? max, whole: whole === 1 });
  if (!bins) return { below: 0, above: 0, bins: [{ from: min, to: max, rows: values }] };
  const { from, width, count } = bins;
  const rows = new Map<number, number>();
  let [below, above] = [0, 0];
  for (const { bin, rows: held } of await counted(from, width, count)) {
    if (bin < 0) below += held;
    else if (bin >= count) above += held;
    else rows.set(bin, held);
  }
  return {
    below,
    above,
    bins: Array.from({ length: count }, (_, bin) => ({
      from: from + bin * width,
      to: from + (bin + 1) * width,
      rows: rows.get(bin) ?? 0,
    })),
  };
}
