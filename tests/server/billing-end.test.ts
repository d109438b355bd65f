import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../../src/server/auth/passwords.ts";
import { IN_SOAK } from "../cases.ts";
import { person } from "./billing-person.ts";
import type { Person } from "./billing-person.ts";
import { CARDS } from "./billing-person.ts";
import { somebody } from "./people.ts";
import type { Somebody } from "./people.ts";
import { startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

let server: TestServer;
let admin: Somebody;
beforeAll(async () => {
  server = await startTestServer();
  admin = await somebody(server, { role: "super_admin" });
});
afterAll(() => server.end());

/** Somebody with a paid subscription. */
async function subscriber(): Promise<Person> {
  const ada = await person(server);
  await ada.buys("starter", CARDS.succeeds);
  expect((await ada.active()).subscription).toMatchObject({ status: "active", cancel_at_period_end: false });
  return ada;
}
const customerOf = async (account: string) =>
  (
    await server.db
      .selectFrom("billing_customer")
      .select("provider_id")
      .where("account_id", "=", account)
      .executeTakeFirstOrThrow()
  ).provider_id;
/** At the provider itself, once the job is done. */
async function atProvider(account: string, customer: string) {
  await until(
    () => server.jobs.isLive("billing-end", { account, customer }),
    (live) => !live,
  );
  return (await server.payments.provider?.subscriptions(customer)) ?? [];
}
const kept = async (account: string) =>
  server.db
    .selectFrom("subscription")
    .select(["status", "cancel_at_period_end"])
    .where("account_id", "=", account)
    .execute();
const trace = async (account: string) =>
  (
    await server.db
      .selectFrom("security_log")
      .select(["details", "address"])
      .where("account_id", "=", account)
      .where("action", "=", "payment")
      .where("address", "=", "server")
      .execute()
  ).map(({ details }) => details["what"]);
const change = async (id: string, status: string) => admin.send("POST", "/v1/users/status/change", { id, status });

test("a user in the trash pays no more: his subscription ends at the provider, with a trace", async () => {
  const ada = await subscriber();
  const customer = await customerOf(ada.account);
  expect((await admin.send("DELETE", `/v1/users/${ada.account}/soft`)).status).toBe(200);
  expect(await atProvider(ada.account, customer)).toMatchObject([{ status: "canceled" }]);
  expect(await kept(ada.account)).toMatchObject([{ status: "canceled" }]);
  expect(await trace(ada.account)).toEqual(["end: the account is gone"]);
  // The same once more finds nothing to do.
  const data = { account: ada.account, customer };
  await server.db.transaction().execute((transaction) => server.jobs.enqueue(transaction, "billing-end", data));
  await atProvider(ada.account, customer);
  expect(await trace(ada.account)).toHaveLength(1);
});

// "a user in the trash pays no more" ends by the same job.
test.runIf(IN_SOAK)("one who deletes his account himself, likewise", async () => {
  const ada = await subscriber();
  const customer = await customerOf(ada.account);
  const password_hash = await hashPassword("correct horse battery");
  await server.db.updateTable("account").set({ password_hash }).where("id", "=", ada.account).execute();
  const deleted = await ada.call("POST", "/v1/profile/delete-account", { password: "correct horse battery" });
  expect(deleted.statusCode).toBe(200);
  expect(await atProvider(ada.account, customer)).toMatchObject([{ status: "canceled" }]);
});

// "a user in the trash pays no more" ends by the same job; only the soak deletes the account first.
test.runIf(IN_SOAK)("deleted for good before the provider answered, it ends all the same", async () => {
  const ada = await subscriber();
  const customer = await customerOf(ada.account);
  await server.db.deleteFrom("account").where("id", "=", ada.account).execute();
  const data = { account: ada.account, customer };
  await server.db.transaction().execute((transaction) => server.jobs.enqueue(transaction, "billing-end", data));
  expect(await atProvider(ada.account, customer)).toMatchObject([{ status: "canceled" }]);
});

// Only the soak looks at the subscription of a blocked user.
test.runIf(IN_SOAK)(
  "a blocked user keeps what he has paid for, and nothing is renewed; blocked a second time, neither",
  async () => {
    const ada = await subscriber();
    const customer = await customerOf(ada.account);
    await change(ada.account, "blocked");
    expect(await atProvider(ada.account, customer)).toMatchObject([{ status: "active", cancelAtPeriodEnd: true }]);
    expect(await kept(ada.account)).toEqual([{ status: "active", cancel_at_period_end: true }]);
    expect(await trace(ada.account)).toEqual(["cancel: the account is blocked"]);
    await change(ada.account, "active");
    expect((await atProvider(ada.account, customer))[0]?.cancelAtPeriodEnd, "that is for him to say").toBe(true);
    const [subscription] = await atProvider(ada.account, customer);
    await server.payments.provider?.cancelAtPeriodEnd(subscription?.id ?? "", false, "he keeps it");
    expect((await atProvider(ada.account, customer))[0]?.cancelAtPeriodEnd).toBe(false);
    await change(ada.account, "blocked");
    expect(await atProvider(ada.account, customer)).toMatchObject([{ cancelAtPeriodEnd: true }]);
  },
);

test("an account that came back before the job ran keeps its subscription", async () => {
  const ada = await subscriber();
  const customer = await customerOf(ada.account);
  const data = { account: ada.account, customer };
  await server.db.transaction().execute((transaction) => server.jobs.enqueue(transaction, "billing-end", data));
  expect(await atProvider(ada.account, customer)).toMatchObject([{ status: "active", cancelAtPeriodEnd: false }]);
  expect(await trace(ada.account)).toEqual([]);
});

test("a checkout completed after the account was gone ends too", async () => {
  const ada = await person(server);
  const { url } = (await ada.call("POST", "/v1/payments/setup-checkout-session", { product_id: "starter" })).json();
  const customer = await customerOf(ada.account);
  await admin.send("DELETE", `/v1/users/${ada.account}/soft`);
  await atProvider(ada.account, customer);
  await ada.page(url, { card: CARDS.succeeds });
  const found = await until(
    () => atProvider(ada.account, customer),
    (all) => all.length > 0 && all.every(({ status }) => status === "canceled"),
  );
  expect(found).toHaveLength(1);
});

test("who never paid has nothing to end", async () => {
  const id = (await somebody(server)).id;
  expect((await admin.send("DELETE", `/v1/users/${id}/soft`)).status).toBe(200);
  expect(await trace(id)).toEqual([]);
});
