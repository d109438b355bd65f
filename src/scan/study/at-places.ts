/** Numbers that are sorted rather than divided again. */
const FEW = 40;
/** Divisions after which the rest is sorted, whatever the order of the numbers was. */
const MAX_DIVISIONS = 60;

/**
 * The numbers at these places of the list in order, places ascending: quickselect (C. A. R. Hoare), which divides only where
 * a place is looked for. Moves the numbers of the list, of which none is NaN.
 */
export function atPlaces(list: Float64Array, places: readonly number[]): number[] {
  arrange(list, places, { from: 0, to: list.length - 1, first: 0, end: places.length, left: MAX_DIVISIONS });
  return places.map((place) => list[place] ?? NaN);
}

interface Stretch {
  /** Numbers from here to there, the last included. */
  readonly from: number;
  readonly to: number;
  /** Those of the places that lie among them, the end excluded. */
  readonly first: number;
  readonly end: number;
  /** Divisions that are left. */
  readonly left: number;
}

function arrange(list: Float64Array, places: readonly number[], stretch: Stretch): void {
  const { to, end } = stretch;
  let { from, first, left } = stretch;
  for (; first < end; left -= 1) {
    if (to - from < FEW || left === 0) {
      list.subarray(from, to + 1).sort();
      return;
    }
    const pivot = middleOf(list[from] ?? 0, list[(from + to) >> 1] ?? 0, list[to] ?? 0);
    let [low, high] = [from, to];
    while (low <= high) {
      while ((list[low] ?? pivot) < pivot) low += 1;
      while ((list[high] ?? pivot) > pivot) high -= 1;
      if (low > high) break;
      const moved = list[low] ?? 0;
      list[low++] = list[high] ?? 0;
      list[high--] = moved;
    }
    let below = first;
    while (below < end && (places[below] ?? 0) <= high) below += 1;
    arrange(list, places, { from, to: high, first, end: below, left: left - 1 });
    // A place between the two is at the pivot.
    while (below < end && (places[below] ?? 0) < low) below += 1;
    [from, first] = [low, below];
  }
}

const middleOf = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
