import { LIMITS, screenText, builderText } from "../vocabulary/index.ts";
import type { ObjectReader, Report } from "./json.ts";
import { pathTo } from "./json.ts";

export interface DayBounds {
  /** Earliest first day, yyyy-MM-dd; null makes the product's own bound a warning, for data that reaches back further. */
  readonly earliest?: string | null;
  /** Latest last day, yyyy-MM-dd; unbounded when left out. Given by the caller, since this code has no clock. */
  readonly latest?: string;
}

/** yyyy-MM-dd or MM/dd/yyyy as yyyy-MM-dd; null where there is no such day. */
export function readDay(text: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  const american = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim());
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : american
      ? [american[3], american[1], american[2]]
      : [undefined, undefined, undefined];
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const printed = `${year}-${month}-${day}`;
  // Years below 100 land in the 1900s and 31 February in March: both print differently.
  return date.toISOString().slice(0, 10) === printed ? printed : null;
}

/** `Date_Range`, both days included. */
export function readDateRange(
  request: ObjectReader,
  bounds: DayBounds,
  report: Report,
): { start: string; end: string } | null {
  const path = pathTo(request.path, "Date_Range");
  if (!request.has("Date_Range")) {
    report({
      path,
      severity: "error",
      code: "missing",
      message: "Date_Range with start_date and end_date is missing.",
    });
    return null;
  }
  const range = request.object("Date_Range");
  if (range === null) return null;
  const day = (key: "start_date" | "end_date"): string | null => {
    if (!range.has(key)) {
      range.error(key, "missing", `${key} is missing.`);
      return null;
    }
    const text = range.text(key);
    const read = text === null ? null : readDay(text);
    if (text !== null && read === null) range.error(key, "date", screenText("invalid-date"));
    return read;
  };
  const start = day("start_date");
  const end = day("end_date");
  range.close();
  if (start === null || end === null) return null;
  if (start > end) {
    range.error("start_date", "date-order", builderText("date-order"));
    return null;
  }
  const earliest = bounds.earliest === undefined ? LIMITS.earliestDate : bounds.earliest;
  if (start < (earliest ?? LIMITS.earliestDate)) {
    report({
      path: pathTo(path, "start_date"),
      severity: earliest === null ? "warning" : "error",
      code: "date-early",
      message: builderText("date-early", { date: earliest ?? LIMITS.earliestDate }),
    });
    if (earliest !== null) return null;
  }
  if (bounds.latest !== undefined && end > bounds.latest) {
    range.error("end_date", "date-late", builderText("date-late", { date: bounds.latest }));
    return null;
  }
  return { start, end };
}
