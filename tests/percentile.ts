/** PERCENTILE.INC of sorted numbers, from 0 to 1: between the two nearest values, as spreadsheets do. 0 of none. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}
