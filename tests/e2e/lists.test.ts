import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_SOAK } from "../cases.ts";
import { z } from "zod";
import { looksFine } from "./pages/part.ts";
import { BuilderPage } from "./pages/builder-page.ts";
import { requestEditor, requestText } from "./pages/request-editor.ts";
import { go } from "./pages/sights.ts";
import { eventually, visit } from "./pages/visit.ts";
import { beginWithText, launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

// One story: somebody drops a file on My lists and filters by it.
let product: Product;
let browser: Browser;
let page: Page;
let at: BuilderPage;
let errors: readonly string[];
let symbols: readonly string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
  ({ page, errors } = await visit(browser));
  await beginWithText(page);
  at = new BuilderPage(page);
  await page.goto(product.signIn);
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  const market = z.looseObject({ symbols: z.array(z.string()) });
  ({ symbols } = market.parse(await page.evaluate(async () => (await fetch("/v1/market")).json() as Promise<unknown>)));
  await go(page, "/lists");
  await page.getByText("Nothing here yet.").waitFor();
});
afterAll(async () => {
  await browser?.close();
  await product?.end();
});

/** Drops a file on the page. */
async function drop(name: string, text: string): Promise<void> {
  await page.evaluate(
    ([called, held]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([held], called, { type: "text/csv" }));
      const event = (type: string): DragEvent => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event("dragover"));
      document.body.dispatchEvent(event("drop"));
    },
    [name, text] as const,
  );
}

// `tests/own-data/read-table.test.ts` reads files and refuses rows, `tests/client/recognise.test.ts` a request; only
// the soak drops one.
test.runIf(IN_SOAK)(
  "a dropped file is looked at, then kept; one with a formula in it is refused by its row",
  async () => {
    await drop("wrong.csv", "symbol,day\n=1+1,2025-06-02\n");
    await page.getByRole("alert").getByText("Row 2").waitFor();
    await looksFine(page);
    await drop(
      "Watch.csv",
      `symbol,day,until\n${symbols.slice(0, 3).join(",2025-06-02,\n")},2025-06-02,\nNOSUCH,2025-06-02,\n`,
    );
    await page.getByText("4 rows, 4 symbols, from 06/02/2025 on. 3 of them are in the market").waitFor();
    await page.getByRole("button", { name: "Keep" }).click();
    await page.getByRole("heading", { name: "Watch", level: 3 }).waitFor();
    await drop("Mood.csv", `symbol,day,sentiment\n${symbols[0]},2025-06-02,0.5\n`);
    await page.getByRole("radio", { name: "Numbers" }).click();
    await page.getByText("[mine sentiment]").waitFor();
    await page.getByRole("button", { name: "Keep" }).click();
    await page.getByRole("button", { name: "Report of Mood" }).click();
    await page.getByText("1 row, 1 symbol, 06/02/2025. 1 of them is in the market").waitFor();
    await looksFine(page, "main");
  },
);

// `tests/server/own-data.test.ts` and `tests/naive/own-data.test.ts` scan by lists; only the soak offers them in the
// editor.
test.runIf(IN_SOAK)("the editor offers its name, knows when there is none, and a scan runs by it", async () => {
  await go(page, "/data-request");
  await at.previewReady();
  await requestEditor(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(
    "request Mine\ndates 2025-07-01 .. 2025-07-31\ncolumn {Mood}: [mine sentiment -1]\nfilter {mine}: ",
  );
  await page.keyboard.type('in_list("Wat');
  // One of the letters before may be there still, greyed out.
  await page
    .locator(".cm-tooltip-autocomplete:not([class*=disabled])")
    .getByRole("option", { name: /^Watch/ })
    .waitFor();
  await page.keyboard.press("Enter");
  await eventually(() => requestText(page)).toContain('filter {mine}: in_list("Watch")');
  // On three symbols.
  await eventually(() => page.getByText(/^Preview, /).innerText()).toMatch(/\d/);
  await page.locator(".cm-line", { hasText: "in_list" }).getByText("Watch").hover();
  const docs = page.locator(".cm-tooltip .docs");
  await docs.getByText("06/02/2025").first().waitFor();
  await eventually(() => docs.innerText()).toMatch(/Rows\s+4/);
  await page.keyboard.press("End");
  await page.keyboard.type(' & in_list("Watsh")');
  await page.locator(".cm-lintRange-error").first().waitFor();
  // A file that is refused, and a name that is none.
  expect(errors.filter((error) => !error.includes("422"))).toEqual([]);
});

// Only the soak drops a file on the builder.
test.runIf(IN_SOAK)("rows of a file that is dropped on the builder can be a list all the same", async () => {
  await go(page, "/data-request");
  await requestEditor(page).waitFor();
  await drop("Ideas.csv", `symbol\n${symbols[4]}\n`);
  await page.getByRole("button", { name: "Use its rows as a list" }).click();
  await page.getByRole("region", { name: "New list" }).getByText("1 row, 1 symbol, all days").waitFor();
});
