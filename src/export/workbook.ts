import type { Market } from "../market/index.ts";
import { LIMITS } from "../vocabulary/index.ts";
import type { FinishedRun } from "../vocabulary/index.ts";
import { letter } from "./cells.ts";
import { engineBytes } from "./engine-bytes.ts";
import { rawDeflate } from "./gzip-member.ts";
import { headerNames } from "./header-names.ts";
import {
  appPropertiesXml,
  contentTypesXml,
  corePropertiesXml,
  packageRels,
  sheetRels,
  tableXml,
  workbookRels,
  workbookXml,
} from "./package-parts.ts";
import { REQUEST_SHEET, requestSheetXml } from "./request-sheet.ts";
import type { ExportMeta } from "./request-sheet.ts";
import { sheetBytes, sheetStatement } from "./sheet-sql.ts";
import type { ColumnProfile, SheetRows } from "./sheet-sql.ts";
import { stylesXml } from "./styles.ts";
import { aroundRows } from "./worksheet.ts";
import { zipContainer } from "./zip.ts";
import type { ZipEntry } from "./zip.ts";

/** Bytes from which a part needs 64-bit sizes. */
const ZIP64_BYTES = 2 ** 32 - 1;

/** The rows of each sheet; one sheet where there are none. */
function sheetRanges(rows: number, perSheet: number = LIMITS.sheetRows): readonly SheetRows[] {
  const sheets = Math.max(1, Math.ceil(rows / perSheet));
  return Array.from({ length: sheets }, (_, index) => ({
    first: index * perSheet + 1,
    last: Math.min((index + 1) * perSheet, rows),
  }));
}

/**
 * Packing costs the engine more than everything else of a large sheet, so from here on it is done at level 1. That writes
 * little changes between cells badly, and the reference of a cell is such a change: left out, 400,000 rows by fifteen
 * columns are 43 MB in 0.67 s of CPU instead of 68 MB in 0.87 s (level 2: 50 MB in 1.16 s with references). In smaller
 * sheets they stay for the sake of simple readers.
 */
const MANY_CELLS = 2_000_000;
const FAST = 1;
const SMALL = 6;

const rowsIn = ({ first, last }: SheetRows): number => last - first + 1;

interface WorkbookOptions {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly created: Date;
  /** Rows of a sheet, for tests; a sheet's own limit otherwise. */
  readonly sheetRows?: number;
  /** Cells from which speed counts, for tests. */
  readonly manyCells?: number;
}

/** The bytes of a workbook: sheets of rows written by the engine, then the sheet *Request*. */
export function workbook(
  market: Market,
  run: FinishedRun,
  meta: ExportMeta,
  profiles: readonly ColumnProfile[],
  options: WorkbookOptions,
): AsyncGenerator<Buffer, void> {
  const names = headerNames(run.columns.map(({ name }) => name));
  const { key, signal } = options;
  const many = run.rows * run.columns.length > (options.manyCells ?? MANY_CELLS);
  const gzip = many ? FAST : SMALL;
  const lastColumn = letter(run.columns.length - 1);
  const ranges = sheetRanges(run.rows, options.sheetRows);
  const sheets = [
    ...ranges.map((_, index) => ({ name: index === 0 ? "Results" : `Results ${index + 1}`, table: true })),
    { name: REQUEST_SHEET, table: false },
  ];

  const parts: ZipEntry[] = [
    { name: "[Content_Types].xml", text: contentTypesXml(sheets) },
    { name: "_rels/.rels", text: packageRels() },
    { name: "xl/workbook.xml", text: workbookXml(sheets) },
    { name: "xl/_rels/workbook.xml.rels", text: workbookRels(sheets) },
    { name: "xl/styles.xml", text: stylesXml() },
    { name: "docProps/core.xml", text: corePropertiesXml(meta.requestName, options.created.toISOString()) },
    { name: "docProps/app.xml", text: appPropertiesXml() },
    ...ranges.flatMap((range, index): ZipEntry[] => {
      const part = index + 1;
      const rows = rowsIn(range);
      const around = aroundRows(run.columns, names, profiles, rows, index === 0);
      const table = index === 0 ? "Results" : `Results_${part}`;
      return [
        { name: `xl/worksheets/_rels/sheet${part}.xml.rels`, text: sheetRels(index) },
        { name: `xl/tables/table${part}.xml`, text: tableXml(index, table, names, lastColumn, rows) },
        {
          name: `xl/worksheets/sheet${part}.xml`,
          deflate: () => {
            const sql = sheetStatement(run, profiles, range, { around, references: !many });
            return rawDeflate(engineBytes(market, { key, signal, gzip, sql }, "Template"));
          },
          large: sheetBytes(run, profiles, rows, around) >= ZIP64_BYTES,
        },
      ];
    }),
    {
      name: `xl/worksheets/sheet${sheets.length}.xml`,
      text: requestSheetXml(
        run,
        meta,
        profiles.map(({ filled }) => filled),
      ),
    },
  ];
  return zipContainer(parts);
}
