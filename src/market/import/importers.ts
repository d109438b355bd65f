import { keysOf } from "../../vocabulary/index.ts";
import type { Market } from "../market.ts";
import { importCsv } from "./csv.ts";
import { importEdgar } from "./edgar.ts";
import type { CsvOptions } from "./input.ts";
import { importLean } from "./lean.ts";
import { importMassive } from "./massive.ts";
import type { ImportReport } from "./report.ts";
import { importStooq } from "./stooq.ts";

type Importer = (market: Market, path: string, options?: CsvOptions) => Promise<ImportReport>;

/** Forms of files that are imported, by the name that `market import` and `ETL_SOURCE` have for them. Only `csv` takes options. */
export const IMPORTERS = {
  csv: importCsv,
  lean: importLean,
  massive: importMassive,
  edgar: importEdgar,
  stooq: importStooq,
} as const satisfies Readonly<Record<string, Importer>>;
export const IMPORT_SOURCES = keysOf(IMPORTERS);
export type ImportSource = keyof typeof IMPORTERS;
