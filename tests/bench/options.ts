import { parseArgs } from "node:util";

export interface BenchOptions {
  readonly symbols: number;
  readonly years: number;
  readonly minuteDays: number;
  /** Folder of the generated market, made when missing and used again when it has the same size; null: a temporary one. */
  readonly keep: string | null;
  /** Name of the one check to run; null runs all. */
  readonly only: string | null;
  /** Measured runs of every contender; the median counts. */
  readonly runs: number;
  /** Rows of the workbook that ours writes. */
  readonly sheetRows: number;
  /** Rows that the other writers get; fewer than sheetRows are scaled up linearly, and the table says so. */
  readonly otherRows: number;
}

/** Rows of one sheet below its header. */
export const FULL_SHEET = 1_048_575;

export const USAGE = `npm run bench -- [options]

  --symbols N       securities of the generated market (8000)
  --years N         years of days, at least 3 (10)
  --minute-days N   sessions with minutes (20)
  --keep FOLDER     make the market there, or use the one that is there
  --only NAME       one check: language, realistic, wider, buckets, windows, decade, daily, workbook, first-scan, first-import, cold,
                    edits, edits-screen, load, database, editor, request-text, palette, grid, planning, after-the-scan
  --runs N          measured runs of each contender (3)
  --sheet-rows N    rows of the workbook (${FULL_SHEET})
  --other-rows N    rows given to exceljs and hucre, scaled up linearly (as --sheet-rows)
`;

/** Options of the command line; throws RangeError or TypeError with a message for the user. */
export function readOptions(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      symbols: { type: "string", default: "8000" },
      years: { type: "string", default: "10" },
      "minute-days": { type: "string", default: "20" },
      keep: { type: "string" },
      only: { type: "string" },
      runs: { type: "string", default: "3" },
      "sheet-rows": { type: "string", default: String(FULL_SHEET) },
      "other-rows": { type: "string" },
    },
  });
  const whole = (name: string, text: string, least: number, most: number): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new RangeError(`--${name} takes a whole number from ${least} to ${most}, not ${text}`);
    return value;
  };
  const sheetRows = whole("sheet-rows", values["sheet-rows"], 1, FULL_SHEET);
  return {
    symbols: whole("symbols", values.symbols, 50, 17_576),
    // The longest window is 252 sessions and indicators warm up over 450 more.
    years: whole("years", values.years, 3, 30),
    minuteDays: whole("minute-days", values["minute-days"], 1, 250),
    keep: values.keep ?? null,
    only: values.only ?? null,
    runs: whole("runs", values.runs, 1, 99),
    sheetRows,
    otherRows: whole("other-rows", values["other-rows"] ?? String(sheetRows), 1, sheetRows),
  };
}
