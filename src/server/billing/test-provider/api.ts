import { createHash } from "node:crypto";
import Fastify from "fastify";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../db/index.ts";
import { newTestId, seconds, TestRefusal, withLedger } from "./ledger.ts";
import type { Ledger, TestEvent } from "./ledger.ts";
import { cancelAtEnd, changePrice, DECLINED, end, keepCard, prorated, subscribe, TEST_CARDS } from "./rules.ts";

interface ApiParts {
  readonly db: Db;
  /** The bearer token of callers. */
  readonly key: string;
  /** Address of the hosted pages. */
  readonly pages: () => string;
  readonly tell: (events: readonly TestEvent[]) => Promise<void>;
}

interface Call {
  readonly ledger: Ledger;
  readonly id: string;
  /** Body or query, field by field as the provider's library writes them: `items[0][price]`. */
  readonly fields: URLSearchParams;
}
type Verb = (call: Call) => Promise<object>;

const list = (data: readonly object[], url: string): object => ({ object: "list", data, has_more: false, url });

function requiredField(fields: URLSearchParams, name: string): string {
  const value = fields.get(name);
  if (value === null || value === "")
    throw new TestRefusal(400, "parameter_missing", `Missing required param: ${name}.`);
  return value;
}

function metadata(fields: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...fields].flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );
}

/** The card names of the provider's own test mode. */
const NAMED_CARDS: Readonly<Record<string, (typeof TEST_CARDS)[number]["behaviour"]>> = {
  pm_card_visa: "succeeds",
  pm_card_chargeDeclined: "declined",
  pm_card_chargeCustomerFail: "fails_later",
  pm_card_authenticationRequired: "requires_action",
};

/** The part of the provider's API that is used, by method and path. */
function verbs(pages: () => string): Readonly<Record<string, Verb>> {
  /** Expands the invoice where the caller asks for it. */
  const expanded = async (
    { ledger, fields }: Call,
    subscription: { readonly latest_invoice: string | null },
  ): Promise<object> =>
    fields.get("expand[0]") === "latest_invoice" && subscription.latest_invoice !== null
      ? { ...subscription, latest_invoice: await ledger.get("invoice", subscription.latest_invoice) }
      : subscription;

  return {
    "POST /v1/customers": async ({ ledger, fields }) =>
      ledger.put("customer", {
        id: newTestId("customer"),
        object: "customer",
        email: requiredField(fields, "email"),
        name: fields.get("name") ?? "",
        balance: 0,
        invoice_settings: { default_payment_method: null },
        metadata: metadata(fields),
      }),
    "GET /v1/customers/:id": async ({ ledger, id }) => ledger.get("customer", id),
    "POST /v1/customers/:id": async ({ ledger, id, fields }) => {
      const customer = await ledger.get("customer", id);
      const method = await ledger.get(
        "payment_method",
        requiredField(fields, "invoice_settings[default_payment_method]"),
      );
      if (method.customer !== id) throw new TestRefusal(404, "resource_missing", "No such payment method.");
      return ledger.put("customer", { ...customer, invoice_settings: { default_payment_method: method.id } });
    },
    "GET /v1/customers/:id/payment_methods": async ({ ledger, id }) => {
      await ledger.get("customer", id);
      return list(await ledger.list("payment_method", id), `/v1/customers/${id}/payment_methods`);
    },
    "GET /v1/prices": async ({ ledger, fields }) => {
      const key = requiredField(fields, "lookup_keys[0]");
      return list(
        (await ledger.list("price")).filter(({ lookup_key }) => lookup_key === key),
        "/v1/prices",
      );
    },
    "POST /v1/prices": async ({ ledger, fields }) =>
      ledger.put("price", {
        id: newTestId("price"),
        object: "price",
        lookup_key: requiredField(fields, "lookup_key"),
        unit_amount: Number(requiredField(fields, "unit_amount")),
        currency: requiredField(fields, "currency"),
        recurring: { interval: requiredField(fields, "recurring[interval]") === "year" ? "year" : "month" },
        nickname: requiredField(fields, "product_data[name]"),
        metadata: metadata(fields),
      }),
    "POST /v1/checkout/sessions": async ({ ledger, fields }) => {
      const id = newTestId("session");
      const mode = requiredField(fields, "mode") === "setup" ? "setup" : "subscription";
      const { id: customer } = await ledger.get("customer", requiredField(fields, "customer"));
      const price = mode === "setup" ? null : await ledger.get("price", requiredField(fields, "line_items[0][price]"));
      return ledger.put("session", {
        id,
        object: "checkout.session",
        mode,
        customer,
        status: "open",
        price: price?.id ?? null,
        subscription: null,
        url: `${pages()}/checkout/${id}`,
        success_url: requiredField(fields, "success_url"),
        cancel_url: requiredField(fields, "cancel_url"),
        created: seconds(),
      });
    },
    "GET /v1/checkout/sessions": async ({ ledger, fields }) => {
      const sessions = await ledger.list("session", requiredField(fields, "customer"));
      const status = fields.get("status");
      return list(
        sessions.filter((session) => status === null || session.status === status),
        "/v1/checkout/sessions",
      );
    },
    "POST /v1/checkout/sessions/:id/expire": async ({ ledger, id }) => {
      const session = await ledger.get("session", id);
      if (session.status !== "open") throw new TestRefusal(400, "invalid", "Only an open session expires.");
      return ledger.put("session", { ...session, status: "expired" });
    },
    "POST /v1/billing_portal/sessions": async ({ ledger, fields }) => {
      const id = newTestId("portal");
      const { id: customer } = await ledger.get("customer", requiredField(fields, "customer"));
      return ledger.put("portal", {
        id,
        object: "billing_portal.session",
        customer,
        url: `${pages()}/portal/${id}`,
        return_url: requiredField(fields, "return_url"),
      });
    },
    "GET /v1/subscriptions": async ({ ledger, fields }) => {
      const { id } = await ledger.get("customer", requiredField(fields, "customer"));
      return list(await ledger.list("subscription", id), "/v1/subscriptions");
    },
    "POST /v1/subscriptions": async (call) => {
      const { ledger, fields } = call;
      const customer = requiredField(fields, "customer");
      const price = await ledger.get("price", requiredField(fields, "items[0][price]"));
      const method = fields.get("default_payment_method");
      return expanded(call, await subscribe(ledger, pages(), { customer, price, method, confirmed: false }));
    },
    "GET /v1/subscriptions/:id": async ({ ledger, id }) => ledger.get("subscription", id),
    "POST /v1/subscriptions/:id": async (call) => {
      const { ledger, id, fields } = call;
      let subscription = await ledger.get("subscription", id);
      const price = fields.get("items[0][price]");
      const method = fields.get("default_payment_method");
      const cancel = fields.get("cancel_at_period_end");
      if (method !== null)
        subscription = await ledger.put("subscription", { ...subscription, default_payment_method: method });
      if (cancel !== null) subscription = await cancelAtEnd(ledger, subscription, cancel === "true");
      if (price !== null) {
        const at = Number(fields.get("proration_date") ?? seconds());
        subscription = await changePrice(ledger, pages(), subscription, await ledger.get("price", price), at);
      }
      return expanded(call, subscription);
    },
    "DELETE /v1/subscriptions/:id": async ({ ledger, id }) => end(ledger, await ledger.get("subscription", id)),
    "POST /v1/invoices/create_preview": async ({ ledger, fields }) => {
      const subscription = await ledger.get("subscription", requiredField(fields, "subscription"));
      const price = await ledger.get("price", requiredField(fields, "subscription_details[items][0][price]"));
      const at = Number(fields.get("subscription_details[proration_date]") ?? seconds());
      const lines = prorated(subscription, price, at);
      const { balance } = await ledger.get("customer", subscription.customer);
      const total = lines.reduce((sum, { amount }) => sum + amount, 0);
      return {
        object: "invoice",
        currency: price.currency,
        total,
        amount_due: Math.max(0, total + balance),
        lines: list(
          lines.map((line) => ({ object: "line_item", currency: price.currency, ...line })),
          "/v1/invoices/lines",
        ),
      };
    },
    "GET /v1/invoices": async ({ ledger, fields }) =>
      list(await ledger.list("invoice", requiredField(fields, "customer")), "/v1/invoices"),
    "GET /v1/payment_methods/:id": async ({ ledger, id }) => ledger.get("payment_method", id),
    "POST /v1/payment_methods/:id/attach": async ({ ledger, id, fields }) => {
      const { id: customer } = await ledger.get("customer", requiredField(fields, "customer"));
      const named = TEST_CARDS.find(({ behaviour }) => behaviour === NAMED_CARDS[id]);
      if (named?.behaviour === "declined") throw new TestRefusal(402, "card_declined", DECLINED);
      if (named !== undefined) return keepCard(ledger, customer, named);
      const method = await ledger.get("payment_method", id);
      if (method.customer !== null && method.customer !== customer) {
        throw new TestRefusal(400, "invalid", "The payment method is attached to another customer.");
      }
      const attached = await ledger.put("payment_method", { ...method, customer });
      await ledger.tell("payment_method.attached", attached);
      return attached;
    },
    "POST /v1/payment_methods/:id/detach": async ({ ledger, id }) => {
      const method = await ledger.get("payment_method", id);
      const { customer: owner } = method;
      const detached = await ledger.put("payment_method", { ...method, customer: null });
      if (owner !== null) {
        const customer = await ledger.get("customer", owner);
        if (customer.invoice_settings.default_payment_method === id) {
          await ledger.put("customer", { ...customer, invoice_settings: { default_payment_method: null } });
        }
        for (const subscription of await ledger.list("subscription", owner)) {
          if (subscription.default_payment_method !== id) continue;
          await ledger.put("subscription", { ...subscription, default_payment_method: null });
        }
        await ledger.tell("payment_method.detached", { ...detached });
      }
      return detached;
    },
  };
}

/** Answers a write under an idempotency key once; the same key for something else is refused. */
async function once(ledger: Ledger, key: string, request: string, work: () => Promise<object>): Promise<unknown> {
  const id = `idem_test_${createHash("sha256").update(key).digest("hex")}`;
  const known = await ledger.find("reply", id);
  if (known !== null) {
    if (known.request === request) return known.body;
    throw new TestRefusal(400, "idempotency_key_in_use", "The key was used for another request.", "idempotency_error");
  }
  const body = await work();
  await ledger.put("reply", { id, request, body });
  return body;
}

/** The test provider's API, not yet listening. It answers callers that have its key. */
export function testApi({ db, key, pages, tell }: ApiParts): FastifyInstance {
  const app: FastifyInstance = Fastify({ bodyLimit: 64 * 1024 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, async (_: unknown, body: string) => body);
  app.addHook("onRequest", async (request, reply) => {
    if (request.headers.authorization === `Bearer ${key}`) return;
    await reply.code(401).send({ error: { type: "invalid_request_error", message: "Invalid API key provided." } });
  });
  for (const [route, verb] of Object.entries(verbs(pages))) {
    const [method = "GET", url = "/"] = route.split(" ");
    app.route<{ Params: { id?: string }; Body: unknown }>({
      method,
      url,
      handler: async (request, reply) => {
        const query = request.url.split("?")[1] ?? "";
        const text = typeof request.body === "string" ? request.body : query;
        const fields = new URLSearchParams(text);
        const header = request.headers["idempotency-key"];
        try {
          const { result, events } = await withLedger(db, async (ledger) => {
            const work = async (): Promise<object> => verb({ ledger, id: request.params.id ?? "", fields });
            return method === "GET" || typeof header !== "string"
              ? work()
              : once(ledger, header, `${method} ${request.url} ${text}`, work);
          });
          await tell(events);
          return result;
        } catch (error) {
          if (!(error instanceof TestRefusal)) throw error;
          const { status, kind, code, message } = error;
          return reply.code(status).send({ error: { type: kind, code, message } });
        }
      },
    });
  }
  return app;
}
