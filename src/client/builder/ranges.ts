import { formatISO, subDays, subMonths, subYears } from "date-fns";

/** Ranges that end with the data. */
export const RANGES = [
  { label: "Last 5 days", first: (end: Date): Date => subDays(end, 6) },
  { label: "Last month", first: (end: Date): Date => subMonths(end, 1) },
  { label: "Last 3 months", first: (end: Date): Date => subMonths(end, 3) },
  { label: "Last year", first: (end: Date): Date => subYears(end, 1) },
  { label: "Everything", first: (): Date => new Date(0) },
] as const;

/** A day as the local date that date-fns counts with; its own reader of any ISO text is 2 kB of the first load. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

/** The days of a range, within what there is. */
export function rangeOf(
  range: (typeof RANGES)[number],
  bounds: { readonly first: string; readonly last: string },
): { readonly start: string; readonly end: string } {
  const start = formatISO(range.first(dateOf(bounds.last)), { representation: "date" });
  return { start: start < bounds.first ? bounds.first : start, end: bounds.last };
}
