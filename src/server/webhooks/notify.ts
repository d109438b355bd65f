import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { WebhookEvent } from "../../contract/index.ts";
import { newId, own } from "../db/index.ts";
import type { Schema } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { AfterRun, EndedRun } from "../runs/after-run.ts";

const EVENTS = { Finished: "request.finished", Failed: "request.failed" } as const satisfies Record<
  EndedRun["status"],
  WebhookEvent
>;

/** Makes a delivery for every webhook of the account that is subscribed to how the run ended. */
export const notifyWebhooks: AfterRun = async (transaction, jobs, { run, account, status }) => {
  const event = EVENTS[status];
  const webhooks = await transaction
    .selectFrom("webhook")
    .select("id")
    .where(own("webhook", account))
    .where("active", "=", true)
    .where(sql<boolean>`${event} = ANY(events)`)
    .execute();
  if (webhooks.length === 0) return;
  const data = await runData(transaction, run);
  for (const { id } of webhooks) await makeDelivery(transaction, jobs, id, event, data);
};

/** Stores a delivery and enqueues it; returns its id. */
export async function makeDelivery(
  transaction: Transaction<Schema>,
  jobs: Jobs,
  webhook: string,
  event: string,
  data: object,
): Promise<string> {
  const id = newId();
  const body = JSON.stringify({ id, event, created_at: new Date().toISOString(), data });
  await transaction
    .insertInto("webhook_delivery")
    .values({ id, webhook_id: webhook, event, body, response_status: null, error: null })
    .execute();
  await jobs.enqueue(transaction, "webhook-delivery", { delivery: id }, { group: { id: webhook } });
  return id;
}

/** The run in a delivery, without its rows, which are fetched with a token. */
async function runData(transaction: Transaction<Schema>, run: string): Promise<object> {
  const row = await transaction
    .selectFrom("run as r")
    .innerJoin("data_request as q", "q.id", "r.data_request_id")
    .select(["q.id", "q.name", "r.id as run", "r.status", "r.cause", "r.finished", "r.error", "r.difference"])
    .select(["r.created_at", "r.started_at", "r.ended_at"])
    .where("r.id", "=", run)
    .executeTakeFirstOrThrow();
  const { finished, difference } = row;
  return {
    request: { id: row.id, name: row.name },
    run: {
      id: row.run,
      status: row.status,
      cause: row.cause,
      created_at: row.created_at.toISOString(),
      started_at: row.started_at?.toISOString() ?? null,
      ended_at: row.ended_at?.toISOString() ?? null,
      rows: finished?.rows ?? null,
      market_date: finished?.snapshot.date ?? null,
      error: row.error,
      difference: difference && { added: difference.added, gone: difference.gone },
    },
  };
}
