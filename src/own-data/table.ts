/** A mistake in a file: in which row, counted from 1 as a spreadsheet does, and under which header. */
export interface FileMistake {
  readonly row: number | null;
  readonly field: string | null;
  /** What is wrong, and what to do. */
  readonly message: string;
}

/** Rows of a file below its header. Numbers stand as digits, days as yyyy-MM-dd, what is empty as an empty text. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** What a file of rows may hold. */
export const FILE_BOUNDS = { bytes: 8 << 20, rows: 200_000, columns: 60, cell: 200 } as const;

export class OwnFileError extends Error {
  override readonly name = "OwnFileError";
  readonly mistakes: readonly FileMistake[];
  constructor(mistakes: readonly FileMistake[]) {
    super(mistakes[0]?.message ?? "The file cannot be read.");
    this.mistakes = mistakes;
  }
}

export const refuse = (message: string, row: number | null = null, field: string | null = null): OwnFileError =>
  new OwnFileError([{ row, field, message }]);
