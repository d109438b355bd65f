import type { FunnelAnswer } from "../../contract/index.ts";

/** Places of the filters, from 1, with one of them moved to another place in the order. */
export function movedTo(order: readonly number[], from: number, to: number): readonly number[] {
  const next = [...order];
  const [taken] = next.splice(from, 1);
  if (taken === undefined || to < 0 || to > next.length) return order;
  next.splice(to, 0, taken);
  return next;
}

/** What is left after each filter taken in an order, from the counts of every outcome; null where these are too many. */
export function leftAfter(patterns: FunnelAnswer["patterns"], order: readonly number[]): readonly number[] | null {
  if (patterns === null) return null;
  let left = patterns;
  return order.map((place) => {
    left = left.filter(({ pass }) => pass[place - 1] === "1");
    return left.reduce((sum, { rows }) => sum + rows, 0);
  });
}
