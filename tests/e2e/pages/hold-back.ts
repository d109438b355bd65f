import type { Page, Route } from "playwright";

/** Holds the answers of some routes back; what is given back lets go of them and of all later ones. */
export async function holdBack(page: Page, ...paths: readonly string[]): Promise<() => Promise<void>> {
  const held: Route[] = [];
  for (const path of paths) await page.route(path, (route) => void held.push(route));
  return async () => {
    // A question that was given up has nobody to answer to.
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
    for (const path of paths) await page.unroute(path);
  };
}
