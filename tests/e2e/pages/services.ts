import type { BrowserContext, Page } from "playwright";

/** Third-party services as a product is told of them. */
export const SERVICES = {
  CHAT: "crisp",
  CHAT_KEY: "01234567-89ab-cdef-0123-456789abcdef",
  ANALYTICS: "plausible",
  ANALYTICS_KEY: "scanbook.example",
  AFFILIATE: "rewardful",
  AFFILIATE_KEY: "abcd12",
} as const;

/** In the place of the makers' scripts: each takes what the page has queued for it, and keeps what it hears from then on. */
const SCRIPTS: Readonly<Record<string, string>> = {
  "https://client.crisp.chat/l.js": `
    window.chatHeard = [...window.$crisp];
    window.chatKey = window.CRISP_WEBSITE_ID;
    window.$crisp = { push: (told) => window.chatHeard.push(told) };`,
  "https://plausible.io/js/script.manual.js": `
    window.pagesHeard = [...window.plausible.q];
    window.pagesOf = document.currentScript.dataset.domain;
    window.plausible = (...told) => window.pagesHeard.push(told);`,
  "https://r.wdfl.co/rw.js": "window.referralsOf = document.currentScript.dataset.rewardful;",
};

/** Serves these scripts where the browser asks for the makers' own. */
export async function serveServices(context: BrowserContext): Promise<void> {
  for (const [address, body] of Object.entries(SCRIPTS))
    await context.route(address, (route) => route.fulfill({ contentType: "text/javascript", body }));
}

/** What a script has under a name of its window. */
export const heard = (page: Page, name: "chatHeard" | "chatKey" | "pagesHeard" | "pagesOf" | "referralsOf") =>
  page.evaluate((of): unknown => Reflect.get(window, of), name);
