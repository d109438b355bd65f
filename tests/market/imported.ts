import { rm } from "node:fs/promises";
import { importCsv, onSnapshot, type CsvOptions, type ImportReport, type Market } from "../../src/market/index.ts";
import { folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

/** All that an import left, but for when it was. */
export async function contentsOf(market: Market): Promise<unknown> {
  const of = async (name: string, columns = "*"): Promise<unknown> =>
    market.query(`SELECT ${columns} FROM ${market.database}.${name} ORDER BY ALL`);
  const origins = onSnapshot(market, async (snapshot) => {
    const ofTable = (name: string): Promise<unknown> =>
      snapshot.query(`SELECT * FROM ${snapshot.table(name)} ORDER BY ALL`);
    return [await ofTable("origin_bars"), await ofTable("origin_file"), await ofTable("origin_rows")];
  });
  return {
    origins: await origins,
    daily: await of("daily"),
    security: await of("security"),
    split: await of("split"),
    dividend: await of("dividend"),
    given: await market.query(
      `SELECT table, sum(rows) AS n FROM (SELECT replaceRegexpOne(table, '_[0-9]+$', '') AS table, rows FROM system.parts WHERE active AND database = '${market.database}') WHERE table LIKE 'given_%' GROUP BY table ORDER BY table`,
    ),
  };
}

export interface Files {
  readonly [name: string]: string | Uint8Array;
}

/** What an import of these files into an empty market says and leaves. */
export async function imported(
  files: Files,
  options: CsvOptions,
): Promise<{ readonly report: ImportReport | string; readonly contents: unknown }> {
  const folder = folderOf(files);
  const market = await openTestMarket();
  try {
    const report = await importCsv(market, folder, options).then(
      (all) => ({ ...all, seconds: 0 }),
      (error: unknown) => String(error).replaceAll(/import-[\w-]+|0x\w+/g, ""),
    );
    return { report, contents: await contentsOf(market) };
  } finally {
    await market.close();
    await rm(folder, { recursive: true });
  }
}
