import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Transaction } from "kysely";
import { z } from "zod";
import type { Db, Schema } from "../../db/index.ts";

/** Prefixes of ids, which mark their kind and that they belong to the test provider. */
const PREFIXES = {
  customer: "cus_test_",
  price: "price_test_",
  payment_method: "pm_test_",
  subscription: "sub_test_",
  invoice: "in_test_",
  session: "cs_test_",
  portal: "bps_test_",
  event: "evt_test_",
  reply: "idem_test_",
} as const;

const Metadata = z.record(z.string(), z.string());
const Price = z.object({
  id: z.string(),
  object: z.literal("price"),
  lookup_key: z.string(),
  unit_amount: z.int(),
  currency: z.string(),
  recurring: z.object({ interval: z.enum(["month", "year"]) }),
  nickname: z.string(),
  metadata: Metadata,
});
export type TestPrice = z.infer<typeof Price>;

/** What a card does when it is charged: the first time in a checkout, and later on its own. */
const CARD_BEHAVIOURS = ["succeeds", "declined", "fails_later", "requires_action"] as const;

/** The test provider's objects, as its API shows them. Times are Unix seconds, amounts the smallest unit of the currency. */
const KINDS = {
  customer: z.object({
    id: z.string(),
    object: z.literal("customer"),
    email: z.string(),
    name: z.string(),
    /** Negative is credit that the next invoices use up. */
    balance: z.int(),
    invoice_settings: z.object({ default_payment_method: z.string().nullable() }),
    metadata: Metadata,
  }),
  price: Price,
  payment_method: z.object({
    id: z.string(),
    object: z.literal("payment_method"),
    type: z.literal("card"),
    customer: z.string().nullable(),
    card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
    behaviour: z.enum(CARD_BEHAVIOURS),
  }),
  subscription: z.object({
    id: z.string(),
    object: z.literal("subscription"),
    customer: z.string(),
    status: z.enum(["active", "unpaid", "past_due", "canceled", "trialing", "incomplete", "incomplete_expired"]),
    created: z.int(),
    cancel_at_period_end: z.boolean(),
    canceled_at: z.int().nullable(),
    ended_at: z.int().nullable(),
    default_payment_method: z.string().nullable(),
    latest_invoice: z.string().nullable(),
    items: z.object({
      object: z.literal("list"),
      data: z.tuple([
        z.object({
          id: z.string(),
          object: z.literal("subscription_item"),
          price: Price,
          current_period_start: z.int(),
          current_period_end: z.int(),
        }),
      ]),
    }),
  }),
  invoice: z.object({
    id: z.string(),
    object: z.literal("invoice"),
    number: z.string(),
    customer: z.string(),
    subscription: z.string(),
    status: z.enum(["open", "paid", "void"]),
    currency: z.string(),
    total: z.int(),
    amount_due: z.int(),
    amount_paid: z.int(),
    created: z.int(),
    hosted_invoice_url: z.string(),
    invoice_pdf: z.null(),
    lines: z.object({
      object: z.literal("list"),
      data: z.array(
        z.object({
          id: z.string(),
          object: z.literal("line_item"),
          amount: z.int(),
          currency: z.string(),
          description: z.string(),
          period: z.object({ start: z.int(), end: z.int() }),
        }),
      ),
    }),
  }),
  session: z.object({
    id: z.string(),
    object: z.literal("checkout.session"),
    mode: z.enum(["subscription", "setup"]),
    customer: z.string(),
    status: z.enum(["open", "complete", "expired"]),
    price: z.string().nullable(),
    subscription: z.string().nullable(),
    url: z.string(),
    success_url: z.string(),
    cancel_url: z.string(),
    created: z.int(),
  }),
  portal: z.object({
    id: z.string(),
    object: z.literal("billing_portal.session"),
    customer: z.string(),
    url: z.string(),
    return_url: z.string(),
  }),
  event: z.object({
    id: z.string(),
    object: z.literal("event"),
    type: z.string(),
    created: z.int(),
    data: z.object({ object: z.record(z.string(), z.unknown()) }),
  }),
  /** The answer of a write, under its idempotency key. */
  reply: z.object({ id: z.string(), request: z.string(), body: z.unknown() }),
} as const;

type Kind = keyof typeof KINDS;
export type TestObject<K extends Kind> = z.infer<(typeof KINDS)[K]>;
export type TestEvent = TestObject<"event">;

export const newTestId = (kind: Kind): string => PREFIXES[kind] + randomBytes(12).toString("hex");
export const seconds = (): number => Math.floor(Date.now() / 1000);

/** A refusal of the test provider, with the status, type and code that its API gives. */
export class TestRefusal extends Error {
  override readonly name = "TestRefusal";
  readonly status: 400 | 402 | 404;
  readonly code: string;
  readonly kind: "card_error" | "invalid_request_error" | "idempotency_error";

  constructor(status: 400 | 402 | 404, code: string, message: string, kind?: TestRefusal["kind"]) {
    super(message);
    this.status = status;
    this.code = code;
    this.kind = kind ?? (status === 402 ? "card_error" : "invalid_request_error");
  }
}

/** The test provider's state during one call: objects read and written in one transaction, and the events to send. */
export class Ledger {
  readonly events: TestEvent[] = [];
  readonly #transaction: Transaction<Schema>;

  constructor(transaction: Transaction<Schema>) {
    this.#transaction = transaction;
  }

  async find<K extends Kind>(kind: K, id: string): Promise<TestObject<K> | null> {
    const row = await this.#transaction
      .selectFrom("test_payment")
      .select("body")
      .where("id", "=", id)
      .where("kind", "=", kind)
      .executeTakeFirst();
    return row === undefined ? null : bodyOf(kind, row.body);
  }

  async get<K extends Kind>(kind: K, id: string): Promise<TestObject<K>> {
    const found = await this.find(kind, id);
    if (found === null) throw new TestRefusal(404, "resource_missing", `No such ${kind}: '${id}'`);
    return found;
  }

  /** Newest first. */
  async list<K extends Kind>(kind: K, customer?: string): Promise<TestObject<K>[]> {
    const rows = await this.#transaction
      .selectFrom("test_payment")
      .select("body")
      .where("kind", "=", kind)
      .$if(customer !== undefined, (all) => all.where("customer", "=", customer ?? ""))
      .orderBy("made", "desc")
      .execute();
    return rows.map(({ body }) => bodyOf(kind, body));
  }

  /** Makes or replaces an object. */
  async put<K extends Kind>(kind: K, object: TestObject<K>): Promise<TestObject<K>> {
    const customer = "customer" in object && typeof object.customer === "string" ? object.customer : null;
    const body = JSON.stringify(object);
    await this.#transaction
      .insertInto("test_payment")
      .values({ id: object.id, kind, customer, body })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ customer, body }))
      .execute();
    return object;
  }

  /** Adds an event about an object, sent after the transaction. */
  async tell(type: string, object: { readonly id: string }): Promise<void> {
    const event: TestEvent = {
      id: newTestId("event"),
      object: "event",
      type,
      created: seconds(),
      data: { object: { ...object } },
    };
    await this.put("event", event);
    this.events.push(event);
  }
}

/** Runs one call at a time over all processes, so that the state changes in one order. */
export async function withLedger<Result>(
  db: Db,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<{ readonly result: Result; readonly events: readonly TestEvent[] }> {
  return db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('test payment'))`.execute(transaction);
    const ledger = new Ledger(transaction);
    return { result: await work(ledger), events: ledger.events };
  });
}

function bodyOf<K extends Kind>(kind: K, body: unknown): TestObject<K> {
  // The schema is the one of that kind; the index type loses it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return KINDS[kind].parse(body) as TestObject<K>;
}
