import type { Route } from "playwright";
import { endBrowser, launchBrowser, startProduct } from "../../e2e/product.ts";
import type { Findings } from "../report.ts";
import type { LoneCheck } from "./check.ts";
import { z } from "zod";

const SYMBOLS = 20_000;
const REQUESTS = 2_000;
/** Milliseconds from a key to the next: some 200 words a minute. */
const BETWEEN_KEYS = 60;
/** The same is typed so often: the machine stops a page for tens of milliseconds now and then. */
const ROUNDS = 7;
const QUERIES = ["g", "ga", "gap", "s10", "request 19", "/s199", "#req 77", ">re"] as const;

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

const letters = (n: number): string =>
  [17_576, 676, 26, 1].map((unit) => String.fromCodePoint(65 + (Math.floor(n / unit) % 26))).join("");

/** The market's own answer with many more symbols in it. */
async function manySymbols(route: Route): Promise<void> {
  const answer = z.looseObject({}).parse(await (await route.fetch()).json());
  const symbols = Array.from({ length: SYMBOLS }, (_, n) => letters(n));
  await route.fulfill({ json: { ...answer, symbols } });
}

/** Pages of a list of many requests. */
async function manyRequests(route: Route): Promise<void> {
  const page = Number(new URL(route.request().url()).searchParams.get("page") ?? 1);
  const items = Array.from({ length: 100 }, (_, n) => ({
    id: `bench${String((page - 1) * 100 + n).padStart(8, "0")}`,
    name: `Request ${(page - 1) * 100 + n}`,
    status: "Finished",
    created_at: "2024-01-02T00:00:00Z",
    rows: 1,
    seconds: 1,
    favourite: false,
    folder_id: null,
    data_updates: false,
    email_notification: false,
    deleted_at: null,
  }));
  await route.fulfill({ json: { items, total: REQUESTS, page, page_size: 100 } });
}

async function measure(): Promise<Findings> {
  const [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    await page.route("**/v1/market", manySymbols);
    await page.route(/\/v1\/data-requests\?/, manyRequests);
    await page.goto(product.signIn);
    await page.getByRole("heading", { name: "My Data", level: 1 }).waitFor();
    // Fetched, opened and filled once: what is measured is the palette, not the network.
    await page.keyboard.press("Control+k");
    await page.locator(".palette [role=option]").first().waitFor();
    await page.keyboard.type("#");
    await page.locator(".palette .rt-Spinner").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.locator(".palette").waitFor({ state: "detached" });
    /** From the key to the frame after it, as the page sees it. */
    await page.evaluate(() => {
      const times: number[] = [];
      const listen = (): void => {
        const before = performance.now();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.addEventListener("message", () => times.push(performance.now() - before));
          channel.port1.start();
          channel.port2.postMessage(null);
        });
      };
      addEventListener("keydown", listen, true);
      Object.assign(globalThis, { benchTimes: times });
    });
    /** What was measured since, once that many keys are. */
    const taken = async (keys = 0): Promise<readonly number[]> => {
      while (Number(await page.evaluate("benchTimes.length")) < keys)
        await page.evaluate("new Promise(requestAnimationFrame)");
      const times: unknown = await page.evaluate("benchTimes.splice(0)");
      return Array.isArray(times) ? times.filter((one) => typeof one === "number") : [];
    };
    const opening: number[][] = [];
    /** Milliseconds by key of all queries, then round. */
    const keys: number[][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      let key = 0;
      for (const [place, query] of QUERIES.entries()) {
        await page.keyboard.press("Control+k");
        await page.locator(".palette [role=option]").first().waitFor();
        // The last of the two modifier presses is the one that opens.
        (opening[place] ??= []).push((await taken(2)).at(-1) ?? NaN);
        // As soon as a quick hand comes from the two keys to the next.
        await new Promise((done) => setTimeout(done, BETWEEN_KEYS));
        await page.keyboard.type(query, { delay: BETWEEN_KEYS });
        await page.locator(".palette [role=option], .palette .empty").first().waitFor();
        for (const time of await taken(query.length)) (keys[key++] ??= []).push(time);
        await page.keyboard.press("Escape");
        await page.locator(".palette").waitFor({ state: "detached" });
        await taken();
      }
    }
    const worst = (times: readonly (readonly number[])[]): number => Math.max(...times.map(median));
    const note = `${SYMBOLS} symbols, ${REQUESTS} requests, medians of ${ROUNDS} rounds`;
    return {
      figures: [],
      plain: [
        { question: "Opening the palette, worst", value: worst(opening), unit: "ms", atMost: 50, note },
        { question: "A key in the palette, worst", value: worst(keys), unit: "ms", atMost: 30, note },
        {
          question: "The same, the machine's moments included",
          value: Math.max(...keys.flat()),
          unit: "ms",
          atMost: null,
          note,
        },
      ],
    };
  } finally {
    await endBrowser();
    await product.end();
  }
}

/** The palette over a big market and a long history. */
export const palette: LoneCheck = { name: "palette", alone: measure };
