import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { ROUTES, WEBHOOK_LIMIT } from "../../contract/index.ts";
import type { Delivery, Webhook } from "../../contract/index.ts";
import { record } from "../audit.ts";
import type { Keyring } from "../auth/keyring.ts";
import { newSecret } from "../auth/secrets.ts";
import { lockAccount, newId, own } from "../db/index.ts";
import type { Db, WebhookDeliveryTable, WebhookTable } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { noSuch, ProblemAnswer } from "../problem.ts";
import { answer, DONE } from "../route.ts";
import { readAddress } from "./address.ts";
import { makeDelivery } from "./notify.ts";
import { sealedSecret } from "./secret.ts";
import { SECRET_PREFIX } from "./signature.ts";

interface WebhookParts {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly keyring: Keyring;
  /** Whether this machine may be called, for tests. */
  readonly allowLoopback: boolean;
}

const COLUMNS = ["id", "url", "events", "active", "created_at"] as const;
const itemOf = ({
  id,
  url,
  events,
  active,
  created_at,
}: Pick<Selectable<WebhookTable>, (typeof COLUMNS)[number]>): z.input<typeof Webhook> => ({
  id,
  url,
  events,
  active,
  created_at: created_at.toISOString(),
});

const deliveryItem = (row: Selectable<WebhookDeliveryTable>): z.input<typeof Delivery> => ({
  id: row.id,
  event: row.event,
  status: row.status,
  attempts: row.attempts,
  response_status: row.response_status,
  error: row.error,
  created_at: row.created_at.toISOString(),
  attempted_at: row.attempted_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
  body: row.body,
});

/** Webhooks of an account and what was sent to them. */
export function webhookRoutes(app: FastifyInstance, { db, jobs, keyring, allowLoopback }: WebhookParts): void {
  const find = async (account: string, id: string): Promise<z.input<typeof Webhook>> => {
    const row = await db
      .selectFrom("webhook")
      .select(COLUMNS)
      .where(own("webhook", account, { id }))
      .executeTakeFirst();
    if (row === undefined) throw noSuch("webhook");
    return itemOf(row);
  };
  const address = (text: string): string => {
    const read = readAddress(text, allowLoopback);
    if ("url" in read) return read.url.href;
    throw new ProblemAnswer("invalid-request", read.refusal, [{ path: "url", message: read.refusal }]);
  };

  answer(app, ROUTES.webhooks, async ({ actor }) => {
    const rows = await db
      .selectFrom("webhook")
      .select(COLUMNS)
      .where(own("webhook", actor.account.id))
      .orderBy("created_at", "desc")
      .orderBy("id")
      .execute();
    return { items: rows.map(itemOf) };
  });
  answer(app, ROUTES.webhook, async ({ actor, params }) => find(actor.account.id, params.id));
  answer(app, ROUTES.makeWebhook, async ({ actor, body }) => {
    const account = actor.account.id;
    const url = address(body.url);
    const id = newId();
    const secret = newSecret(SECRET_PREFIX).text;
    await db.transaction().execute(async (transaction) => {
      // Counted under a lock: two calls at once cannot both take the last place.
      await lockAccount(transaction, account);
      const { count } = await transaction
        .selectFrom("webhook")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .where(own("webhook", account))
        .executeTakeFirstOrThrow();
      if (Number(count) >= WEBHOOK_LIMIT) {
        throw new ProblemAnswer("limit-reached", `There can be ${WEBHOOK_LIMIT} webhooks at most.`);
      }
      await transaction
        .insertInto("webhook")
        .values({ id, account_id: account, url, events: body.events, secret: sealedSecret(keyring, secret, id) })
        .execute();
      await record(transaction, { action: "webhook-made", account, actor, details: { webhook: id } });
    });
    return { ...(await find(account, id)), secret };
  });
  answer(app, ROUTES.changeWebhook, async ({ actor, params, body }) => {
    const account = actor.account.id;
    const { url, events, active } = body;
    const change = {
      ...(url === undefined ? {} : { url: address(url) }),
      ...(events === undefined ? {} : { events }),
      ...(active === undefined ? {} : { active }),
    };
    await db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("webhook")
        .set({ ...change, updated_at: sql`now()` })
        .where(own("webhook", account, { id: params.id }))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw noSuch("webhook");
      await record(transaction, { action: "webhook-changed", account, actor, details: { webhook: params.id } });
    });
    return find(account, params.id);
  });
  answer(app, ROUTES.deleteWebhook, async ({ actor, params }) => {
    const account = actor.account.id;
    await db.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom("webhook")
        .where(own("webhook", account, { id: params.id }))
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw noSuch("webhook");
      await record(transaction, { action: "webhook-deleted", account, actor, details: { webhook: params.id } });
    });
    return DONE;
  });
  answer(app, ROUTES.testWebhook, async ({ actor, params }) => {
    const { id } = await find(actor.account.id, params.id);
    const made = await db
      .transaction()
      .execute((transaction) => makeDelivery(transaction, jobs, id, "test", { message: "This is a test." }));
    return deliveryItem(
      await db.selectFrom("webhook_delivery").selectAll().where("id", "=", made).executeTakeFirstOrThrow(),
    );
  });
  answer(app, ROUTES.webhookDeliveries, async ({ actor, params, query }) => {
    const { id } = await find(actor.account.id, params.id);
    const { page, page_size } = query;
    const deliveries = db.selectFrom("webhook_delivery").where("webhook_id", "=", id);
    const { total } = await deliveries.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
    const rows = await deliveries
      .selectAll()
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute();
    return { items: rows.map(deliveryItem), total: Number(total), page, page_size };
  });
}
