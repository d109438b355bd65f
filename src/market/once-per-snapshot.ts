import type { Market } from "./market.ts";
import type { Snapshot } from "./snapshots.ts";

/**
 * What is read of a snapshot, read once: a snapshot never changes. Of each market only the answer about the snapshot that
 * was asked for last is kept. A failure is not kept.
 */
export function oncePerSnapshot<T>(read: (snapshot: Snapshot) => Promise<T>): (snapshot: Snapshot) => Promise<T> {
  const kept = new WeakMap<Market, { readonly number: number; readonly answer: Promise<T> }>();
  return (snapshot) => {
    const known = kept.get(snapshot.market);
    if (known?.number === snapshot.number) return known.answer;
    const answer = read(snapshot);
    kept.set(snapshot.market, { number: snapshot.number, answer });
    answer.catch(() => {
      if (kept.get(snapshot.market)?.answer === answer) kept.delete(snapshot.market);
    });
    return answer;
  };
}
