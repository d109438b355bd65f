import { xmlText } from "./xml-text.ts";

/** The small parts of a workbook (ECMA-376), as text. */
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SHEET_NAMESPACES =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CONTENT = "application/vnd.openxmlformats-officedocument";
const SHEETS = `${CONTENT}.spreadsheetml`;

/** Content types of the parts. */
export const TYPES = {
  workbook: `${SHEETS}.sheet.main+xml`,
  sheet: `${SHEETS}.worksheet+xml`,
  table: `${SHEETS}.table+xml`,
  styles: `${SHEETS}.styles+xml`,
  comments: `${SHEETS}.comments+xml`,
  drawing: `${CONTENT}.drawing+xml`,
  chart: `${CONTENT}.drawingml.chart+xml`,
  core: "application/vnd.openxmlformats-package.core-properties+xml",
  app: `${CONTENT}.extended-properties+xml`,
} as const;

/** `type` is null of parts that are known by the ends of their names. */
export function contentTypesXml(parts: readonly { readonly name: string; readonly type: string | null }[]): string {
  return (
    `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Default Extension="vml" ContentType="${CONTENT}.vmlDrawing"/>` +
    parts
      .map(({ name, type }) => (type === null ? "" : `<Override PartName="/${name}" ContentType="${type}"/>`))
      .join("") +
    "</Types>"
  );
}

/** What a part refers to, from its own folder; `rId1` is the first. */
export const relsXml = (...to: readonly (readonly [kind: string, target: string])[]): string =>
  `${XML}<Relationships xmlns="${RELATIONSHIPS}">${to
    .map(([kind, target], index) => {
      const type = kind.startsWith("http") ? kind : `${OFFICE}/${kind}`;
      return `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`;
    })
    .join("")}</Relationships>`;

export const packageRels = (): string =>
  relsXml(
    ["officeDocument", "xl/workbook.xml"],
    ["http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties", "docProps/core.xml"],
    ["extended-properties", "docProps/app.xml"],
  );

export const workbookRels = (sheets: readonly unknown[]): string =>
  relsXml(...sheets.map((_, index) => ["worksheet", `worksheets/sheet${index + 1}.xml`] as const), [
    "styles",
    "styles.xml",
  ]);

/** A worksheet of the workbook; `titles` are the columns and rows that stand on every printed page. */
export interface Sheet {
  readonly name: string;
  readonly titles: string;
}

const number = (index: number): number => index + 1;

/** `fullCalcOnLoad` is left out: cached values are those of the engine, and a million formulas are not worked out on opening. */
/** A cell with a name. */
export interface DefinedName {
  readonly name: string;
  readonly ref: string;
}

export const workbookXml = (sheets: readonly Sheet[], names: readonly DefinedName[]): string =>
  `${XML}<workbook ${SHEET_NAMESPACES}><workbookPr date1904="0"/><bookViews><workbookView activeTab="0"/></bookViews>` +
  `<sheets>${sheets
    .map(({ name }, index) => `<sheet name="${xmlText(name)}" sheetId="${number(index)}" r:id="rId${number(index)}"/>`)
    .join("")}</sheets><definedNames>${sheets
    .map(
      ({ name, titles }, index) =>
        `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${titles
          .split(",")
          .map((range) => `'${xmlText(name)}'!${range}`)
          .join(",")}</definedName>`,
    )
    .join("")}${names
    .map(({ name, ref }) => `<definedName name="${xmlText(name)}">${xmlText(ref)}</definedName>`)
    .join("")}</definedNames></workbook>`;

/** Defined in the styles, for those of Excel take their colours from a theme that the reader may change. */
export const TABLE_STYLE = "Scanbook";

interface Table {
  /** Among those of the workbook, from 0. */
  readonly index: number;
  readonly name: string;
  readonly columns: readonly string[];
  readonly lastColumn: string;
  readonly rows: number;
  /** Row of its header, from 1. */
  readonly top?: number;
  /** Whether its header has buttons to filter and sort. */
  readonly filter?: boolean;
}

/** A table from column A on: a header with `rows` below it; an empty table keeps one empty row. */
export function tableXml({ index, name, columns, lastColumn, rows, top = 1, filter = true }: Table): string {
  const range = `A${top}:${lastColumn}${Math.max(rows, 1) + top}`;
  return (
    `${XML}<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="${number(index)}" name="${name}" ` +
    `displayName="${name}" ref="${range}" totalsRowShown="0">${filter ? `<autoFilter ref="${range}"/>` : ""}` +
    `<tableColumns count="${columns.length}">` +
    columns.map((column, place) => `<tableColumn id="${number(place)}" name="${xmlText(column)}"/>`).join("") +
    `</tableColumns><tableStyleInfo name="${TABLE_STYLE}" showFirstColumn="0" showLastColumn="0" showRowStripes="1" ` +
    'showColumnStripes="0"/></table>'
  );
}

/** What the file says of itself: the request's name and days, and nothing of whose it is. */
export interface Properties {
  readonly title: string;
  readonly subject: string;
  /** In the form 2024-01-02T09:30:00Z. */
  readonly created: string;
}

export const corePropertiesXml = ({ title, subject, created }: Properties): string =>
  `${XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ' +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
  `<dc:title>${xmlText(title)}</dc:title><dc:subject>${xmlText(subject)}</dc:subject><dc:creator>Scanbook</dc:creator>` +
  "<dc:language>en-US</dc:language>" +
  `<dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created>` +
  `<dcterms:modified xsi:type="dcterms:W3CDTF">${created}</dcterms:modified></cp:coreProperties>`;

export const appPropertiesXml = (): string =>
  `${XML}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">` +
  "<Application>Scanbook</Application></Properties>";
