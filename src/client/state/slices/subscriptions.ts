import { proxy } from "valtio";
import type { SubscriptionChange } from "../../../contract/index.ts";

/** What is being done about the subscription; what it is, the server says. */
export const subscriptions = proxy<{
  /** The change that is previewed and waits for a yes. */
  update: SubscriptionChange | null;
  /** What is being done; its button turns, the others wait. */
  busy: string | null;
  /** The page of invoices on screen. */
  invoicesPage: number;
}>({ update: null, busy: null, invoicesPage: 1 });
