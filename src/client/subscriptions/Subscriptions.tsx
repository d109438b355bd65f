import { Button, Callout, Heading } from "@radix-ui/themes";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { useLocation, useSearch } from "wouter";
import { useUseAsRefusal } from "../state/sign-in/use-as-refusal.ts";
import { showToast } from "../state/slices/toast.ts";
import { openPortal, reloadBilling } from "./billing.ts";
import { subscriptions } from "../state/slices/subscriptions.ts";
import { useSnapshot } from "valtio";
import { ChangeDialog } from "./ChangeDialog.tsx";
import { Invoices } from "./Invoices.tsx";
import { PaymentMethods } from "./PaymentMethods.tsx";
import { Plan } from "./Plan.tsx";
import { Products } from "./Products.tsx";
import "./subscriptions.css";

/** Milliseconds after which the subscription is looked at again when one comes back from paying. */
const RETRY_MS = 1_500;

/** Products and the own subscription: what there is, what one has, what it costs, and how it is paid. */
export default function Subscriptions(): ReactNode {
  const { busy } = useSnapshot(subscriptions);
  const refusal = useUseAsRefusal("subscribe");
  const back = useReturn();
  return (
    <main className="subscriptions">
      <header>
        <Heading as="h1" size="6">
          Products
        </Heading>
        <Button
          variant="soft"
          color="gray"
          loading={busy === "portal"}
          disabled={refusal !== null}
          onClick={() => void openPortal()}
        >
          Billing portal
        </Button>
      </header>
      {back === "cancelled" && (
        <Callout.Root color="gray" role="status" mb="4">
          <Callout.Text>No payment was made. Nothing changed.</Callout.Text>
        </Callout.Root>
      )}
      {refusal !== null && (
        <Callout.Root color="amber" role="status" mb="4">
          <Callout.Text>Payments: {refusal.toLowerCase()}.</Callout.Text>
        </Callout.Root>
      )}
      <fieldset disabled={refusal !== null}>
        <Plan />
        <Products />
        <PaymentMethods />
        <Invoices />
      </fieldset>
      <ChangeDialog />
    </main>
  );
}

/** The outcome of the provider's page; a payment is looked at again, since its message may come a little later. */
function useReturn(): string | null {
  const [, go] = useLocation();
  const back = new URLSearchParams(useSearch()).get("checkout");
  useEffect(() => {
    if (back !== "success") return undefined;
    showToast("Thank you. The subscription is set up.");
    const timer = setTimeout(() => {
      void reloadBilling();
      go("/subscriptions", { replace: true });
    }, RETRY_MS);
    return () => clearTimeout(timer);
  }, [back, go]);
  return back;
}
