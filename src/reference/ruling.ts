import type { Example } from "./example-market.ts";

/** A rule of values with formulas whose results show it. */
export interface Ruling {
  readonly anchor: string;
  readonly topic: string;
  readonly rule: string;
  readonly examples: readonly Example[];
}

export const ruling = (anchor: string, topic: string, rule: string, ...examples: readonly Example[]): Ruling => ({
  anchor,
  topic,
  rule,
  examples,
});
