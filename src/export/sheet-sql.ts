import { LIMITS, NO_MAGNITUDES } from "../vocabulary/index.ts";
import type { Magnitudes, ResultColumn, RunRows } from "../vocabulary/index.ts";
import { letter } from "./cells.ts";
import { rowFormula } from "./live-formula.ts";
import type { RowFormula } from "./live-formula.ts";
import type { ColumnStyle } from "./styles.ts";

/**
 * All SQL of the exports, printed from the columns of a run. The engine writes rows as finished text (FORMAT Template),
 * so Node never sees a value. Identifiers are `c0`, `c1` …, every name typed by a user is a quoted literal.
 */

const literal = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
const identifier = (name: string): string => `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;

/** `$` opens a placeholder in a template. */
const plain = (text: string): string => text.replaceAll("$", "$$$$");

function columnId(column: ResultColumn): string {
  if (!/^c\d+$/.test(column.id)) throw new TypeError(`No column of a result table: ${column.id}`);
  return column.id;
}

/** What the rows are read from; its parameters are those of `from`. */
export const tableOf = ({ database, table, from }: RunRows): string =>
  from === undefined ? `${identifier(database)}.${identifier(table)}` : `(${from.sql})`;

const SELECT_TEMPLATE = (
  fields: readonly string[],
  from: string,
  template: { readonly row: string; readonly whole: string },
): string =>
  `SELECT\n  ${fields.join(",\n  ")}\n${from}\nORDER BY row\nSETTINGS format_template_row_format = ${literal(template.row)}, ` +
  `format_template_resultset_format = ${literal(template.whole)}, format_template_rows_between_delimiter = ''`;

/** True in a row whose value leaves a cell; an aggregate over it counts them. NaN and infinity leave none. */
function filled(column: ResultColumn): string {
  const id = columnId(column);
  switch (column.type) {
    case "number":
      return `ifNull(isFinite(${id}), 0)`;
    case "text":
      return `ifNull(${id} != '', 0)`;
    case "boolean":
    case "date":
    case "time":
      return `isNotNull(${id})`;
  }
  return column.type satisfies never;
}

// ---- What the columns hold, in one pass, so that most cells can be printed without a test.

/**
 * Text that needs no escaping in XML: no mark-up, no controls, nothing that looks like a formula, no blank at an edge.
 */
const SAFE_TEXT = "^[0-9A-Za-z]([0-9A-Za-z ./()-]*[0-9A-Za-z.)])?$";

/** Distinct texts of a column that are checked one by one; matching all of a million rows costs much more. */
const MAX_DISTINCT_TEXTS = 50_000;

/** Whether any text needs escaping, or there are too many distinct ones to check. */
function needsEscaping(id: string): string {
  const texts = `groupUniqArray(${MAX_DISTINCT_TEXTS})(${id})`;
  return `toUInt8(length(${texts}) = ${MAX_DISTINCT_TEXTS} OR arrayExists(one -> NOT match(one, ${literal(SAFE_TEXT)}), ${texts}))`;
}

/** The magnitudes are those of numbers; decimals beyond the fourth count as ten. */
export interface ColumnProfile extends Magnitudes {
  /** Rows with a value. */
  readonly filled: number;
  /** Text only: 1 where some text needs escaping, characters of the longest, bytes of all. */
  readonly needsEscaping: number;
  readonly longest: number;
  readonly bytes: number;
}

/** Decimals of a number; only those of a number without a unit are counted, of others whether there are any. */
function decimalsSql(id: string, unit: ResultColumn["unit"]): string {
  const counted = unit === "plain" ? [1, 2, 3, 4].map((count) => `round(${id}, ${count}) = ${id}, ${count}, `) : [];
  return `multiIf(trunc(${id}) = ${id}, 0, ${counted.join("")}10)`;
}

export function profileStatement(run: RunRows): string {
  const fields = run.columns.flatMap((column, index) => {
    const id = columnId(column);
    const own = [`toUInt32(countIf(${filled(column)})) AS filled${index}`];
    if (column.type === "number") {
      const isNumber = filled(column);
      return [
        ...own,
        `toFloat64(ifNull(minIf(abs(${id}), ${isNumber} AND ${id} != 0), 0)) AS smallest${index}`,
        `toFloat64(ifNull(maxIf(abs(${id}), ${isNumber}), 0)) AS largest${index}`,
        `toUInt8(ifNull(maxIf(${decimalsSql(id, column.unit)}, ${isNumber}), 0)) AS fraction${index}`,
      ];
    }
    if (column.type !== "text") return own;
    return [
      ...own,
      `${needsEscaping(id)} AS needs_escaping${index}`,
      `toUInt32(ifNull(max(lengthUTF8(${id})), 0)) AS longest${index}`,
      `toFloat64(ifNull(sum(length(${id})), 0)) AS bytes${index}`,
    ];
  });
  const rows = ["toUInt32(count()) AS rows", "toUInt32(min(row)) AS first", "toUInt32(max(row)) AS last"];
  return `SELECT\n  ${[...rows, ...fields].join(",\n  ")}\nFROM ${tableOf(run)}`;
}

// ---- The rows of a worksheet.

/** Number of a day as a spreadsheet counts; see `dateSerial`. */
const serial = (id: string): string => `(toInt32(${id}) + 25569 - (toInt32(${id}) + 25569 < 61))`;

/** The number for `<v>`; adding 0 turns -0 into 0. */
function cellNumber(column: ResultColumn): string {
  const id = `assumeNotNull(${columnId(column)})`;
  switch (column.type) {
    case "number":
      return `${id} + 0`;
    case "date":
      return serial(id);
    case "time":
      return `${id} / 1440`;
    case "boolean":
      return `toUInt8(${id})`;
    case "text":
      throw new TypeError("Text has no number.");
  }
  return column.type satisfies never;
}

/** A text as a cell holds it, before XML: valid, cut to the units a cell holds, without forbidden characters. */
function cleanText(id: string): string {
  const limit = LIMITS.cellCharacters;
  const valid = `if(isValidUTF8(ifNull(${id}, '')), ifNull(${id}, ''), toValidUTF8(ifNull(${id}, '')))`;
  // A character beyond the basic plane (four bytes) counts as two. Only texts of that many bytes are split.
  const characters = `extractAll(substringUTF8(${valid}, 1, ${limit}), '(?s).')`;
  const units = `arrayCumSum(one -> if(length(one) = 4, 2, 1), ${characters})`;
  const cut = `if(length(${id}) <= ${limit}, ${valid}, arrayStringConcat(arrayFilter((one, unit) -> unit <= ${limit}, ${characters}, ${units})))`;
  return `replaceRegexpAll(${cut}, '[\\\\x00-\\\\x08\\\\x0B\\\\x0C\\\\x0E-\\\\x1F\\\\x{FFFE}\\\\x{FFFF}]', '')`;
}

/** See `xmlText`. */
const xmlSql = (text: string): string =>
  `replaceAll(encodeXMLComponent(replaceRegexpAll(${text}, '_([xX][0-9A-Fa-f])', '_x005F_\\\\1')), '\\r', '_x000D_')`;

const FORMULA_LIKE = "'^[=+\\\\-@\\\\t\\\\r]'";
const EDGE_BLANK = "'^[ \\\\t\\\\r\\\\n]|[ \\\\t\\\\r\\\\n]$'";

/** One column of the row: expressions to select, and its piece of the row template. */
interface Piece {
  readonly with?: string;
  readonly fields: readonly string[];
  readonly template: string;
}

/** The row's number in the sheet, as text. */
const ROW = "${r:Raw}";

/** How a cell begins, in the template and as SQL that is open inside a literal. */
const cellStart = (index: number, references: boolean): { readonly template: string; readonly sql: string } =>
  references
    ? { template: `<c r="${letter(index)}${ROW}"`, sql: `'<c r="${letter(index)}', r, '"` }
    : { template: "<c", sql: "'<c" };

/** How the cells of a column are written. */
interface CellWay {
  readonly style: ColumnStyle;
  readonly references: boolean;
}

const styled = (index: number): string => (index === 0 ? "" : ` s="${index}"`);

/**
 * SQL of a cell without a value. Without references each cell's place is that in its row, so an empty one is written, too,
 * and one of an Outcome column has its tint.
 */
function emptyCell(column: ResultColumn, index: number, { style, references }: CellWay): string {
  if (references && !column.outcome) return "''";
  const end = `${styled(style.cell)}/>'`;
  return references ? `concat(${cellStart(index, true).sql}${end})` : `${cellStart(index, false).sql}${end}`;
}

function textPiece(column: ResultColumn, index: number, profile: ColumnProfile, rows: number, way: CellWay): Piece {
  const start = cellStart(index, way.references);
  if (profile.needsEscaping === 0 && profile.filled === rows && profile.longest <= LIMITS.cellCharacters)
    return {
      fields: [`assumeNotNull(${columnId(column)}) AS v${index}`],
      template: `${start.template}${styled(way.style.cell)} t="inlineStr"><is><t>\${v${index}:Raw}</t></is></c>`,
    };
  const text = `k${index}`;
  const cell =
    `concat(${start.sql}', if(match(${text}, ${FORMULA_LIKE}), '${styled(way.style.quoted)}', '${styled(way.style.cell)}'), ' t="inlineStr"><is><t', ` +
    `if(match(${text}, ${EDGE_BLANK}), ' xml:space="preserve"', ''), '>', ${xmlSql(text)}, '</t></is></c>')`;
  return {
    with: `${cleanText(columnId(column))} AS ${text}`,
    fields: [`if(${text} = '', ${emptyCell(column, index, way)}, ${cell}) AS v${index}`],
    template: `\${v${index}:Raw}`,
  };
}

function numberPiece(column: ResultColumn, index: number, full: boolean, way: CellWay): Piece {
  const attributes = `${styled(way.style.cell)}${column.type === "boolean" ? ' t="b"' : ""}`;
  const start = cellStart(index, way.references);
  if (full)
    return {
      fields: [`${cellNumber(column)} AS v${index}`],
      template: `${start.template}${attributes}><v>\${v${index}:Raw}</v></c>`,
    };
  const cell = `concat(${start.sql}${attributes}><v>', toString(${cellNumber(column)}), '</v></c>')`;
  return {
    fields: [`if(${filled(column)}, ${cell}, ${emptyCell(column, index, way)}) AS v${index}`],
    template: `\${v${index}:Raw}`,
  };
}

/**
 * A live formula with its cached value; the value of an empty one is empty text. The first row of the sheet holds the
 * formula, shared with all below it: spelled out in every row it costs as much as four more columns.
 */
function livePiece(
  column: ResultColumn,
  index: number,
  full: boolean,
  { first, last }: SheetRows,
  { formula, style }: { readonly formula: RowFormula; readonly style: ColumnStyle },
): Piece {
  const at = letter(index);
  // openpyxl moves a shared formula by the references of its cells.
  const open = `${cellStart(index, true).template}${styled(style.cell)}`;
  const top = ` ref="${at}2:${at}${last - first + 2}">${formula.join("2")}</f>`;
  const inside = `<f t="shared" si="${index}"\${f${index}:Raw}<v>\${v${index}:Raw}</v></c>`;
  const own = `if(row = ${first}, ${literal(top)}, '/>') AS f${index}`;
  if (full) return { fields: [own, `${cellNumber(column)} AS v${index}`], template: `${open}>${inside}` };
  return {
    fields: [
      own,
      `if(${filled(column)}, '', ' t="str"') AS t${index}`,
      `if(${filled(column)}, toString(${cellNumber(column)}), '') AS v${index}`,
    ],
    template: `${open}\${t${index}:Raw}>${inside}`,
  };
}

export interface SheetRows {
  /** First and last `row` of the result table on this sheet, both included. */
  readonly first: number;
  readonly last: number;
}

/** XML before and after the rows of a sheet. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

interface SheetForm {
  readonly around: Around;
  /** In the order of the columns. */
  readonly styles: readonly ColumnStyle[];
  readonly references: boolean;
}

const PLAIN: ColumnStyle = { cell: 0, quoted: 0 };
const NOTHING_KNOWN: ColumnProfile = { ...NO_MAGNITUDES, filled: 0, needsEscaping: 1, longest: 0, bytes: 0 };

/**
 * The statement whose output in FORMAT Template is a whole worksheet part. Data begins in sheet row 2. Each cell says its
 * place (the attribute `r`, which ECMA-376 leaves to the writer) where `references` says so; without, only those with a
 * formula do.
 */
export function sheetStatement(
  run: RunRows,
  profiles: readonly ColumnProfile[],
  rows: SheetRows,
  { around, styles, references }: SheetForm,
): string {
  const { first, last } = rows;
  const pieces = run.columns.map((column, index): Piece => {
    const profile = profiles[index] ?? NOTHING_KNOWN;
    const way = { style: styles[index] ?? PLAIN, references };
    const full = profile.filled === run.rows;
    if (column.type === "text") return textPiece(column, index, profile, run.rows, way);
    const formula = rowFormula(column, run.columns);
    return formula === null
      ? numberPiece(column, index, full, way)
      : livePiece(column, index, full, rows, { formula, style: way.style });
  });
  const shared = pieces.flatMap((piece) => piece.with ?? []);
  const fields = [`toString(row + 2 - ${first}) AS r`, ...pieces.flatMap((piece) => piece.fields)];
  const statement = SELECT_TEMPLATE(fields, `FROM ${tableOf(run)}\nWHERE row BETWEEN ${first} AND ${last}`, {
    row: `<row r="${ROW}">${pieces.map((piece) => piece.template).join("")}</row>`,
    whole: `${plain(around.before)}\${data}${plain(around.after)}`,
  });
  return shared.length === 0 ? statement : `WITH\n  ${shared.join(",\n  ")}\n${statement}`;
}

/** Bytes around and in a cell at its longest: `<c r="XFD1048576" s="65000"><v>-2.2250738585072014e-308</v></c>`. */
const CELL_BYTES = 64;
/** The same of a text without the text, and of the text's bytes, each of them `_x000D_` at worst. */
const TEXT_CELL_BYTES = 83;
/** `<c r="XFD1048576" s="65000"/>` */
const EMPTY_CELL_BYTES = 30;
const TEXT_BYTES = 7;
/** `<row r="1048576"></row>` and the line. */
const ROW_BYTES = 26;

/** More bytes than `sheetStatement` gives for so many rows; decides between 32 and 64-bit sizes in the container. */
export function sheetBytes(run: RunRows, profiles: readonly ColumnProfile[], rows: number, around: Around): number {
  const cells = run.columns.map((column, index) => {
    const profile = profiles[index];
    const filled = Math.min(rows, profile?.filled ?? rows);
    const empty = (rows - filled) * EMPTY_CELL_BYTES;
    if (column.type === "text") return empty + filled * TEXT_CELL_BYTES + (profile?.bytes ?? 0) * TEXT_BYTES;
    const formula = column.live === null ? null : rowFormula(column, run.columns);
    // An empty live cell is a cell, too; the row's number stands at every joint.
    return formula === null ? empty + filled * CELL_BYTES : rows * (CELL_BYTES + 20 + formula.join("1048576").length);
  });
  const outside = (around.before.length + around.after.length) * 3;
  return cells.reduce((sum, bytes) => sum + bytes, outside + rows * ROW_BYTES);
}

// ---- CSV and Parquet.

const clockSql = (id: string): string =>
  `concat(leftPad(toString(intDiv(${id}, 60)), 2, '0'), ':', leftPad(toString(${id} % 60), 2, '0'))`;

/** RFC 4180: quoted where it holds a comma, a quote or a line break. */
const csvQuoted = (text: string): string =>
  `if(match(${text}, '[",\\r\\n]'), concat('"', replaceAll(${text}, '"', '""'), '"'), ${text})`;

function csvField(column: ResultColumn, index: number): Piece {
  const id = columnId(column);
  const value = `assumeNotNull(${id})`;
  const template = `\${v${index}:Raw}`;
  switch (column.type) {
    case "text": {
      const valid = `toValidUTF8(ifNull(${id}, ''))`;
      const guarded = `if(match(${valid}, ${FORMULA_LIKE}), concat('\\'', ${valid}), ${valid})`;
      return { with: `${guarded} AS k${index}`, fields: [`${csvQuoted(`k${index}`)} AS v${index}`], template };
    }
    case "number":
      return { fields: [`if(${filled(column)}, toString(${value} + 0), '') AS v${index}`], template };
    case "boolean":
      return { fields: [`if(${filled(column)}, if(${value}, 'true', 'false'), '') AS v${index}`], template };
    case "date":
      return { fields: [`if(${filled(column)}, toString(${value}), '') AS v${index}`], template };
    case "time":
      return { fields: [`if(${filled(column)}, ${clockSql(value)}, '') AS v${index}`], template };
  }
  return column.type satisfies never;
}

function csvName(name: string): string {
  const guarded = /^[=+\-@\t\r]/.test(name) ? `'${name}` : name;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** The statement whose output in FORMAT Template is the CSV file. */
export function csvStatement(run: RunRows): string {
  const pieces = run.columns.map(csvField);
  const shared = pieces.flatMap((piece) => piece.with ?? []);
  const statement = SELECT_TEMPLATE(
    pieces.flatMap((piece) => piece.fields),
    `FROM ${tableOf(run)}`,
    {
      row: `${pieces.map((piece) => piece.template).join(",")}\r\n`,
      whole: `${plain(run.columns.map(({ name }) => csvName(name)).join(","))}\r\n\${data}`,
    },
  );
  return shared.length === 0 ? statement : `WITH\n  ${shared.join(",\n  ")}\n${statement}`;
}

/** The statement for FORMAT Parquet: typed columns under the names people see, a time as text HH:MM. */
export function parquetStatement(run: RunRows): string {
  const values = run.columns.map((column, index) => {
    const id = columnId(column);
    const value =
      column.type === "number"
        ? `if(${filled(column)}, ${id}, NULL)`
        : column.type === "time"
          ? `if(isNull(${id}), NULL, ${clockSql(`assumeNotNull(${id})`)})`
          : id;
    return `${value} AS v${index}`;
  });
  // Named in an outer query: a column that a user names `c2` must not capture the c2 of the table.
  const names = run.columns.map((column, index) => `inside.v${index} AS ${identifier(column.name)}`);
  return (
    `SELECT\n  ${names.join(",\n  ")}\n` +
    `FROM (\n  SELECT ${["row", ...values].join(",\n    ")}\n  FROM ${tableOf(run)}\n) AS inside\nORDER BY inside.row`
  );
}
