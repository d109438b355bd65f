import { readFile } from "node:fs/promises";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BuilderPage } from "./pages/builder-page.ts";
import { runToWorkbook } from "./pages/run-to-workbook.ts";
import { eventually, fine, visit } from "./pages/visit.ts";
import { launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

// The request as one text, beside its cards. One story on one page, by keys where they lead.
let product: Product;
let browser: Browser;
let page: Page;
let at: BuilderPage;
let errors: readonly string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launchBrowser()]);
  const seen = await visit(browser);
  ({ page, errors } = seen);
  at = new BuilderPage(page);
  await page.goto(product.signIn);
  await page.getByRole("main").getByRole("link", { name: "Create Data Request" }).click();
  await at.previewReady();
  await more("New request");
});
afterAll(async () => {
  await browser?.close();
  await product?.end();
});

/** Behind an open menu nothing has a role. */
async function more(item: string): Promise<void> {
  await at.more(item);
  await page.getByRole("menu").waitFor({ state: "detached" });
}

const editor = (): Locator => page.getByRole("textbox", { name: "Request", exact: true });
/** The text as it stands: the editor draws each line as an element. */
const text = async (): Promise<string> =>
  (await editor().locator(".cm-line").allInnerTexts()).join("\n").replaceAll("\u200b", "");

const TYPED = `request Gaps
dates 2025-12-01 .. 2025-12-31
/* Up by a twentieth. */
filter {gap}: [daily open] / [daily close -1] > 1.05
filter [daily open] > 2
off filter [daily volume] > 1B
column {Close}: [daily close]
column {Rise}: {Close} / [daily open]`;

async function write(lines: string): Promise<void> {
  await editor().press("ControlOrMeta+a");
  // As one paste: typed letter by letter, brackets close themselves and suggestions open.
  if (lines === "") await page.keyboard.press("Backspace");
  else await page.keyboard.insertText(lines);
}

test("a key leads to the text and back to the cards", async () => {
  await page.keyboard.press("ControlOrMeta+Shift+e");
  await editor().waitFor();
  await eventually(() => editor().evaluate((node) => node === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Show as cards" }).click();
  await at.name.waitFor();
  await page.getByRole("button", { name: "Show as text" }).click();
  await editor().waitFor();
});

test("statements and formulas are suggested and coloured; a mistake has a fix in its line", async () => {
  await write("");
  await page.keyboard.type("fil");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "filter" }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("clo");
  await page
    .locator(".cm-tooltip-autocomplete li", { hasText: /^close/ })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type(" > 5");
  await eventually(text).toBe("filter [daily close] > 5");
  await page.keyboard.press("Escape");
  expect((await editor().locator(".token-keyword").allInnerTexts()).join("")).toBe("filter");
  expect(await editor().locator(".token-data").first().innerText()).toContain("close");
  await write(TYPED.replace("column {Rise}", "colunm {Rise}"));
  await editor().locator(".cm-lintRange-error", { hasText: "colunm" }).hover();
  await page.getByRole("button", { name: "Write column" }).click();
  await eventually(text).toBe(TYPED);
});

test("a statement that cannot be read keeps the request from running, and is named", async () => {
  await write(TYPED.replace("filter [daily open]", "fliter [daily open]"));
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.locator(".toast", { hasText: "Nothing was run: the text has a mistake. Line 5:" }).waitFor();
  expect(await page.locator(".run-strip.finished").count()).toBe(0);
  await write(TYPED);
});

test("what is typed is on the cards, and runs; what is switched off does not", async () => {
  await at.previewReady();
  const rows = await runToWorkbook(page);
  expect(rows[0]).toEqual(["Symbol", "Date", "Close", "Rise"]);
  await page.keyboard.press("ControlOrMeta+Shift+e");
  expect(await at.name.inputValue()).toBe("Gaps");
  await at.openCard("filters", "Daily");
  expect(await at.said("filters", "Daily", 1)).toBe("open is above 2");
  await at.openCard("filters", "Custom");
  expect(await at.rows("filters", "Custom").count()).toBe(1);
});

test("a change on a card changes its statement alone; Undo takes it back in the text as well", async () => {
  await at.openCard("filters", "Daily");
  await at.action("filters", "Daily", 1, "Delete").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await page.keyboard.press("ControlOrMeta+Shift+e");
  await eventually(text).toBe(TYPED.replace("filter [daily open] > 2\n", ""));
  await editor().click();
  await page.keyboard.press("ControlOrMeta+z");
  await eventually(text).toBe(TYPED);
});

test("a line is switched off and on by a key, and laid out by another", async () => {
  await editor().locator(".cm-line", { hasText: "filter [daily open] > 2" }).click();
  await page.keyboard.press("ControlOrMeta+/");
  await eventually(text).toContain("off filter [daily open] > 2\n");
  await page.keyboard.press("ControlOrMeta+/");
  await eventually(text).toBe(TYPED);
  await page.keyboard.press("Shift+Alt+f");
  await eventually(text).toContain("dates   2025-12-01 .. 2025-12-31\n/* Up by a twentieth. */\n");
});

test("is saved as a file of its own, and opened from it", async () => {
  const waiting = page.waitForEvent("download");
  await more("Save as text");
  const file = await waiting;
  expect(file.suggestedFilename()).toBe("Gaps.scan");
  const saved = await readFile(await file.path(), "utf8");
  expect(saved.trimEnd()).toBe((await text()).trimEnd());
  const changed = { name: "other.scan", mimeType: "text/plain", buffer: Buffer.from(saved.replace("Gaps", "Others")) };
  await page.getByLabel("Request file").setInputFiles(changed);
  await page.locator(".toast", { hasText: "Opened Others" }).waitFor();
  await eventually(text).toContain("request Others\n");
  expect(await text()).toContain("/* Up by a twentieth. */");
});

test("a reload shows the same text in the same view, and nothing is wrong for those who cannot see or point", async () => {
  const before = await text();
  await page.reload();
  await editor().waitFor();
  await eventually(text).toBe(before);
  await fine(page);
  expect(errors).toEqual([]);
});
