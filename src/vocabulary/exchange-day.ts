import type { Minute } from "./types.ts";

const NEW_YORK = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/New_York",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Date (yyyy-MM-dd) and minute in New York, where the exchanges are. */
export function inNewYork(now: Date): { readonly date: string; readonly minute: Minute } {
  const part = new Map(NEW_YORK.formatToParts(now).map(({ type, value }) => [type, value]));
  const date = `${part.get("year")}-${part.get("month")}-${part.get("day")}`;
  return { date, minute: Number(part.get("hour")) * 60 + Number(part.get("minute")) };
}

/** The current date of the exchanges, the latest that a request may name. */
export const exchangeToday = (now = new Date()): string => inNewYork(now).date;
