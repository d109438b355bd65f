import { EVENT_ROUTES, pageVisit } from "../../../contract/index.ts";
import type { Page } from "../../../contract/index.ts";
import { callRoute } from "../queries/call-route.ts";

/** Registers at the server that a page was visited; a failure is logged only. */
export async function registerVisit(page: Page, address: string): Promise<void> {
  const body = { type: pageVisit(page), payload: address };
  const answer = await callRoute(EVENT_ROUTES.registerEvent, { body });
  // oxlint-disable-next-line no-console -- Logged only.
  if (!answer.ok) console.warn("The page visit was not registered.");
}
