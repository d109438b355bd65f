import type { SnapshotSource } from "../market/index.ts";
import type { FinishedRun, SweepHistory } from "../vocabulary/index.ts";
import { rowXml } from "./cells.ts";
import type { Cell } from "./cells.ts";
import { LINE_POINTS, linesOf } from "./column-widths.ts";
import { SHEET_NAMESPACES, XML } from "./package-parts.ts";
import { FIT_TO_PAGE, pageXml } from "./page.ts";

/** What the sheet *Request* shows besides the run itself. */
export interface ExportMeta {
  readonly requestName: string;
  /** First and last requested day, yyyy-MM-dd. */
  readonly dates: { readonly start: string; readonly end: string };
  readonly filters: readonly { readonly label: string; readonly code: string; readonly words: string }[];
  readonly columns: readonly { readonly name: string; readonly code: string; readonly words: string }[];
  /** How prices are adjusted, in words. */
  readonly basis: string;
  /** The request as it was sent; `requestOf` gives it back. */
  readonly request: unknown;
  /** Which rows these are, where they are not all of the run in its order. */
  readonly shown?: {
    /** Rows of the run. */
    readonly of: number;
    readonly conditions: readonly { readonly column: string; readonly is: string }[];
    readonly search: string;
    readonly sort: readonly { readonly column: string; readonly descending: boolean }[];
  };
  /** What was tried to find a setting of its parameters, as of when the file was written. */
  readonly tries?: SweepHistory;
  /** What the market was imported from, where that is known. */
  readonly sources?: readonly SnapshotSource[];
  /** The request as a text. */
  readonly text?: string;
}

export const REQUEST_SHEET = "Request";
/** First column of the rows that hold the request as JSON, in order. */
export const JSON_MARK = "Request as JSON";
/** Above the lines of the request's text, each beside its number. */
export const TEXT_TITLE = "The request as text";
/** Characters of JSON in a cell; far enough below the limit for what other programs add. */
const JSON_CHARACTERS = 30_000;

/**
 * JSON in ASCII, so that no cell boundary can tear a character and no program normalises one; split for cells.
 */
function jsonChunks(json: unknown): readonly string[] {
  const text = (JSON.stringify(json) ?? "null").replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const chunks: string[] = [];
  for (let at = 0; at < text.length; at += JSON_CHARACTERS) chunks.push(text.slice(at, at + JSON_CHARACTERS));
  return chunks;
}

/** The lines of a text under a title, numbered as an editor does, so that a blank line has a row too. */
function textRows(text: string): readonly (readonly Cell[])[] {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  return lines.length === 0 ? [] : [[section(TEXT_TITLE)], ...lines.map((line, index) => [index + 1, wrapped(line)])];
}

/** Room above stands for a blank row, which a screen reader would read out. */
const SECTION_POINTS = 30;
const TITLE_POINTS = 24;
/** The highest that a row can be. */
const MAX_POINTS = 405;

const section = (of: string): Cell => ({ style: "section", of });
const wrapped = (of: string): Cell => ({ style: "wrapped", of });
/** A row of headers; the rows below it belong to it. */
const bold = (...texts: readonly string[]): readonly Cell[] => texts.map((of): Cell => ({ style: "bold", of }));
const whole = (of: number): Cell => ({ style: "whole", of });

/** Widths of the columns, in characters. */
const WIDTHS = [28, 60, 60, 14, 14, 14, 14] as const;

/** Points of a row as high as its longest text; not every program finds out by itself. */
function height(cells: readonly Cell[]): number {
  const [first] = cells;
  // One line of many: unwrapped it would run over to the right, and a page as wide as it could not be read.
  if (first === JSON_MARK) return LINE_POINTS;
  if (first !== null && typeof first === "object" && "style" in first) {
    if (first.style === "section") return SECTION_POINTS;
    if (first.style === "title") return TITLE_POINTS;
  }
  const lines = cells.map((cell, index) => {
    const isWrapped = cell !== null && typeof cell === "object" && "style" in cell && cell.style === "wrapped";
    // The last characters of a line may be wide ones.
    return isWrapped && typeof cell.of === "string" ? linesOf(cell.of, (WIDTHS[index] ?? 14) - 3) : 1;
  });
  return Math.min(LINE_POINTS * Math.max(...lines), MAX_POINTS);
}

/** What was done with the rows of the run before they came here. */
function shownRows({ shown }: ExportMeta): readonly (readonly Cell[])[] {
  if (shown === undefined) return [];
  return [
    ["Rows of the run", whole(shown.of)],
    ...shown.conditions.map(({ column, is }) => ["Only rows with", wrapped(`${column} ${is}`)]),
    ...(shown.search === "" ? [] : [["Only rows that hold", wrapped(shown.search)]]),
    ...shown.sort.map(({ column, descending }, index) => [
      index === 0 ? "Sorted by" : "Then by",
      wrapped(`${column}, ${descending ? "descending" : "ascending"}`),
    ]),
  ];
}

/** How much was tried before this: the more, the less the best of it says. */
function triesRows({ tries }: ExportMeta): readonly (readonly Cell[])[] {
  if (tries === undefined || tries.sweeps + tries.openings.length === 0) return [];
  return [
    [section("What was tried")],
    ["Runs", whole(tries.runs)],
    ["Sweeps", whole(tries.sweeps)],
    ["Settings in them", whole(tries.settings)],
    ["Looks at held-out days", whole(tries.openings.length)],
    ...tries.openings.map(({ at, values, start, end, cell }) => [
      `Look of ${at.slice(0, 10)}`,
      wrapped(`Setting ${values.join(", ")}; ${start} to ${end}`),
      wrapped(`Mean ${cell.mean ?? "none"} of ${cell.known} rows`),
    ]),
  ];
}

/** What brought the market data that it was run on. */
function sourceRows({ sources = [] }: ExportMeta): readonly (readonly Cell[])[] {
  if (sources.length === 0) return [];
  const minute = (moment: string): string => `${moment.slice(0, 16).replace("T", " ")} UTC`;
  return [
    [section("Sources of the market data")],
    bold("Source", "Imported", "Files"),
    ...sources.map(({ source, files, first, last }) => [
      wrapped(source),
      wrapped([...new Set([first, last].map(minute))].join(" to ")),
      whole(files),
    ]),
  ];
}

/** `filled` counts the cells of each column that hold a value. */
export function requestSheetXml(run: FinishedRun, meta: ExportMeta, filled: readonly number[]): string {
  const empty = (index: number): Cell => whole(run.rows - (filled[index] ?? 0));
  const about = (name: string): { code: string; words: string } | undefined =>
    meta.columns.find((column) => column.name === name);
  const rows: (readonly Cell[])[] = [
    [{ style: "title", of: meta.requestName }],
    ["First day", { style: "day", of: { date: meta.dates.start } }],
    ["Last day", { style: "day", of: { date: meta.dates.end } }],
    ["Rows", whole(run.rows)],
    ...shownRows(meta),
    ["Basis", meta.basis],
    ["Snapshot date", { style: "day", of: { date: run.snapshot.date } }],
    ["Snapshot", run.snapshot.id],
    ["Engine", run.engine],
    ["Seconds", { style: "hundredths", of: Math.round(run.seconds * 100) / 100 }],
    ["Run", run.run],
    [section("Filters")],
    bold("Tag", "In words", "Formula"),
    ...meta.filters.map(({ label, code, words }) => [wrapped(label), wrapped(words), wrapped(code)]),
    [section("Columns")],
    bold("Name In Excel", "In words", "Formula", "Type", "Unit", "Empty cells", "Outcome"),
    ...run.columns.map((column, index) => [
      wrapped(column.name),
      wrapped(about(column.name)?.words ?? ""),
      wrapped(about(column.name)?.code ?? column.code),
      column.type,
      column.unit,
      empty(index),
      column.outcome ? "Outcome" : null,
    ]),
    ...sourceRows(meta),
    ...triesRows(meta),
    ...textRows(meta.text ?? ""),
    [section(meta.shown === undefined ? "Notes" : "Notes on all rows of the run")],
    bold("Column", "Message", "Code", "Rows"),
    ...run.notes.map((note) => [note.column, note.message, note.code, whole(note.rows)]),
    [section(meta.shown === undefined ? "Funnel" : "Funnel of all rows of the run")],
    bold("After", "Security-days", "Formula"),
    ...run.funnel.map((step) => [step.label, whole(step.rows), step.code]),
    [section("Hits per day")],
    bold("Date", "Rows"),
    ...run.hits.map((hit): readonly Cell[] => [{ style: "day", of: { date: hit.date } }, whole(hit.rows)]),
    [section("The request, to be opened again")],
    ...jsonChunks(meta.request).map((chunk) => [JSON_MARK, wrapped(chunk)]),
  ];
  const data = rows.map((cells, index) => rowXml(cells, index + 1, height(cells))).join("");
  return (
    `${XML}<worksheet ${SHEET_NAMESPACES}>${FIT_TO_PAGE}<sheetViews><sheetView workbookViewId="0"/></sheetViews>` +
    `<cols>${WIDTHS.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join("")}</cols>` +
    `<sheetData>${data}</sheetData>${pageXml(meta.requestName)}</worksheet>`
  );
}
