import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_SOAK } from "../cases.ts";
import { FormulaPage } from "./pages/formula-page.ts";
import { holdBack } from "./pages/hold-back.ts";
import { looksFine } from "./pages/part.ts";
import { requestEditor, requestText } from "./pages/request-editor.ts";
import { eventually, visit } from "./pages/visit.ts";
import { launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

// A request's text on the clipboard and in links. One story on one page.
let product: Product;
let browser: Browser;
let page: Page;
let at: FormulaPage;
let errors: readonly string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
  const seen = await visit(browser);
  ({ page, errors } = seen);
  await page.emulateMedia({ colorScheme: "dark" });
  await seen.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: product.address });
  at = new FormulaPage(page);
  // What a request finds is no part of this story; each change would ask for it.
  await holdBack(page, "**/v1/data-requests/preview*");
  await page.goto(product.signIn);
  await page.getByRole("main").getByRole("link", { name: "Create Data Request" }).first().click();
  await at.row("filters", "Custom", 1).waitFor();
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
const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
const editor = (): Locator => requestEditor(page);
const text = (): Promise<string> => requestText(page);

/** Pastes by the browser's own event, at what has the focus or at an element. */
const paste = (data: string, into: Locator = page.locator("body")): Promise<void> =>
  into.evaluate((node, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    node.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, data);
async function choose(button: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "A request was pasted" });
  await dialog.getByRole("button", { name: button }).click();
  await dialog.waitFor({ state: "detached" });
}

const GAPS = `/* Up by a twentieth. */
request Gaps
dates   2025-12-01 .. 2025-12-31

filter {gap} "Gap up": [daily open] / [daily close -1] > 1.05
off filter [daily volume] > 1B

column {Close}: [daily close]
`;

// `tests/client/recognise.test.ts` knows a request that is pasted, `tests/request/text-ways.test.ts` keeps its text;
// only the soak pastes one.
test.runIf(IN_SOAK)("a pasted text is opened after a question, and copied as it was; Undo takes it back", async () => {
  await paste(GAPS);
  await page.getByText("“Gaps” has 1 filter and 1 column.").waitFor();
  await looksFine(page, "[role=dialog]");
  await choose("Open it");
  await eventually(() => at.name.inputValue()).toBe("Gaps");
  await more("Copy as text");
  await eventually(clipboard).toBe(GAPS);
  await page.locator("body").press("ControlOrMeta+z");
  await eventually(() => at.name.inputValue()).toBe("");
  await page.locator("body").press("ControlOrMeta+Shift+z");
  await eventually(() => at.name.inputValue()).toBe("Gaps");
});

// `tests/request/add-entries.test.ts` adds, under names that are free; only the soak pastes.
test.runIf(IN_SOAK)("a pasted JSON adds its filters and columns, under names that are free", async () => {
  const other = { name: "Other", columns: { Custom: [{ name: "Close", formula: "[daily close] + 1" }] } };
  await paste(JSON.stringify(other));
  await choose("Add its filters and columns");
  await page.locator(".toast", { hasText: "Added 0 filters and 1 column" }).waitFor();
  await more("Copy as text");
  await eventually(clipboard).toBe(`${GAPS}column {Close 2}: [daily close] + 1\n`);
  await page.locator("body").press("ControlOrMeta+z");
  await more("Copy as text");
  await eventually(clipboard).toBe(GAPS);
});

// `text-screen` has the link, `tests/client/recognise.test.ts` the rows of a sheet.
test.runIf(IN_SOAK)("a link carries the text, and the rows of a workbook's sheet are a request", async () => {
  await more("Copy a link to this request");
  await eventually(clipboard).toContain("#r=");
  const link = await clipboard();
  expect(link).toMatch(/\/data-request#r=[\w-]+$/);
  await more("New request");
  await page.goto("about:blank");
  await page.goto(link);
  await eventually(() => at.name.inputValue()).toBe("Gaps");
  expect(page.url()).toBe(`${product.address}/data-request`);
  await more("Copy as text");
  await eventually(clipboard).toBe(GAPS);
  const rows = GAPS.replace("Gaps", "Of a sheet").trimEnd().split("\n");
  await paste(`The request as text\t\r\n${rows.map((line, index) => `${index + 1}\t${line}`).join("\r\n")}\r\n`);
  await choose("Open it");
  await eventually(() => at.name.inputValue()).toBe("Of a sheet");
});

// `tests/client/recognise.test.ts` knows what is a whole request; only the soak pastes into the text.
test.runIf(IN_SOAK)("in the text view a whole request is asked about, what fits is pasted", async () => {
  await page.keyboard.press("ControlOrMeta+Shift+e");
  await editor().waitFor();
  const before = await text();
  await editor().press("ControlOrMeta+End");
  await paste("column {Open}: [daily open]\n", editor());
  await eventually(text).toBe(`${before}column {Open}: [daily open]\n`);
  await editor().press("ControlOrMeta+z");
  await eventually(text).toBe(before);
  await paste(GAPS, editor());
  await choose("Paste as it is");
  await eventually(text).toContain(`${before}${GAPS.slice(0, 20)}`);
  await editor().press("ControlOrMeta+z");
  await eventually(text).toBe(before);
  await paste(GAPS, editor());
  await choose("Open it");
  await eventually(text).toBe(GAPS);
});

// `tests/formula/foreign.test.ts` translates; only the soak puts it in by Enter.
test.runIf(IN_SOAK)("a formula of another platform is shown beside its translation, which Enter puts in", async () => {
  await editor().press("ControlOrMeta+End");
  await paste("ta.rsi(close, 14) > 70", editor());
  const dialog = page.getByRole("dialog", { name: "Paste from Pine Script" });
  await dialog.getByRole("radio", { name: "[indicator rsi(14) close adj] > 70" }).waitFor();
  await looksFine(page, "[role=dialog]");
  await page.keyboard.press("Enter");
  await eventually(text).toBe(`${GAPS}filter [indicator rsi(14) close adj] > 70`);
  await editor().press("ControlOrMeta+z");
  await eventually(text).toBe(GAPS);
  await paste("ta.barssince(close > open) > 3", editor());
  await dialog.getByText("it looks back without a limit").waitFor();
  await eventually(() => dialog.getByRole("button", { name: "Insert" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await eventually(text).toBe(GAPS);
  await page.keyboard.press("ControlOrMeta+Shift+e");
  await at.openFormula("filters", "code");
  await page.getByRole("button", { name: "Paste from…" }).click();
  const empty = page.getByRole("dialog", { name: "Paste from another platform" });
  await empty.getByRole("textbox", { name: "There" }).fill("AVGV50 > 10000");
  const readings = page.getByRole("dialog").getByRole("radio");
  await eventually(() => readings.count()).toBe(2);
  await readings.nth(1).check();
  await page.getByRole("dialog").getByRole("button", { name: "Insert" }).click();
  await eventually(() => at.editor("filters").innerText()).toContain("[indicator sma(50) volume adj] > 10000");
  await page.keyboard.press("ControlOrMeta+Shift+e");
  await editor().waitFor();
});

// Only the soak shows and copies them.
test.runIf(IN_SOAK)("examples, templates and presets are shown as text, to be copied", async () => {
  await page.getByRole("button", { name: "Gap and go as text" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Gap and go" });
  await dialog.getByText(/^request Gap and go$/m).waitFor();
  await looksFine(page, "[role=dialog]");
  await dialog.getByRole("button", { name: "Copy as text" }).click();
  await eventually(clipboard).toMatch(/^request Gap and go\nabout {3}"/);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

// `tests/request/text-ways.test.ts` writes it anew; only the soak opens such a file.
test.runIf(IN_SOAK)("a text beside entries that say something else is written anew, and that is said", async () => {
  const json = {
    name: "Two things",
    Date_Range: { start_date: "2025-12-01", end_date: "2025-12-31" },
    filters: { Custom: [{ tag: "up", formula: "[daily close] > [daily open]" }] },
    text: "/* Mine. */\nrequest Two things\ndates 2025-12-01 .. 2025-12-31\nfilter {down}: [daily close] < [daily open]\n",
  };
  const file = { name: "two.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(json)) };
  await page.getByLabel("Request file").setInputFiles(file);
  await page
    .locator(".toast", { hasText: "The text says something else than the request beside it: filters." })
    .waitFor();
  await eventually(text).toContain("filter {up}: [daily close] > [daily open]");
  await eventually(text).toContain("/* Mine. */");
  expect(errors).toEqual([]);
});
