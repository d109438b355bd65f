import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wrongLooks, wrongStructure } from "./pages/axe.ts";
import { launchBrowser } from "./product.ts";

// What looks at pages finds the faults it is to find, beside much that has none.
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(() => browser?.close());

const ROW = `<li><label>Days <input type="number"></label> <button type="button">Delete</button></li>`;
const MARKED = "[data-alike-was-seen]";
/** A page of many rows alike and one more. */
const show = (row: string): Promise<void> =>
  page.setContent(
    `<!doctype html><html lang="en"><title>Rows</title><main><ul>${ROW.repeat(20)}${row}</ul></main></html>`,
  );
const rulesOf = (found: readonly string[]): readonly string[] => [
  ...new Set(found.map((one) => one.split(":")[0] ?? "")),
];

test.each([
  ["a button without a name", `<li><button type="button" aria-label=""></button></li>`, "button-name"],
  ["a field whose label is elsewhere", `<li><label for="x">Days</label> <input type="number"></li>`, "label"],
  [
    "a name that is nowhere, beside others that are there,",
    `<li id="t">Delete</li>${`<li><button type="button" aria-labelledby="t"></button></li>`.repeat(20)}<li><button type="button" aria-labelledby="no"></button></li>`,
    "button-name",
  ],
  ["a role without its state", `<li><div role="switch" tabindex="0">On</div></li>`, "aria-required-attr"],
  ["a role that is none", `<li><div role="rows" tabindex="0">On</div></li>`, "aria-roles"],
  ["a picture without words", `<li><img src="data:,"></li>`, "image-alt"],
])("%s is found after twenty rows without", async (_, row, rule) => {
  await show(row);
  expect(rulesOf(await wrongStructure(page))).toContain(rule);
});

test("colours too, dark and light apart; nothing stays on the page", async () => {
  await show(ROW);
  expect([...(await wrongStructure(page)), ...(await wrongLooks(page))]).toEqual([]);
  // What is seen often enough is passed over; what is new is found.
  expect([...(await wrongStructure(page)), ...(await wrongLooks(page))]).toEqual([]);
  await show(`<li><span style="color: #999">Days</span></li>`);
  expect(rulesOf(await wrongLooks(page))).toEqual(["color-contrast"]);
  expect(await page.locator(MARKED).count()).toBe(0);
});

test("a button too small to be touched, close to another, is found after twenty that are large enough", async () => {
  const large = `<button type="button" style="width: 30px; height: 30px">Large</button>`;
  await show(`<li>${large.repeat(20)}</li>`);
  expect(await wrongLooks(page)).toEqual([]);
  const small = `<button type="button" style="width: 9px; height: 9px" aria-label="Small"></button>`;
  await show(`<li>${large.repeat(20)}${small}${small}</li>`);
  expect(rulesOf(await wrongLooks(page))).toEqual(["target-size"]);
});

test("a page without a title or a language is found, whatever is on it", async () => {
  await page.setContent(`<!doctype html><html lang="en"><title></title><main><ul>${ROW.repeat(20)}</ul></main></html>`);
  expect(rulesOf(await wrongStructure(page))).toEqual(["document-title"]);
  await page.setContent(`<!doctype html><html><title>Rows</title><main><ul>${ROW.repeat(20)}</ul></main></html>`);
  expect(rulesOf(await wrongStructure(page))).toEqual(["html-has-lang"]);
});
