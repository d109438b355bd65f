import type { Market } from "../../market/index.ts";
import type { ResultColumn } from "../../vocabulary/index.ts";
import { binsOf } from "./bins.ts";
import type { Answer } from "./explanation.ts";

export const QUANTILES = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99] as const;

/** How the values of a column are spread; nulls are left out of everything but their count. */
export interface Spread {
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

interface NumberSpread {
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

const EMPTY_SPREAD: Spread = { numbers: null, truths: null, top: null, min: null, max: null };

/** The spread of one column of a result table, of `known` rows that have a value. Rejects with MarketError. */
export async function spreadOf(
  market: Market,
  table: string,
  { id: v, type }: Pick<ResultColumn, "id" | "type">,
  known: number,
  signal?: AbortSignal,
): Promise<Spread> {
  if (known === 0) return EMPTY_SPREAD;
  const query = async <Row>(sql: string, params: Readonly<Record<string, number>> = {}): Promise<Row[]> =>
    market.query<Row>({ sql, params, ...(signal ? { signal } : {}) });
  switch (type) {
    case "number": {
      const [found] = await query<Summary>(
        `SELECT min(${v}) AS min, max(${v}) AS max, avg(${v}) AS mean, stddevPopStable(${v}) AS deviation, quantilesExactInclusive(${QUANTILES.join(", ")})(assumeNotNull(${v})) AS quantiles, toUInt8(countIf(${v} != round(${v})) = 0) AS whole FROM ${table} WHERE isNotNull(${v})`,
      );
      if (!found) return EMPTY_SPREAD;
      const { min, max, mean, deviation, quantiles } = found;
      return {
        ...EMPTY_SPREAD,
        min,
        max,
        numbers: {
          mean,
          deviation,
          quantiles: QUANTILES.map((p, index) => ({ p, value: quantiles[index] ?? min })),
          histogram: await histogram(found, known, (low, width, count) =>
            query(
              `SELECT greatest(-1., least({count:Float64}, floor((${v} - {low:Float64}) / {width:Float64}))) AS bin, toFloat64(count()) AS rows FROM ${table} WHERE isNotNull(${v}) GROUP BY bin ORDER BY bin`,
              { low, width, count },
            ),
          ),
        },
      };
    }
    case "boolean": {
      const [found] = await query<{ yes: number }>(`SELECT toFloat64(countIf(${v} = true)) AS yes FROM ${table}`);
      const yes = found?.yes ?? 0;
      return { ...EMPTY_SPREAD, truths: { true: yes, false: known - yes, share: yes / known } };
    }
    case "text":
    case "date":
    case "time": {
      const [edges] = await query<{ min: Answer; max: Answer; distinct: number }>(
        `SELECT min(${v}) AS min, max(${v}) AS max, toFloat64(uniqExact(${v})) AS distinct FROM ${table}`,
      );
      const values = await query<{ value: Answer; rows: number }>(
        `SELECT ${v} AS value, toFloat64(count()) AS rows FROM ${table} WHERE isNotNull(${v}) GROUP BY value ORDER BY rows DESC, value LIMIT ${TOP}`,
      );
      return {
        ...EMPTY_SPREAD,
        min: edges?.min ?? null,
        max: edges?.max ?? null,
        top: { distinct: edges?.distinct ?? 0, values },
      };
    }
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
  for (const { bin, rows: binRows } of await counted(from, width, count)) {
    if (bin < 0) below += binRows;
    else if (bin >= count) above += binRows;
    else rows.set(bin, binRows);
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
