import type { Sessions } from "../plan/coverage.ts";
import type { ClauseKey } from "./clause-key.ts";

const MAX_REMEMBERED = 2_000;

/**
 * Rows of the results that this process filled from answers, by what they are made of. What was dropped since is noticed
 * by the statement that reads it, or by its number of rows.
 */
const remembered = new Map<string, number>();

/** What a result is made of. The order of its filters changes the funnel, not the rows. */
export const filledKey = (
  { from, to }: Sessions,
  conditions: readonly ClauseKey[],
  values: readonly ClauseKey[],
): string => JSON.stringify([from, to, conditions.toSorted(), values.toSorted()]);

/** Rows of a result that was filled before; undefined where none was. */
export const filledRows = (key: string): number | undefined => remembered.get(key);

export function rememberFilled(key: string, rows: number): void {
  remembered.delete(key);
  remembered.set(key, rows);
  const [oldest] = remembered.keys();
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}

export const forgetFilled = (key: string): unknown => remembered.delete(key);
