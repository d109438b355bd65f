import { sql } from "kysely";
import type { Keyring } from "../auth/keyring.ts";
import type { Db } from "../db/index.ts";
import { MAX_WEBHOOK_ATTEMPTS } from "../jobs/job-kinds.ts";
import { postJson } from "./post.ts";
import type { Posted } from "./post.ts";
import { openedSecret } from "./secret.ts";
import { signature, SIGNATURE_HEADER } from "./signature.ts";

interface DeliverParts {
  readonly db: Db;
  readonly keyring: Keyring;
  /** Whether this machine may be called, for tests. */
  readonly allowLoopback: boolean;
}

/** Why an attempt failed; null where it succeeded. A redirect is a failure. */
function failureOf(posted: Posted): string | null {
  if (posted.kind !== "answered") return posted.error;
  return posted.status >= 200 && posted.status < 300 ? null : `Answered ${posted.status}.`;
}

interface DueDelivery {
  readonly body: string;
  readonly event: string;
  readonly webhook: string;
  readonly url: string;
  readonly secret: string;
  readonly active: boolean;
}

async function attempt(
  { keyring, allowLoopback }: DeliverParts,
  id: string,
  { body, event, webhook, url, secret: kept, active }: DueDelivery,
  signal: AbortSignal | undefined,
): Promise<Posted> {
  // A test is also sent while the webhook is switched off.
  if (!active && event !== "test") return { kind: "refused", error: "The webhook was switched off." };
  const secret = openedSecret(keyring, kept, webhook);
  // Not sent without a signature; the key may be restored before the last attempt.
  if (secret === null) return { kind: "failed", error: "The key of its secret is not on this server." };
  return postJson({
    url,
    body,
    allowLoopback,
    headers: {
      "user-agent": "Scanbook-Webhooks/1",
      "scanbook-event": event,
      "scanbook-delivery": id,
      [SIGNATURE_HEADER]: signature(secret, body, Math.floor(Date.now() / 1000)),
    },
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Makes one attempt at a delivery and records it. Rejects where the queue should try again. */
export async function deliver(parts: DeliverParts, id: string, signal?: AbortSignal): Promise<void> {
  const { db } = parts;
  const found = await db
    .selectFrom("webhook_delivery as d")
    .innerJoin("webhook as w", "w.id", "d.webhook_id")
    .select(["d.body", "d.event", "d.attempts", "w.id as webhook", "w.url", "w.secret", "w.active"])
    .where("d.id", "=", id)
    .where("d.status", "=", "Pending")
    .executeTakeFirst();
  // Delivered by a job that died before it was marked as done, or deleted with its webhook.
  if (found === undefined) return;
  const posted = await attempt(parts, id, found, signal);
  const failure = failureOf(posted);
  const attempts = found.attempts + 1;
  const over = failure === null || posted.kind === "refused" || attempts >= MAX_WEBHOOK_ATTEMPTS;
  await db
    .updateTable("webhook_delivery")
    .set({
      attempts,
      attempted_at: sql`now()`,
      response_status: posted.kind === "answered" ? posted.status : null,
      error: failure,
      ...(over
        ? { status: failure === null ? ("Delivered" as const) : ("Failed" as const), ended_at: sql`now()` }
        : {}),
    })
    .where("id", "=", id)
    .where("status", "=", "Pending")
    .execute();
  if (!over) throw new Error(`Delivery ${id} is tried again: ${failure}`);
}
