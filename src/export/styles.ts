import type { ResultColumn, Unit } from "../vocabulary/index.ts";

/** Index of each cell style in `xl/styles.xml`. */
export const STYLES = {
  plain: 0,
  header: 1,
  date: 2,
  time: 3,
  /** Text marked as text, so that editing the cell does not make a formula of it. */
  quoted: 4,
  price: 5,
  whole: 6,
  ratio: 7,
  percent: 8,
  title: 9,
  bold: 10,
} as const;
export type StyleName = keyof typeof STYLES;

/** Number format of each unit; percent is in points, so the sign is only text. */
const UNIT_STYLES: Readonly<Record<Unit, StyleName>> = {
  plain: "plain",
  price: "price",
  shares: "whole",
  currency: "whole",
  ratio: "ratio",
  percent: "percent",
  count: "whole",
  minutes: "whole",
  sessions: "whole",
  days: "whole",
};

/** Style of a column's values. */
export function styleOf(column: ResultColumn): StyleName {
  switch (column.type) {
    case "number":
      return column.unit === null ? "plain" : UNIT_STYLES[column.unit];
    case "date":
      return "date";
    case "time":
      return "time";
    case "text":
    case "boolean":
      return "plain";
  }
  return column.type satisfies never;
}

const FORMATS: readonly (readonly [id: number, code: string])[] = [
  [164, "yyyy-mm-dd"],
  [165, "hh:mm"],
  [166, "0.00##"],
  [167, '0.00"%"'],
  [168, "0.00####"],
];
/** Built in: `#,##0`. */
const THOUSANDS = 3;

const FONTS = [
  '<font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="14"/><name val="Calibri"/><family val="2"/></font>',
];
const PLAIN_FONT = 0;
const BOLD_FONT = 1;
const LARGE_FONT = 2;

const CELL_FORMATS: Readonly<Record<StyleName, { format: number; font: number; quoted?: true }>> = {
  plain: { format: 0, font: PLAIN_FONT },
  // A header is a name that a user typed: it is marked as text whatever it begins with.
  header: { format: 0, font: BOLD_FONT, quoted: true },
  date: { format: 164, font: PLAIN_FONT },
  time: { format: 165, font: PLAIN_FONT },
  quoted: { format: 0, font: PLAIN_FONT, quoted: true },
  price: { format: 166, font: PLAIN_FONT },
  whole: { format: THOUSANDS, font: PLAIN_FONT },
  ratio: { format: 168, font: PLAIN_FONT },
  percent: { format: 167, font: PLAIN_FONT },
  title: { format: 0, font: LARGE_FONT },
  bold: { format: 0, font: BOLD_FONT },
};

const escapeQuotes = (code: string): string => code.replaceAll('"', "&quot;");

function cellFormat({ format, font, quoted }: (typeof CELL_FORMATS)[StyleName]): string {
  return (
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"` +
    `${format === 0 ? "" : ' applyNumberFormat="1"'}${font === PLAIN_FONT ? "" : ' applyFont="1"'}${quoted ? ' quotePrefix="1"' : ""}/>`
  );
}

/** `xl/styles.xml`. */
export function stylesXml(): string {
  const inOrder = Object.entries(STYLES).sort(([, a], [, b]) => a - b);
  const formats = inOrder.map(([name]) => cellFormat(CELL_FORMATS[isStyle(name) ? name : "plain"]));
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<numFmts count="${FORMATS.length}">${FORMATS.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escapeQuotes(code)}"/>`).join("")}</numFmts>` +
    `<fonts count="${FONTS.length}">${FONTS.join("")}</fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${formats.length}">${formats.join("")}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
    '<dxfs count="0"/><tableStyles count="0" defaultTableStyle="TableStyleMedium2" defaultPivotStyle="PivotStyleLight16"/>' +
    "</styleSheet>"
  );
}

const isStyle = (name: string): name is StyleName => Object.hasOwn(STYLES, name);
