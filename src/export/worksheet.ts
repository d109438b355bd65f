import type { ResultColumn } from "../vocabulary/index.ts";
import { letter, rowXml } from "./cells.ts";
import { layoutOf } from "./column-widths.ts";
import { SHEET_NAMESPACES, XML } from "./package-parts.ts";
import { FIT_TO_PAGE, pagesWide, pageXml } from "./page.ts";
import type { Around, ColumnProfile } from "./sheet-sql.ts";

/** A sheet of rows within its workbook. */
export interface RowSheet {
  readonly columns: readonly ResultColumn[];
  readonly names: readonly string[];
  readonly profiles: readonly ColumnProfile[];
  readonly rows: number;
  /** Shown when the workbook is opened. */
  readonly selected: boolean;
  readonly requestName: string;
}

/** Symbol and Date stay in sight, and stand on every printed page. */
export const FROZEN_COLUMNS = 2;

/**
 * Everything of a worksheet of rows but the rows: frozen header, Symbol and Date, widths, header cells, how it is printed,
 * and the table and notes that belong to it.
 */
export function aroundRows({ columns, names, profiles, rows, selected, requestName }: RowSheet): Around {
  const last = letter(columns.length - 1);
  const { widths, header } = layoutOf(columns, names, profiles);
  const cols = widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join("");
  const cells = names.map((of, index) => ({
    style: columns[index]?.outcome === true ? ("outcomeHeader" as const) : ("header" as const),
    of,
  }));
  const from = letter(FROZEN_COLUMNS);
  const pane = (name: string, cell: string): string =>
    `<selection pane="${name}" activeCell="${cell}" sqref="${cell}"/>`;
  const wide = pagesWide(widths.reduce((sum, width) => sum + width, 0));
  return {
    before:
      `${XML}<worksheet ${SHEET_NAMESPACES}>${FIT_TO_PAGE}<dimension ref="A1:${last}${rows + 1}"/>` +
      `<sheetViews><sheetView workbookViewId="0"${selected ? ' tabSelected="1"' : ""}>` +
      `<pane xSplit="${FROZEN_COLUMNS}" ySplit="1" topLeftCell="${from}2" activePane="bottomRight" state="frozen"/>` +
      `${pane("topRight", `${from}1`)}${pane("bottomLeft", "A2")}${pane("bottomRight", `${from}2`)}</sheetView></sheetViews>` +
      `<sheetFormatPr defaultRowHeight="15"/><cols>${cols}</cols><sheetData>` +
      rowXml(cells, 1, header),
    after:
      `</sheetData>${pageXml(requestName, { wide, grid: true })}` +
      (columns.some(({ outcome }) => outcome) ? '<legacyDrawing r:id="rId3"/>' : "") +
      '<tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>',
  };
}
