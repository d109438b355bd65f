import { Badge, Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { LoadState } from "../ui/LoadState.tsx";
import { addCard, cardName, changeCard, usePart } from "./billing.ts";
import { subscriptions } from "../state/slices/subscriptions.ts";

const two = (month: number): string => String(month).padStart(2, "0");

/** The cards saved at the provider. */
export function PaymentMethods(): ReactNode {
  const { busy } = useSnapshot(subscriptions);
  const methods = usePart("paymentMethods");
  return (
    <section aria-labelledby="methods">
      <header>
        <h2 id="methods">Payment methods</h2>
        <Button size="1" variant="soft" loading={busy === "card"} onClick={() => void addCard()}>
          Add a card
        </Button>
      </header>
      {methods.value === null ? (
        <LoadState loaded={methods} height="44px" />
      ) : methods.value.items.length === 0 ? (
        <p className="none">No card saved; you add one when you subscribe.</p>
      ) : (
        <ul className="cards">
          {methods.value.items.map((method) => (
            <li key={method.id}>
              <span>
                {cardName(method)}, valid until {two(method.exp_month)}/{method.exp_year}
              </span>
              {method.default ? (
                <Badge color="green">default</Badge>
              ) : (
                <Button
                  size="1"
                  variant="ghost"
                  loading={busy === `default ${method.id}`}
                  aria-label={`Make ${cardName(method)} the default`}
                  onClick={() => void changeCard(method, "default")}
                >
                  Make default
                </Button>
              )}
              <Button
                size="1"
                variant="ghost"
                color="red"
                loading={busy === `detach ${method.id}`}
                aria-label={`Remove ${cardName(method)}`}
                onClick={() => void changeCard(method, "detach")}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
