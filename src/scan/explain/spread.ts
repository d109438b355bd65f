import type { Bound, Market } from "../../market/index.ts";
import type { ResultColumn, ValueType } from "../../vocabulary/index.ts";
import { binsOf, type Bins } from "./bins.ts";
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

/** Values that one statement reads at most: exact quantiles hold all of a column. A single column may have more. */
const MAX_VALUES = 2_000_000;
/** Statements at the same time; each gets its share of the engine's threads. */
const STATEMENTS_AT_ONCE = 4;

/** A column of a result table, of which so many rows have a value. */
export interface SpreadColumn extends Pick<ResultColumn, "id" | "type"> {
  readonly known: number;
}

/** Reads columns of one type; gives the spread of each, by its id. */
type Reader = (from: ColumnsRead) => Promise<ReadonlyMap<string, Spread>>;

/** Columns of one type that are read together. */
interface ColumnsRead {
  readonly columns: readonly SpreadColumn[];
  /** Their values one below the other, as `value`, with the place of the column from 1 on, as `place`. */
  readonly values: string;
  readonly rows: <Row>(sql: string, params?: Readonly<Record<string, Bound>>) => Promise<Row[]>;
}

interface SpreadOf {
  readonly rows: number;
  readonly columns: readonly SpreadColumn[];
  /** Values that the table's own SQL binds. */
  readonly params?: Readonly<Record<string, Bound>>;
  readonly signal?: AbortSignal | undefined;
}

/** The spread of columns of a result table of so many rows, in their order. Rejects with MarketError. */
export async function spreadsOf(
  market: Market,
  table: string,
  { rows, columns, params: given = {}, signal }: SpreadOf,
): Promise<readonly Spread[]> {
  const atOnce = Math.max(1, Math.floor(MAX_VALUES / Math.max(1, rows)));
  const reads = [...Map.groupBy(columns, ({ type }) => type)].flatMap(([type, all]) => {
    const known = all.filter((column) => column.known > 0);
    return Array.from({ length: Math.ceil(known.length / atOnce) }, (_, index) => {
      const some = known.slice(index * atOnce, (index + 1) * atOnce);
      const together = `[${some.map(({ id }) => id).join(", ")}]`;
      return () =>
        READERS[type]({
          columns: some,
          values: `(SELECT value, place FROM ${table} ARRAY JOIN ${together} AS value, arrayEnumerate(${together}) AS place WHERE isNotNull(value))`,
          rows: (sql, params = {}) =>
            market.query({ sql, params: { ...given, ...params }, ...(signal ? { signal } : {}) }),
        });
    });
  });
  const found = new Map<string, Spread>();
  const work = async (): Promise<void> => {
    for (let next = reads.shift(); next !== undefined; next = reads.shift())
      for (const [id, spread] of await next()) found.set(id, spread);
  };
  await Promise.all(Array.from({ length: STATEMENTS_AT_ONCE }, work));
  return columns.map(({ id }) => found.get(id) ?? EMPTY_SPREAD);
}

const readNumbers: Reader = async ({ columns, values, rows }) => {
  const found = await rows<Summary & { place: number }>(
    `SELECT place, min(value) AS min, max(value) AS max, avg(value) AS mean, stddevPopStable(value) AS deviation, quantilesExactInclusive(${QUANTILES.join(", ")})(assumeNotNull(value)) AS quantiles, toUInt8(countIf(value != round(value)) = 0) AS whole FROM ${values} GROUP BY place`,
  );
  const binned = found.map((summary) => ({ ...summary, bins: binsOfSummary(summary) }));
  const bins = new Map(binned.map(({ place, bins: of }) => [place, of]));
  const each = (of: (bins: Bins) => number): number[] =>
    columns.map((_, index) => of(bins.get(index + 1) ?? { from: 0, width: 1, count: 1 }));
  const counts = await rows<{ place: number; bin: number; rows: number }>(
    "SELECT place, greatest(-1., least({counts:Array(Float64)}[place], floor((value - {lows:Array(Float64)}[place]) / {widths:Array(Float64)}[place]))) AS bin, toFloat64(count()) AS rows FROM " +
      `${values} GROUP BY place, bin ORDER BY place, bin`,
    { counts: each(({ count }) => count), lows: each(({ from }) => from), widths: each(({ width }) => width) },
  );
  const ofPlace = Map.groupBy(counts, ({ place }) => place);
  return new Map(
    binned.flatMap(({ place, min, max, mean, deviation, quantiles, bins: of }) => {
      const column = columns[place - 1];
      if (column === undefined) return [];
      const numbers = {
        mean,
        deviation,
        quantiles: QUANTILES.map((p, index) => ({ p, value: quantiles[index] ?? min })),
        histogram:
          of === null
            ? { below: 0, above: 0, bins: [{ from: min, to: max, rows: column.known }] }
            : histogram(of, ofPlace.get(place) ?? []),
      };
      return [[column.id, { ...EMPTY_SPREAD, min, max, numbers }] as const];
    }),
  );
};

const readTruths: Reader = async ({ columns, values, rows }) => {
  const found = await rows<{ place: number; yes: number }>(
    `SELECT place, toFloat64(countIf(value = true)) AS yes FROM ${values} GROUP BY place`,
  );
  const counted = new Map(found.map(({ place, yes }) => [place, yes]));
  return new Map(
    columns.map(({ id, known }, index) => {
      const yes = counted.get(index + 1) ?? 0;
      return [id, { ...EMPTY_SPREAD, truths: { true: yes, false: known - yes, share: yes / known } }];
    }),
  );
};

const readMostFrequent: Reader = async ({ columns, values, rows }) => {
  const each = `SELECT place, value, toFloat64(count()) AS rows FROM ${values} GROUP BY place, value`;
  const edges = "min(value) OVER of AS min, max(value) OVER of AS max, toFloat64(count() OVER of) AS distinct";
  const found = await rows<{ place: number; value: Answer; rows: number; min: Answer; max: Answer; distinct: number }>(
    `SELECT place, value, rows, ${edges} FROM (${each}) WINDOW of AS (PARTITION BY place) ORDER BY place, rows DESC, value LIMIT ${TOP} BY place`,
  );
  return new Map(
    [...Map.groupBy(found, ({ place }) => place)].flatMap(([place, top]) => {
      const [column, first] = [columns[place - 1], top[0]];
      if (column === undefined || first === undefined) return [];
      const { min, max, distinct } = first;
      const most = top.map(({ value, rows: of }) => ({ value, rows: of }));
      return [[column.id, { ...EMPTY_SPREAD, min, max, top: { distinct, values: most } }] as const];
    }),
  );
};

const READERS: Readonly<Record<ValueType, Reader>> = {
  number: readNumbers,
  boolean: readTruths,
  text: readMostFrequent,
  date: readMostFrequent,
  time: readMostFrequent,
};

interface Summary {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly deviation: number;
  readonly quantiles: readonly number[];
  readonly whole: number;
}

const binsOfSummary = ({ min, max, quantiles, whole }: Summary): Bins | null =>
  binsOf({ min, max, p1: quantiles[0] ?? min, p99: quantiles.at(-1) ?? max, whole: whole === 1 });

function histogram(
  { from, width, count }: Bins,
  counted: readonly { readonly bin: number; readonly rows: number }[],
): NumberSpread["histogram"] {
  const rows = new Map<number, number>();
  let [below, above] = [0, 0];
  for (const { bin, rows: binRows } of counted) {
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
