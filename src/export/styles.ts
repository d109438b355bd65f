import { decimalsOf, fixOf } from "../vocabulary/index.ts";
import type { Magnitudes, ResultColumn } from "../vocabulary/index.ts";
import { TABLE_STYLE, XML } from "./package-parts.ts";

const FONTS = {
  plain: "",
  bold: "<b/>",
  large: "<b/>",
  white: '<b/><color rgb="FFFFFFFF"/>',
  /** An Outcome column is told apart by more than its colour. */
  slanted: '<b/><i/><color rgb="FFFFFFFF"/>',
} as const;
const LARGE = 14;
const SIZE = 11;

/** Contrast of text on them: white on `dark` and `amber` above 7, black on the others above 15. */
const FILLS = { none: null, dark: "FF1F3864", amber: "FF7A4A00", tint: "FFFFF1DC", band: "FFEDF2F9" } as const;

const ALIGN = {
  wrapped: '<alignment horizontal="center" vertical="center" wrapText="1"/>',
  left: '<alignment horizontal="left"/>',
  centre: '<alignment horizontal="center"/>',
  top: '<alignment vertical="top" wrapText="1"/>',
  bottom: '<alignment vertical="bottom"/>',
} as const;

/** How a cell looks. */
interface CellFormat {
  /** As a spreadsheet writes number formats; General without one. */
  readonly number?: string;
  readonly font?: keyof typeof FONTS;
  readonly fill?: keyof typeof FILLS;
  /** Text marked as text, so that editing the cell does not make a formula of it. */
  readonly quoted?: true;
  readonly align?: keyof typeof ALIGN;
}

const DATE = "yyyy-mm-dd";
const TIME = "hh:mm";
const WHOLE = "#,##0";

/** The styles that every workbook has. A header is a name that a user typed: marked as text whatever it begins with. */
const NAMED = {
  plain: {},
  header: { font: "white", fill: "dark", quoted: true, align: "wrapped" },
  outcomeHeader: { font: "slanted", fill: "amber", quoted: true, align: "wrapped" },
  date: { number: DATE },
  day: { number: DATE, align: "left" },
  quoted: { quoted: true },
  whole: { number: WHOLE },
  hundredths: { number: "#,##0.00" },
  share: { number: "0.0%" },
  /** Sessions before and after a day, as a row is named. */
  sessions: { number: "+0;-0;0", align: "left" },
  title: { font: "large" },
  section: { font: "bold", align: "bottom" },
  bold: { font: "bold" },
  wrapped: { align: "top" },
  wrappedQuoted: { align: "top", quoted: true },
} as const satisfies Readonly<Record<string, CellFormat>>;
export type StyleName = keyof typeof NAMED;

const isStyle = (name: string): name is StyleName => Object.hasOwn(NAMED, name);
const NAMES = Object.keys(NAMED).filter(isStyle);

/** Index of a style in `xl/styles.xml`. */
export const styleIndex = (name: StyleName): number => NAMES.indexOf(name);

/** From here on a row of digits is not read. */
const TOO_LARGE = 1e15;

/** Number format of a column; the same decimals in all its cells, those of the grid on screen. */
export function numberFormat(column: ResultColumn, of: Magnitudes): string | null {
  switch (column.type) {
    case "number": {
      if (of.largest >= TOO_LARGE) return "0.0000E+00";
      const decimals = decimalsOf(column.unit, of);
      const digits = `${WHOLE}${decimals > 0 ? `.${"0".repeat(decimals)}` : ""}`;
      const { prefix, suffix } = fixOf(column.unit);
      // Per cent are in points, so the sign is only text.
      return `${prefix === "" ? "" : `"${prefix}"`}${digits}${suffix === "" ? "" : `"${suffix}"`}`;
    }
    case "date":
      return DATE;
    case "time":
      return TIME;
    case "text":
    case "boolean":
      return null;
  }
  return column.type satisfies never;
}

/** Indexes of the styles of a column's cells: those with a value, and texts that are marked as text. */
export interface ColumnStyle {
  readonly cell: number;
  readonly quoted: number;
}

export interface Styles {
  /** In the order of the columns. */
  readonly columns: readonly ColumnStyle[];
  /** `xl/styles.xml`. */
  readonly xml: string;
}

/** The styles of a workbook with such columns; cells of an Outcome column are tinted, for they look ahead. */
export function stylesOf(columns: readonly ResultColumn[], magnitudes: readonly Magnitudes[]): Styles {
  const all: CellFormat[] = NAMES.map((name) => NAMED[name]);
  const indexes = new Map(all.map((format, index) => [JSON.stringify(format), index]));
  const indexOf = (format: CellFormat): number => {
    const key = JSON.stringify(format);
    const known = indexes.get(key);
    if (known !== undefined) return known;
    indexes.set(key, all.length);
    return all.push(format) - 1;
  };
  const own = columns.map((column, index): ColumnStyle => {
    const magnitude = magnitudes[index];
    const number = magnitude === undefined ? null : numberFormat(column, magnitude);
    const format: CellFormat = {
      ...(number === null ? {} : { number }),
      ...(column.outcome ? { fill: "tint" } : {}),
      // Beside a text that begins where they end they could not be told apart.
      ...(column.type === "date" || column.type === "time" ? { align: "centre" } : {}),
    };
    return { cell: indexOf(format), quoted: indexOf({ ...format, quoted: true }) };
  });
  return { columns: own, xml: stylesXml(all) };
}

/** The first that a workbook may define; those below are built in. */
const FIRST_FORMAT = 164;
/** A table's stripes; a fill of a differential style is its background. */
const STRIPE = `<dxf><fill><patternFill patternType="solid"><fgColor rgb="${FILLS.band}"/><bgColor rgb="${FILLS.band}"/></patternFill></fill></dxf>`;

const escapeQuotes = (code: string): string => code.replaceAll('"', "&quot;");

function stylesXml(all: readonly CellFormat[]): string {
  const codes = [...new Set(all.flatMap(({ number }) => number ?? []))];
  const fonts = Object.entries(FONTS);
  const fills = Object.entries(FILLS);
  const cells = all.map(({ number, font = "plain", fill = "none", quoted, align }) => {
    const format = number === undefined ? 0 : FIRST_FORMAT + codes.indexOf(number);
    // The second fill is the one that readers expect there.
    const at = fills.findIndex(([name]) => name === fill);
    const attributes =
      `numFmtId="${format}" fontId="${fonts.findIndex(([name]) => name === font)}" fillId="${at === 0 ? 0 : at + 1}" borderId="0" xfId="0"` +
      `${format === 0 ? "" : ' applyNumberFormat="1"'}${font === "plain" ? "" : ' applyFont="1"'}${at === 0 ? "" : ' applyFill="1"'}` +
      `${quoted ? ' quotePrefix="1"' : ""}${align === undefined ? "" : ' applyAlignment="1"'}`;
    return align === undefined ? `<xf ${attributes}/>` : `<xf ${attributes}>${ALIGN[align]}</xf>`;
  });
  const font = ([name, inside]: readonly [string, string]): string => {
    const bold = inside.replace(/<color.*/, "");
    const color = /<color.*/.exec(inside)?.[0] ?? "";
    return `<font>${bold}<sz val="${name === "large" ? LARGE : SIZE}"/>${color}<name val="Calibri"/><family val="2"/></font>`;
  };
  const solid = (rgb: string): string =>
    `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/><bgColor indexed="64"/></patternFill></fill>`;
  return (
    `${XML}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
    `<numFmts count="${codes.length}">${codes.map((code, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${escapeQuotes(code)}"/>`).join("")}</numFmts>` +
    `<fonts count="${fonts.length}">${fonts.map(font).join("")}</fonts>` +
    `<fills count="${fills.length + 1}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>` +
    `${fills.map(([, rgb]) => (rgb === null ? "" : solid(rgb))).join("")}</fills>` +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cells.length}">${cells.join("")}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
    `<dxfs count="1">${STRIPE}</dxfs>` +
    `<tableStyles count="1" defaultTableStyle="TableStyleMedium2" defaultPivotStyle="PivotStyleLight16"><tableStyle name="${TABLE_STYLE}" pivot="0" count="1"><tableStyleElement type="secondRowStripe" dxfId="0"/></tableStyle></tableStyles>` +
    "</styleSheet>"
  );
}
