/** How a table writes its numbers, as its first rows show. */
export interface NumberStyle {
  /** What stands before the decimals; `unknown` where no number shows it. */
  readonly decimals: "comma" | "point" | "unknown";
  /** Columns, from 0, in which some number has a decimal comma. */
  readonly commaColumns: ReadonlySet<number>;
}

/** Of all files with commas between fields. */
export const POINTS: NumberStyle = { decimals: "point", commaColumns: new Set() };

/** `1.234`: thousands, or three decimals. */
const ONE_GROUP = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;
const GROUPS = /^[+-]?[1-9]\d{0,2}(?:\.\d{3}){2,}$/;
const DECIMAL_COMMA = /^[+-]?(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+),\d+$/;
/** `1,234` is one too, but may as well be thousands. */
const COMMA_THOUSANDS = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const POINT = /^[+-]?(?:\d+\.\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const THOUSANDS_AND_POINT = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+\.\d+$/;

const showsComma = (field: string): boolean => DECIMAL_COMMA.test(field) && !COMMA_THOUSANDS.test(field);
const showsPoint = (field: string): boolean =>
  (POINT.test(field) && !ONE_GROUP.test(field)) || THOUSANDS_AND_POINT.test(field);

/** How numbers are written, by the first rows. Where both are found, points count: a number with a comma is refused then. */
export function numberStyleOf(rows: readonly (readonly string[])[]): NumberStyle {
  const commaColumns = new Set(
    rows.flatMap((row) => row.flatMap((field, column) => (showsComma(field) ? [column] : []))),
  );
  if (rows.some((row) => row.some(showsPoint))) return POINTS;
  return { decimals: commaColumns.size > 0 ? "comma" : "unknown", commaColumns };
}

/** A number with a decimal point and no thousands; what may be read in two ways becomes a text that is no number. */
export function plainNumber(field: string, column: number, { decimals, commaColumns }: NumberStyle): string {
  if (decimals === "point") return field;
  if (GROUPS.test(field)) return field.replaceAll(".", "");
  if (decimals === "unknown") return ONE_GROUP.test(field) ? `${field} (thousands or decimals?)` : field;
  if (DECIMAL_COMMA.test(field)) return field.replaceAll(".", "").replace(",", ".");
  if (ONE_GROUP.test(field) && !commaColumns.has(column)) return field.replace(".", "");
  return POINT.test(field) ? `${field} (decimal point?)` : field;
}
