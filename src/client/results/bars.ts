export interface Hits {
  readonly date: string;
  readonly rows: number;
}

/** Sessions from `from` to `to` and the hits on them. */
export interface Bar {
  readonly from: string;
  readonly to: string;
  readonly rows: number;
}

/** At most so many bars are drawn; longer ranges show several sessions in one. */
const BARS = 120;

/** Neighbouring sessions put together until they fit. */
export function barsOf(hits: readonly Hits[], most = BARS): readonly Bar[] {
  const each = Math.max(1, Math.ceil(hits.length / most));
  const bars: Bar[] = [];
  for (let index = 0; index < hits.length; index += each) {
    const part = hits.slice(index, index + each);
    const [first] = part;
    const last = part.at(-1);
    if (first && last) {
      bars.push({ from: first.date, to: last.date, rows: part.reduce((sum, { rows }) => sum + rows, 0) });
    }
  }
  return bars;
}
