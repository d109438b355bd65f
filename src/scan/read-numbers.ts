import type { Market } from "../market/index.ts";

export interface NumbersQuery {
  readonly table: string;
  /** Expressions that are each a Float64, never null. */
  readonly columns: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Numbers of every row of a result in the order of its rows, each column into its list, which has room for all rows. Read as
 * they lie in memory (Native): as text they would take longer than all that is computed of them. Rejects with MarketError.
 */
export async function readNumbers(
  market: Market,
  { table, columns, signal }: NumbersQuery,
  lists: readonly Float64Array[],
): Promise<void> {
  const named = columns.map((column, place) => `${column} AS v${place}`);
  const sql = `SELECT ${named.join(", ")} FROM ${table} ORDER BY row SETTINGS max_threads = 1`;
  const native = new NativeBytes(market.chunks({ sql, ...(signal ? { signal } : {}) }, "Native"));
  const targets = lists.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
  let filled = 0;
  try {
    // A block: how many columns and rows it has, and for each column its name, its type and its values.
    while (!(await native.isAtEnd())) {
      const found = await native.count();
      const bytes = (await native.count()) * Float64Array.BYTES_PER_ELEMENT;
      for (let column = 0; column < found; column += 1) {
        await native.skip(await native.count());
        await native.skip(await native.count());
        const target = targets[column]?.subarray(filled, filled + bytes);
        if (target?.length !== bytes) throw new RangeError(`${table} has more rows or columns than were asked for`);
        await native.fill(target);
      }
      filled += bytes;
    }
  } finally {
    await native.close();
  }
  if (targets.some(({ length }) => length !== filled)) throw new RangeError(`${table} has fewer rows than it should`);
}

/** The bytes of chunks one after the other, wherever one chunk ends. */
class NativeBytes {
  readonly #chunks: AsyncGenerator<Uint8Array, void>;
  #chunk: Uint8Array = new Uint8Array();
  #at = 0;

  constructor(chunks: AsyncGenerator<Uint8Array, void>) {
    this.#chunks = chunks;
  }

  /** Ends the statement where it has not ended. */
  async close(): Promise<void> {
    await this.#chunks.return();
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#at === this.#chunk.length) {
      const next = await this.#chunks.next();
      if (next.done === true) return true;
      this.#chunk = next.value;
      this.#at = 0;
    }
    return false;
  }

  /** The bytes that are at hand, at most so many. */
  async #take(most: number): Promise<Uint8Array> {
    if (await this.isAtEnd()) throw new RangeError("the numbers of a statement ended too early");
    const taken = this.#chunk.subarray(this.#at, this.#at + most);
    this.#at += taken.length;
    return taken;
  }

  /** A whole number in LEB128. */
  async count(): Promise<number> {
    for (let [value, weight] = [0, 1]; ; weight *= 128) {
      const [byte = 0] = await this.#take(1);
      value += (byte % 128) * weight;
      if (byte < 128) return value;
    }
  }

  async skip(bytes: number): Promise<void> {
    for (let left = bytes; left > 0;) left -= (await this.#take(left)).length;
  }

  async fill(target: Uint8Array): Promise<void> {
    for (let at = 0; at < target.length;) {
      const taken = await this.#take(target.length - at);
      target.set(taken, at);
      at += taken.length;
    }
  }
}
