import { join } from "node:path";
import type { BrowserContext, Page } from "playwright";
import { createServer } from "vite";
import { resize } from "../../tests/e2e/pages/resize.ts";
import { ROOT } from "../../tests/e2e/product.ts";
import { fileOf, FOLDER, SCHEMES, SIZES } from "./sizes.ts";

/** The page of all components, and what lies over one, by the name in its address. */
const PAGES = ["", "confirm", "form", "read", "menu", "done", "failed", "drop"] as const;

export const COMPONENTS = PAGES.map((over) => `components${over === "" ? "" : `-${over}`}`);

/** Draws what stands in a `data-forced` as if the pointer or the keyboard were at it. */
async function force(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("DOM.enable");
  await tools.send("CSS.enable");
  const { root } = await tools.send("DOM.getDocument", { depth: 0 });
  for (const [forced, classes] of [
    ["hover", ["hover"]],
    ["active", ["hover", "active"]],
    ["focus-visible", ["focus", "focus-visible"]],
  ] as const) {
    const selector = `[data-forced="${forced}"] :is(button, input, [role=separator])`;
    const { nodeIds } = await tools.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector });
    for (const nodeId of nodeIds)
      await tools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: [...classes] });
  }
}

/** Pictures of every component in every state it has, drawn from the sources; no server is behind them. */
export async function takeComponents(context: BrowserContext): Promise<void> {
  const server = await createServer({ root: ROOT, logLevel: "error", server: { port: 0, proxy: {}, hmr: false } });
  await server.listen();
  const [address = ""] = server.resolvedUrls?.local ?? [];
  const page = await context.newPage();
  try {
    for (const [place, over] of PAGES.entries()) {
      await resize(page, SIZES[0]);
      await page.emulateMedia({ colorScheme: SCHEMES[0] });
      await page.goto(`${address}scripts/screenshots/components/index.html?over=${over}`);
      await page.locator(".components > :nth-child(2), [role=dialog], [role=alertdialog]").first().waitFor();
      await force(page);
      for (const size of SIZES) {
        await resize(page, size);
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          await page.locator(`.radix-themes.${colorScheme}`).first().waitFor();
          const path = join(FOLDER, fileOf(COMPONENTS[place] ?? "", size.width, colorScheme));
          await page.screenshot({ path, fullPage: over === "", animations: "disabled" });
        }
      }
    }
  } finally {
    await page.close();
    await server.close();
  }
}
