/** Equal bins between round numbers. */
export interface Bins {
  readonly from: number;
  readonly width: number;
  readonly count: number;
}

const TARGET_BINS = 30;
/** How far beyond the 1st and 99th percentile the bins may reach, in lengths between the two. */
const MAX_TAIL = 0.25;
/** Below it powers of ten are no longer exact. */
const MIN_MAGNITUDE = 1e-280;
const STEPS = [1, 2, 2.5, 5, 10] as const;

/**
 * About thirty bins of a round width over the bulk of some numbers: from the least to the largest where those are near
 * the 1st and 99th percentile, else from and to these, so that one outlier does not put everything else into one bin.
 * Whole numbers get bins of a whole width. Null where all numbers are equal.
 */
export function binsOf(numbers: {
  readonly min: number;
  readonly max: number;
  readonly p1: number;
  readonly p99: number;
  readonly whole: boolean;
}): Bins | null {
  const { min, max, p1, p99, whole } = numbers;
  if (min === max) return null;
  const bulk = p99 - p1;
  const low = bulk === 0 || min >= p1 - MAX_TAIL * bulk ? min : p1;
  const high = bulk === 0 || max <= p99 + MAX_TAIL * bulk ? max : p99;
  const raw = (high - low) / TARGET_BINS;
  // Floats a few bits apart, or as far apart as floats can be, have no bins between them.
  if (!Number.isFinite(raw) || raw <= Math.max(Math.abs(low), Math.abs(high), MIN_MAGNITUDE) * 1e-13) return null;
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const step = (STEPS.find((one) => one * magnitude >= raw) ?? 10) * magnitude;
  const width = whole ? Math.max(1, Math.ceil(step)) : step;
  const first = Math.floor(low / width);
  return { from: first * width, width, count: Math.floor(high / width) - first + 1 };
}
