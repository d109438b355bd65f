import { xmlText } from "./xml-text.ts";

/** The small parts of a workbook (ECMA-376), as text. */
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SHEET_NAMESPACES =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** A worksheet of the package; `table` where its rows are a table. */
interface Sheet {
  readonly name: string;
  readonly table: boolean;
}

const number = (index: number): number => index + 1;

const override = (part: string, type: string): string => `<Override PartName="${part}" ContentType="${type}"/>`;

export function contentTypesXml(sheets: readonly Sheet[]): string {
  return (
    `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    override("/xl/workbook.xml", `${CONTENT}.sheet.main+xml`) +
    override("/xl/styles.xml", `${CONTENT}.styles+xml`) +
    sheets
      .map((sheet, index) => {
        const own = override(`/xl/worksheets/sheet${number(index)}.xml`, `${CONTENT}.worksheet+xml`);
        return sheet.table ? own + override(`/xl/tables/table${number(index)}.xml`, `${CONTENT}.table+xml`) : own;
      })
      .join("") +
    override("/docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml") +
    override("/docProps/app.xml", "application/vnd.openxmlformats-officedocument.extended-properties+xml") +
    "</Types>"
  );
}

const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`;
const relationships = (...all: readonly string[]): string =>
  `${XML}<Relationships xmlns="${RELATIONSHIPS}">${all.join("")}</Relationships>`;

export const packageRels = (): string =>
  relationships(
    relationship("rId1", `${OFFICE}/officeDocument`, "xl/workbook.xml"),
    relationship(
      "rId2",
      "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
      "docProps/core.xml",
    ),
    relationship("rId3", `${OFFICE}/extended-properties`, "docProps/app.xml"),
  );

export const workbookRels = (sheets: readonly Sheet[]): string =>
  relationships(
    ...sheets.map((_, index) =>
      relationship(`rId${number(index)}`, `${OFFICE}/worksheet`, `worksheets/sheet${number(index)}.xml`),
    ),
    relationship(`rId${sheets.length + 1}`, `${OFFICE}/styles`, "styles.xml"),
  );

export const sheetRels = (index: number): string =>
  relationships(relationship("rId1", `${OFFICE}/table`, `../tables/table${number(index)}.xml`));

/** `fullCalcOnLoad` is left out: cached values are those of the engine, and a million formulas are not worked out on opening. */
export const workbookXml = (sheets: readonly Sheet[]): string =>
  `${XML}<workbook ${SHEET_NAMESPACES}><workbookPr date1904="0"/><bookViews><workbookView activeTab="0"/></bookViews>` +
  `<sheets>${sheets
    .map(({ name }, index) => `<sheet name="${xmlText(name)}" sheetId="${number(index)}" r:id="rId${number(index)}"/>`)
    .join("")}</sheets></workbook>`;

/** A table over the whole sheet: header in row 1, `rows` below it; an empty table keeps one empty row. */
export function tableXml(
  index: number,
  name: string,
  columns: readonly string[],
  lastColumn: string,
  rows: number,
): string {
  const range = `A1:${lastColumn}${Math.max(rows, 1) + 1}`;
  return (
    `${XML}<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="${number(index)}" name="${name}" ` +
    `displayName="${name}" ref="${range}" totalsRowShown="0"><autoFilter ref="${range}"/>` +
    `<tableColumns count="${columns.length}">` +
    columns.map((column, place) => `<tableColumn id="${number(place)}" name="${xmlText(column)}"/>`).join("") +
    '</tableColumns><tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="0" ' +
    'showColumnStripes="0"/></table>'
  );
}

/** `created` in the form 2024-01-02T09:30:00Z. */
export const corePropertiesXml = (title: string, created: string): string =>
  `${XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ' +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
  `<dc:title>${xmlText(title)}</dc:title><dc:creator>Scanbook</dc:creator>` +
  `<dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created></cp:coreProperties>`;

export const appPropertiesXml = (): string =>
  `${XML}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">` +
  "<Application>Scanbook</Application></Properties>";
