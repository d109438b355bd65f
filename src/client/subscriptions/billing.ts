import { proxy, ref } from "valtio";
import type { Invoice, PaymentMethod, Product, Subscription, SubscriptionChange } from "../../contract/index.ts";
import { call, messageOf } from "../state/calls.ts";
import type { CallResult } from "../state/calls.ts";
import { showToast } from "../state/toast.ts";

/** What a part of the page holds: nothing yet, its value, or why it did not come. */
export interface Part<T> {
  value: T | null;
  error: string | null;
}

export interface Billing {
  products: Part<readonly Product[]>;
  /** The product in force, and its subscription where it has one. */
  active: Part<{ readonly subscription: Subscription | null; readonly product: Product }>;
  /** Of every status, newest first. */
  subscriptions: Part<readonly Subscription[]>;
  methods: Part<readonly PaymentMethod[]>;
  invoices: Part<{ readonly items: readonly Invoice[]; readonly total: number; readonly page: number }>;
  /** The change that is previewed and waits for a yes. */
  change: SubscriptionChange | null;
  /** What is being done; its button turns, the others wait. */
  busy: string | null;
}

export const INVOICES_SHOWN = 10;

const none = { value: null, error: null };
export const billing = proxy<Billing>({
  products: { ...none },
  active: { ...none },
  subscriptions: { ...none },
  methods: { ...none },
  invoices: { ...none },
  change: null,
  busy: null,
});

type PartName = "products" | "active" | "subscriptions" | "methods" | "invoices";

function keep<T extends object>(name: PartName, answer: CallResult<T>, read: (value: T) => object): void {
  if (answer.ok) Object.assign(billing[name], { value: ref(read(answer.value)), error: null });
  else if (answer.error.kind !== "aborted") billing[name].error = messageOf(answer.error);
}

/** Loads one part again; what it shows stays until the answer is there. */
export async function loadPart(name: PartName): Promise<void> {
  billing[name].error = null;
  switch (name) {
    case "products":
      return keep(name, await call("products"), ({ items }) => items);
    case "active":
      return keep(name, await call("activeSubscription"), (value) => value);
    case "subscriptions":
      return keep(name, await call("subscriptions"), ({ items }) => items);
    case "methods":
      return keep(name, await call("paymentMethods"), ({ items }) => items);
    case "invoices":
      return loadInvoices(billing.invoices.value?.page ?? 1);
    default:
      return name satisfies never;
  }
}

export async function loadInvoices(page: number): Promise<void> {
  keep("invoices", await call("invoices", { query: { page, page_size: INVOICES_SHOWN } }), (value) => value);
}

export async function loadBilling(): Promise<void> {
  const names: readonly PartName[] = ["products", "active", "subscriptions", "methods", "invoices"];
  await Promise.all(names.map((name) => loadPart(name)));
}

/** Does one thing at a time and shows what it changed; a failure is told. */
async function doing<T>(what: string, work: () => Promise<CallResult<T>>, then: (value: T) => void): Promise<void> {
  if (billing.busy !== null) return;
  billing.busy = what;
  const answer = await work();
  billing.busy = null;
  if (!answer.ok) showToast(messageOf(answer.error), "error");
  else then(answer.value);
}

const leaveFor = (url: string): void => location.assign(url);

/**
 * Towards a paid product: the subscription that runs is changed after a preview; with a card that is kept, or without
 * one on the provider's page, a new one begins.
 */
export async function choose(product: Product): Promise<void> {
  const what = `choose ${product.id}`;
  if (runs(billing.active.value?.subscription ?? null)) {
    await doing(
      what,
      () => call("subscriptionChange", { body: { product_id: product.id } }),
      (change) => {
        billing.change = ref(change);
      },
    );
    return;
  }
  await doing(
    what,
    () => call("setupCheckout", { body: { product_id: product.id } }),
    ({ url }) => leaveFor(url),
  );
}

/** One that can be changed and cancelled. */
export const runs = (subscription: Subscription | null): subscription is Subscription =>
  subscription !== null && !subscription.given;

/** Charges what the preview said. */
export async function agreeToChange(): Promise<void> {
  const { change } = billing;
  if (change === null) return;
  const body = { product_id: change.product.id, proration_date: change.proration_date };
  await doing(
    "change",
    () => call("subscribe", { body }),
    ({ complete_url: url }) => {
      billing.change = null;
      if (url !== null) return leaveFor(url);
      showToast(`Your plan is now ${change.product.name}`);
      void loadBilling();
    },
  );
}

export async function cancel(subscription: Subscription, ends: boolean): Promise<void> {
  await doing(
    "cancel",
    () => call("cancelSubscription", { body: { subscription_id: subscription.id, cancel: ends } }),
    () => {
      showToast(ends ? "The subscription will end with the current period" : "Subscription resumed");
      void loadBilling();
    },
  );
}

export async function addCard(): Promise<void> {
  await doing(
    "card",
    () => call("setupCheckout", { body: {} }),
    ({ url }) => leaveFor(url),
  );
}

export async function changeCard(method: PaymentMethod, how: "default" | "detach"): Promise<void> {
  const name = how === "default" ? "defaultPaymentMethod" : "detachPaymentMethod";
  await doing(
    `${how} ${method.id}`,
    () => call(name, { body: { payment_method_id: method.id } }),
    ({ items }) => {
      billing.methods.value = ref(items);
      showToast(how === "default" ? `${cardName(method)} is now the default` : `${cardName(method)} was removed`);
    },
  );
}

export async function openPortal(): Promise<void> {
  await doing(
    "portal",
    () => call("billingPortal", { body: {} }),
    ({ url }) => leaveFor(url),
  );
}

export const cardName = ({ brand, last4 }: Pick<PaymentMethod, "brand" | "last4">): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`;
