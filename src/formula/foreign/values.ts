/** A value as code, and the same so many bars before. */
export interface Value {
  readonly code: string;
  readonly ago: (bars: number) => string;
  /** The field of the daily bars that it is, for averages of a field. */
  readonly field?: string;
  /** The number that it is. */
  readonly literal?: number;
}

const dayText = (day: number): string => (day === 0 ? "" : ` ${day}`);

export const numberValue = (value: number, code: string): Value => ({ code, ago: () => code, literal: value });

/** A part of an operation, in parentheses; the printer leaves out those that are too many. */
export const computed = (code: string): Value => ({ code: `( ${code} )`, ago: (bars) => `at(${code}, -${bars})` });

/** A data point of one day; `basis` is ` adj` or nothing. */
const onDay = (head: string, basis: string, day = 0): Value => ({
  code: `[${head}${dayText(day)}${basis}]`,
  ago: (bars) => `[${head}${dayText(day - bars)}${basis}]`,
});

export const fieldValue = (field: string, basis: string): Value => ({ ...onDay(`daily ${field}`, basis), field });
export const indicatorValue = (head: string, basis: string): Value => onDay(`indicator ${head}`, basis);

/** A function of the last `length` bars of a field. */
export function overBars(func: string, field: string, length: number, basis: string): Value {
  const point = (bars: number): string => `[daily ${func} ${field} ${1 - length - bars} .. ${-bars}${basis}]`;
  return { code: point(0), ago: point };
}
