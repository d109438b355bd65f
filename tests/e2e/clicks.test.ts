import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_SOAK } from "../cases.ts";
import { BuilderPage } from "./pages/builder-page.ts";
import { holdBack } from "./pages/hold-back.ts";
import { newAccount } from "./pages/new-account.ts";
import { ResultsPage } from "./pages/results.ts";
import { go } from "./pages/sights.ts";
import { withoutCounting } from "./pages/template-samples.ts";
import { eventually, visit } from "./pages/visit.ts";
import { launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

// What each of the main tasks takes at most; text is typed into what was clicked, or has the focus.
let product: Product;
let browser: Browser;
let page: Page;
let clicks = 0;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(90_000);
  // What a request finds is run; with each change it would be asked for as well.
  await holdBack(page, "**/v1/data-requests/preview*");
  await page.goto(product.signIn);
  await page.getByRole("heading", { name: "My Data", level: 1 }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await product?.end();
});

async function click(what: Locator): Promise<void> {
  clicks += 1;
  await what.click();
}

/** The clicks of a task. */
async function counted(task: () => Promise<void>): Promise<number> {
  clicks = 0;
  await task();
  return clicks;
}

async function runToWorkbook(): Promise<void> {
  await click(page.getByRole("button", { name: "Run", exact: true }));
  const link = page.locator(".run-strip.finished").getByRole("link", { name: "Workbook" });
  await link.waitFor();
  const download = page.waitForEvent("download");
  await click(link);
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
}

// Only the soak counts the clicks; `builder` comes to a workbook.
test.runIf(IN_SOAK)("from a template to its workbook: 3", async () => {
  await withoutCounting(page);
  await go(page, "/templates");
  const taken = await counted(async () => {
    await click(page.getByRole("link", { name: "Use Gap and go" }));
    await runToWorkbook();
  });
  expect(taken).toBeLessThanOrEqual(3);
});

// As above.
test.runIf(IN_SOAK)("from nothing to a workbook by cards, with three filters and a column: 14", async () => {
  const at = new BuilderPage(page);
  await at.more("New request");
  const taken = await counted(async () => {
    await click(at.name);
    await page.keyboard.insertText("By cards");
    await click(page.getByRole("button", { name: "Use the last 3 months" }));
    const filters = at.card("filters", "Daily");
    for (const [point, least] of [
      ["open", "5"],
      ["close", "6"],
      ["volume", "1000"],
    ] as const) {
      // The first data point of a card is chosen.
      if (point !== "open") await click(filters.locator(".chip", { hasText: new RegExp(`^${point}$`, "i") }));
      await click(at.option("filters", "Daily", "condition").locator(".chip", { hasText: "greater than" }));
      await click(at.option("filters", "Daily", "value").locator("input"));
      await page.keyboard.type(`${least}\n`);
    }
    await eventually(() => at.rows("filters", "Daily").count()).toBe(3);
    await eventually(() => at.option("columns", "Daily", "name").locator("input").inputValue()).toBe("Open");
    await click(at.addButton("columns", "Daily"));
    await at.row("columns", "Daily", 1).waitFor();
    await runToWorkbook();
  });
  expect(taken).toBeLessThanOrEqual(14);
});

// `results` explains every cell of a row.
test.runIf(IN_SOAK)("a cell explained: 1, its chart: 2", async () => {
  const results = new ResultsPage(page);
  await results.rows();
  const taken = await counted(async () => {
    await click(results.cell(0, 2));
    await page.getByRole("complementary").first().waitFor();
    expect(clicks).toBe(1);
    await click(page.getByRole("complementary").getByRole("button", { name: "Chart" }));
    await page.getByRole("dialog", { name: "Chart" }).waitFor();
  });
  expect(taken).toBeLessThanOrEqual(2);
});

// Only the soak counts the clicks; the life of a subscription goes from the products to the provider's page.
test.runIf(IN_SOAK)("the page of a payment: 3", async () => {
  const { page: own } = await visit(browser);
  await newAccount(own, product.address, "clicks@example.com", "corn silo 42 lantern");
  const taken = await counted(async () => {
    await click(own.getByRole("link", { name: "Products" }).first());
    await click(own.getByRole("button", { name: "Subscribe to Starter" }));
    await own.getByText("TEST: no real payment.").waitFor();
  });
  expect(taken).toBeLessThanOrEqual(3);
});
