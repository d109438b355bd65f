import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Market } from "../../market/index.ts";
import { BackupError } from "./archive.ts";

/** A format that keeps every value of every type exactly. */
const FORMAT = "RowBinary";

export interface TableShape {
  readonly name: string;
  readonly create: string;
  /** Names and types, in order. */
  readonly columns: string;
  readonly rows: number;
}

/** The tables of the market's database with their rows: those of the market, and `result_…` of runs. */
export async function shapesOf(market: Market): Promise<readonly TableShape[]> {
  return market.query<TableShape>({
    sql: `SELECT name, create_table_query AS create, columns, toUInt64(ifNull(total_rows, 0)) AS rows
FROM system.tables AS t
LEFT JOIN (
  SELECT table AS name, arrayStringConcat(arrayMap(c -> concat(c.2, ' ', c.3), arraySort(groupArray((position, name, type)))), ', ') AS columns
  FROM system.columns WHERE database = {database:String} GROUP BY table
) AS c USING (name)
WHERE t.database = {database:String} AND NOT match(name, '_new$|^incoming_|^demo_|^import_') ORDER BY name`,
    params: { database: market.database },
    lane: "control",
  });
}

/** Writes the rows of a table into a compressed file. */
export async function saveTable(market: Market, table: string, path: string): Promise<void> {
  const rows = await market.stream({ sql: `SELECT * FROM ${market.database}.${table}`, lane: "scan" }, FORMAT);
  await pipeline(rows, createGzip({ level: 1 }), createWriteStream(path, { mode: 0o600 }));
}

/** Puts the rows of such a file into an empty table. */
export async function fillTable(market: Market, table: string, path: string): Promise<void> {
  const rows = createGunzip();
  const read = pipeline(createReadStream(path), rows);
  const [written, done] = await Promise.allSettled([
    market.insert(`${market.database}.${table}`, { stream: rows, format: FORMAT }),
    read,
  ]);
  for (const part of [written, done]) if (part.status === "rejected") throw part.reason;
}

const rowsOf = async (market: Market, table: string): Promise<number> => {
  const [found] = await market.query<{ rows: number }>(`SELECT count() AS rows FROM ${market.database}.${table}`);
  return found?.rows ?? 0;
};

/** Restores the result of a run, completely or not at all; one that exists with all its rows stays. */
export async function restoreResult(
  market: Market,
  run: string,
  { create, rows }: { readonly create: string; readonly rows: number },
  path: string,
): Promise<void> {
  const name = `result_${run}`;
  const head = /^CREATE TABLE \S+ /;
  if (!/^[0-9a-z]{26}(?:_\d+)?$/.test(run) || !head.test(create))
    throw new BackupError(`Not a result of a run: ${name}`);
  const there = (await shapesOf(market)).find((shape) => shape.name === name);
  if (there !== undefined && there.rows === rows) return;
  // Under a name that the engine drops at its start, should this be interrupted.
  const making = `incoming_${name}`;
  await market.command(`DROP TABLE IF EXISTS ${market.database}.${making} SYNC`);
  await market.command(create.replace(head, () => `CREATE TABLE ${market.database}.${making} `));
  await fillTable(market, making, path);
  const filled = await rowsOf(market, making);
  if (filled !== rows) throw new BackupError(`${name} has ${filled} rows instead of ${rows}.`);
  await market.command(`DROP TABLE IF EXISTS ${market.database}.${name} SYNC`);
  await market.command(`RENAME TABLE ${market.database}.${making} TO ${market.database}.${name}`);
}

/** Fails unless a table has the expected number of rows. */
export async function checkRows(market: Market, table: string, rows: number): Promise<void> {
  const filled = await rowsOf(market, table);
  if (filled !== rows) throw new BackupError(`${table} has ${filled} rows instead of ${rows}.`);
}
