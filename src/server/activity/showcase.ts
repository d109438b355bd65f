import { printWords } from "../../formula/index.ts";
import type { Template } from "../../request/index.ts";
import { clock, decimalsOf, numberOnScreen, magnitudesWith, NO_MAGNITUDES, showDate } from "../../vocabulary/index.ts";
import type { Showcase, TemplateSample } from "../../contract/index.ts";

/** What the scan of a template has found. */
export interface Found extends Pick<TemplateSample, "rows" | "columns"> {
  readonly hits: number;
}

/** Columns, symbol and date among them, and rows that fit beside the sign-in. */
const COLUMNS = 7;
const ROWS = 6;

/** A template and what it found, written as the grid writes it. */
export function showcaseOf(
  { name, request }: Template,
  { start, end }: { readonly start: string; readonly end: string },
  { hits, columns, rows }: Found,
): Showcase {
  const first = rows.slice(0, ROWS);
  const write = columns.slice(0, COLUMNS).map(({ type, unit }, place) => {
    const values = first.map((row) => row[place]);
    const decimals = type === "number" ? decimalsOf(unit, magnitudesWith(NO_MAGNITUDES, values)) : undefined;
    return (value: unknown): string => {
      if (typeof value === "number")
        return type === "time"
          ? clock(value)
          : type === "boolean"
            ? String(value === 1)
            : numberOnScreen(value, unit, decimals, unit === "percent");
      if (typeof value !== "string") return typeof value === "boolean" ? String(value) : "–";
      return type === "date" ? showDate(value) : value;
    };
  });
  return {
    name,
    filters: request.filters.map(({ tree }) => printWords(tree)),
    hits,
    days: `${showDate(start)} to ${showDate(end)}`,
    columns: columns.slice(0, COLUMNS).map((column) => ({ name: column.name, type: column.type })),
    rows: first.map((row) => write.map((of, place) => of(row[place]))),
  };
}
