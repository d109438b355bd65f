import type { Locator, Page } from "playwright-core";

/** What shows that a screen is there. */
export type Mark = (page: Page) => Locator;

/** The heading of a page. */
export const h1 =
  (name: string): Mark =>
  (page) =>
    page.getByRole("heading", { name, level: 1 });
