import { newTestId, seconds, TestRefusal } from "./ledger.ts";
import type { Ledger, TestObject, TestPrice } from "./ledger.ts";

type TestSubscription = TestObject<"subscription">;
type TestInvoice = TestObject<"invoice">;
type TestMethod = TestObject<"payment_method">;
type Line = Pick<TestInvoice["lines"]["data"][number], "amount" | "description" | "period">;

/** The test cards of the hosted pages; the same numbers as the provider's own test cards. */
export const TEST_CARDS = [
  { number: "4242 4242 4242 4242", brand: "visa", behaviour: "succeeds", says: "The payment succeeds" },
  { number: "4000 0000 0000 0002", brand: "visa", behaviour: "declined", says: "The card is declined" },
  {
    number: "4000 0000 0000 0341",
    brand: "visa",
    behaviour: "fails_later",
    says: "Accepted now, fails at later charges",
  },
  { number: "4000 0025 0000 3155", brand: "visa", behaviour: "requires_action", says: "The bank asks back" },
] as const;
export type TestCard = (typeof TEST_CARDS)[number];

export const DECLINED = "Your card was declined.";

const YEARS_VALID = 4;

/** One interval later; a day that the month does not have becomes its last. */
function nextPeriod(start: number, { interval }: TestPrice["recurring"]): number {
  const date = new Date(start * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  if (interval === "year") date.setUTCFullYear(date.getUTCFullYear() + 1);
  else date.setUTCMonth(date.getUTCMonth() + 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1000);
}

/** Saves a card for a customer; with `customer` null it has no owner yet. */
export async function keepCard(ledger: Ledger, customer: string | null, card: TestCard): Promise<TestMethod> {
  const method = await ledger.put("payment_method", {
    id: newTestId("payment_method"),
    object: "payment_method",
    type: "card",
    customer,
    card: {
      brand: card.brand,
      last4: card.number.slice(-4),
      exp_month: 12,
      exp_year: new Date().getUTCFullYear() + YEARS_VALID,
    },
    behaviour: card.behaviour,
  });
  if (customer !== null) await ledger.tell("payment_method.attached", method);
  return method;
}

/** The card that a subscription is charged to. */
async function cardOf(ledger: Ledger, subscription: TestSubscription): Promise<TestMethod | null> {
  const customer = await ledger.get("customer", subscription.customer);
  const id = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return id === null ? null : ledger.find("payment_method", id);
}

/** Writes an invoice: what the customer has as credit is used up, and a negative total becomes credit. */
async function invoice(
  ledger: Ledger,
  base: string,
  of: TestSubscription,
  lines: readonly Line[],
): Promise<TestInvoice> {
  const [item] = of.items.data;
  const { currency } = item.price;
  const customer = await ledger.get("customer", of.customer);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const due = Math.max(0, total + customer.balance);
  await ledger.put("customer", { ...customer, balance: Math.min(0, total + customer.balance) });
  const id = newTestId("invoice");
  const count = (await ledger.list("invoice", of.customer)).length;
  return ledger.put("invoice", {
    id,
    object: "invoice",
    number: `TEST-${of.customer.slice(-6).toUpperCase()}-${String(count + 1).padStart(4, "0")}`,
    customer: of.customer,
    subscription: of.id,
    status: due === 0 ? "paid" : "open",
    currency,
    total,
    amount_due: due,
    amount_paid: 0,
    created: seconds(),
    hosted_invoice_url: `${base}/invoice/${id}`,
    invoice_pdf: null,
    lines: {
      object: "list",
      data: lines.map((line, index) => ({ id: `${id}_${index}`, object: "line_item", currency, ...line })),
    },
  });
}

/** Marks an open invoice as paid and activates its subscription. */
export async function settle(ledger: Ledger, open: TestInvoice): Promise<TestInvoice> {
  const paid = await ledger.put("invoice", { ...open, status: "paid", amount_paid: open.amount_due });
  await ledger.tell("invoice.paid", paid);
  const subscription = await ledger.get("subscription", open.subscription);
  if (subscription.status === "incomplete" || subscription.status === "past_due" || subscription.status === "unpaid") {
    await changed(ledger, { ...subscription, status: "active" });
  }
  return paid;
}

async function changed(ledger: Ledger, subscription: TestSubscription): Promise<TestSubscription> {
  await ledger.put("subscription", subscription);
  const over = subscription.status === "canceled" || subscription.status === "incomplete_expired";
  await ledger.tell(over ? "customer.subscription.deleted" : "customer.subscription.updated", subscription);
  return subscription;
}

interface NewSubscription {
  readonly customer: string;
  readonly price: TestPrice;
  readonly method: string | null;
  /** Whether the bank has confirmed on the hosted page. */
  readonly confirmed: boolean;
}

/** Subscribes and charges the first period; without success the subscription is incomplete and its invoice open. */
export async function subscribe(
  ledger: Ledger,
  base: string,
  { customer, price, method, confirmed }: NewSubscription,
): Promise<TestSubscription> {
  const now = seconds();
  const draft: TestSubscription = {
    id: newTestId("subscription"),
    object: "subscription",
    customer,
    status: "incomplete",
    created: now,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    default_payment_method: method,
    latest_invoice: null,
    items: {
      object: "list",
      data: [
        {
          id: `si_test_${now}_${newTestId("price").slice(-8)}`,
          object: "subscription_item",
          price,
          current_period_start: now,
          current_period_end: nextPeriod(now, price.recurring),
        },
      ],
    },
  };
  const card = await cardOf(ledger, draft);
  if (card === null) throw new TestRefusal(400, "missing", "This customer has no attached payment source.");
  const [item] = draft.items.data;
  const made = await invoice(ledger, base, draft, [
    {
      amount: price.unit_amount,
      description: `1 × ${price.nickname}`,
      period: { start: item.current_period_start, end: item.current_period_end },
    },
  ]);
  const subscription = await ledger.put("subscription", { ...draft, latest_invoice: made.id });
  await ledger.tell("customer.subscription.created", subscription);
  const accepted = card.behaviour === "succeeds" || card.behaviour === "fails_later";
  if (accepted || confirmed || made.amount_due === 0) await settle(ledger, made);
  else await ledger.tell("invoice.payment_failed", made);
  return ledger.get("subscription", subscription.id);
}

/** What a change to another price costs now: unused time given back, the rest of the period at the new price. */
export function prorated(subscription: TestSubscription, to: TestPrice, at: number): readonly Line[] {
  const [item] = subscription.items.data;
  const { price: from, current_period_start: start, current_period_end: end } = item;
  const left = Math.max(0, end - at) / (end - start);
  const sameInterval = from.recurring.interval === to.recurring.interval;
  const until = sameInterval ? end : nextPeriod(at, to.recurring);
  return [
    {
      amount: -Math.round(from.unit_amount * left),
      description: `Unused time on ${from.nickname}`,
      period: { start: at, end },
    },
    {
      // Another interval starts a new period.
      amount: sameInterval ? Math.round(to.unit_amount * left) : to.unit_amount,
      description: sameInterval ? `Remaining time on ${to.nickname}` : `1 × ${to.nickname}`,
      period: { start: at, end: until },
    },
  ];
}

/** Changes the price and charges the difference at once; a card that does not pay leaves everything as it was. */
export async function changePrice(
  ledger: Ledger,
  base: string,
  subscription: TestSubscription,
  to: TestPrice,
  at: number,
): Promise<TestSubscription> {
  const [item] = subscription.items.data;
  const lines = prorated(subscription, to, at);
  const moved: TestSubscription = {
    ...subscription,
    items: {
      object: "list",
      data: [
        item.price.recurring.interval === to.recurring.interval
          ? { ...item, price: to }
          : { ...item, price: to, current_period_start: at, current_period_end: nextPeriod(at, to.recurring) },
      ],
    },
  };
  const made = await invoice(ledger, base, moved, lines);
  const card = await cardOf(ledger, subscription);
  if (made.amount_due > 0 && card?.behaviour !== "succeeds") {
    throw new TestRefusal(
      402,
      card?.behaviour === "requires_action" ? "authentication_required" : "card_declined",
      DECLINED,
    );
  }
  await settle(ledger, made);
  return changed(ledger, { ...moved, latest_invoice: made.id });
}

/** Cancels a subscription at the end of its period, or takes that back. */
export async function cancelAtEnd(
  ledger: Ledger,
  subscription: TestSubscription,
  on: boolean,
): Promise<TestSubscription> {
  return changed(ledger, { ...subscription, cancel_at_period_end: on, canceled_at: on ? seconds() : null });
}

/** Ends a subscription at once. One that was never paid becomes expired. */
export async function end(ledger: Ledger, subscription: TestSubscription): Promise<TestSubscription> {
  const status = subscription.status === "incomplete" ? "incomplete_expired" : "canceled";
  return changed(ledger, {
    ...subscription,
    status,
    canceled_at: subscription.canceled_at ?? seconds(),
    ended_at: seconds(),
  });
}

/** The end of the period, as if it were now: the subscription ends or its next period is charged. */
export async function renew(ledger: Ledger, base: string, subscription: TestSubscription): Promise<TestSubscription> {
  if (subscription.cancel_at_period_end) return end(ledger, subscription);
  const [item] = subscription.items.data;
  const start = item.current_period_end;
  const next = { ...item, current_period_start: start, current_period_end: nextPeriod(start, item.price.recurring) };
  const made = await invoice(ledger, base, subscription, [
    {
      amount: item.price.unit_amount,
      description: `1 × ${item.price.nickname}`,
      period: { start, end: next.current_period_end },
    },
  ]);
  const moved: TestSubscription = {
    ...subscription,
    latest_invoice: made.id,
    items: { object: "list", data: [next] },
  };
  const card = await cardOf(ledger, subscription);
  if (made.amount_due === 0 || card?.behaviour === "succeeds") {
    const renewed = await changed(ledger, moved);
    await settle(ledger, made);
    return renewed;
  }
  await ledger.tell("invoice.payment_failed", made);
  return changed(ledger, { ...moved, status: "past_due" });
}

/** The provider gives up to collect an overdue payment. */
export async function giveUp(ledger: Ledger, subscription: TestSubscription): Promise<TestSubscription> {
  return changed(ledger, { ...subscription, status: "unpaid" });
}
