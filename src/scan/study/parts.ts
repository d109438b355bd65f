import { STUDY_PARTS } from "../../vocabulary/index.ts";
import type { StudyParts } from "../../vocabulary/index.ts";

/** Where columns are cut, as shares of their rows in order: every edge of three, five and ten parts. */
export const LEVELS: readonly number[] = [
  ...new Set(STUDY_PARTS.flatMap((count) => Array.from({ length: count - 1 }, (_, index) => (index + 1) / count))),
].toSorted((a, b) => a - b);

/** Whether a level is an edge of so many parts. */
export const isEdgeOf = (count: StudyParts, level: number): boolean =>
  Math.abs(level * count - Math.round(level * count)) < 1e-9;

/** The part that a cell between two levels belongs to. */
export const partOf = (count: StudyParts, cell: number): number =>
  LEVELS.slice(0, cell).filter((level) => isEdgeOf(count, level)).length;

/** Rows from which the edges of parts are those of a sample of whole rows, every n-th of the result. */
const ALL_ROWS_UP_TO = 200_000;
const SAMPLE = 100_000;
export const everyNth = (rows: number): number => (rows <= ALL_ROWS_UP_TO ? 1 : Math.ceil(rows / SAMPLE));
