import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { enterCredentials } from "./pages/sign-in.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { violations } from "./pages/axe.ts";
import { accessible, eventually, fitsPhone } from "./pages/visit.ts";
import { resize } from "./pages/resize.ts";
import { launchBrowser, sharedProduct, STILL } from "./product.ts";
import type { Product } from "./product.ts";

// One story on one page: each test goes on where the one before it stopped.
let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let charts = "";
const errors: string[] = [];
const addresses: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(rounds("no workbook", "workbook")), launchBrowser()]);
  charts = /Charts\s+(http\S+)/.exec(product.said)?.[1] ?? "";
  context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    reducedMotion: STILL,
  });
  page = await context.newPage();
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("request", (request) => addresses.push(request.url()));
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

const PATIENCE = { timeout: 60_000, interval: 300 };
const picture = () => page.getByRole("figure", { name: /bars of/ });
async function ready(of: string): Promise<void> {
  await eventually(() => picture().getAttribute("aria-label")).toContain(of);
}
const bars = async (): Promise<number> => Number(await page.locator(".canvas").getAttribute("data-bars"));

test("the product hands over to the charting origin, with no token in any address", async () => {
  expect(charts).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await page.goto(product.signIn);
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  await page.goto(`${product.address}/charting/new`);
  await page.waitForURL((url) => url.origin === charts && url.hash === "", PATIENCE);
  await ready("bars of 1 day");
  expect(addresses.filter((address) => /token|sbc_|bearer/i.test(address))).toEqual([]);
  expect(addresses.filter((address) => address.includes("code=") && !address.includes("#"))).toEqual([]);
  // The product's cookie is not this origin's.
  expect(await page.evaluate(() => document.cookie)).not.toContain("token");
});

// The chart that is saved is reloaded, and the one that is opened slowly is in a tab of its own.
test.runIf(IN_SOAK)("a reload stays; another tab asks the product for a code of its own", async () => {
  await page.reload();
  await ready("bars of 1 day");
  const other = await context.newPage();
  await other.goto(`${charts}/charting/new`);
  await other.getByRole("figure", { name: /bars of 1 day/ }).waitFor(PATIENCE);
  expect(new URL(other.url()).origin).toBe(charts);
  await other.close();
});

// `tests/charting/lines.test.ts` finds what is typed among indicators; only the soak searches symbols.
test.runIf(IN_SOAK)("typing a letter opens the symbol search; arrows and Enter choose", async () => {
  await page.locator("body").press("b");
  const query = page.getByRole("combobox", { name: "Symbol or name" });
  await eventually(() => query.inputValue()).toBe("B");
  const first = page.getByRole("option").first();
  await first.waitFor(PATIENCE);
  const symbol = (await first.locator("span").first().innerText()).trim();
  await query.press("ArrowDown");
  await query.press("ArrowUp");
  await query.press("Enter");
  await ready(` of ${symbol} `);
  expect(page.url()).toContain(`symbol=${symbol}`);
  await page.locator("body").press("z");
  await query.fill("no such symbol");
  await page.getByText("No symbol matches no such symbol.").waitFor(PATIENCE);
  await page.keyboard.press("Escape");
  await query.waitFor({ state: "detached" });
});

// `tests/server/charting.test.ts` pages bars backwards; only the soak shows them.
test.runIf(IN_SOAK)("bars within the day, regular and extended, page backwards", async () => {
  await page.getByRole("combobox", { name: "Timeframe" }).click();
  await page.getByRole("option", { name: "1 minute" }).click();
  await ready("bars of 1 minute");
  const regular = await bars();
  await page.getByRole("radio", { name: "Extended" }).click();
  await eventually(bars).not.toBe(regular);
  await page.getByRole("button", { name: "All", exact: true }).click();
  // What is shown reaches the first bar, so older ones are asked for until there are none.
  await eventually(() => page.locator(".canvas").getAttribute("data-earlier")).toBe("");
  await eventually(bars).toBeGreaterThanOrEqual(regular);
  await page.getByRole("button", { name: "5D", exact: true }).click();
});

test("indicators of the catalogue with their parameters", async () => {
  await page.getByRole("combobox", { name: "Timeframe" }).click();
  await page.getByRole("option", { name: "1 day" }).click();
  await ready("bars of 1 day");
  await page.getByRole("button", { name: "Indicators" }).click();
  await page.getByLabel("Find an indicator").fill("rsi");
  await page.getByLabel("Find an indicator").press("Enter");
  const length = page.getByRole("group", { name: "RSI" }).getByRole("spinbutton");
  await length.fill("10");
  await page.getByRole("button", { name: "Done" }).click();
  const legend = page.locator("[data-study=rsi]");
  await eventually(() => legend.innerText()).toMatch(/^RSI 10\s+\d+\.\d+/);
});

test("two quick clicks place a drawing, wherever they are; keys select, remove and put away", async () => {
  const box = await picture().boundingBox();
  const [x, y] = [(box?.x ?? 0) + 400, (box?.y ?? 0) + 120];
  const drawings = (count: number) => page.getByRole("button", { name: `Drawings (${count})` }).waitFor(PATIENCE);
  const tool = (name: string) => page.getByRole("button", { name, exact: true });
  await tool("Trend line").click();
  await page.mouse.click(x, y);
  await page.mouse.click(x + 200, y + 60);
  await drawings(1);
  await tool("Rectangle").click();
  await page.mouse.click(x + 20, y + 80);
  await page.mouse.click(x + 120, y + 140);
  await drawings(2);
  await tool("Horizontal line").click();
  await page.mouse.click(x, y + 160);
  await drawings(3);
  await tool("Vertical line").click();
  await page.mouse.click(x - 100, y);
  await drawings(4);
  await tool("Text").click();
  await page.mouse.click(x + 100, y + 30);
  await page.getByRole("textbox", { name: "Text" }).fill("breakout");
  await page.keyboard.press("Enter");
  await drawings(5);

  // Escape puts the tool away, after the first click as well.
  await tool("Trend line").click();
  await page.mouse.click(x, y + 40);
  await page.getByText("Click again").waitFor(PATIENCE);
  await page.keyboard.press("Escape");
  await page.mouse.click(x + 200, y + 10);
  await drawings(5);
  // A click selects the line that is there, Delete removes it.
  await page.mouse.click(x - 200, y + 160);
  await page.keyboard.press("Delete");
  await drawings(4);
  await page.getByRole("button", { name: "Drawings (4)" }).press("Enter");
  await page.getByRole("menuitem", { name: /Text: breakout/ }).press("ArrowRight");
  await page.getByRole("menuitem", { name: "Select", exact: true }).press("Enter");
  await page.getByRole("menu").first().waitFor({ state: "detached" });
  await page.locator("body").press("Delete");
  await drawings(3);
  await page.locator("body").press("Control+z");
  await drawings(4);
  await page.locator("body").press("Control+Shift+z");
  await drawings(3);
});

// `tests/charting/drawings.test.ts` moves, edits and puts back.
test.runIf(IN_SOAK)("a drawing is moved by the pointer and by keys, edited, and put back", async () => {
  const box = await picture().boundingBox();
  const [x, y] = [(box?.x ?? 0) + 450, (box?.y ?? 0) + 290];
  const price = async (): Promise<number> => {
    await page.locator("body").press("Enter");
    const typed = Number(await page.getByRole("dialog").getByLabel("Price").first().inputValue());
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    return typed;
  };
  await page.getByRole("button", { name: "Horizontal line", exact: true }).click();
  await page.mouse.click(x, y);
  const first = await price();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 20);
  await page.mouse.move(x, y - 40);
  await page.mouse.up();
  const higher = await price();
  expect(higher).toBeGreaterThan(first);
  await page.locator("body").press("Shift+ArrowUp");
  await eventually(price).toBeGreaterThan(higher);
  await page.locator("body").press("Control+z");
  await eventually(price).toBe(higher);
  // A double click edits.
  await page.mouse.dblclick(x, y - 40);
  await page.getByRole("dialog").getByLabel("Price").fill(String(first));
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await eventually(price).toBe(first);
  await page.locator("body").press("Delete");
  await page.getByRole("button", { name: "Drawings (3)" }).waitFor(PATIENCE);
});

test("a chart is saved, changed, opened again with all that was on it, and deleted", async () => {
  await page.getByRole("button", { name: "Layouts" }).click();
  await page.getByText("No saved charts yet").waitFor(PATIENCE);
  await page.getByLabel("Name of the chart").fill("My gaps");
  await page.keyboard.press("Enter");
  await page.getByText("Saved as My gaps.").waitFor(PATIENCE);
  expect(page.url()).toMatch(/\/charting\/[a-z0-9]{26}/);
  const saved = new URL(page.url()).pathname;
  // Only the soak: what is drawn on it since is still there after a reload; opened from the list it is as it was saved.
  if (IN_SOAK) {
    const box = await picture().boundingBox();
    await page.getByRole("button", { name: "Vertical line", exact: true }).click();
    await page.mouse.click((box?.x ?? 0) + 700, (box?.y ?? 0) + 100);
    await page.getByRole("button", { name: "Drawings (4)" }).waitFor(PATIENCE);
    await page.reload();
    await ready("bars of");
    await page.getByRole("button", { name: "Drawings (4)" }).waitFor(PATIENCE);
    // As it was saved it stays, however early the page is left.
    await page.route("**/v1/chart/bars**", () => undefined);
    await page.getByRole("button", { name: "My gaps" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "My gaps", exact: true }).click();
    await page.getByRole("button", { name: "Drawings (3)" }).waitFor(PATIENCE);
    await page.unroute("**/v1/chart/bars**");
  }
  await page.reload();
  await ready("bars of");
  await page.getByRole("button", { name: "Drawings (3)" }).waitFor(PATIENCE);
  expect(new URL(page.url()).pathname).toBe(saved);
  await page.getByRole("button", { name: "My gaps" }).waitFor(PATIENCE);
  await page.locator("[data-study=rsi]").waitFor(PATIENCE);
  await page.getByRole("button", { name: "Drawings (3)" }).waitFor(PATIENCE);
  await page.getByRole("button", { name: "My gaps" }).click();
  await page.getByRole("button", { name: "Delete My gaps" }).click();
  await page.getByText("No saved charts yet").waitFor(PATIENCE);
  await page.keyboard.press("Escape");
  expect(page.url()).toContain("/charting/new");
});

const Item = z.object({ id: z.string(), symbol: z.string(), date: z.string() }).partial();

// `results` has the address of a row's chart, `tests/charting/page.test.ts` reads it, `tests/charting/lines.test.ts`
// marks the hit; only the soak opens it.
test.runIf(IN_SOAK)("a result row opens at its day, its hits marked, one step to the next", async () => {
  const kept = (await context.cookies(product.address)).find(({ name }) => name === "user");
  const { token } = z.object({ token: z.string() }).parse(JSON.parse(decodeURIComponent(kept?.value ?? "")));
  const get = async (path: string): Promise<readonly z.infer<typeof Item>[]> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await context.request.get(product.address + path, { headers });
    return z.object({ items: z.array(Item) }).parse(await answer.json()).items;
  };
  const [{ id: request = "" } = {}] = await get("/v1/data-requests");
  const [, { symbol = "", date = "" } = {}] = await get(`/v1/data-requests/${request}/symbol-pairs`);
  const found = { request, symbol, date };
  const query = new URLSearchParams(found).toString();
  await page.goto(`${product.address}/charting/new?${query}`);
  await page.waitForURL((url) => url.origin === charts && url.hash === "", PATIENCE);
  await ready(` of ${found.symbol} `);
  const hits = page.getByRole("group", { name: "Hits" });
  await eventually(() => hits.innerText()).toMatch(/Gap and go: row 2 of/);
  await eventually(() => page.getByLabel("Go to").inputValue()).toBe(found.date);
  await page.getByRole("button", { name: "Next hit" }).click();
  await eventually(() => hits.innerText()).toMatch(/row 3 of/);
  await page.goBack();
  await eventually(() => hits.innerText()).toMatch(/row 2 of/);
  const back = await page.getByRole("link", { name: "Back to the rows of Gap and go" }).getAttribute("href");
  expect(back).toBe(`${product.address}/data-request/${found.request}/results`);
});

// Only the soak opens it slowly; the story before does so as quickly as it can.
test.runIf(IN_SOAK)(
  "a chart opened at a hit stays there, also where all that it shows is there before its first picture",
  async () => {
    const slow = await context.newPage();
    await slow.addInitScript(() => {
      const next = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (draw) => next(() => setTimeout(() => draw(performance.now()), 300));
    });
    await slow.goto(page.url());
    await slow.waitForURL((url) => url.origin === charts && url.hash === "", PATIENCE);
    await eventually(() => slow.getByRole("group", { name: "Hits" }).innerText()).toMatch(/Gap and go: row 2 of/);
    await slow
      .getByText(/^Trade/)
      .first()
      .waitFor(PATIENCE);
    const date = new URL(page.url()).searchParams.get("date") ?? "";
    const box = await slow.locator(".canvas-place").boundingBox();
    if (box === null) throw new Error("no chart");
    // Seven tenths of the bars stand before the hit, beside the scale of the prices.
    await slow.mouse.move(box.x + box.width * 0.66, box.y + box.height / 3);
    const daysOff = async (): Promise<number> => {
      const [shown = ""] = /\d\d\/\d\d\/\d{4}/.exec(await slow.locator(".legend").innerText()) ?? [];
      return Math.abs(Date.parse(shown) - Date.parse(date)) / 86_400_000;
    };
    await eventually(daysOff).toBeLessThan(7);
    await slow.close();
  },
);

// A link to a tile does in `shell`, and the first test hands over to a chart.
test.runIf(IN_SOAK)("a link to a chart leads through the sign-in to that chart, on that day", async () => {
  const symbol = new URL(page.url()).searchParams.get("symbol") ?? "";
  const [, email = "", password = ""] = /Sign-in +(\S+) +(\S+)/.exec(product.said) ?? [];
  const stranger = await browser.newContext();
  const door = await stranger.newPage();
  const asked: string[] = [];
  door.on("request", (request) => asked.push(request.url()));
  await door.goto(`${product.address}/charting/new?symbol=${symbol}&date=2024-06-03`);
  await door.getByRole("heading", { name: "Sign in to Scanbook" }).waitFor(PATIENCE);
  await enterCredentials(door, email, password);
  await door.waitForURL((url) => url.origin === charts && url.hash === "", PATIENCE);
  await door.getByRole("figure", { name: new RegExp(` of ${symbol} `) }).waitFor(PATIENCE);
  await eventually(() => door.getByLabel("Go to").inputValue()).toBe("2024-06-03");
  expect(asked.filter((address) => /token|sbc_|bearer/i.test(address))).toEqual([]);
  await stranger.close();
});

// Only the soak compares, goes to a date and makes a picture.
test.runIf(IN_SOAK)("compares, goes to a date, and makes a picture", async () => {
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("combobox", { name: "Symbol or name" }).fill("A");
  await page.getByRole("option").first().waitFor(PATIENCE);
  await page.keyboard.press("Enter");
  await page.getByText("change in percent").waitFor(PATIENCE);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Screenshot" }).click();
  expect((await waiting).suggestedFilename()).toMatch(/ 1D\.png$/);
  await page.getByLabel("Go to").fill("2024-06-03");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await eventually(async () => page.url()).toContain("date=2024-06-03");
  await ready("bars of 1 day");
});

test("is accessible, and fits 360 pixels", async () => {
  // What the exchange does depends on the hour; each of its states has a colour.
  await page.locator(".market-status").evaluate((badge) => {
    for (const colour of ["green", "amber", "indigo", "gray"]) {
      const one = badge.cloneNode(true);
      if (one instanceof Element) one.setAttribute("data-accent-color", colour);
      badge.after(one);
    }
  });
  await accessible(page);
  await page.locator(".market-status").evaluateAll(([, ...more]) => {
    for (const one of more) one.remove();
  });
  await page.emulateMedia({ colorScheme: "light" });
  // The canvas is cleared with the background before it is drawn anew.
  const canvas = page.locator(".canvas-place canvas").first();
  const holes = await canvas.evaluate((drawn: HTMLCanvasElement) => {
    const { data = [] } = drawn.getContext("2d")?.getImageData(0, 0, drawn.width, drawn.height) ?? {};
    return data.filter((value, index) => index % 4 === 3 && value < 255).length;
  });
  expect(holes).toBe(0);
  await fitsPhone(page);
  if (IN_SOAK) expect(await violations(page)).toEqual([]);
  await resize(page, { width: 1440, height: 900 });
});

// Only the soak asks for a symbol that is none.
test.runIf(IN_SOAK)("a symbol that is none is told, with a way on", async () => {
  await page.goto(`${charts}/charting/new?symbol=NOBODY`);
  await page.getByRole("alert").getByText("There is no symbol NOBODY.").waitFor(PATIENCE);
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes("404")));
  await page.getByRole("button", { name: "Symbol search" }).waitFor();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.getByRole("button", { name: "Search symbols" }).click();
  await page.getByRole("dialog", { name: "Symbol search" }).waitFor();
});

test("nothing was reported in the console", () => {
  expect(errors.filter((error) => !error.includes("404"))).toEqual([]);
});
