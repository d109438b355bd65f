/**
 * Values and what operators do with them, by the rulings of the formula language (section 3). Plain arithmetic: nothing here
 * is shared with the scan.
 */
export type Value = number | string | boolean | { readonly date: string } | { readonly time: number } | null;
type Known = Exclude<Value, null>;

/** Rounding noise for finding out which values hang on it; leaves a number as it is unless told. */
export type Noise = (value: number) => number;
export const NO_NOISE: Noise = (value) => value;

/** NaN and infinity never leave the engine: they are null wherever they arise. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

export const isDate = (value: Value): value is { readonly date: string } =>
  typeof value === "object" && value !== null && "date" in value;
export const isTime = (value: Value): value is { readonly time: number } =>
  typeof value === "object" && value !== null && "time" in value;

export function numberOf(value: Value): number | null {
  if (value === null || typeof value === "number") return value;
  throw new TypeError(`not a number: ${JSON.stringify(value)}`);
}

/** True, false, or null for unknown. */
export function truthOf(value: Value): boolean | null {
  if (value === null || typeof value === "boolean") return value;
  throw new TypeError(`not a condition: ${JSON.stringify(value)}`);
}

/** Text as it compares: lower case, trimmed, runs of blanks, hyphens and underscores one hyphen. */
export const textKey = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s\-_]+/g, "-");

export const textOf = (value: Value): string | null => {
  if (value === null) return null;
  if (typeof value !== "string") throw new TypeError(`not a text: ${JSON.stringify(value)}`);
  return value.trim() === "" ? null : value;
};

/** -1, 0, 1: numbers are equal within 1e-9 of the larger magnitude unless `exact`. */
export function order(a: Known, b: Known, exact: boolean): number {
  if (typeof a === "number" && typeof b === "number") {
    if (!exact && Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))) return 0;
    return Math.sign(a - b);
  }
  if (isTime(a) && isTime(b)) return Math.sign(a.time - b.time);
  if (isDate(a) && isDate(b)) return a.date < b.date ? -1 : a.date > b.date ? 1 : 0;
  if (typeof a === "string" && typeof b === "string") return textKey(a) === textKey(b) ? 0 : 1;
  if (typeof a === "boolean" && typeof b === "boolean") return a === b ? 0 : 1;
  throw new TypeError(`${JSON.stringify(a)} does not compare with ${JSON.stringify(b)}`);
}

export type CompareSign = "<" | ">" | "<=" | ">=" | "=" | "!=";

export function compare(op: CompareSign, a: Value, b: Value, exact: boolean): boolean | null {
  if (a === null || b === null) return null;
  const sign = order(a, b, exact);
  switch (op) {
    case "<":
      return sign < 0;
    case ">":
      return sign > 0;
    case "<=":
      return sign <= 0;
    case ">=":
      return sign >= 0;
    case "=":
      return sign === 0;
    case "!=":
      return sign !== 0;
  }
}

export function and(terms: readonly (boolean | null)[]): boolean | null {
  if (terms.includes(false)) return false;
  return terms.includes(null) ? null : true;
}

export function or(terms: readonly (boolean | null)[]): boolean | null {
  if (terms.includes(true)) return true;
  return terms.includes(null) ? null : false;
}

export const not = (term: boolean | null): boolean | null => (term === null ? null : !term);

const DAY = 86_400_000;
const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;
export const addDays = (date: string, days: number): string =>
  new Date((dayNumber(date) + days) * DAY).toISOString().slice(0, 10);

/** a - b; 0 where they compare as equal. */
export const difference = (a: number, b: number, exact: boolean): number => (order(a, b, exact) === 0 ? 0 : a - b);

/** One step of a chain of + and -; dates and times move by days and minutes. */
export function add(a: Value, op: "+" | "-", b: Value, exact: boolean, noise: Noise): Value {
  if (a === null || b === null) return null;
  const sign = op === "+" ? 1 : -1;
  if (typeof a === "number" && typeof b === "number") {
    const sum = finite(op === "+" ? a + b : difference(a, b, exact));
    return sum === null ? null : noise(sum);
  }
  if (isDate(a) && isDate(b)) return dayNumber(a.date) - dayNumber(b.date);
  if (isTime(a) && isTime(b)) return a.time - b.time;
  if (typeof a === "number") return add(b, op, a, exact, noise);
  if (typeof b !== "number") throw new TypeError("dates and times move by numbers");
  if (isDate(a)) {
    const day = dayNumber(a.date) + sign * b;
    const isKept = day >= dayNumber("1900-03-01") && day < dayNumber("2300-01-01");
    return isKept ? { date: addDays(a.date, sign * b) } : null;
  }
  if (!isTime(a)) throw new TypeError("not a sum");
  const time = a.time + sign * b;
  return time >= 0 && time <= 1439 ? { time } : null;
}

export function multiply(a: Value, op: "*" | "/", b: Value, noise: Noise): Value {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x === null || y === null) return null;
  if (op === "/" && y === 0) return null;
  const result = finite(op === "*" ? x * y : x / y);
  return result === null ? null : noise(result);
}

/**
 * Half away from zero, of the decimal number that is written, as Excel does it: 2.675 to 2 digits is 2.68 although the
 * nearest float lies below.
 */
export function round(value: number, digits: number): number {
  const [mantissa = "0", exponent = "0"] = Math.abs(value).toExponential().split("e");
  // Shifted as text, so that no product rounds before the rounding.
  const shifted = Number(`${mantissa}e${Number(exponent) + digits}`);
  const whole = Math.floor(shifted) + (shifted - Math.floor(shifted) >= 0.5 ? 1 : 0);
  const [back = "0", more = "0"] = whole.toExponential().split("e");
  return Math.sign(value) * Number(`${back}e${Number(more) - digits}`);
}
