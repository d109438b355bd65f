import type { Browser, BrowserContext, Page } from "playwright";
import { expect } from "vitest";
import { rounds } from "../../cases.ts";
import { wrongLooks, wrongStructure, wrongWithin } from "./axe.ts";
import { resize } from "./resize.ts";

/** A browser window of a test, with what its console complains of. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly errors: string[];
}

export async function visit(browser: Browser): Promise<Visit> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, colorScheme: "light" });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return { context, page, errors };
}

/** Looks again until it holds; the page is asked no more often than it needs to draw. */
export const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { interval: 300 });

/** What fades, slides or changes its colours has come to its end; what turns for as long as something loads is left. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What inherits a colour that changes begins to change a frame later.
    for (let look = 0; look < 20; look += 1) {
      const ending = document
        .getAnimations()
        .filter(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
      if (look > 0 && ending.length === 0) return;
      await Promise.allSettled(ending.map((animation) => animation.finished));
      await new Promise((done) => requestAnimationFrame(done));
    }
  });
}

/**
 * Finds nothing, light nor dark; the page is left in the other scheme: a change draws all of it anew. In `npm test` one look
 * finds it in the scheme that the page has and the next one in the other: all screens have their colours of one theme.
 */
async function inBothSchemes(page: Page, look: () => Promise<readonly string[]>): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const [now, other] = isDark ? (["dark", "light"] as const) : (["light", "dark"] as const);
  for (const colorScheme of rounds([now], [now, other])) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`.radix-themes.${colorScheme}`).first().waitFor();
    // A colour on its way from one scheme to the other is neither.
    await settled(page);
    const found = await look();
    expect(found, `${colorScheme}: ${found.join("; ")}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: other });
}

/** Nothing wrong with the colours, light nor dark. */
export const readable = (page: Page): Promise<void> => inBothSchemes(page, () => wrongLooks(page));

/** Nothing found light nor dark in a part of a screen, of which another story has looked at the rest. */
export const accessibleWithin = (page: Page, selector: string): Promise<void> =>
  inBothSchemes(page, () => wrongWithin(page, selector));

/** Nothing found light nor dark. */
export async function accessible(page: Page): Promise<void> {
  expect(await wrongStructure(page)).toEqual([]);
  await readable(page);
}

/** Nothing beyond 360 pixels, the width it has from then on. */
export async function fitsPhone(page: Page): Promise<void> {
  await resize(page, { width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
}

/** Nothing found light nor dark, and nothing beyond 360 pixels. */
export async function fine(page: Page): Promise<void> {
  await accessible(page);
  const size = page.viewportSize();
  await fitsPhone(page);
  if (size !== null) await resize(page, size);
}

/** Calls a route with the page's own session, as a program beside the screens would. */
export function callAs(page: Page, method: string, path: string, body?: object): Promise<unknown> {
  return page.evaluate(
    async ([verb, address, sent]) => {
      const kept = /(?:^|; )user=([^;]*)/.exec(document.cookie)?.[1] ?? "null";
      const session: unknown = JSON.parse(decodeURIComponent(kept));
      const token = typeof session === "object" && session !== null && "token" in session ? String(session.token) : "";
      const answer = await fetch(address, {
        method: verb,
        headers: {
          ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
          ...(sent === null ? {} : { "content-type": "application/json" }),
        },
        ...(sent === null ? {} : { body: JSON.stringify(sent) }),
      });
      return answer.json() as Promise<unknown>;
    },
    [method, path, body ?? null] as const,
  );
}

/** What moves on the page from now on, and how far in sum, as layout shifts are measured. */
export async function shifts(page: Page): Promise<() => Promise<{ sum: number; moved: readonly string[] }>> {
  const seen = await page.evaluateHandle(() => {
    const found = { sum: 0, moved: new Array<string>() };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ("value" in entry && typeof entry.value === "number") found.sum += entry.value;
        const sources: readonly unknown[] = "sources" in entry && Array.isArray(entry.sources) ? entry.sources : [];
        for (const source of sources)
          if (typeof source === "object" && source !== null && "node" in source && source.node instanceof Element)
            found.moved.push(source.node.outerHTML.slice(0, 200));
      }
    }).observe({ type: "layout-shift" });
    return found;
  });
  return () => seen.evaluate((found) => found);
}
