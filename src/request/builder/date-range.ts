import { readDay } from "../days.ts";
import { LIMITS, screenText, builderText, showDate } from "../../vocabulary/index.ts";

/** Request name and days as typed. */
export interface DateRangeState {
  readonly requestName: string;
  /** MM/dd/yyyy, or another of the formats while it is typed. */
  readonly startTime: string;
  readonly endTime: string;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** Minutes since midnight as hh:mm a: 09:30 AM. */
export function shownTime(minute: number): string {
  const hour = Math.floor(minute / 60);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(hour % 12 === 0 ? 12 : hour % 12)}:${two(minute % 60)} ${hour < 12 ? "AM" : "PM"}`;
}

/** MM/dd/yyyy, yyyy-MM-dd or MMM d, yyyy as yyyy-MM-dd; null where there is no such day. */
export function readShownDay(text: string): string | null {
  const named = /^([A-Za-z]{3}) (\d{1,2}), (\d{4})$/.exec(text.trim());
  if (named === null) return readDay(text);
  const [, name = "", day = "", year = ""] = named;
  const month = MONTHS.findIndex((known) => known.toLowerCase() === name.toLowerCase()) + 1;
  return readDay(`${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`);
}

/** Both days default to today, yyyy-MM-dd. */
export const freshDateRange = (today: string): DateRangeState => ({
  requestName: "",
  startTime: showDate(today),
  endTime: showDate(today),
});

export interface DateRangeErrors {
  readonly requestName?: string;
  readonly startTime?: string;
  readonly endTime?: string;
}

/** What is wrong with name and days. The earliest day is 1 January 2008, the latest today. */
export function dateRangeErrors({ requestName, startTime, endTime }: DateRangeState, today: string): DateRangeErrors {
  const name = requestName.trim();
  const [start, end] = [readShownDay(startTime), readShownDay(endTime)];
  const dayError = (day: string | null): string | null => {
    if (day === null) return screenText("invalid-date");
    if (day < LIMITS.earliestDate) return builderText("date-early", { date: showDate(LIMITS.earliestDate) });
    return day > today ? builderText("date-late", { date: showDate(today) }) : null;
  };
  const order = start !== null && end !== null && start > end ? builderText("date-order") : null;
  const nameError =
    name === ""
      ? screenText("request-name-required")
      : name.length > LIMITS.requestName
        ? builderText("request-name-long", { limit: String(LIMITS.requestName) })
        : null;
  const [startError, endError] = [dayError(start) ?? order, dayError(end)];
  return {
    ...(nameError === null ? {} : { requestName: nameError }),
    ...(startError === null ? {} : { startTime: startError }),
    ...(endError === null ? {} : { endTime: endError }),
  };
}
