import { DAY_MS } from "../vocabulary/index.ts";

/** Days since 1970-01-01 of a date written yyyy-MM-dd. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00Z`) / DAY_MS;

export const dateText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The day that a cell says; null where it says none. */
export function readDay(text: string): number | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?:[ T]00:00(?::00)?)?$/.exec(text) ?? [];
  if (year === undefined) return null;
  const date = `${year}-${month}-${day}`;
  const number = dayNumber(date);
  return Number.isNaN(number) || dateText(number) !== date || number < dayNumber("1950-01-01") ? null : number;
}
