import { formatISO, parseISO, subDays, subMonths, subYears } from "date-fns";

/** Ranges that end with the data. */
export const RANGES = [
  { label: "Last 5 days", first: (end: Date): Date => subDays(end, 6) },
  { label: "Last month", first: (end: Date): Date => subMonths(end, 1) },
  { label: "Last 3 months", first: (end: Date): Date => subMonths(end, 3) },
  { label: "Last year", first: (end: Date): Date => subYears(end, 1) },
  { label: "Everything", first: (): Date => new Date(0) },
] as const;

/** The days of a range, within what there is. */
export function rangeOf(
  range: (typeof RANGES)[number],
  bounds: { readonly first: string; readonly last: string },
): { readonly start: string; readonly end: string } {
  const start = formatISO(range.first(parseISO(bounds.last)), { representation: "date" });
  return { start: start < bounds.first ? bounds.first : start, end: bounds.last };
}
