import type { Transaction } from "kysely";
import { limitsOf } from "../billing/limits.ts";
import type { Schema } from "../db/index.ts";

/**
 * Scans of one account that run at once, by its plan. The queue holds the others back by the tier that came with the job;
 * whoever takes a run up counts once more, by the plan in force.
 */
export const SCANS_AT_ONCE = { default: 1, tiers: { free: 1, paid: 2 } } as const;

export type Tier = keyof (typeof SCANS_AT_ONCE)["tiers"];

/** The tier of an account, by the plan in force. */
export async function tierOf(transaction: Transaction<Schema>, account: string): Promise<Tier> {
  const { requestsAtOnce } = await limitsOf(transaction, account);
  return requestsAtOnce >= SCANS_AT_ONCE.tiers.paid ? "paid" : "free";
}
