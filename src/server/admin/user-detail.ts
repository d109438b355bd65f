import type { z } from "zod";
import type { UserDetail } from "../../contract/index.ts";
import { productOf } from "../billing/limits.ts";
import { productItem } from "../billing/products.ts";
import { activeSubscription, subscriptionItem } from "../billing/subscriptions.ts";
import type { Db } from "../db/index.ts";
import { listOwnEvents } from "../events/list-events.ts";
import { spanOf } from "../metrics/span.ts";
import { userMetrics } from "../metrics/user-metrics.ts";
import { countRequests } from "../requests/count-requests.ts";
import { findUser } from "./users.ts";

const NEWEST = { page: 1, page_size: 10, sort: "date" } as const;

/** One user as an administrator looks at him: the account, its requests, subscription, newest events and metrics. */
export async function userDetail(db: Db, id: string): Promise<z.input<typeof UserDetail>> {
  const user = await findUser(db, id);
  const subscription = await activeSubscription(db, id);
  return {
    ...user,
    requests_summary: await countRequests(db, id),
    subscription: {
      subscription: subscription && subscriptionItem(subscription),
      product: productItem(await productOf(db, id)),
    },
    events: (await listOwnEvents(db, id, NEWEST)).items,
    metrics: await userMetrics(db, id, spanOf({})),
  };
}
