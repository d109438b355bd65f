import { atPlaces } from "./at-places.ts";
import { LEVELS } from "./parts.ts";

/** Cell of a row in which a column has no number; the others are how many edges its number reaches. */
export const EMPTY_CELL = LEVELS.length + 1;
export const CELLS = EMPTY_CELL + 1;

/** Fewer than twice as many edges are searched. */
const HALF = 8;

/** Cuts columns of a result into the cells between their edges; what it needs to do so it uses again for each. */
export class Cutter {
  readonly #sample: Int32Array;
  readonly #known: Float64Array;
  readonly #cells: Uint8Array;

  /** Edges are taken from these rows. */
  constructor(sample: Int32Array, rows: number) {
    this.#sample = sample;
    this.#known = new Float64Array(sample.length);
    this.#cells = new Uint8Array(rows);
  }

  /** The cell of every row, valid until the next column is cut. */
  cut(values: Float64Array): Uint8Array {
    fillCells(values, this.#edgesOf(values), this.#cells);
    return this.#cells;
  }

  /** One edge for each of LEVELS; none where the column has no numbers. */
  #edgesOf(values: Float64Array): readonly number[] {
    const [sample, known] = [this.#sample, this.#known];
    let count = 0;
    for (let at = 0; at < sample.length; at += 1) {
      const value = values[sample[at] ?? 0] ?? NaN;
      if (!Number.isNaN(value)) known[count++] = value;
    }
    if (count === 0) return [];
    return atPlaces(
      known.subarray(0, count),
      LEVELS.map((level) => Math.floor(level * count)),
    );
  }
}

/**
 * The cell of each number: how many of the edges it reaches. The search halves the edges without a branch: which way it goes
 * is a coin toss at each, and a processor that guesses wrong half the time takes three times as long.
 */
function fillCells(values: Float64Array, edges: readonly number[], cells: Uint8Array): void {
  if (edges.length === 0) {
    cells.fill(EMPTY_CELL);
    return;
  }
  // Nothing reaches what is no edge.
  const bounds = new Float64Array(2 * HALF).fill(NaN);
  bounds.set(edges, 1);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? NaN;
    let cell = HALF * Number(value >= (bounds[HALF] ?? NaN));
    cell += 4 * Number(value >= (bounds[cell + 4] ?? NaN));
    cell += 2 * Number(value >= (bounds[cell + 2] ?? NaN));
    cell += Number(value >= (bounds[cell + 1] ?? NaN));
    cells[row] = cell + EMPTY_CELL * Number(Number.isNaN(value));
  }
}
