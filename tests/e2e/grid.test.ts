import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_SOAK } from "../cases.ts";
import { looksFine } from "./pages/part.ts";
import { resize } from "./pages/resize.ts";
import { ResultsPage } from "./pages/results.ts";
import { go } from "./pages/sights.ts";
import { eventually } from "./pages/visit.ts";
import { launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

// One story on one page: each test goes on where the one before it stopped.
let product: Product;
let browser: Browser;
let page: Page;
let results: ResultsPage;
let id: string;
/** Another run of the same request, once there is one. */
let other = "";
const errors: string[] = [];

const REQUEST = {
  name: "Closes",
  Date_Range: { start_date: "2025-12-01", end_date: "2025-12-31" },
  filters: { Custom: [{ tag: "dear", formula: "[daily close] > 100" }] },
  columns: {
    Custom: [
      { name: "Open", formula: "[daily open]" },
      { name: "Close", formula: "[daily close]" },
      { name: "Volume", formula: "[daily volume]" },
    ],
  },
};

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  page = await context.newPage();
  page.on("pageerror", (error) => errors.push(error.message));
  results = new ResultsPage(page);
  await page.goto(product.signIn);
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  id = await results.create(REQUEST);
  await results.goTo(id);
  await results.rows();
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

/** An open menu hides the rest of the page from roles. */
const names = (): Promise<readonly string[]> => page.locator("[role=columnheader] .name").allInnerTexts();

async function choose(column: string, item: string): Promise<void> {
  await results.header(column).hover();
  await page.getByRole("button", { name: `Column ${column}` }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test("symbol and date stay in sight", async () => {
  await page.locator("[role=columnheader].stays").nth(1).waitFor();
  await eventually(() => page.locator("[role=columnheader].stays .name").allInnerTexts()).toEqual(["Symbol", "Date"]);
  // Whole, as they are read.
  const cut = await page
    .locator(".grid .row .stays")
    .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
  expect(cut).toBe(0);
});

// `tests/client/result-grid.test.ts` moves and hides columns; only the soak does so by menu, key and hand.
test.runIf(IN_SOAK)("a column is moved by menu, by key and by hand; its values go with it", async () => {
  const volumes = await results.texts(4, 3);
  await choose("Volume", "Move left");
  await eventually(names).toEqual(["Symbol", "Date", "Open", "Volume", "Close"]);
  await eventually(() => results.texts(3, 3)).toEqual(volumes);
  await results.cell(0, 3).click();
  await results.panel("Volume").waitFor();
  await page.keyboard.press("Escape");
  await results.panel("Volume").waitFor({ state: "detached" });
  // What is selected goes with its column.
  await page.keyboard.press("Alt+Shift+ArrowLeft");
  await eventually(names).toEqual(["Symbol", "Date", "Volume", "Open", "Close"]);
  await page.keyboard.press("Enter");
  await results.panel("Volume").waitFor();
  await page.keyboard.press("Escape");
  await results.panel("Volume").waitFor({ state: "detached" });
  await results.header("Close").dragTo(results.header("Volume"));
  await eventually(names).toEqual(["Symbol", "Date", "Close", "Volume", "Open"]);
  // A sorted column stays the one that is sorted.
  await results.header("Volume").locator(".name").click();
  await page.locator("[role=columnheader][aria-sort=descending]", { hasText: "Volume" }).waitFor();
  await eventually(() => page.locator("[role=columnheader][aria-sort=descending]").count()).toBe(1);
});

// As above: what is copied is in `tests/client/result-grid.test.ts` as well.
test.runIf(IN_SOAK)(
  "columns are hidden and shown again; what is copied are those in sight, in their order",
  async () => {
    await choose("Volume", "Hide");
    await eventually(names).toEqual(["Symbol", "Date", "Close", "Open"]);
    await results.rows();
    await results.cell(0, 2).click();
    await results.panel("Close").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Control+c");
    await page.getByText("Copied to Clipboard", { exact: true }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split("\n")[0]).toBe("Close\tOpen");
    await results.button("Columns (1 hidden)").click();
    await page.getByRole("menuitemcheckbox", { name: "Volume" }).click();
    await eventually(names).toEqual(["Symbol", "Date", "Close", "Volume", "Open"]);
    await page.getByRole("menuitem", { name: "Order of the request" }).click();
    await eventually(names).toEqual(["Symbol", "Date", "Open", "Close", "Volume"]);
    await results.button("Columns").waitFor();
  },
);

/** Rows of the run that meet what is looked for, as the server counts them. */
const shownOf = (): Promise<string> => page.locator(".result-view-bar .how-many").innerText();
const condition = (column: string) => page.getByRole("form", { name: `Condition on ${column}` });

test("rows are sorted by several columns, and kept so, as are columns that are hidden", async () => {
  const ranks = (): Promise<readonly string[]> =>
    page
      .locator("[role=columnheader]:has(.mark) .label")
      .allInnerTexts()
      .then((all) => all.map((one) => one.replaceAll(/\s+/g, " ").replace(" ,", ",").trim()));
  await choose("Volume", "Hide");
  await choose("Date", "Sort descending");
  await results
    .header("Close")
    .locator(".name")
    .click({ modifiers: ["Shift"] });
  await eventually(ranks).toEqual(["Date 1, descending", "Close 2, descending"]);
  await results.rows();
  const [dates, closes] = [await results.texts(1, 3), await results.texts(3, 3)];
  expect(new Set(dates)).toEqual(new Set(["12/31/2025"]));
  const values = closes.map((close) => Number(close.replaceAll(/[$,]/g, "")));
  expect(values).toEqual(values.toSorted((a, b) => b - a));
  await page.goto(`${product.address}/data-request/${id}/results`);
  await eventually(ranks).toEqual(["Date 1, descending", "Close 2, descending"]);
  expect(await names()).toEqual(["Symbol", "Date", "Open", "Close"]);
  await results.button("Columns (1 hidden)").click();
  await page.getByRole("menuitemcheckbox", { name: "Volume" }).click();
  await page.keyboard.press("Escape");
  await eventually(names).toEqual(["Symbol", "Date", "Open", "Close", "Volume"]);
  await choose("Close", "Original order");
  await eventually(ranks).toEqual([]);
});

test("a column is filtered from its menu, with a reason where that cannot be; a chip changes it", async () => {
  await choose("Close", "Filter…");
  await condition("Close").getByRole("textbox").fill("> many");
  await page.keyboard.press("Enter");
  await condition("Close").getByText("“many” is not a number").waitFor();
  await condition("Close").getByRole("textbox").fill(">200");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Close > 200", exact: true }).waitFor();
  await eventually(shownOf).toMatch(/^[\d,]+ of [\d,]+ rows$/);
  await results.rows();
  const closes = await results.texts(3, 4);
  expect(closes.map((close) => Number(close.replaceAll(/[$,]/g, ""))).filter((close) => close <= 200)).toEqual([]);
  await looksFine(page, "main");
  await page.getByRole("button", { name: "Close > 200", exact: true }).click();
  await condition("Close").getByRole("textbox").fill("100 .. 200");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Close 100 .. 200", exact: true }).waitFor();
  // Hits and funnel stay those of all rows, and say so; a file may have the rows that are shown.
  await page.getByText(/^Hits per \w+ of all rows$/).waitFor();
  await page.getByText("Funnel of all rows").waitFor();
  await eventually(shownOf).toMatch(/^[\d,]+ of [\d,]+ rows$/);
  const shown = Number((await shownOf()).split(" ")[0]?.replaceAll(",", ""));
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download these rows" }).click();
  await page.getByRole("menuitem", { name: "CSV" }).click();
  const lines = (await readFile(await (await waiting).path(), "utf8")).trim().split(/\r?\n/);
  expect(lines.slice(1).filter((line) => !/,1\d\d(\.\d+)?,[^,]*$/.test(line))).toEqual([]);
  expect(lines.length - 1).toBe(shown);
  // From the palette as well.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("filter rows by");
  await page.keyboard.press("Enter");
  await page.getByPlaceholder("Column", { exact: true }).fill("Symbol");
  await page.getByRole("option", { name: "Symbol" }).click();
  await condition("Symbol").getByRole("textbox").fill("starts with a");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove Symbol starts with a" }).click();
  await page.getByRole("button", { name: "Symbol starts with a", exact: true }).waitFor({ state: "detached" });
});

// `tests/server/results.test.ts` groups; only the soak opens a group on the page.
test.runIf(IN_SOAK)(
  "rows are grouped by a column; a group opens to its rows and the others stay in sight",
  async () => {
    await choose("Date", "Group by it…");
    const panel = results.panel("Groups");
    await panel.getByText("23 groups").or(panel.getByText("22 groups")).waitFor();
    const first = panel.getByRole("row").nth(1);
    const [day = "", rows = ""] = (await first.innerText()).split(/\s+/);
    await first.getByRole("button", { name: day }).click();
    await eventually(shownOf).toMatch(new RegExp(`^${rows} of`));
    await results.rows();
    expect(new Set(await results.texts(1, 4))).toEqual(new Set([day]));
    await eventually(() => panel.getByRole("row").count()).toBeGreaterThan(20);
    await looksFine(page, ".result-panel");
    await first.getByRole("button", { name: day, pressed: true }).click();
    await eventually(shownOf).not.toMatch(new RegExp(`^${rows} of`));
    await panel.getByRole("button", { name: "Close Groups" }).click();
  },
);

// `tests/formula/column-filter.test.ts` makes the filter; only the soak adds it from the page.
test.runIf(IN_SOAK)("a condition becomes a filter of the request", async () => {
  await page.getByRole("button", { name: "Close 100 .. 200", exact: true }).click();
  await condition("Close").getByRole("button", { name: "Make it a filter" }).click();
  await page.getByText("Added the filter Close 100 .. 200").waitFor();
  expect(new URL(page.url()).search).toBe(`?id=${id}`);
  await page.getByText("close is between 100 and 200").first().waitFor();
  await page.getByRole("button", { name: "Remove Close 100 .. 200" }).click();
  await results.goTo(id);
  await results.rows();
});

// Only the soak folds funnel and hits away, and changes the height of rows.
test.runIf(IN_SOAK)(
  "rows have the width of the page; funnel and hits fold away for more of them, and stay away",
  async () => {
    const height = async (): Promise<number> => (await results.grid.boundingBox())?.height ?? 0;
    const before = await height();
    const main = (await results.region.boundingBox())?.width ?? NaN;
    expect((await results.grid.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(0.95 * main);
    await results.button("Hide the funnel").click();
    await results.funnel.waitFor({ state: "detached" });
    await eventually(height).toBeGreaterThan(before + 60);
    // As many rows as fit, in the density that was chosen last.
    const tall = async (): Promise<number> => Math.round((await results.cell(0, 0).boundingBox())?.height ?? 0);
    await eventually(tall).toBe(23);
    await results.button("Comfortable rows").click();
    await eventually(tall).toBe(31);
    await page.reload();
    await results.rows();
    expect(await results.funnel.count()).toBe(0);
    await eventually(tall).toBe(31);
    await results.button("Compact rows").click();
    await eventually(tall).toBe(23);
    await results.button("Show the funnel").click();
    await results.funnel.waitFor();
    await eventually(height).toBe(before);
  },
);

// `tests/client/row-charts.test.ts` has what is drawn and `tests/server/row-charts.test.ts` its bars.
test.runIf(IN_SOAK)("every row is a small chart; keys move, label and explain", async () => {
  await results.button("Charts").click();
  const charts = page.getByRole("listbox", { name: "Charts of the rows" });
  const chosen = charts.getByRole("option", { selected: true });
  const words = async (): Promise<string> => (await chosen.getAttribute("aria-label")) ?? "";
  await charts.locator("canvas").first().waitFor();
  await eventually(() => charts.locator("canvas").count()).toBeGreaterThanOrEqual(25);
  await charts.press("End");
  await eventually(words).toMatch(/ on 12\/31\/2025, /);
  await charts.press("Home");
  await charts.press("ArrowRight");
  await eventually(words).toMatch(/ on 12\/01\/2025, /);
  const [name = ""] = (await words()).split(",");
  await charts.press("7");
  await eventually(words).toContain(`${name}, label 7, `);
  await page.getByRole("button", { name: "Label 7", pressed: true }).waitFor();
  await looksFine(page, "[role=listbox]");
  // On a phone they scroll in a room of their own, and are as small.
  await resize(page, { width: 390, height: 844 });
  await eventually(async () => (await chosen.boundingBox())?.height ?? 0).toBeLessThan(231);
  await resize(page, { width: 1440, height: 900 });
  await charts.press("Enter");
  await page
    .getByRole("complementary")
    .getByRole("heading", { name: name.replace(" on ", " ") })
    .waitFor();
  await page.keyboard.press("Escape");
  // Another run of the same days has the label.
  other = await results.create({ ...REQUEST, name: "Closes again" });
  await results.goTo(other);
  await results.button("Charts").click();
  await charts.press("ArrowRight");
  await eventually(words).toContain(`${name}, label 7, `);
  // In the rows it is a column, which digits change and a condition reads.
  await results.button("Charts").click();
  await eventually(() => results.cell(1, 5).textContent()).toBe("7");
  await results.cell(1, 0).click();
  await results.grid.press("4");
  await eventually(() => results.cell(1, 5).textContent()).toBe("4");
  await choose("Label", "Filter…");
  await condition("Label").getByRole("textbox").fill("4");
  await page.keyboard.press("Enter");
  await eventually(shownOf).toMatch(/^1 of [\d,]+ rows$/);
  await page.getByRole("button", { name: "Remove Label = 4" }).click();
  await results.button("Charts").click();
  await eventually(words).toContain(`${name}, label 4, `);
  await charts.press("0");
  await eventually(words).not.toContain("label");
  await results.goTo(id);
  await results.rows();
});

// Only the soak opens one request after another in the same grid.
test.runIf(IN_SOAK)("another request that is opened in the builder has columns of its own", async () => {
  const open = async (one: string, name: string): Promise<void> => {
    await page.evaluate((to) => history.pushState(null, "", to), `/data-request?id=${one}`);
    await eventually(() => page.getByLabel("Request name").inputValue()).toBe(name);
  };
  other ||= await results.create({ ...REQUEST, name: "Closes again" });
  await go(page, `/data-request?id=${id}`);
  await results.rows();
  await choose("Volume", "Hide");
  await eventually(names).not.toContain("Volume");
  await open(other, "Closes again");
  await eventually(names).toContain("Volume");
  await open(id, "Closes");
  await eventually(names).not.toContain("Volume");
});

test("a column drawn narrower than its numbers shows no digits rather than some, and all of them on hover", async () => {
  const cap = { name: "Cap", formula: "[fundamental market_cap] * 1000" };
  await results.goTo(await results.create({ ...REQUEST, name: "Narrow", columns: { Custom: [cap] } }));
  await results.rows();
  await results.header("Cap").waitFor();
  await eventually(() => results.cell(0, 2).innerText()).toMatch(/^\$\d+\.\d\d[MBT]$/);
  await results.cell(0, 2).click();
  await results.grid.focus();
  for (let press = 0; press < 8; press += 1) await page.keyboard.press("Alt+ArrowLeft");
  await eventually(() => results.cell(0, 2).innerText()).toMatch(/^\$\d(\.\d)?[MBT]$|^#+$/);
  expect(await results.cell(0, 2).evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  await eventually(() => results.cell(0, 2).getAttribute("title")).toMatch(/^\$[\d,]{11,}/);
});

// `tests/client/run-progress.test.ts` has what is shown meanwhile, `data` cancels a running scan.
test.runIf(IN_SOAK)("a long run shows its progress and can be cancelled", async () => {
  const columns = Array.from({ length: 40 }, (_, n) => ({
    name: `EMA ${n + 10}`,
    formula: `[indicator ema(${n + 10}) close adj] / [indicator rsi(${n + 10}) close adj]`,
  }));
  const long = await results.create({
    ...REQUEST,
    name: "Everything",
    Date_Range: { start_date: "2023-01-03", end_date: "2025-12-31" },
    filters: { Custom: [] },
    columns: { Custom: columns },
  });
  await results.goTo(long);
  await page.getByRole("progressbar", { name: "Progress of the scan" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("The run was cancelled.").waitFor();
  await page.getByText("Cancelled", { exact: true }).waitFor();
});

test("nothing broke on the way", () => {
  expect(errors).toEqual([]);
});
