import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ActiveSubscription, Product } from "../../src/contract/index.ts";
import { giveProduct } from "../../src/server/billing/subscriptions.ts";
import { newId } from "../../src/server/db/index.ts";
import type { SubscriptionStatus } from "../../src/server/db/index.ts";
import { requestEnded } from "../../src/server/index.ts";
import { builtInTemplates } from "../../src/request/index.ts";
import { LIMITS, SUBSCRIPTION_STATUSES } from "../../src/vocabulary/index.ts";
import { IN_SOAK } from "../cases.ts";
import { makeAccount, request, signedIn, startTestServer } from "./test-server.ts";
import { somebodyWaits } from "./test-database.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

interface Person {
  readonly account: string;
  readonly call: (method: "GET" | "POST" | "PUT", url: string, payload?: object) => Promise<LightMyRequestResponse>;
}
async function person(product: string | null): Promise<Person> {
  const account = await makeAccount(server.db, { product });
  const headers = await signedIn(server.db, account);
  return {
    account,
    call: async (method, url, payload) => server.app.inject({ method, url, headers, ...(payload ? { payload } : {}) }),
  };
}

const CREATE = "/v1/data-requests/create/web/standard";
const filters = (count: number): object => ({
  filters: {
    Custom: Array.from({ length: count }, (_, n) => ({ tag: `f${n}`, formula: `[daily close adj] > ${n}` })),
  },
});
const columns = (count: number): object => ({
  columns: {
    Custom: Array.from({ length: count }, (_, n) => ({ name: `c${n}`, formula: `[daily close -${n} adj]` })),
  },
});
const daily = { options: { data_updates: true } };

test("a plan promises no more than a request may hold", async () => {
  const { call } = await person("unlimited");
  const { product } = ActiveSubscription.parse((await call("GET", "/v1/profile/subscriptions/active")).json());
  expect(product).toMatchObject({ number_of_filter: LIMITS.filters, number_of_columns: LIMITS.columns });
});

describe("an account that has just signed up", () => {
  test("has the free plan and no subscription", async () => {
    const { call } = await person(null);
    const answer = ActiveSubscription.parse((await call("GET", "/v1/profile/subscriptions/active")).json());
    expect(answer.subscription).toBeNull();
    expect(answer.product).toMatchObject({ id: "free", plan_type: "free", number_of_filter: 5, number_of_columns: 20 });
    expect((await call("GET", "/v1/profile/subscriptions")).json()).toEqual({ items: [] });
    expect((await call("GET", "/v1/profile/products")).json()).toEqual(answer.product);
  });

  test.each([
    ["as many filters as the plan allows", filters(5), 202, []],
    ["one filter more", filters(6), 409, [{ path: "filters", code: "number_of_filter" }]],
    ["as many columns as the plan allows", columns(20), 202, []],
    ["one column more", columns(21), 409, [{ path: "columns", code: "number_of_columns" }]],
    ["daily updates", daily, 409, [{ path: "options.data_updates", code: "daily_updates" }]],
    [
      "too much of everything names every limit",
      { ...filters(6), ...columns(21), ...daily },
      409,
      [{ path: "filters" }, { path: "columns" }, { path: "options.data_updates" }],
    ],
  ])("%s", async (_, change, status, errors) => {
    const { call } = await person(null);
    const answer = await call("POST", CREATE, request(change));
    expect(answer.statusCode).toBe(status);
    if (status === 409) {
      expect(answer.json()).toMatchObject({ type: "/problems/limit-reached", errors });
      expect((await call("GET", "/v1/data-requests")).json().total).toBe(0);
    }
  });

  test("can run every built-in template", async () => {
    const { call } = await person(null);
    const product = Product.parse((await call("GET", "/v1/profile/products")).json());
    for (const { request: template } of builtInTemplates()) {
      expect(template.filters.length).toBeLessThanOrEqual(product.number_of_filter);
      expect(template.columns.length).toBeLessThanOrEqual(product.number_of_columns);
    }
  });

  test("cannot edit a request, preview it or switch it beyond the plan", async () => {
    const { call } = await person(null);
    const { id } = (await call("POST", CREATE, request())).json();
    expect((await call("PUT", `/v1/data-requests/${id}`, request(filters(6)))).statusCode).toBe(409);
    expect((await call("POST", "/v1/data-requests/preview?page=p", request(filters(6)))).statusCode).toBe(409);
    const switched = await call("PUT", `/v1/data-requests/${id}/data-updates`, { data_updates: true });
    expect(switched.json()).toMatchObject({
      type: "/problems/limit-reached",
      detail: "Upgrade subscription to enable daily updates",
    });
    expect((await call("GET", "/v1/data-requests?data_updates=true")).json().total).toBe(0);
    expect((await call("PUT", `/v1/data-requests/${id}/data-updates`, { data_updates: false })).statusCode).toBe(200);
  });

  // "cannot edit a request, preview it or switch it beyond the plan" is refused by the same limits.
  test.runIf(IN_SOAK)("cannot run again what a larger plan allowed", async () => {
    const { account, call } = await person("professional");
    const { id } = (await call("POST", CREATE, request(filters(6)))).json();
    await requestEnded(server.db, account, id);
    await server.db.deleteFrom("subscription").where("account_id", "=", account).execute();
    const again = await call("POST", `/v1/data-requests/${id}/run`);
    expect(again.json()).toMatchObject({ type: "/problems/limit-reached", errors: [{ path: "filters" }] });
    expect((await call("GET", `/v1/data-requests/${id}/status`)).json().status).toBe("Finished");
  });

  test("may keep a template of any size", async () => {
    const { call } = await person(null);
    const large = request({ ...filters(6), ...columns(21) });
    const made = await call("POST", "/v1/templates", { name: "Large", request: large });
    expect(made.statusCode).toBe(201);
  });
});

describe("a subscription", () => {
  const inForce: ReadonlySet<SubscriptionStatus> = new Set(["active", "trialing", "past_due"]);

  test.each(SUBSCRIPTION_STATUSES)("that is %s", async (status) => {
    const { account, call } = await person(null);
    const row = { id: newId(), account_id: account, product_id: "starter", provider_id: `sub_${newId()}`, status };
    await server.db.insertInto("subscription").values(row).execute();
    const { product } = ActiveSubscription.parse((await call("GET", "/v1/profile/subscriptions/active")).json());
    expect(product.id).toBe(inForce.has(status) ? "starter" : "free");
    const listed = (await call("GET", "/v1/profile/subscriptions")).json();
    expect(listed.items).toMatchObject([{ status, given: false, product: { id: "starter" } }]);
    const created = await call("POST", CREATE, request({ ...filters(6), ...daily }));
    expect(created.statusCode).toBe(inForce.has(status) ? 202 : 409);
  });

  test("of the better product counts", async () => {
    const { account, call } = await person("starter");
    await giveProduct(server.db, account, "professional");
    expect((await call("GET", "/v1/profile/products")).json().id).toBe("professional");
  });
});

test("products on offer are seen by everybody, the given one by nobody", async () => {
  const { items } = (
    await server.app.inject({ method: "GET", url: "/v1/products/active", headers: { host: "localhost:3000" } })
  ).json();
  expect(items.map(({ id }: { readonly id: string }) => id)).toEqual([
    "free",
    "starter",
    "professional",
    "professional_year",
  ]);
  expect(items[0].chart.chart_timeframe).toEqual(["1D"]);
});

test("a plan that changes while a request is made is waited for", async () => {
  const { account, call } = await person("starter");
  let created: ReturnType<Person["call"]> | undefined;
  await server.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom("account").select("id").where("id", "=", account).forNoKeyUpdate().execute();
    created = call("POST", CREATE, request(filters(6)));
    await transaction
      .updateTable("subscription")
      .set({ status: "canceled" })
      .where("account_id", "=", account)
      .execute();
    // PostgreSQL itself says when the creation stands at the lock.
    for (let waiting = false; !waiting;) {
      waiting = await somebodyWaits(server.db);
    }
  });
  expect((await created)?.statusCode).toBe(409);
});
