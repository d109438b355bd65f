import { stat } from "node:fs/promises";
import { MarketError } from "../market.ts";
import { versionedTable } from "../snapshot-log.ts";
import { DAILY_SESSIONS_PER_PARTITION, NO_MERGES } from "../tables.ts";
import { withCsvRows, type CsvRows } from "./csv-rows.ts";
import { columnsOf } from "./incoming.ts";
import type { Input } from "./input.ts";
import { MAX_PLACED_FILES } from "./placed-bars.ts";
import {
  columnTypesOf,
  NOT_PLAIN_SESSION,
  plainBars,
  PLAIN_BARS_SETTINGS,
  plainColumns,
  strictSettings,
} from "./plain-bars.ts";
import type { ImportContext } from "./run-import.ts";

/** A file with more that is not plain than one row in this many is read as ever. */
const PLAIN_SHARE = 20;

const DAILY = versionedTable("daily");

/** Quickly packed: the engine packs them as the table says when it merges them. */
const definitionOf = ([name, type, storage = ""]: (typeof DAILY.columns)[number]): string =>
  `${name} ${type} ${storage.replace("T64, ZSTD(1)", "T64").replace("ZSTD(1)", "LZ4")}`;

/** Merged once it stands in `daily`. Until then nearly all that reads it reads all of it: many rows to a mark. */
const STORED = `${DAILY.orderBy} PARTITION BY ${DAILY.partitionBy} SETTINGS index_granularity = 32768, ${NO_MERGES}`;

/** Whether the bars of a file are to be placed. */
export async function canPlace({ staging, placesFrom }: ImportContext, input: Input): Promise<boolean> {
  if (placesFrom === null || input.kind !== "daily" || staging.placed.size >= MAX_PLACED_FILES) return false;
  const { batch, symbols, priceScale, origins } = input;
  if (batch !== undefined || symbols !== undefined || priceScale !== 1) return false;
  if (origins["split_ratio"] !== undefined || origins["dividend"] !== undefined) return false;
  return (await stat(input.path)).size >= placesFrom;
}

interface Reading {
  readonly sample: readonly (readonly string[])[];
  /** Of the file: the engine would take a number in apostrophes for a number. */
  readonly hasApostrophe: boolean;
  /** Reads rows into the incoming table as ever. */
  readonly readRows: (rows: CsvRows) => Promise<void>;
}

/** Reads a file: what is plain into a table of its own, all else into the incoming table. */
export async function placeBars(
  context: ImportContext,
  input: Input,
  { sample, hasApostrophe, readRows }: Reading,
): Promise<void> {
  const { market, staging, next, day, today } = context;
  const { path, file } = input;
  await staging.into("daily");
  const read = (use: (rows: CsvRows) => Promise<void>): Promise<void> =>
    withCsvRows(context, { path, file }, columnsOf(input), use);
  const given = plainColumns(input);
  const table = await next.scratch(`placed_${staging.placed.size}`, given.map(definitionOf).join(", "), STORED);
  await read(async (rows) => {
    const types = hasApostrophe ? null : columnTypesOf(input, sample);
    const fill = (strict: boolean): Promise<void> =>
      market.command({
        sql: `INSERT INTO ${table} ${plainBars(input, { rows, calendar: { day, today }, sample, types, strict })}`,
        settings: strict ? strictSettings(input) : PLAIN_BARS_SETTINGS,
        lane: "scan",
      });
    if (types === null || rows.typed === null) await fill(false);
    else
      await fill(true).catch(async (error: unknown) => {
        // A row that a strict reading refuses, which most files have none of; any other error comes again.
        if (!(error instanceof MarketError) || error.code !== "engine") throw error;
        await market.command(`TRUNCATE TABLE ${table}`);
        await fill(false);
      });
    // The others need not be written: a part without a column holds its default in every row.
    const missing = DAILY.columns.filter((column) => !given.includes(column));
    await market.command(
      `ALTER TABLE ${table} ${missing.map((column) => `ADD COLUMN ${definitionOf(column)}`).join(", ")}`,
    );
    const notPlain = `SELECT volume FROM ${table} WHERE session = ${NOT_PLAIN_SESSION} AND volume >= ${input.headerRows}`;
    const [count] = await market.query<{ rows: number; others: number }>(
      `SELECT toUInt32(count()) AS rows, toUInt32((SELECT count() FROM (${notPlain}))) AS others FROM ${table}`,
    );
    const { rows: all = 0, others = 0 } = count ?? {};
    if (others * PLAIN_SHARE > all) {
      await market.command(`TRUNCATE TABLE ${table}`);
      return readRows(rows);
    }
    if (others > 0) {
      const { from, number } = rows;
      await readRows({
        from: `(SELECT *, ${number} AS row_number FROM ${from} WHERE ${number} IN (${notPlain}))`,
        number: "row_number",
        typed: null,
      });
    }
    await market.command(
      `ALTER TABLE ${table} DROP PARTITION ${Math.floor(NOT_PLAIN_SESSION / DAILY_SESSIONS_PER_PARTITION)}`,
    );
  });
  await staging.placed.add({
    table,
    file,
    giveUp: async () => {
      await market.command(`TRUNCATE TABLE ${table}`);
      await market.command({
        sql: `ALTER TABLE ${await staging.into("daily")} DELETE WHERE source_file = {file:String}`,
        params: { file },
        settings: { mutations_sync: 2 },
        lane: "scan",
      });
      await read(readRows);
    },
  });
}
