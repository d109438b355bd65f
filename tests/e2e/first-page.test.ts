import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { readXlsx } from "hucre";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import gapAndGo from "../../presets/templates/gap-and-go.json" with { type: "json" };
import { Created } from "../../src/contract/index.ts";
import { launchBrowser, startProduct } from "./product.ts";
import type { Product } from "./product.ts";

// One story on one page: each test goes on where the one before it stopped.
let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
  page = await context.newPage();
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

const entry = (name: string): Locator => page.getByRole("listitem", { name, exact: true });
const editor = (name: string): Locator => page.getByRole("textbox", { name: `${name}: formula` });
const results = (): Locator => page.getByRole("region", { name: "Results" });
const funnelCount = (label: string): Locator => page.locator(".funnel li", { hasText: label }).locator(".count");

/** Looks again until it holds; a slow machine gets its time. */
const eventually = (look: () => Promise<string>) => expect.poll(look, { timeout: 60_000 });

/** Resolves when the preview on screen is the one of what is written. */
async function previewReady(): Promise<void> {
  await results()
    .getByText(/^Preview, /)
    .waitFor();
}

async function violations(): Promise<readonly string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test("start makes a demo market, runs the template once and says where its workbook lies", async () => {
  expect(product.said).toContain(product.address);
  expect(product.said).toMatch(/Sign-in +demo@scanbook.local +\S+/);
  const [, path = ""] = /First workbook\s+(\S.*\.xlsx)/.exec(product.said) ?? [];
  expect(existsSync(path)).toBe(true);
  const workbook = await readXlsx(await readFile(path));
  const template = new Map(Object.entries(gapAndGo.columns)).get("Custom") ?? [];
  expect(workbook.sheets[0]?.rows[0]).toEqual(["Symbol", "Date", ...template.map(({ name }) => name)]);
  expect(workbook.sheets[0]?.rows.length).toBeGreaterThan(10);
});

test("a first visit shows an example with its preview, and the first workbook to download", async () => {
  await page.goto(product.signIn);
  await previewReady();
  expect(page.url()).toBe(`${product.address}/data-request`);
  await eventually(() => page.getByRole("textbox", { name: "Request name" }).inputValue()).toBe("Gap and go");
  await page.locator(".rows .row").first().waitFor();
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the workbook of Gap and go" }).click();
  expect((await waiting).suggestedFilename()).toBe("Gap and go.xlsx");
});

test("a formula is typed with suggestions, each with its meaning", async () => {
  await page.getByRole("button", { name: "Add filter" }).click();
  await entry("Filter 4").locator(".cm-focused").waitFor();
  await page.keyboard.type("[daily clo");
  const list = page.locator(".cm-tooltip-autocomplete");
  await list.locator("li", { hasText: /^close/ }).waitFor();
  expect(await list.locator("ul").evaluate((node) => getComputedStyle(node).maxHeight)).toBe("220px");
  await page.locator(".cm-completionInfo").waitFor();
  await page.keyboard.press("Enter");
  await list.waitFor({ state: "detached" });
  expect(await editor("Filter 4").innerText()).toMatch(/^\[daily close/);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("[daily close] > 20");
  await page.keyboard.press("Escape");
  await entry("Filter 4").getByRole("img", { name: "Checked by the server" }).waitFor();
  await previewReady();
});

test("a mistake is shown where it stands, with a way out", async () => {
  await editor("Filter 4").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("[daily clsoe] > 20");
  await page.keyboard.press("Escape");
  const problem = entry("Filter 4").locator(".findings .error").first();
  await problem.waitFor();
  await entry("Filter 4").getByRole("img", { name: "Does not parse" }).waitFor();
  await results().getByText("Waiting for a formula to be mended").waitFor();
  expect(await entry("Filter 4").locator(".cm-lintRange-error").count()).toBeGreaterThan(0);
  const explained = await problem.getByRole("link", { name: /in the reference$/ }).getAttribute("href");
  expect(explained).toBe("/reference/diagnostics#unknown-field");
  await problem.getByRole("button").last().click();
  await entry("Filter 4").getByRole("img", { name: "Checked by the server" }).waitFor();
  expect(await editor("Filter 4").innerText()).toBe("[daily close] > 20");
});

test("the preview follows what is written", async () => {
  await previewReady();
  await page.getByRole("textbox", { name: "Filter 4: tag" }).fill("above 20");
  await funnelCount("above 20").waitFor();
  const before = await funnelCount("above 20").innerText();
  await editor("Filter 4").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("[daily close] > 100");
  await page.keyboard.press("Escape");
  await eventually(() => funnelCount("above 20").innerText()).not.toBe(before);
});

test("the page is accessible, light and dark", async () => {
  await previewReady();
  expect(await violations()).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator(".radix-themes.dark").waitFor();
  expect(await violations()).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
});

test("Ctrl-Enter runs; the workbook reads back with the rows and the request", async () => {
  await editor("Filter 4").click();
  await page.keyboard.press("Control+Enter");
  const strip = page.locator(".run-strip.finished");
  await strip.waitFor();
  const [, rows = ""] = /([\d,]+) rows/.exec(await strip.innerText()) ?? [];
  const waiting = page.waitForEvent("download");
  await strip.getByRole("link", { name: "Workbook" }).click();
  const file = await (await waiting).path();
  const workbook = await readXlsx(await readFile(file));
  const [sheet] = workbook.sheets;
  expect(sheet?.rows[0]?.slice(0, 3)).toEqual(["Symbol", "Date", "Open"]);
  expect(sheet?.rows.length).toBe(Number(rows.replaceAll(",", "")) + 1);
  expect(workbook.sheets.map(({ name }) => name)).toContain("Request");
});

test("a long run shows its progress and can be cancelled", async () => {
  const columns = Array.from({ length: 60 }, (_, n) => ({
    name: `EMA ${n + 10}`,
    formula: `[indicator ema(${n + 10}) close adj] / [indicator rsi(${n + 10}) close adj]`,
  }));
  const json = {
    name: "Everything",
    Date_Range: { start_date: "2023-01-03", end_date: "2025-12-31" },
    filters: { Custom: [] },
    columns: { Custom: columns },
  };
  // Not by Open, whose preview would be as long: a run is what is asked for.
  const created = await page.evaluate(async (body) => {
    const kept = /(?:^|; )user=([^;]*)/.exec(document.cookie)?.[1] ?? "";
    const session: unknown = JSON.parse(decodeURIComponent(kept));
    const token = typeof session === "object" && session !== null && "token" in session ? String(session.token) : "";
    const answer = await fetch("/v1/data-requests/create/web/standard", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return answer.json() as Promise<unknown>;
  }, json);
  await page.goto(`${product.address}/?run=${Created.parse(created).id}`);
  await page.getByRole("progressbar", { name: "Progress of the scan" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("The run was cancelled.").waitFor();
  await page.getByRole("button", { name: "Back to the preview" }).click();
});

test("a reload loses nothing", async () => {
  await page.reload();
  await previewReady();
  expect(await editor("Filter 4").innerText()).toBe("[daily close] > 100");
  expect(await page.getByRole("textbox", { name: "Filter 4: tag" }).inputValue()).toBe("above 20");
});

test("a request is removed and brought back, saved, and opened from JSON and from a workbook", async () => {
  await entry("Filter 4").getByRole("button", { name: "Filter 4: more" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await entry("Filter 4").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await entry("Filter 4").waitFor();

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the request" }).click();
  const saved: unknown = JSON.parse(await readFile(await (await saving).path(), "utf8"));
  expect(saved).toMatchObject({ name: "Gap and go", filters: { Custom: { length: 4 } } });

  await page.getByRole("button", { name: /^Premarket movers/ }).click();
  await eventually(() => page.getByRole("textbox", { name: "Request name" }).inputValue()).toBe("Premarket movers");
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the workbook of Gap and go" }).first().click();
  const path = `${await (await waiting).path()}.xlsx`;
  await writeFile(path, await readFile(path.slice(0, -5)));
  await page.getByLabel("Request file").setInputFiles(path);
  await eventually(() => page.getByRole("textbox", { name: "Request name" }).inputValue()).toBe("Gap and go");
  expect(await editor("Filter 4").innerText()).toBe("[daily close] > 100");
});

test("the page fits 360 pixels", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await previewReady();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violations()).toEqual([]);
});

test("signing in by hand, a wrong password told, and logging out", async () => {
  const stranger = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const door = await stranger.newPage();
  await door.goto(product.address);
  await door.getByRole("heading", { name: "Sign in to Scanbook" }).waitFor();
  const { violations: found } = await new AxeBuilder({ page: door }).analyze();
  expect(found.map(({ id }) => id)).toEqual([]);
  const [, email = "", password = ""] = /Sign-in +(\S+) +(\S+)/.exec(product.said) ?? [];
  await door.getByLabel("E-mail").fill(email);
  await door.getByLabel("Password").fill("not it");
  await door.getByRole("button", { name: "Sign in" }).click();
  await door.getByRole("alert").getByText("E-mail or password is wrong.").waitFor();
  await door.getByLabel("Password").fill(password);
  await door.keyboard.press("Enter");
  await door.getByRole("button", { name: "Logout" }).click();
  await door.getByRole("heading", { name: "Sign in to Scanbook" }).waitFor();
  // The cookie is gone too: a reload does not bring the session back.
  await door.reload();
  await door.getByRole("heading", { name: "Sign in to Scanbook" }).waitFor();
  await stranger.close();
});

test("without the server the page says so and checks on alone", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await product.stop()).toBe(0);
  const before = errors.length;
  await editor("Filter 4").click();
  await page.keyboard.type(" & ");
  await page.keyboard.press("Escape");
  await entry("Filter 4").locator(".findings .error").first().waitFor();
  await page.keyboard.type("[daily open] > 1");
  await page.keyboard.press("Escape");
  await entry("Filter 4")
    .getByRole("img", { name: /The server does not answer/ })
    .waitFor();
  // The browser itself reports connections that are refused.
  expect(errors.slice(before).filter((error) => !error.includes("ERR_CONNECTION_REFUSED"))).toEqual([]);
});

test("nothing was reported in the console", () => {
  expect(errors.filter((error) => !error.includes("ERR_CONNECTION_REFUSED"))).toEqual([]);
});
