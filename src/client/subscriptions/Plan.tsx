import { Badge, Button, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Subscription } from "../../contract/index.ts";
import { showDay } from "../ui/dates.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { confirmed } from "../state/slices/confirm.ts";
import { cancel, runs, usePart } from "./billing.ts";
import { subscriptions } from "../state/slices/subscriptions.ts";

const COLOURS = {
  active: "green",
  trialing: "green",
  past_due: "orange",
  unpaid: "red",
  incomplete: "orange",
  incomplete_expired: "gray",
  canceled: "gray",
} as const satisfies Readonly<Record<Subscription["status"], string>>;

const TITLE = "Your plan";

/** The current product, its end date, and cancelling it. */
export function Plan(): ReactNode {
  const { busy } = useSnapshot(subscriptions);
  const active = usePart("activeSubscription");
  const all = usePart("subscriptions").value?.items;
  if (active.value === null)
    return (
      <section aria-labelledby="plan">
        <h2 id="plan">{TITLE}</h2>
        <LoadState loaded={active} height="96px" />
      </section>
    );
  const { subscription, product } = active.value;
  // One that waits for its payment is not active yet, and is shown all the same.
  const waiting = all?.find(({ status }) => status === "incomplete" || status === "past_due") ?? null;
  const shown = subscription ?? waiting;
  return (
    <section className="plan" aria-labelledby="plan">
      <h2 id="plan">{TITLE}</h2>
      <div>
        <strong>{product.name}</strong>
        {shown !== null && <Badge color={COLOURS[shown.status]}>{shown.status.replaceAll("_", " ")}</Badge>}
        {shown?.given === true && <Badge color="gray">complimentary</Badge>}
        <Text size="2" color="gray">
          {product.number_of_filter} filters, {product.number_of_columns} columns,{" "}
          {product.daily_updates ? "daily updates" : "no daily updates"}
        </Text>
      </div>
      {shown?.current_period_end != null && (
        <Text as="p" size="2" color="gray">
          {shown.cancel_at_period_end ? "Ends" : "Renews"} on {showDay(shown.current_period_end)}
        </Text>
      )}
      {runs(shown) &&
        (shown.cancel_at_period_end ? (
          <Button variant="soft" loading={busy === "cancel"} onClick={() => void cancel(shown, false)}>
            Keep the subscription
          </Button>
        ) : (
          <Button variant="soft" color="red" loading={busy === "cancel"} onClick={() => void askToCancel(shown)}>
            Cancel subscription
          </Button>
        ))}
    </section>
  );
}

async function askToCancel(subscription: Subscription): Promise<void> {
  const { product, current_period_end: until } = subscription;
  const end =
    until === null ? "It ends with its period." : `It runs until ${showDay(until)}, and you will not be charged again.`;
  const confirmation = await confirmed({
    title: `Cancel ${product.name}?`,
    text: `${end} Your requests stay; daily updates end with it, and requests beyond the free plan's limits can no longer be run.`,
    action: "Cancel subscription",
    refusal: "Keep it",
  });
  if (confirmation !== null) await cancel(subscription, true);
}
