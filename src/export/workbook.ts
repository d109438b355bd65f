import type { Market } from "../market/index.ts";
import { LIMITS } from "../vocabulary/index.ts";
import type { RunRows, WholeStudy } from "../vocabulary/index.ts";
import { letter } from "./cells.ts";
import { chartXml, drawingXml } from "./charts.ts";
import { engineBytes } from "./engine-bytes.ts";
import { rawDeflate } from "./gzip-member.ts";
import { headerNames } from "./header-names.ts";
import { outcomeNotes } from "./header-notes.ts";
import {
  appPropertiesXml,
  contentTypesXml,
  corePropertiesXml,
  packageRels,
  relsXml,
  tableXml,
  TYPES,
  workbookRels,
  workbookXml,
} from "./package-parts.ts";
import { REQUEST_SHEET, requestSheetXml } from "./request-sheet.ts";
import type { ExportMeta } from "./request-sheet.ts";
import { sheetBytes, sheetStatement } from "./sheet-sql.ts";
import type { ColumnProfile, SheetRows } from "./sheet-sql.ts";
import { stylesOf } from "./styles.ts";
import type { SummaryFigures } from "./summary-figures.ts";
import { STUDY_SHEET, studySheet } from "./study-sheet.ts";
import { SUMMARY_SHEET, summarySheet } from "./summary-sheet.ts";
import type { SummarySheet } from "./summary-sheet.ts";
import { aroundRows, FROZEN_COLUMNS } from "./worksheet.ts";
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

/** What was found out of the rows. */
interface Known {
  readonly profiles: readonly ColumnProfile[];
  readonly figures: SummaryFigures;
  /** What the rows were worth, where the request names an outcome. */
  readonly study: WholeStudy | null;
}

/** A part and its content type, null where the end of its name says it. */
type Part = ZipEntry & { readonly type: string | null };

/** Drawings and charts of the sheets before. */
interface Drawn {
  readonly drawings: number;
  readonly charts: number;
}

/** A sheet of figures, the `sheet`-th of the workbook, with its tables and charts. */
function figureParts(
  { xml, tables, charts }: Pick<SummarySheet, "xml" | "tables" | "charts">,
  sheet: number,
  before: Drawn,
): readonly Part[] {
  const drawingName = `drawings/drawing${before.drawings + 1}.xml`;
  const tablePart = (index: number): string => `tables/table${sheet + index}.xml`;
  const chartPart = (index: number): string => `charts/chart${before.charts + index + 1}.xml`;
  const links = tables.map((_, index) => ["table", `../${tablePart(index)}`] as const);
  const drawing =
    charts.length === 0
      ? []
      : [
          { name: `xl/${drawingName}`, type: TYPES.drawing, text: drawingXml(charts) },
          {
            name: `xl/drawings/_rels/drawing${before.drawings + 1}.xml.rels`,
            type: null,
            text: relsXml(...charts.map((_, index) => ["chart", `../${chartPart(index)}`] as const)),
          },
        ];
  const sheetLinks = charts.length === 0 ? links : [...links, ["drawing", `../${drawingName}`] as const];
  return [
    { name: `xl/worksheets/sheet${sheet}.xml`, type: TYPES.sheet, text: xml },
    { name: `xl/worksheets/_rels/sheet${sheet}.xml.rels`, type: null, text: relsXml(...sheetLinks) },
    ...tables.map((text, index) => ({ name: `xl/${tablePart(index)}`, type: TYPES.table, text })),
    ...drawing,
    ...charts.map((chart, index) => ({ name: `xl/${chartPart(index)}`, type: TYPES.chart, text: chartXml(chart) })),
  ];
}

/**
 * The bytes of a workbook: sheets of rows written by the engine, then the sheets *Summary*, *Study* where an outcome was
 * named, and *Request*.
 */
export function workbook(
  market: Market,
  run: RunRows,
  meta: ExportMeta,
  known: Known,
  options: WorkbookOptions,
): AsyncGenerator<Buffer, void> {
  const { profiles, figures } = known;
  const names = headerNames(run.columns.map(({ name }) => name));
  const { key, signal } = options;
  const many = run.rows * run.columns.length > (options.manyCells ?? MANY_CELLS);
  const gzip = many ? FAST : SMALL;
  const lastColumn = letter(run.columns.length - 1);
  const ranges = sheetRanges(run.rows, options.sheetRows);
  const styles = stylesOf(run.columns, profiles);
  const outcomes = run.columns.flatMap(({ outcome }, place) => (outcome ? [place] : []));
  const sheets = [
    ...ranges.map((_, index) => ({
      name: index === 0 ? "Results" : `Results ${index + 1}`,
      titles: `$A:$${letter(FROZEN_COLUMNS - 1)},$1:$1`,
    })),
    { name: SUMMARY_SHEET, titles: "$1:$1" },
    ...(known.study === null ? [] : [{ name: STUDY_SHEET, titles: "$1:$1" }]),
    { name: REQUEST_SHEET, titles: "$1:$1" },
  ];

  const rowParts = ranges.flatMap((range, index): Part[] => {
    const part = index + 1;
    const rows = rowsIn(range);
    const { columns } = run;
    const { requestName } = meta;
    const around = aroundRows({ columns, names, profiles, rows, selected: index === 0, requestName });
    const table = index === 0 ? "Results" : `Results_${part}`;
    const notes = outcomes.length === 0 ? null : outcomeNotes(outcomes, part);
    const links: (readonly [string, string])[] = [["table", `../tables/table${part}.xml`]];
    if (notes !== null)
      links.push(["comments", `../comments${part}.xml`], ["vmlDrawing", `../drawings/notes${part}.vml`]);
    return [
      { name: `xl/worksheets/_rels/sheet${part}.xml.rels`, type: null, text: relsXml(...links) },
      {
        name: `xl/tables/table${part}.xml`,
        type: TYPES.table,
        text: tableXml({ index, name: table, columns: names, lastColumn, rows }),
      },
      ...(notes === null
        ? []
        : [
            { name: `xl/comments${part}.xml`, type: TYPES.comments, text: notes.comments },
            { name: `xl/drawings/notes${part}.vml`, type: null, text: notes.shapes },
          ]),
      {
        name: `xl/worksheets/sheet${part}.xml`,
        type: TYPES.sheet,
        deflate: () => {
          const form = { around, styles: styles.columns, references: !many };
          const sql = sheetStatement(run, profiles, range, form);
          return rawDeflate(
            engineBytes(market, { key, signal, gzip, sql, params: run.from?.params ?? {} }, "Template"),
          );
        },
        large: sheetBytes(run, profiles, rows, around) >= ZIP64_BYTES,
      },
    ];
  });
  const summary = summarySheet({
    run,
    meta,
    names,
    profiles,
    styles: styles.columns,
    figures,
    firstTable: ranges.length,
  });
  const study =
    known.study === null
      ? null
      : studySheet({
          ...known.study,
          run,
          requestName: meta.requestName,
          names,
          styles: styles.columns,
          live: figures.live,
        });
  const request = requestSheetXml(
    run,
    meta,
    profiles.map(({ filled }) => filled),
  );
  const { start, end } = meta.dates;
  const properties = {
    title: meta.requestName,
    subject: `Stock market scan, ${start} to ${end}`,
    created: options.created.toISOString(),
  };
  const parts: readonly Part[] = [
    { name: "_rels/.rels", type: null, text: packageRels() },
    { name: "xl/workbook.xml", type: TYPES.workbook, text: workbookXml(sheets, study?.definedNames ?? []) },
    { name: "xl/_rels/workbook.xml.rels", type: null, text: workbookRels(sheets) },
    { name: "xl/styles.xml", type: TYPES.styles, text: styles.xml },
    { name: "docProps/core.xml", type: TYPES.core, text: corePropertiesXml(properties) },
    { name: "docProps/app.xml", type: TYPES.app, text: appPropertiesXml() },
    ...rowParts,
    ...figureParts(summary, ranges.length + 1, { drawings: 0, charts: 0 }),
    ...(study === null
      ? []
      : figureParts({ ...study, tables: [] }, ranges.length + 2, {
          drawings: summary.charts.length > 0 ? 1 : 0,
          charts: summary.charts.length,
        })),
    { name: `xl/worksheets/sheet${sheets.length}.xml`, type: TYPES.sheet, text: request },
  ];
  return zipContainer([{ name: "[Content_Types].xml", text: contentTypesXml(parts) }, ...parts]);
}
