const iso = (date: Date): string => date.toISOString().slice(0, 10);

/** The same day some months before a date, yyyy-MM-dd; the last of its month where that month is shorter. */
export function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0));
  return iso(new Date(Date.UTC(year, month - 1 - months, Math.min(day, lastOfMonth.getUTCDate()))));
}
