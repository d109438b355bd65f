import { decimalsOf, formatNumber } from "../vocabulary/index.ts";
import type { ResultColumn } from "../vocabulary/index.ts";
import type { ColumnProfile } from "./sheet-sql.ts";

/** Characters of width: the filter's button, the room at both edges, the bounds. */
const FILTER_BUTTON = 3;
const PADDING = 2;
const MIN_WIDTH = 8;
const MAX_WIDTH = 48;
/** A header breaks over so many lines before its column grows wider than its values. */
const HEADER_LINES = 3;
export const LINE_POINTS = 15;

function valueWidth(column: ResultColumn, profile: ColumnProfile): number {
  switch (column.type) {
    case "number": {
      const decimals = decimalsOf(column.unit, profile);
      return formatNumber(-profile.largest, column.unit, decimals).length;
    }
    case "text":
      return profile.longest;
    case "date":
      return 10;
    case "time":
    case "boolean":
      return 5;
  }
  return column.type satisfies never;
}

/** Lines of a text that breaks between words, or within one that is longer than a line. */
export function linesOf(text: string, width: number): number {
  let lines = 1;
  let used = 0;
  for (const word of text.split(" ")) {
    if (used > 0 && used + 1 + word.length > width) {
      lines += 1;
      used = 0;
    }
    used += (used > 0 ? 1 : 0) + word.length;
    lines += Math.floor((used - 1) / width);
    used = ((used - 1) % width) + 1;
  }
  return lines;
}

export interface Layout {
  /** In characters, in the order of the columns. */
  readonly widths: readonly number[];
  /** Height of the header, in points. */
  readonly header: number;
}

/** Columns as wide as their values, or as their header on a few lines. */
export function layoutOf(
  columns: readonly ResultColumn[],
  names: readonly string[],
  profiles: readonly ColumnProfile[],
): Layout {
  let lines = 1;
  const widths = columns.map((column, index) => {
    const profile = profiles[index];
    const name = names[index] ?? "";
    let width = Math.max(MIN_WIDTH, (profile === undefined ? 0 : valueWidth(column, profile)) + PADDING);
    while (width < MAX_WIDTH && linesOf(name, width - FILTER_BUTTON) > HEADER_LINES) width += 1;
    width = Math.min(width, MAX_WIDTH);
    // A word stays whole where there is room.
    const word = Math.max(...name.split(" ").map((one) => one.length)) + FILTER_BUTTON;
    if (word <= MAX_WIDTH) width = Math.max(width, word);
    lines = Math.max(lines, linesOf(name, width - FILTER_BUTTON));
    return width;
  });
  return { widths, header: Math.min(lines, 8) * LINE_POINTS + 6 };
}
