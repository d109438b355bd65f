import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staleCustomers } from "../../src/server/billing/sync.ts";
import { newId } from "../../src/server/db/index.ts";
import { CARDS, person } from "./billing-person.ts";
import { HERE, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

describe("webhooks", () => {
  const send = async (body: string, signature: string) =>
    server.app.inject({
      method: "POST",
      url: "/v1/payments/webhook",
      headers: { host: HERE["host"], "content-type": "application/json", "stripe-signature": signature },
      payload: body,
    });
  const sign = (body: string, age = 0): string =>
    server.payments.test?.sign(body, Math.floor(Date.now() / 1000) - age) ?? "";
  async function subscribed() {
    const eve = await person(server);
    await eve.buys("starter", CARDS.succeeds);
    await eve.active();
    const { provider_id } = await server.db
      .selectFrom("billing_customer")
      .select("provider_id")
      .where("account_id", "=", eve.account)
      .executeTakeFirstOrThrow();
    return { eve, customer: provider_id };
  }
  const event = (customer: string, change: object = {}): string =>
    JSON.stringify({
      id: `evt_${newId()}`,
      object: "event",
      type: "customer.subscription.updated",
      data: { object: { id: "sub_x", object: "subscription", customer, status: "canceled", ...change } },
    });
  const kept = async (body: string): Promise<number> => {
    const rows = await server.db
      .selectFrom("billing_event")
      .selectAll()
      .where("id", "=", JSON.parse(body).id)
      .execute();
    return rows.length;
  };

  test.each([
    ["without a signature", (): string => ""],
    ["with another's signature", (): string => sign("another body")],
    ["signed long ago", (body: string): string => sign(body, 301)],
    ["with half a signature", (body: string): string => sign(body).slice(0, -1)],
    ["with empty parts", (): string => "t=,v1="],
    ["with no time", (body: string): string => sign(body).replace(/t=\d+/, "t=")],
    ["with a time that is none", (body: string): string => sign(body).replace(/t=\d+/, "t=x")],
    ["with a signature that is none", (): string => `t=${Math.floor(Date.now() / 1000)},v1=é\u00ff`],
    ["with commas only", (): string => ",,,="],
  ])("%s are refused", async (_, signature) => {
    const body = event("cus_test_x");
    expect((await send(body, signature(body))).statusCode).toBe(400);
    expect(await kept(body)).toBe(0);
  });

  test("signed within the tolerance are taken", async () => {
    const body = event("cus_test_x");
    expect((await send(body, sign(body, 240))).statusCode).toBe(200);
    expect(await kept(body)).toBe(1);
  });

  test("are not believed: what they say is read from the provider", async () => {
    const { eve, customer } = await subscribed();
    const body = event(customer);
    expect((await send(body, sign(body))).statusCode).toBe(200);
    expect((await eve.active()).subscription?.status).toBe("active");
  });

  test("that come twice are taken once", async () => {
    const { eve, customer } = await subscribed();
    const body = event(customer);
    expect((await send(body, sign(body))).statusCode).toBe(200);
    await eve.active();
    await server.db
      .updateTable("billing_customer")
      .set({ synced_at: null })
      .where("provider_id", "=", customer)
      .execute();
    expect((await send(body, sign(body))).statusCode).toBe(200);
    await eve.active();
    const { synced_at } = await server.db
      .selectFrom("billing_customer")
      .select("synced_at")
      .where("provider_id", "=", customer)
      .executeTakeFirstOrThrow();
    expect([synced_at, await kept(body)]).toEqual([null, 1]);
  });

  test("late ones, older than what is known, change nothing", async () => {
    const { eve, customer } = await subscribed();
    const { subscription } = await eve.active();
    await eve.call("POST", "/v1/subscriptions/cancel", { subscription_id: subscription?.id });
    const late = event(customer, { status: "active", cancel_at_period_end: false });
    await send(late, sign(late));
    expect((await eve.active()).subscription).toMatchObject({ status: "active", cancel_at_period_end: true });
  });

  test("that never came are made up for by the sweep", async () => {
    const { eve, customer } = await subscribed();
    await server.db
      .updateTable("billing_customer")
      .set({ synced_at: new Date(Date.now() - 7 * 3_600_000) })
      .where("provider_id", "=", customer)
      .execute();
    await server.db
      .updateTable("subscription")
      .set({ status: "canceled" })
      .where("account_id", "=", eve.account)
      .execute();
    expect(await staleCustomers(server.db)).toContain(customer);
    await server.db.transaction().execute((transaction) => server.jobs.enqueue(transaction, "billing-sweep", {}));
    while (await server.jobs.isLive("billing-sweep", {}));
    expect((await eve.active()).subscription?.status).toBe("active");
    expect(await staleCustomers(server.db)).not.toContain(customer);
  });
});
