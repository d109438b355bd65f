import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { LABEL_TABLE } from "../../market/index.ts";
import type { Market, Snapshot, Statement } from "../../market/index.ts";
import { BackupError } from "./archive.ts";

/** A format that keeps every value of every type exactly. */
const FORMAT = "RowBinary";

export interface TableShape {
  readonly name: string;
  /** Names and types, in order. */
  readonly columns: string;
  readonly rows: number;
}

interface StoredShape extends TableShape {
  readonly create: string;
}

/** Tables of the market's database whose names match. */
function storedShapes(market: Market, pattern: string): Promise<StoredShape[]> {
  return market.query<StoredShape>({
    sql: `SELECT t.name AS name, create_table_query AS create, columns, toUInt64(ifNull(total_rows, 0)) AS rows
FROM system.tables AS t
LEFT JOIN (
  SELECT table, arrayStringConcat(arrayMap(c -> concat(c.2, ' ', c.3), arraySort(groupArray((position, name, type)))), ', ') AS columns
  FROM system.columns WHERE database = {database:String} GROUP BY table
) AS c ON c.table = t.name
WHERE t.database = {database:String} AND match(t.name, {pattern:String}) ORDER BY name`,
    params: { database: market.database, pattern },
    lane: "control",
  });
}

/** The tables `result_…` of runs. */
export const resultShapes = (market: Market): Promise<readonly StoredShape[]> => storedShapes(market, "^result_");

/** The tables of a snapshot by their names in the market, and the one that names it. */
export async function marketShapes(snapshot: Snapshot): Promise<readonly TableShape[]> {
  const stored = new Map(
    (await storedShapes(snapshot, String.raw`^[a-z_]+_\d+$`)).map((shape) => [
      `${snapshot.database}.${shape.name}`,
      shape,
    ]),
  );
  const tables = Object.keys(snapshot.versions).map((name): TableShape => {
    const { columns, rows } = stored.get(snapshot.table(name)) ?? { columns: "", rows: 0 };
    return { name, columns, rows };
  });
  if (snapshot.profile.cluster !== null) {
    // No node has what is divided between the shards.
    for (const [index, shape] of tables.entries())
      tables[index] = { ...shape, rows: await rowsOf(snapshot, snapshot.table(shape.name)) };
  }
  return [...tables, { ...LABEL_TABLE, rows: snapshot.label === null ? 0 : 1 }];
}

/** The columns as backups up to version 0.2 have them: the name of the table in place of each of theirs. */
const columnsOfVersion02 = ({ name, columns }: TableShape): string =>
  columns.replaceAll(/(^|, )\w+ (?=[A-Z])/g, (_, before: string) => `${before}${name} `);

/** Whether rows that were saved from a table of those columns fit into one of that shape. */
export const sameColumns = (shape: TableShape, saved: string): boolean =>
  saved === shape.columns || saved === columnsOfVersion02(shape);

/** Writes the rows of a table of a snapshot into a compressed file. */
export async function saveMarketTable(snapshot: Snapshot, name: string, path: string): Promise<void> {
  if (name !== LABEL_TABLE.name) return saveRows(snapshot, `SELECT * FROM ${snapshot.table(name)}`, path);
  const { id = "", date = "1970-01-01", importedAt = "1970-01-01T00:00:00Z", source = "" } = snapshot.label ?? {};
  const row = `SELECT {id:String} AS id, {date:Date32} AS date, parseDateTimeBestEffort({at:String}, 'UTC') AS imported_at, {source:String} AS source`;
  return saveRows(snapshot, `${row} WHERE id != ''`, path, { id, date, at: importedAt, source });
}

/** Writes the rows of the result of a run into a compressed file. */
export const saveResult = (market: Market, table: string, path: string): Promise<void> =>
  saveRows(market, `SELECT * FROM ${market.database}.${table}`, path);

async function saveRows(market: Market, sql: string, path: string, params: Statement["params"] = {}): Promise<void> {
  const rows = await market.stream({ sql, params, lane: "scan" }, FORMAT);
  await pipeline(rows, createGzip({ level: 1 }), createWriteStream(path, { mode: 0o600 }));
}

/** Puts the rows of such a file into an empty table, given with its database. */
export async function fillTable(market: Market, table: string, path: string): Promise<void> {
  const rows = createGunzip();
  const read = pipeline(createReadStream(path), rows);
  const [written, done] = await Promise.allSettled([market.insert(table, { stream: rows, format: FORMAT }), read]);
  for (const part of [written, done]) if (part.status === "rejected") throw part.reason;
}

const rowsOf = async (market: Market, table: string): Promise<number> => {
  const [found] = await market.query<{ rows: number }>(`SELECT count() AS rows FROM ${table}`);
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
  const there = (await resultShapes(market)).find((shape) => shape.name === name);
  if (there !== undefined && there.rows === rows) return;
  // Under a name that the engine drops at its start, should this be interrupted.
  const making = `${market.database}.incoming_${name}`;
  const { profile } = market;
  const { onCluster, wholeEngine } = profile;
  await market.command(`DROP TABLE IF EXISTS ${making}${onCluster} SYNC`);
  const here = create.replace(/ ENGINE = \w+(?:\([^)]*\))?/, () => ` ENGINE = ${wholeEngine}`);
  await market.command(here.replace(head, () => `CREATE TABLE ${making}${onCluster} `));
  await fillTable(market, making, path);
  const filled = await rowsOf(market, making);
  if (filled !== rows) throw new BackupError(`${name} has ${filled} rows instead of ${rows}.`);
  for (const statement of profile.settle(making)) await market.command(statement);
  await market.command(`DROP TABLE IF EXISTS ${market.database}.${name}${onCluster} SYNC`);
  await market.command(`RENAME TABLE ${making} TO ${market.database}.${name}${onCluster}`);
}

/** Fails unless a table has the expected number of rows. */
export async function checkRows(market: Market, table: string, rows: number): Promise<void> {
  const filled = await rowsOf(market, table);
  if (filled !== rows) throw new BackupError(`${table} has ${filled} rows instead of ${rows}.`);
}
