import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { UpdateVerdict } from "../../contract/index.ts";
import { inForce } from "../billing/limits.ts";
import { notInTrash } from "../db/index.ts";
import type { Db, RunState, Schema, UserStatus } from "../db/index.ts";
import { isOver } from "../runs/run-status.ts";

/** What decides whether a request with daily updates should run again. */
export interface UpdatedRequest {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly status: RunState;
  readonly account_status: UserStatus;
  /** Whether the account's plan has daily updates. */
  readonly in_plan: boolean;
  /** Last session of the market that any of its runs saw; null where none has started. */
  readonly seen: string | null;
  /** The newest run's request, as it was sent. */
  readonly source: unknown;
}

/** Whether a request should run on data up to `now`, and why or why not. */
export function verdictOn(
  { status, account_status, in_plan, seen }: Pick<UpdatedRequest, "status" | "account_status" | "in_plan" | "seen">,
  now: string,
): UpdateVerdict {
  if (account_status !== "active") return "account-inactive";
  if (!isOver(status)) return "running";
  if (!in_plan) return "not-in-plan";
  if (seen === null || seen < now) return "new-session";
  // The same data, or an earlier market was restored.
  return status === "Failed" ? "failed" : "current";
}

export const IN_PLAN = inForce(sql<string>`q.account_id`, "daily_updates").as("in_plan");
export const SEEN = sql<string | null>`(SELECT max(market_date) FROM run WHERE data_request_id = q.id)`.as("seen");

/** The requests with daily updates that are not in the trash, oldest first; from one id on where given. */
export function updatedRequests(db: Db | Transaction<Schema>) {
  return db
    .selectFrom("data_request as q")
    .innerJoin("run as r", "r.id", "q.run_id")
    .innerJoin("account as a", "a.id", "q.account_id")
    .select(["q.id", "q.account_id as account", "q.name", "q.status", "a.status as account_status"])
    .select([SEEN, IN_PLAN, sql`r.meta->'request'`.as("source")])
    .where("q.data_updates", "=", true)
    .where(notInTrash("data_request as q"))
    .where(notInTrash("account as a"));
}
