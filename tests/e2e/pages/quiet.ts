import type { Page, Request } from "playwright";
import { ROUTES } from "../../../src/contract/index.ts";

/** Its answer has no end. */
const isStream = (request: Request): boolean => new URL(request.url()).pathname === ROUTES.stream.path;

/** Made before the page is gone to; what it gives waits until the page has asked for nothing in half a second. */
export function quietness(page: Page): () => Promise<void> {
  let open = 0;
  let since = performance.now();
  const count =
    (change: number) =>
    (request: Request): void => {
      if (isStream(request)) return;
      open += change;
      since = performance.now();
    };
  page.on("request", count(1)).on("requestfinished", count(-1)).on("requestfailed", count(-1));
  const isBusy = (): boolean => open > 0 || performance.now() - since < 500;
  return async () => {
    since = performance.now();
    while (isBusy()) await page.waitForTimeout(50);
  };
}
