import { Badge, Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Product } from "../../contract/index.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { choose, runs, usePart } from "./billing.ts";
import { subscriptions } from "../state/slices/subscriptions.ts";
import { showMoney } from "../ui/values.ts";

const whole = new Intl.NumberFormat("en-US");

/** What a product holds, line by line. */
const LINES: readonly ((product: Product) => string)[] = [
  ({ number_of_filter: filters }) => `${whole.format(filters)} filters a request`,
  ({ number_of_columns: columns }) => `${whole.format(columns)} columns a request`,
  ({ requests_at_once: count }) => (count === 1 ? "1 scan at a time" : `${count} scans at the same time`),
  ({ daily_updates: on }) => (on ? "Daily updates" : "No daily updates"),
  ({ chart }) => (chart.chart_indicator_enabled ? "Charts with indicators" : "Charts without indicators"),
  ({ chart }) => (chart.chart_export_enabled ? "Chart screenshots" : "No chart screenshots"),
];

const TITLE = "All products";

/** What can be subscribed to, side by side. */
export function Products(): ReactNode {
  const { busy } = useSnapshot(subscriptions);
  const products = usePart("products");
  const active = usePart("activeSubscription");
  if (products.value === null)
    return (
      <section aria-labelledby="products">
        <h2 id="products">{TITLE}</h2>
        <LoadState loaded={products} height="320px" />
      </section>
    );
  const inForce = active.value?.product.id ?? null;
  const changes = runs(active.value?.subscription ?? null);
  return (
    <section aria-labelledby="products">
      <h2 id="products">{TITLE}</h2>
      <ul className="products">
        {products.value.items.map((product) => (
          <li key={product.id} className={product.id === inForce ? "own" : ""}>
            <h3>
              {product.name} {product.id === inForce && <Badge color="green">Your plan</Badge>}
            </h3>
            <p className="price">
              {product.price === 0 ? "Free" : showMoney(product.price, product.currency)}
              {product.price > 0 && <small> a {product.interval}</small>}
            </p>
            <p className="about">{product.description}</p>
            <ul className="lines">
              {LINES.map((line) => line(product)).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            {product.plan_type === "paid" && product.id !== inForce && (
              <Button
                loading={busy === `choose ${product.id}`}
                disabled={active.value === null}
                aria-label={`${changes ? "Change" : "Subscribe"} to ${product.name}`}
                onClick={() => void choose(product)}
              >
                {changes ? "Change" : "Subscribe"}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
