import type { Transaction } from "kysely";
import type { Schema } from "../db/index.ts";

/**
 * Scans of one account that run at once, by its plan. The queue reads the number from the tier that came with the job, so
 * a plan that changes meanwhile counts from the next request on.
 */
export const SCANS_AT_ONCE = { default: 1, tiers: { free: 1, paid: 2 } } as const;

export type Tier = keyof (typeof SCANS_AT_ONCE)["tiers"];

/** The tier of an account. There are no subscriptions yet, so it is the same for all; billing answers here. */
export async function tierOf(_transaction: Transaction<Schema>, _account: string): Promise<Tier> {
  return "free";
}
