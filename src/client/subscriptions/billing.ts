import { ref, useSnapshot } from "valtio";
import type { AnswerOf, PaymentMethod, Product, RouteName, Subscription } from "../../contract/index.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import type { CallResult } from "../state/queries/calls.ts";
import { invalidateRoute, NEVER_STALE, routeQuery } from "../state/queries/route-query.ts";
import type { RouteOptions } from "../state/queries/route-query.ts";
import { queryClient } from "../state/queries/query-client.ts";
import { useLoaded } from "../state/queries/use-route.ts";
import type { Loaded } from "../state/queries/use-route.ts";
import { subscriptions } from "../state/slices/subscriptions.ts";
import { showToast } from "../state/slices/toast.ts";

export const INVOICES_PER_PAGE = 10;

const PARTS = ["products", "activeSubscription", "subscriptions", "paymentMethods", "invoices"] as const;
type PartName = (typeof PARTS)[number] & RouteName;

const partQuery = <Name extends PartName>(name: Name, options: RouteOptions = {}) => ({
  ...routeQuery(name, options),
  ...NEVER_STALE,
  staleTime: 0,
});

/** A part of the page; what it shows stays until another answer is there. */
export const usePart = <Name extends PartName>(name: Name, options: RouteOptions = {}): Loaded<AnswerOf<Name>> =>
  useLoaded(partQuery(name, options));

export function useInvoices(): Loaded<AnswerOf<"invoices">> {
  const { invoicesPage: page } = useSnapshot(subscriptions);
  return usePart("invoices", { query: { page, page_size: INVOICES_PER_PAGE } });
}

/** Something has changed: every part is asked for again. */
export async function reloadBilling(): Promise<void> {
  await Promise.all(PARTS.map((name) => invalidateRoute(name)));
}

/** Runs one action at a time and shows what it changed, or its failure. */
async function doing<T>(what: string, work: () => Promise<CallResult<T>>, then: (value: T) => void): Promise<void> {
  if (subscriptions.busy !== null) return;
  subscriptions.busy = what;
  const answer = await work();
  subscriptions.busy = null;
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
  if (runs(queryClient.getQueryData(partQuery("activeSubscription").queryKey)?.subscription ?? null)) {
    await doing(
      what,
      () => call("subscriptionChange", { body: { product_id: product.id } }),
      (change) => {
        subscriptions.update = ref(change);
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
  const { update: change } = subscriptions;
  if (change === null) return;
  const body = { product_id: change.product.id, proration_date: change.proration_date };
  await doing(
    "change",
    () => call("subscribe", { body }),
    ({ complete_url: url }) => {
      subscriptions.update = null;
      if (url !== null) return leaveFor(url);
      showToast(`Your plan is now ${change.product.name}`);
      void reloadBilling();
    },
  );
}

export async function cancel(subscription: Subscription, ends: boolean): Promise<void> {
  await doing(
    "cancel",
    () => call("cancelSubscription", { body: { subscription_id: subscription.id, cancel: ends } }),
    () => {
      showToast(ends ? "The subscription will end with the current period" : "Subscription resumed");
      void reloadBilling();
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
      queryClient.setQueryData(partQuery("paymentMethods").queryKey, { items });
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
