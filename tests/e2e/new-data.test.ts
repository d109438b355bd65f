import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showCount, showDate } from "../../src/client/ui/values.ts";
import { IN_SOAK } from "../cases.ts";
import { ResultsPage } from "./pages/results.ts";
import { eventually } from "./pages/visit.ts";
import { command, launchBrowser, startProduct } from "./product.ts";
import type { Product } from "./product.ts";

// A market that changes under a run, in the soak: `tests/server/updates.test.ts` finds what came and what went.
let product: Product;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
});
afterAll(async () => {
  await browser?.close();
  await product?.end();
});

const GAP = 2;
const REQUEST = {
  name: "Openings",
  Date_Range: { start_date: "2025-10-01", end_date: "2025-12-31" },
  filters: {
    Custom: [
      { tag: "gap", formula: "[daily open adj] / [daily close -1 adj] > 1.02" },
      { tag: "dear", formula: "[daily close] > 20" },
    ],
  },
  columns: { Custom: [{ name: "Gap", formula: "([daily open adj] / [daily close -1 adj] - 1) * 100" }] },
};

async function signIn(): Promise<void> {
  await page.goto(product.signIn);
  await page.getByRole("heading", { name: "My Data" }).waitFor();
}

test.runIf(IN_SOAK)("after new data have come, the difference to the last run names what is new", async () => {
  const results = new ResultsPage(page);
  await signIn();
  const id = await results.create(REQUEST);
  await results.goTo(id);
  await results.rows();
  await page.getByText("Finished", { exact: true }).waitFor();
  const rows = Number(await results.grid.getAttribute("aria-rowcount")) - 1;
  expect(rows).toBeGreaterThan(50);
  const [symbol, date] = [await results.cell(0, 0).innerText(), await results.cell(0, 1).innerText()];
  await product.stop();
  const file = join(product.data, "more.csv");
  const lines = ["2025-12-30,ZZNEW,50,51,49,50,1000", "2025-12-31,ZZNEW,60,61,59,60,1000"];
  await writeFile(file, `date,symbol,open,high,low,close,volume\n${lines.join("\n")}\n`);
  await command(product.data, "market", "import", "csv", file, "--kind", "daily");
  product = await startProduct(product.data);
  await signIn();
  await results.open(product.address, id);
  await results.rows();
  await results.cell(0, GAP).click();
  // Explained on the data that the run read, which are kept beside the new ones.
  await page.locator(".explained").first().waitFor();
  expect(await page.getByText(/Market data was imported|The run has/).count()).toBe(0);
  await page.getByRole("button", { name: "Run again" }).click();
  // The demo market makes room for real data: all of its rows are gone.
  await page.getByText("1 of 2 security-days").waitFor();
  await results.button("Difference").click();
  const panel = results.panel("Difference to the last run");
  await panel.getByText(`1 new and ${showCount(rows)} gone`).waitFor();
  await panel.getByRole("region", { name: "Gone" }).getByText(`${symbol} ${date}`).waitFor();
  await panel.getByRole("button", { name: `ZZNEW ${showDate("2025-12-31")}` }).click();
  await page.getByText("1 of 1 rows").waitFor();
  await eventually(() => results.cell(0, GAP).innerText()).toBe("+20.00%");
});
