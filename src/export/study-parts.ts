import type { Study, StudyBar, StudyParts } from "../vocabulary/index.ts";

/** What every number meets, and no empty cell. */
export const ANY_NUMBER = '">=-1E+300"';
/** Digits that a number keeps where a condition joins it to a text. */
const DIGITS = 15;

/** The shortest number above one and not above another, within the digits that a condition keeps; null where there is none. */
export function thresholdBetween(below: number, from: number): number | null {
  const middle = below + (from - below) / 2;
  for (let digits = 1; digits <= DIGITS; digits += 1) {
    const value = Number(middle.toPrecision(digits));
    if (value > below && value <= from) return value;
  }
  return null;
}

/** Parts of a column with the thresholds between them. */
export interface DividedColumn {
  readonly bars: readonly StudyBar[];
  /** One less than bars. */
  readonly thresholds: readonly number[];
}

/** A column of the study in so many parts; null where it has none, or they cannot be told apart in a condition. */
export function dividedColumn(study: Study, place: number, parts: StudyParts): DividedColumn | null {
  const column = study.columns.find((one) => one.place === place);
  const bars = column?.parts.find(({ count }) => count === parts)?.bars ?? [];
  const found = bars.slice(1).map((bar, index) => thresholdBetween(bars[index]?.to ?? 0, bar.from));
  const thresholds = found.flatMap((one) => one ?? []);
  return bars.length === 0 || thresholds.length < found.length ? null : { bars, thresholds };
}

/** The condition on a range that a value lies in a part, by the cells of its thresholds; null at the ends. */
export function partCondition(range: string, from: string | null, below: string | null): string {
  const atLeast = from === null ? `${range},${ANY_NUMBER}` : `${range},">="&${from}`;
  return below === null ? atLeast : `${atLeast},${range},"<"&${below}`;
}

/** The name of a threshold's cell. */
export const thresholdName = (of: string | number, column: string, part: number): string =>
  `Study_${of}_${column.replaceAll(/[^A-Za-z0-9]+/g, "_").slice(0, 40)}_${part}`;
