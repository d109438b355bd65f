import type { ResultColumn } from "../vocabulary/index.ts";
import { letter, rowXml } from "./cells.ts";
import { SHEET_NAMESPACES, XML } from "./package-parts.ts";
import type { Around, ColumnProfile } from "./sheet-sql.ts";

/** Widths in characters, including the filter button. */
const FILTER_BUTTON_WIDTH = 4;
const MAX_WIDTH = 48;

function width(column: ResultColumn, name: string, profile: ColumnProfile | undefined): number {
  const header = name.length + FILTER_BUTTON_WIDTH;
  const values = { number: 12, date: 11, time: 8, boolean: 8, text: profile?.longest ?? 0 }[column.type];
  return Math.min(Math.max(header, values, 9), MAX_WIDTH);
}

/**
 * Everything of a worksheet of rows but the rows: frozen header, widths, header cells, and the table they belong to.
 */
export function aroundRows(
  columns: readonly ResultColumn[],
  names: readonly string[],
  profiles: readonly ColumnProfile[],
  rows: number,
  selected: boolean,
): Around {
  const last = letter(columns.length - 1);
  const widths = columns
    .map((column, index) => {
      const wide = width(column, names[index] ?? "", profiles[index]);
      return `<col min="${index + 1}" max="${index + 1}" width="${wide}" customWidth="1"/>`;
    })
    .join("");
  return {
    before:
      `${XML}<worksheet ${SHEET_NAMESPACES}><dimension ref="A1:${last}${rows + 1}"/>` +
      `<sheetViews><sheetView workbookViewId="0"${selected ? ' tabSelected="1"' : ""}>` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
      '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>' +
      `<cols>${widths}</cols><sheetData>` +
      rowXml(
        names.map((of) => ({ style: "header", of })),
        1,
      ),
    after: '</sheetData><tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>',
  };
}
