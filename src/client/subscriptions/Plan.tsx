import { AlertDialog, Badge, Button, Flex, Text } from "@radix-ui/themes";
import { format } from "date-fns";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Subscription } from "../../contract/index.ts";
import { billing, cancel, runs } from "./billing.ts";
import { PartState } from "./PartState.tsx";

const COLOURS = {
  active: "green",
  trialing: "green",
  past_due: "orange",
  unpaid: "red",
  incomplete: "orange",
  incomplete_expired: "gray",
  canceled: "gray",
} as const satisfies Readonly<Record<Subscription["status"], string>>;

/** MMM d, yyyy (specification, 9). */
const day = (time: string): string => format(new Date(time), "MMM d, yyyy");

/** The product in force, until when, and the way out of it. */
export function Plan(): ReactNode {
  const { active, subscriptions, busy } = useSnapshot(billing);
  if (active.value === null) return <PartState name="active" error={active.error} height="96px" />;
  const { subscription, product } = active.value;
  // One that waits for its payment is in force for nobody, and still wants to be seen.
  const waiting = subscriptions.value?.find(({ status }) => status === "incomplete" || status === "past_due") ?? null;
  const shown = subscription ?? waiting;
  return (
    <section className="plan" aria-labelledby="plan">
      <h2 id="plan">Your plan</h2>
      <div>
        <strong>{product.name}</strong>
        {shown !== null && <Badge color={COLOURS[shown.status]}>{shown.status.replaceAll("_", " ")}</Badge>}
        {shown?.given === true && <Badge color="gray">given</Badge>}
        <Text size="2" color="gray">
          {product.number_of_filter} filters, {product.number_of_columns} columns,{" "}
          {product.daily_updates ? "daily updates" : "no daily updates"}
        </Text>
      </div>
      {shown?.current_period_end != null && (
        <Text as="p" size="2" color="gray">
          {shown.cancel_at_period_end ? "Ends" : "Renews"} on {day(shown.current_period_end)}
        </Text>
      )}
      {runs(shown) &&
        (shown.cancel_at_period_end ? (
          <Button variant="soft" loading={busy === "cancel"} onClick={() => void cancel(shown, false)}>
            Keep the subscription
          </Button>
        ) : (
          <CancelButton subscription={shown} busy={busy === "cancel"} />
        ))}
    </section>
  );
}

function CancelButton({
  subscription,
  busy,
}: {
  readonly subscription: Subscription;
  readonly busy: boolean;
}): ReactNode {
  const until = subscription.current_period_end;
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger>
        <Button variant="soft" color="red" loading={busy}>
          Cancel subscription
        </Button>
      </AlertDialog.Trigger>
      <AlertDialog.Content maxWidth="440px">
        <AlertDialog.Title>Cancel {subscription.product.name}?</AlertDialog.Title>
        <AlertDialog.Description size="2">
          {until === null ? "It ends with its period." : `It goes on until ${day(until)}, and is not charged again.`}{" "}
          Your requests stay; daily updates end with it, and requests beyond the free plan&apos;s limits can no longer
          be run.
        </AlertDialog.Description>
        <Flex gap="3" mt="4" justify="end">
          <AlertDialog.Cancel>
            <Button variant="soft" color="gray">
              Keep it
            </Button>
          </AlertDialog.Cancel>
          <AlertDialog.Action>
            <Button color="red" onClick={() => void cancel(subscription, true)}>
              Cancel subscription
            </Button>
          </AlertDialog.Action>
        </Flex>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}
