import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SubscriptionChange } from "../../src/contract/index.ts";
import { createApp } from "../../src/server/app.ts";
import { openKeyring } from "../../src/server/auth/keyring.ts";
import { openPayments } from "../../src/server/billing/payments.ts";
import { readConfig } from "../../src/server/index.ts";
import { MarketDays } from "../../src/server/days/market-days.ts";
import { PinnedValues } from "../../src/server/pinned-values.ts";
import { MarketImports } from "../../src/server/updates/market-imports.ts";
import { newId } from "../../src/server/db/index.ts";
import { pino } from "pino";
import { IN_SOAK } from "../cases.ts";
import { CARDS, person } from "./billing-person.ts";
import { HERE, request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const CHECKOUT = "/v1/payments/setup-checkout-session";
const SUBSCRIBE = "/v1/payments/subscribe";
const CHANGE = "/v1/payments/get-subscription-change";
const CANCEL = "/v1/subscriptions/cancel";
const METHODS = "/v1/profile/payment/methods";
const six = request({
  filters: { Custom: Array.from({ length: 6 }, (_, n) => ({ tag: `f${n}`, formula: `[daily close adj] > ${n}` })) },
});

test("a whole life: free, checkout, paid, changed, cancelled, kept, overdue, given up, subscribed anew", async () => {
  const ada = await person(server);
  const create = async () => (await ada.call("POST", "/v1/data-requests", six)).statusCode;
  expect(await create()).toBe(409);

  // The hosted page says at once that it is a test, and leads back when it is done.
  const session = (await ada.call("POST", CHECKOUT, { product_id: "starter" })).json();
  const shown = await ada.page(session.url);
  expect(shown.body).toContain("TEST: no real payment");
  expect(shown.body).toContain("29.00 USD a month");
  expect((await ada.active()).subscription).toBeNull();
  const paid = await ada.page(session.url, { card: CARDS.succeeds });
  expect(paid.statusCode).toBe(303);
  expect(paid.headers["location"]).toBe("http://localhost:3000/subscriptions?checkout=success");
  const first = await ada.active();
  expect(first).toMatchObject({ product: { id: "starter" }, subscription: { status: "active", given: false } });
  expect(await create()).toBe(202);

  // A change costs what its preview said.
  const preview = SubscriptionChange.parse((await ada.call("POST", CHANGE, { product_id: "professional" })).json());
  expect(preview.lines.map(({ amount }) => amount)).toEqual([-2900, 7900]);
  expect(preview).toMatchObject({ total: 5000, amount_due: 5000, currency: "usd" });
  expect((await ada.active()).product.id).toBe("starter");
  const changed = await ada.call("POST", SUBSCRIBE, {
    product_id: "professional",
    proration_date: preview.proration_date,
  });
  expect(changed.json()).toMatchObject({
    complete_url: null,
    subscription: { id: first.subscription?.id, product: { id: "professional" } },
  });
  const invoices = (await ada.call("GET", "/v1/profile/invoices?page_size=1")).json();
  expect(invoices).toMatchObject({ total: 2, items: [{ status: "paid", total: 5000, amount_paid: 5000 }] });

  // Cancelled it runs until the end of its period; until then it can be kept.
  const id = first.subscription?.id;
  const cancelled = await ada.call("POST", CANCEL, { subscription_id: id });
  expect(cancelled.json()).toMatchObject({ status: "active", cancel_at_period_end: true });
  expect((await ada.active()).product.id).toBe("professional");
  const kept = await ada.call("POST", CANCEL, { subscription_id: id, cancel: false });
  expect(kept.json()).toMatchObject({ status: "active", cancel_at_period_end: false, canceled_at: null });

  // A card that no longer pays: the limits hold while the provider tries, and no longer.
  await ada.call("POST", `${METHODS}/attach`, { payment_method_id: "pm_card_chargeCustomerFail" });
  const { items: cards } = (await ada.call("GET", METHODS)).json();
  const failing = cards.find(({ last4 }: { readonly last4: string }) => last4 === "0341");
  await ada.call("POST", `${METHODS}/default`, { payment_method_id: failing.id });
  await ada.presses("renew");
  expect(await ada.active()).toMatchObject({ product: { id: "professional" }, subscription: { status: "past_due" } });
  await ada.presses("give-up");
  expect(await ada.active()).toMatchObject({ product: { id: "free" }, subscription: null });
  expect((await ada.subscriptions())[0]?.status).toBe("unpaid");
  expect(await create()).toBe(409);

  // The open invoice is paid on its page, then it ends with its period, and another begins.
  const [open] = (await ada.call("GET", "/v1/profile/invoices")).json().items;
  expect(open).toMatchObject({ status: "open", amount_due: 7900 });
  await ada.page(open.url, { bank: "agrees" });
  expect((await ada.active()).subscription?.status).toBe("active");
  await ada.call("POST", CANCEL, { subscription_id: id });
  await ada.presses("renew");
  expect(await ada.active()).toMatchObject({ product: { id: "free" }, subscription: null });
  expect((await ada.call("POST", CANCEL, { subscription_id: id })).statusCode).toBe(409);
  await ada.buys("starter", CARDS.succeeds);
  expect((await ada.active()).product.id).toBe("starter");
  expect((await ada.subscriptions()).map(({ status }) => status)).toEqual(["active", "canceled"]);
  expect(await create()).toBe(202);
});

describe("checkout", () => {
  // "that the card does not pay leaves everything as it was" is declined as well, on a change.
  test.runIf(IN_SOAK)("declined says so, subscribes to nothing, and another card may follow", async () => {
    const eve = await person(server);
    const { url } = (await eve.call("POST", CHECKOUT, { product_id: "starter" })).json();
    const declined = await eve.page(url, { card: CARDS.declined });
    expect(declined.statusCode).toBe(200);
    expect(declined.body).toContain("Your card was declined.");
    expect(await eve.subscriptions()).toEqual([]);
    expect((await eve.page(url, { card: CARDS.succeeds })).statusCode).toBe(303);
    expect((await eve.active()).product.id).toBe("starter");
  });

  // The test of a kept card "that the bank asks back for" asks the bank as well, on another page.
  test.runIf(IN_SOAK)("asks the bank where the card wants it", async () => {
    const eve = await person(server);
    const { url } = (await eve.call("POST", CHECKOUT, { product_id: "starter" })).json();
    const card = CARDS.asksBack;
    expect((await eve.page(url, { card })).body).toContain("Your bank asks");
    expect((await eve.page(url, { card, bank: "refuses" })).body).toContain("did not confirm");
    expect(await eve.subscriptions()).toEqual([]);
    await eve.page(url, { card, bank: "agrees" });
    expect((await eve.active()).subscription?.status).toBe("active");
  });

  // "sent twice, or at the same time, is done once" finds a second subscription; only the soak leaves a page open.
  test.runIf(IN_SOAK)("of a page that was left open makes no second subscription", async () => {
    const eve = await person(server);
    const { url: old } = (await eve.call("POST", CHECKOUT, { product_id: "starter" })).json();
    await eve.buys("professional", CARDS.succeeds);
    expect((await eve.page(old, { card: CARDS.succeeds })).headers["location"]).toContain("checkout=cancelled");
    expect(await eve.subscriptions()).toHaveLength(1);
    const again = await eve.call("POST", CHECKOUT, { product_id: "starter" });
    expect(again.json()).toMatchObject({ type: "/problems/conflict" });
  });

  test.each([
    ["free", 422],
    ["unlimited", 404],
    ["nothing", 404],
  ])("cannot buy %s", async (product_id, status) => {
    const eve = await person(server);
    for (const url of [CHECKOUT, SUBSCRIBE])
      expect((await eve.call("POST", url, { product_id })).statusCode).toBe(status);
  });
});

describe("subscribing with a kept card", () => {
  test("needs one", async () => {
    const eve = await person(server);
    expect((await eve.call("POST", SUBSCRIBE, { product_id: "starter" })).statusCode).toBe(402);
  });

  test("works at once", async () => {
    const eve = await person(server);
    await eve.call("POST", `${METHODS}/attach`, { payment_method_id: "pm_card_visa" });
    const answer = await eve.call("POST", SUBSCRIBE, { product_id: "starter" });
    expect(answer.json()).toMatchObject({ complete_url: null, subscription: { status: "active" } });
  });

  test("that the bank asks back for is incomplete until its page is completed", async () => {
    const eve = await person(server);
    await eve.call("POST", `${METHODS}/attach`, { payment_method_id: "pm_card_authenticationRequired" });
    const answer = (await eve.call("POST", SUBSCRIBE, { product_id: "starter" })).json();
    expect(answer.subscription.status).toBe("incomplete");
    expect((await eve.active()).product.id).toBe("free");
    await eve.page(answer.complete_url, { bank: "agrees" });
    expect(await eve.active()).toMatchObject({ product: { id: "starter" }, subscription: { status: "active" } });
  });

  // Only the soak subscribes with a second card while the first waits for the bank.
  test.runIf(IN_SOAK)("again ends the incomplete one", async () => {
    const eve = await person(server);
    await eve.call("POST", `${METHODS}/attach`, { payment_method_id: "pm_card_authenticationRequired" });
    await eve.call("POST", SUBSCRIBE, { product_id: "starter" });
    const { items } = (await eve.call("POST", `${METHODS}/attach`, { payment_method_id: "pm_card_visa" })).json();
    const good = items.find(({ last4 }: { readonly last4: string }) => last4 === "4242");
    await eve.call("POST", SUBSCRIBE, { product_id: "starter", payment_method_id: good.id });
    expect((await eve.subscriptions()).map(({ status }) => status)).toEqual(["active", "incomplete_expired"]);
  });

  test("sent twice, or at the same time, is done once", async () => {
    const eve = await person(server);
    await eve.call("POST", `${METHODS}/attach`, { payment_method_id: "pm_card_visa" });
    const key = { "idempotency-key": newId() };
    const answers = await Promise.all(
      [1, 2, 3].map(async () => eve.call("POST", SUBSCRIBE, { product_id: "starter" }, key)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await eve.subscriptions()).toHaveLength(1);
    expect((await eve.call("GET", "/v1/profile/invoices")).json().total).toBe(1);
  });
});

describe("a change", () => {
  test("that the card does not pay leaves everything as it was", async () => {
    const eve = await person(server);
    await eve.buys("starter", CARDS.failsLater);
    expect((await eve.active()).product.id).toBe("starter");
    const answer = await eve.call("POST", SUBSCRIBE, { product_id: "professional" });
    expect(answer.json()).toMatchObject({ type: "/problems/payment-failed", detail: "Your card was declined." });
    expect(await eve.active()).toMatchObject({ product: { id: "starter" }, subscription: { status: "active" } });
    expect((await eve.call("GET", "/v1/profile/invoices")).json().total).toBe(1);
  });

  test("to the cheaper gives credit that the next invoice uses up", async () => {
    const eve = await person(server);
    await eve.buys("professional", CARDS.succeeds);
    await eve.active();
    const preview = SubscriptionChange.parse((await eve.call("POST", CHANGE, { product_id: "starter" })).json());
    expect(preview).toMatchObject({ total: -5000, amount_due: 0 });
    await eve.call("POST", SUBSCRIBE, { product_id: "starter", proration_date: preview.proration_date });
    await eve.presses("renew");
    const { items } = (await eve.call("GET", "/v1/profile/invoices")).json();
    expect(items.map(({ total, amount_due }: Readonly<Record<string, unknown>>) => [total, amount_due])).toEqual([
      [2900, 0],
      [-5000, 0],
      [7900, 7900],
    ]);
  });

  // The whole life above changes the product; only the soak changes to a year.
  test.runIf(IN_SOAK)("to the year begins a year", async () => {
    const eve = await person(server);
    await eve.buys("professional", CARDS.succeeds);
    await eve.active();
    await eve.call("POST", SUBSCRIBE, { product_id: "professional_year" });
    const { subscription } = await eve.active();
    const months = (iso: string | null | undefined): number => {
      const date = new Date(iso ?? "");
      return date.getUTCFullYear() * 12 + date.getUTCMonth();
    };
    expect(months(subscription?.current_period_end) - months(subscription?.current_period_start)).toBe(12);
  });

  test("by a preview of yesterday is refused", async () => {
    const eve = await person(server);
    await eve.buys("starter", CARDS.succeeds);
    const proration_date = Math.floor(Date.now() / 1000) - 86_400;
    const answer = await eve.call("POST", SUBSCRIBE, { product_id: "professional", proration_date });
    expect(answer.statusCode).toBe(422);
  });

  test("of nothing is not there", async () => {
    const eve = await person(server);
    expect((await eve.call("POST", CHANGE, { product_id: "starter" })).statusCode).toBe(404);
  });
});

describe("cards", () => {
  // The whole life above attaches cards and chooses one; only the soak keeps one by the hosted page, and drops it.
  test.runIf(IN_SOAK)("are kept by the hosted page, charged by choice, and dropped", async () => {
    const eve = await person(server);
    expect((await eve.call("GET", "/v1/profile/payment/source")).json()).toEqual({ payment_method: null });
    const { url } = (await eve.call("POST", CHECKOUT, {})).json();
    expect((await eve.page(url, { card: CARDS.succeeds })).headers["location"]).toContain("/user-profile/settings");
    const [card] = (await eve.call("GET", METHODS)).json().items;
    expect(card).toMatchObject({ brand: "visa", last4: "4242", default: false });
    await eve.call("POST", `${METHODS}/default`, { payment_method_id: card.id });
    expect((await eve.call("GET", "/v1/profile/payment/source")).json()).toMatchObject({
      payment_method: { id: card.id, default: true },
    });
    const rest = await eve.call("POST", `${METHODS}/detach`, { payment_method_id: card.id });
    expect(rest.json()).toEqual({ items: [] });
  });

  test("that are declined are not kept", async () => {
    const eve = await person(server);
    const answer = await eve.call("POST", `${METHODS}/attach`, { payment_method_id: "pm_card_chargeDeclined" });
    expect(answer.statusCode).toBe(402);
  });
});

describe("somebody else's", () => {
  test("subscription and cards are not there, and stay as they are", async () => {
    const ada = await person(server);
    const eve = await person(server);
    await ada.buys("starter", CARDS.succeeds);
    await eve.buys("starter", CARDS.succeeds);
    await eve.active();
    const { subscription } = await ada.active();
    const [card] = (await ada.call("GET", METHODS)).json().items;
    expect((await eve.call("POST", CANCEL, { subscription_id: subscription?.id })).statusCode).toBe(404);
    for (const change of ["attach", "detach", "default"]) {
      const answer = await eve.call("POST", `${METHODS}/${change}`, { payment_method_id: card.id });
      expect(answer.statusCode).toBe(404);
    }
    const paying = await eve.call("POST", SUBSCRIBE, { product_id: "professional", payment_method_id: card.id });
    expect(paying.statusCode).toBe(404);
    expect((await ada.active()).subscription).toEqual(subscription);
    expect((await ada.call("GET", METHODS)).json().items).toEqual([card]);
  });
});

test("a given subscription cannot be cancelled", async () => {
  const eve = await person(server);
  const id = newId();
  const row = { id, account_id: eve.account, product_id: "unlimited", provider_id: null, status: "active" as const };
  await server.db.insertInto("subscription").values(row).execute();
  expect((await eve.call("POST", CANCEL, { subscription_id: id })).statusCode).toBe(409);
});

describe("in production without a key", () => {
  test("there is no test provider, nothing is paid, and nothing paid with a test card is in force", async () => {
    const eve = await person(server);
    const { url } = (await eve.call("POST", CHECKOUT, { product_id: "starter" })).json();
    await eve.page(url, { card: CARDS.succeeds });
    expect((await eve.active()).product.id).toBe("starter");

    const config = { ...readConfig({}), production: true };
    const logger = pino({ level: "silent" });
    const { market, activity, db, jobs, scans, previews, files, streams, latestProgress, metrics, readiness } = server;
    const publicUrl = "http://localhost:3000";
    const payments = await openPayments({ config, db, jobs, logger, publicUrl });
    expect(payments.test).toBeNull();
    const imports = new MarketImports({ db, jobs, market, source: config.etl, logger });
    const read = (): null => null;
    const { etl, day } = config;
    const pinnedValues = new PinnedValues({ path: null, market, logger });
    const days = new MarketDays({
      db,
      jobs,
      market,
      read,
      activity,
      pinnedValues,
      etl,
      day,
      folder: server.data,
      logger,
    });
    const places = { product: () => publicUrl, charting: () => null };
    const keyring = await openKeyring(server.data, null);
    const kept = {
      config,
      publicUrl,
      places,
      db,
      jobs,
      keyring,
      market,
      activity,
      scans,
      previews,
      files,
      imports,
      pinnedValues,
      days,
      streams,
      latestProgress,
      metrics,
      readiness,
      read,
      logger,
    };
    const app = await createApp({ ...kept, payments, client: null });
    const hosted = await app.inject({ method: "GET", url: new URL(url).pathname, headers: HERE });
    expect(hosted.statusCode).toBe(404);
    const event = await app.inject({ method: "POST", url: "/v1/payments/webhook", headers: HERE, payload: {} });
    expect(event.json()).toMatchObject({ type: "/problems/no-payments" });
    await app.close();
    expect((await eve.active()).product.id).toBe("free");
  });
});
