import type { Page, Route } from "playwright";
import { z } from "zod";

interface Held {
  /** The formula of each question, in their order. */
  readonly asked: readonly string[];
  release(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** Holds the answers of a route back until they are let go. */
export async function hold(page: Page, path: string): Promise<Held> {
  const held: Route[] = [];
  const asked: string[] = [];
  const Question = z.looseObject({ formula: z.string().optional(), formulas: z.array(z.string()).optional() });
  await page.route(path, (route) => {
    const { formula, formulas } = Question.parse(route.request().postDataJSON());
    held.push(route);
    asked.push(formula ?? formulas?.[0] ?? "");
  });
  return {
    asked,
    // A question that was given up has nobody to answer to.
    release: async (index) => held[index]?.continue().catch(() => undefined),
    stop: () => page.unroute(path),
  };
}

/** Every text that parts of the page have from now on, however short. */
export async function watch(
  page: Page,
  selector: string,
  attribute: string | null = null,
): Promise<() => Promise<readonly string[]>> {
  const seen = await page.evaluateHandle(
    ([sought, name]) => {
      const texts: string[] = [];
      new MutationObserver(() => {
        for (const one of document.querySelectorAll(sought))
          texts.push((name === null ? one.textContent : one.getAttribute(name)) ?? "");
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      return texts;
    },
    [selector, attribute] as const,
  );
  return () => seen.evaluate((texts) => texts);
}
