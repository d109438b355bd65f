import type { Locator, Page } from "playwright";
import { z } from "zod";
import type { SCREENS } from "../../../src/client/screens.ts";
import { callAs } from "./visit.ts";

/** What shows that a screen is there. */
export type Mark = (page: Page) => Locator;
/** The heading of a page. */
export const h1 =
  (name: string): Mark =>
  (page) =>
    page.getByRole("heading", { name, level: 1 });

/** Another screen by the product's own routing: no page is loaded anew. */
export const go = (page: Page, to: string): Promise<void> =>
  page.evaluate((path) => history.pushState(null, "", path), to);

/** As `go`, from a screen between: what the one before said is gone. */
export async function goAnew(page: Page, to: string): Promise<void> {
  await go(page, "/terms-and-conditions");
  await h1("Terms and conditions")(page).waitFor();
  await go(page, to);
}

const Ids = z.object({ items: z.array(z.object({ id: z.string() })) });
/** The account's own id of something, as the page's session sees it. */
export const firstId = async (page: Page, path: string): Promise<string> =>
  Ids.parse(await callAs(page, "GET", path)).items[0]?.id ?? "";

/** The address of a page without its host. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

export interface Sight {
  /** An address that is worth sharing: with what the screen keeps in it. */
  readonly at: string;
  readonly mark: Mark;
}

/** Every screen of the product by its pattern; `{request}` and `{user}` are put in. The charts have a story of their own. */
export const SIGHTS: Readonly<Record<Exclude<(typeof SCREENS)[number]["path"], "/charting/:id">, Sight>> = {
  "/login": { at: "/login?referer=%2Fdashboard", mark: h1("Sign in to Scanbook") },
  "/signup": { at: "/signup?referer=%2Fdashboard", mark: h1("Create an account") },
  "/confirm-email": { at: "/confirm-email", mark: h1("Confirm your e-mail address") },
  "/forgot-password": { at: "/forgot-password", mark: h1("Forgot your password?") },
  "/reset-password": { at: "/reset-password", mark: h1("Choose a new password") },
  "/terms-and-conditions": { at: "/terms-and-conditions", mark: h1("Terms and conditions") },
  "/": { at: "/?status=Finished&sort=name", mark: (page) => page.locator("tr.item .item-name").first() },
  "/dashboard": { at: "/dashboard", mark: (page) => page.getByRole("region", { name: "Recent runs" }) },
  "/templates": { at: "/templates", mark: (page) => page.getByRole("link", { name: "Use Gap and go" }) },
  "/lists": { at: "/lists", mark: h1("My lists") },
  "/user-profile/settings": {
    at: "/user-profile/settings?part=sessions",
    mark: (page) => page.getByRole("region", { name: "Sessions" }),
  },
  "/data-request": {
    at: "/data-request?id={request}",
    mark: (page) => page.locator("#filters .said", { hasText: "jump" }).first(),
  },
  "/template": { at: "/template", mark: (page) => page.getByRole("textbox", { name: /name/i }).first() },
  "/data-request/:id/results": {
    at: "/data-request/{request}/results?sort=-Close",
    mark: (page) => page.locator("[role=gridcell]").first(),
  },
  "/data-request/:id/study": {
    at: "/data-request/{request}/study",
    mark: (page) => page.getByRole("heading", { name: /^Study of / }),
  },
  "/data-request/:id/sweep": {
    at: "/data-request/{request}/sweep",
    mark: (page) => page.getByRole("heading", { name: /^Sweep of / }),
  },
  "/subscriptions": { at: "/subscriptions", mark: (page) => page.getByRole("region", { name: "All products" }) },
  "/markets": { at: "/markets", mark: (page) => page.locator(".tile").first() },
  "/admin": {
    at: "/admin?q=customer&sort=email",
    mark: (page) => page.getByRole("row", { name: /customer@/ }),
  },
  "/admin/users/:id": { at: "/admin/users/{user}", mark: h1("customer@example.com") },
  "/admin/metrics": { at: "/admin/metrics?from=2026-01-01", mark: (page) => page.locator(".figures").first() },
  "/admin/activity": {
    at: "/admin/activity?type=page-visit.dashboard",
    mark: (page) => page.getByRole("region", { name: "Activity" }).getByText("page-visit.dashboard").first(),
  },
  "/admin/market": { at: "/admin/market", mark: (page) => page.getByText("Finished").first() },
  "/admin/days": { at: "/admin/days", mark: h1("Market days") },
};
