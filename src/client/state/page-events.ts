import { EVENT_ROUTES, pageVisit } from "../../contract/index.ts";
import type { Page } from "../../contract/index.ts";
import { pageViewed } from "../adapters/page-views.ts";
import { callRoute } from "./call-route.ts";

let viewed: string | null = null;
let visited: string | null = null;

/**
 * Tells of a page that has come up: analytics of every one; the server of a changed path where `registers` says that
 * somebody is signed in and no admin acts as him.
 */
export function pageShown(page: Page | null, path: string, address: string, registers: boolean): void {
  if (address !== viewed) pageViewed(address);
  viewed = address;
  if (page === null || !registers || path === visited) return;
  visited = path;
  const body = { type: pageVisit(page), payload: address };
  void callRoute(EVENT_ROUTES.registerEvent, { body }).then((answer) => {
    // oxlint-disable-next-line no-console -- Logged only (specification, 8).
    if (!answer.ok) console.warn("The page visit was not registered.");
  });
}
