const SUFFIXES = [
  { letter: "B", digits: 9 },
  { letter: "M", digits: 6 },
] as const;
const SCALES: ReadonlyMap<string, number> = new Map([
  ["k", 3],
  ["m", 6],
  ["b", 9],
]);

/** The shortest decimal digits of a finite number's size without an exponent: 1e21 as 1000000000000000000000. */
export function plainDigits(value: number): string {
  const [mantissa = "", exponent] = String(Math.abs(value)).split("e");
  if (exponent === undefined) return mantissa;
  const [whole = "", decimals = ""] = mantissa.split(".");
  return shiftPoint(whole, decimals, Number(exponent));
}

/** `whole.decimals` times ten to the power of `by`, as digits. */
function shiftPoint(whole: string, decimals: string, by: number): string {
  const digits = whole + decimals;
  const point = whole.length + by;
  const padded = point <= 0 ? "0".repeat(1 - point) + digits : digits.padEnd(point, "0");
  const at = Math.max(point, 1);
  const [left, right] = [padded.slice(0, at).replace(/^0+(?=\d)/, ""), padded.slice(at).replace(/0+$/, "")];
  return right === "" ? left : `${left}.${right}`;
}

/** A number as the canonical form writes it: plain digits, from a million on with M or B if that leaves at most 3 decimals. */
export function numberText(value: number): string {
  const sign = value < 0 ? "-" : "";
  const digits = plainDigits(value);
  for (const { letter, digits: by } of SUFFIXES) {
    if (Math.abs(value) < 10 ** by) continue;
    const [whole = "", decimals = ""] = digits.split(".");
    const scaled = shiftPoint(whole, decimals, -by);
    if ((scaled.split(".")[1] ?? "").length <= 3) return `${sign}${scaled}${letter}`;
  }
  return sign + digits;
}

/** `1.5M` as 1500000, rounded once; infinite where the digits are too many. */
export function readNumber(text: string): number {
  const scale = SCALES.get(text.slice(-1).toLowerCase());
  return scale === undefined ? Number(text) : Number(`${text.slice(0, -1)}e${scale}`);
}

/** A line break inside a text or comment counts as one blank. */
export const oneLine = (text: string): string => text.replaceAll(/\r\n|[\r\n]/g, " ");

/** A text in double quotes; a quote inside is doubled. */
export const textLiteral = (value: string): string => `"${oneLine(value).replaceAll('"', '""')}"`;

/** A column's name as stored: without braces and `|`, control characters as blanks, trimmed. */
export const columnName = (name: string): string =>
  name
    .replaceAll(/[{}|]/g, "")
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ")
    .trim();

export const columnText = (name: string): string => `{${columnName(name)}}`;

export const parameterText = (name: string): string => `$${name}`;

export const rangeText = ({ from, to }: { readonly from: number; readonly to: number }): string => `${from} .. ${to}`;
