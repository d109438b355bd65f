import type { Market } from "../../src/market/index.ts";

/** A table of answers: security_id, session, c0 (symbol), c1 (date), c2 …; in any order, maybe with more columns. */
export type AnswerTable = string;

interface ColumnDigest {
  readonly name: string;
  /** Rows with a value. */
  readonly filled: number;
  /** Numbers: the sum, and that of magnitudes by which its error is judged. Everything else: a hash of all values. */
  readonly sum: number;
  readonly magnitude: number;
  readonly hash: string;
}

export interface Digest {
  readonly rows: number;
  /** Hash of which security-days there are. */
  readonly keys: string;
  readonly columns: readonly ColumnDigest[];
}

/** Indicators that warmed up on different histories agree this well. */
const RELATIVE = 1e-6;

/** The rows and sums of an answer, computed in the engine. */
export async function digestOf(market: Market, table: AnswerTable): Promise<Digest> {
  const [database = "", name = ""] = table.split(".");
  const columns = await market.query<{ name: string; numeric: number }>({
    sql: `SELECT name, toUInt8(match(type, 'Float|Int|Bool')) AS numeric FROM system.columns
WHERE database = {database:String} AND table = {name:String} AND match(name, '^c[0-9]+$') ORDER BY toUInt32(substring(name, 2))`,
    params: { database, name },
  });
  const fields = columns.map(({ name: column, numeric }) =>
    numeric
      ? `(toFloat64(count(${column})), ifNull(sum(toFloat64(${column})), 0), ifNull(sum(abs(toFloat64(${column}))), 0), '')`
      : `(toFloat64(count(${column})), 0., 0., toString(sum(sipHash64(security_id, session, toString(${column})))))`,
  );
  const [row] = await market.query<{ rows: number; keys: string; columns: [number, number, number, string][] }>(
    `SELECT toFloat64(count()) AS rows, toString(sum(sipHash64(security_id, session))) AS keys, [${fields.join(", ")}] AS columns FROM ${table}`,
  );
  if (!row) throw new Error(`no digest of ${table}`);
  return {
    rows: row.rows,
    keys: row.keys,
    columns: row.columns.map(([filled, sum, magnitude, hash], index) => ({
      name: columns[index]?.name ?? "",
      filled,
      sum,
      magnitude,
      hash,
    })),
  };
}

/** What differs between two answers, in words; empty where they are the same. */
export function differences(a: Digest, b: Digest): readonly string[] {
  if (a.rows !== b.rows) return [`${a.rows} rows and ${b.rows}`];
  if (a.keys !== b.keys) return [`${a.rows} rows each, but not the same security-days`];
  if (a.columns.length !== b.columns.length) return [`${a.columns.length} columns and ${b.columns.length}`];
  return a.columns.flatMap((x, index) => {
    const y = b.columns[index];
    if (!y || x.name !== y.name) return [`column ${x.name} and ${y?.name}`];
    if (x.filled !== y.filled) return [`${x.name}: ${x.filled} values and ${y.filled}`];
    if (Math.abs(x.sum - y.sum) > RELATIVE * Math.max(x.magnitude, y.magnitude))
      return [`${x.name}: sum ${x.sum} and ${y.sum}`];
    return x.hash === y.hash ? [] : [`${x.name}: other values`];
  });
}
