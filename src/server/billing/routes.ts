import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { Db } from "../db/index.ts";
import { answer } from "../route.ts";
import { productOf } from "./limits.ts";
import { offeredProducts, productItem } from "./products.ts";
import { activeSubscription, listSubscriptions, subscriptionItem } from "./subscriptions.ts";

/** Products and the own subscriptions. */
export function billingRoutes(app: FastifyInstance, db: Db): void {
  answer(app, ROUTES.products, async () => ({
    items: (await offeredProducts(db)).map((product) => productItem(product)),
  }));
  answer(app, ROUTES.myProduct, async ({ actor }) => productItem(await productOf(db, actor.account.id)));
  answer(app, ROUTES.subscriptions, async ({ actor }) => ({
    items: (await listSubscriptions(db, actor.account.id)).map(subscriptionItem),
  }));
  answer(app, ROUTES.activeSubscription, async ({ actor }) => {
    const row = await activeSubscription(db, actor.account.id);
    return {
      subscription: row && subscriptionItem(row),
      product: productItem(row ?? (await productOf(db, actor.account.id))),
    };
  });
}
