import type { LightMyRequestResponse } from "fastify";
import { ActiveSubscription, Subscription } from "../../src/contract/index.ts";
import { HERE, makeAccount, signedIn } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

type Method = "GET" | "POST" | "PUT";

/** Somebody on the free plan with a browser of his own. */
export interface Person {
  readonly account: string;
  readonly call: (
    method: Method,
    url: string,
    payload?: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<LightMyRequestResponse>;
  /** Opens one of the test provider's pages; with fields, sends its form. */
  readonly page: (url: string, form?: Readonly<Record<string, string>>) => Promise<LightMyRequestResponse>;
  /** The subscription in force and its product, once every event has been taken up. */
  readonly active: () => Promise<ReturnType<typeof ActiveSubscription.parse>>;
  /** All of them, newest first, likewise. */
  readonly subscriptions: () => Promise<readonly Subscription[]>;
  /** Checks out on the hosted page. */
  readonly buys: (product: string, card: string) => Promise<LightMyRequestResponse>;
  /** Presses a button of the provider's own page. */
  readonly presses: (action: string) => Promise<LightMyRequestResponse>;
}

export const CARDS = {
  succeeds: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  failsLater: "4000 0000 0000 0341",
  asksBack: "4000 0025 0000 3155",
} as const;

export async function person({ app, db, jobs }: TestServer): Promise<Person> {
  const account = await makeAccount(db, { product: null });
  const own = await signedIn(db, account);
  const call: Person["call"] = async (method, url, payload, headers = {}) =>
    app.inject({ method, url, headers: { ...own, ...headers }, ...(payload === undefined ? {} : { payload }) });
  const page: Person["page"] = async (url, form) =>
    app.inject({
      method: form === undefined ? "GET" : "POST",
      url: new URL(url).pathname,
      headers: { ...HERE, "content-type": "application/x-www-form-urlencoded" },
      ...(form === undefined ? {} : { payload: new URLSearchParams(form).toString() }),
    });
  const settled = async (): Promise<void> => {
    const customer = await db
      .selectFrom("billing_customer")
      .select("provider_id")
      .where("account_id", "=", account)
      .executeTakeFirst();
    if (customer === undefined) return;
    while (await jobs.isLive("billing-sync", { customer: customer.provider_id }));
  };
  return {
    account,
    call,
    page,
    async active() {
      await settled();
      return ActiveSubscription.parse((await call("GET", "/v1/profile/subscriptions/active")).json());
    },
    async subscriptions() {
      await settled();
      return Subscription.array().parse((await call("GET", "/v1/profile/subscriptions")).json().items);
    },
    async buys(product, card) {
      const session = await call("POST", "/v1/payments/setup-checkout-session", { product_id: product });
      return page(session.json().url, { card });
    },
    async presses(action) {
      const { url } = (await call("POST", "/v1/account")).json();
      return page(url, { action });
    },
  };
}
