import type { Market } from "../../market/index.ts";
import type { ResultColumn, RunRows } from "../../vocabulary/index.ts";
import { columnAt, filterSql, paramsOf, tableOf } from "../row-filter.ts";
import type { RowFilter } from "../row-filter.ts";
import { Binding } from "../sql/binding.ts";
import { normaliseSql } from "../sql/scalar.ts";
import type { Answer } from "./explanation.ts";

/** Values of numbers that one statement holds: exact medians need all of them. */
const MAX_VALUES = 4_000_000;

export interface RowGroup {
  /** What its rows have in common; null where they have no value. Of texts that compare as equal the first. */
  readonly value: Answer;
  readonly rows: number;
  /** Of every column, in output order; null of what are no numbers, and without a value. */
  readonly medians: readonly (number | null)[];
}

export interface Groups {
  /** How many there are in all. */
  readonly total: number;
  /** The largest first, equal ones by their value. */
  readonly groups: readonly RowGroup[];
}

export interface GroupsOptions extends RowFilter {
  /** Place of a column, from 0. */
  readonly by: number;
  readonly limit: number;
}

interface Found {
  readonly value: Answer;
  readonly rows: number;
  readonly total: number;
  readonly medians: readonly (number | null)[];
}

/** Values of one key compare as equal: texts by their normal form, 0 whatever its sign. */
function keyOf({ id, type }: ResultColumn, binding: Binding): string {
  if (type === "text") return normaliseSql(id, binding);
  return type === "number" ? `if(${id} = 0, 0., ${id})` : id;
}

/** Rows of a finished run by the value of a column, with the medians of its numbers. Rejects with MarketError. */
export async function groupRows(
  market: Market,
  run: RunRows,
  { by, limit, ...rowFilter }: GroupsOptions,
  signal?: AbortSignal,
): Promise<Groups> {
  const column = columnAt(run, by);
  const filter = filterSql(run, rowFilter);
  const binding = new Binding("g");
  const key = keyOf(column, binding);
  const numbers = run.columns.filter(({ type }) => type === "number");
  const atOnce = Math.max(1, Math.floor(MAX_VALUES / Math.max(1, run.rows)));
  const pieces: (readonly ResultColumn[])[] = [];
  for (let at = 0; at < Math.max(1, numbers.length); at += atOnce) pieces.push(numbers.slice(at, at + atOnce));
  const medians = new Map<string, readonly (number | null)[]>();
  let found: readonly Found[] = [];
  for (const piece of pieces) {
    const each = piece.map(({ id }) => `quantileExactInclusiveOrNull(0.5)(toNullable(${id}))`).join(", ");
    // Every statement has the same groups in the same order.
    found = await market.query<Found>({
      sql:
        `SELECT min(${column.id}) AS value, toFloat64(count()) AS rows, toFloat64(count() OVER ()) AS total, [${each}] AS medians ` +
        `FROM ${tableOf(run)} WHERE ${filter?.sql ?? "1"} GROUP BY ${key} AS grouped ORDER BY rows DESC, grouped ASC NULLS LAST LIMIT {limit:UInt64}`,
      params: { ...paramsOf(run), ...filter?.params, ...binding.params, limit },
      ...(signal ? { signal } : {}),
    });
    for (const [at, { id }] of piece.entries())
      medians.set(
        id,
        found.map((group) => group.medians[at] ?? null),
      );
  }
  return {
    total: found[0]?.total ?? 0,
    groups: found.map(({ value, rows }, at) => ({
      value,
      rows,
      medians: run.columns.map(({ id }) => medians.get(id)?.[at] ?? null),
    })),
  };
}
