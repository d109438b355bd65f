import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RequestUpdates } from "../../src/contract/index.ts";
import { showCount, showDate, showValue } from "../../src/client/ui/values.ts";
import { IN_SOAK } from "../cases.ts";
import { quantile } from "../percentile.ts";
import { holdBack } from "./pages/hold-back.ts";
import { resize } from "./pages/resize.ts";
import { ResultsPage } from "./pages/results.ts";
import { looksFine } from "./pages/part.ts";
import { go, goAnew } from "./pages/sights.ts";
import { accessible, eventually, fitsPhone, shifts } from "./pages/visit.ts";
import { launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

// One story on one page: each test goes on where the one before it stopped. The page of a run fills as the dock does.
const inSoak = test.runIf(IN_SOAK);
let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let results: ResultsPage;
let id: string;
/** Of the downloaded CSV, without its header. */
let csv: readonly (readonly string[])[];
const errors: string[] = [];

const COLUMNS = ["Symbol", "Date", "Close", "Gap", "Average", "Up", "Volume"];
const [GAP, AVERAGE, UP] = [3, 4, 5];
const REQUEST = {
  name: "Openings",
  Date_Range: { start_date: "2025-10-01", end_date: "2025-12-31" },
  filters: {
    Custom: [
      { tag: "gap", formula: "[daily open adj] / [daily close -1 adj] > 1.02" },
      { tag: "dear", formula: "[daily close] > 20" },
    ],
  },
  columns: {
    Custom: [
      { name: "Close", formula: "[daily close adj]" },
      { name: "Gap", formula: "([daily open adj] / [daily close -1 adj] - 1) * 100" },
      // Not every security has so many bars.
      { name: "Average", formula: "[indicator sma(600) close adj]" },
      { name: "Up", formula: "[daily close] > [daily open]" },
      { name: "Volume", formula: "[daily volume]" },
    ],
  },
};

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
  context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  page = await context.newPage();
  page.on("pageerror", (error) => errors.push(error.message));
  results = new ResultsPage(page);
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

test("the dock fills without moving anything; a preview that fails says so and can be tried again", async () => {
  await page.route("**/v1/data-requests/preview*", (route) => route.abort());
  await page.goto(product.signIn);
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  await go(page, "/data-request");
  const failed = page.getByRole("alert").filter({ hasText: "The server does not answer" });
  await failed.waitFor();
  await page.unroute("**/v1/data-requests/preview*");
  const shifted = await shifts(page);
  await failed.getByRole("button", { name: "Try again" }).click();
  await page.getByText(/^Preview, /).waitFor();
  await results.rows();
  expect(await shifted()).toEqual({ sum: 0, moved: [] });
});

test("a filter taken earlier or later by key shows what each costs, and the end is the same", async () => {
  const counts = () => results.funnel.locator("li .count").allInnerTexts();
  const before = await counts();
  const grip = results.funnel.getByRole("button", { name: /place 1 of/ });
  await grip.focus();
  await page.keyboard.press("ArrowDown");
  await eventually(async () => (await counts()).includes("…")).toBe(false);
  const turned = await counts();
  expect([turned[0], turned.at(-1)]).toEqual([before[0], before.at(-1)]);
  expect(turned[1]).not.toBe(before[1]);
  await results.funnel.getByRole("button", { name: "As written" }).click();
  await eventually(counts).toEqual(before);
});

test("a run has a page of its own with its rows and its files", async () => {
  id = await results.create(REQUEST);
  await results.goTo(id);
  await results.rows();
  await page.getByText("Finished", { exact: true }).waitFor();
  await eventually(() => page.getByRole("columnheader").locator(".name").allInnerTexts()).toEqual(COLUMNS);
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  const lines = (await readFile(await (await waiting).path(), "utf8")).trim().split(/\r?\n/);
  expect(lines[0]).toBe(COLUMNS.join(","));
  csv = lines.slice(1).map((line) => line.split(","));
  expect(csv.length).toBeGreaterThan(50);
  await page.getByText(`${showCount(csv.length)} of`).waitFor();
});

inSoak("the page of a run and its panels fill without moving anything", async () => {
  const profile = await holdBack(page, "**/v1/profile");
  const status = await holdBack(page, "**/v1/data-requests/*/status*");
  const rows = await holdBack(page, "**/v1/data-requests/*/rows*", "**/v1/data-requests/*/statistics*");
  await results.open(product.address, id);
  await results.region.waitFor();
  const shifted = await shifts(page);
  await profile();
  await page.getByRole("button", { name: "Account" }).waitFor();
  await status();
  await page.getByText("Finished", { exact: true }).waitFor();
  await rows();
  await results.rows();
  expect(await shifted()).toEqual({ sum: 0, moved: [] });
  const explained = await holdBack(page, "**/v1/explain*");
  await results.cell(0, GAP).click();
  await results.panel("Gap").waitFor();
  const filled = await shifts(page);
  await explained();
  await results.panel("Gap").locator(".explained").waitFor();
  expect(await filled()).toEqual({ sum: 0, moved: [] });
  await page.keyboard.press("Escape");
  await results.panel("Gap").waitFor({ state: "detached" });
});

// Only the soak changes the window's size under a selected cell.
inSoak("whoever scrolls away from a selected cell stays there when the window gets another size", async () => {
  await results.cell(0, GAP).click();
  await results.panel("Gap").waitFor();
  await results.grid.evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
  await page.locator(`[role=row][aria-rowindex="${csv.length + 1}"]`).waitFor();
  const scrolled = () => results.grid.evaluate((grid) => grid.scrollTop);
  const [size, before] = [page.viewportSize() ?? { width: 1440, height: 900 }, await scrolled()];
  for (const height of [size.height - 120, size.height]) {
    await resize(page, { ...size, height });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    expect(await scrolled()).toBe(before);
  }
  await results.grid.evaluate((grid) => grid.scrollTo(0, 0));
  await page.keyboard.press("Escape");
  await results.panel("Gap").waitFor({ state: "detached" });
});
test("every cell of a row explains itself with the value that the grid shows", async () => {
  for (const [place, name] of COLUMNS.entries()) {
    if (place < 2) continue;
    const text = (await results.cell(0, place).innerText()).trim().replace("+", "");
    await results.cell(0, place).hover();
    const shown = /[MBT]$/.test(text) ? await results.cell(0, place).getAttribute("title") : text;
    await results.cell(0, place).click();
    const told = results.panel(name).locator(".explained .result");
    await told.waitFor();
    if (text.startsWith("–")) await eventually(() => told.innerText()).toMatch(/null: /);
    else await eventually(async () => (await told.innerText()).split(/\s/)[0]).toBe(shown);
  }
  await results.cell(0, GAP).click();
  const gap = results.panel("Gap");
  // Every value is put in, so what stands there can be computed.
  const putIn = await gap.locator(".put-in").innerText();
  const [, open, close] = /^\(([\d.,]+) \/ ([\d.,]+) - 1\) \* 100$/.exec(putIn) ?? [];
  const computed = (Number(open?.replaceAll(",", "")) / Number(close?.replaceAll(",", "")) - 1) * 100;
  expect(computed).toBeCloseTo(Number(csv[0]?.[GAP]), 6);
  await gap.getByRole("button", { name: "Chart" }).click();
  await page.getByRole("img", { name: /^Daily bars of .+ around / }).waitFor();
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Open in chart" }).click();
  const chart = await opening;
  const [symbol, date] = [csv[0]?.[0], csv[0]?.[1]];
  // Only the soak looks at what such an address shows.
  const hits = chart.getByRole("group", { name: "Hits" });
  if (IN_SOAK) await hits.getByText(/Openings: row \d+ of/).waitFor();
  await eventually(async () => chart.url()).toMatch(
    new RegExp(`/charting/new\\?symbol=${symbol}&date=${date}&request=${id}$`),
  );
  await chart.close();
  await page.keyboard.press("Escape");
  await gap.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied to Clipboard", { exact: true }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`= ${putIn}`);
  expect(copied).toContain("[daily close -1 adj]");
});

// `grid` sorts by several columns on the page, `tests/server/results.test.ts` by each, nulls last.
inSoak("columns sort on the server, both ways, nulls last, by mouse and by key; the address keeps it", async () => {
  const sign = (turn: 1 | -1) =>
    csv
      .map((row) => Number(row[GAP]))
      .toSorted((a, b) => turn * (a - b))
      .slice(0, 5)
      .map((value) => (value >= 0.005 ? "+" : "") + showValue(value, { type: "number", unit: "percent" }));
  await results.header("Gap").locator(".name").click();
  await eventually(() => results.texts(GAP, 5)).toEqual(sign(-1));
  await eventually(() => results.header("Gap").getAttribute("aria-sort")).toBe("descending");
  await results.grid.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowUp");
  for (let step = 0; step < GAP; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await eventually(() => results.texts(GAP, 5)).toEqual(sign(1));
  await page.reload();
  await results.rows();
  await eventually(() => results.texts(GAP, 5)).toEqual(sign(1));
  await results.goTo(id, `?sort=${AVERAGE}&order=asc`);
  await results.rows();
  await results.grid.focus();
  await page.keyboard.press("Control+End");
  const last = results.cell(csv.length - 1, AVERAGE);
  await eventually(() => last.innerText()).toMatch(/^–/);
  await last.click();
  const panel = results.panel("Average");
  const result = panel.locator(".explained .result");
  await result.locator(".reason").waitFor();
  await eventually(() => result.innerText()).toMatch(/too few bars: has [\d,]+, needs 600/);
});

// `tests/server/results.test.ts` finds the rows, and `grid` filters them on the page.
inSoak("rows are searched", async () => {
  await goAnew(page, `/data-request/${id}/results`);
  await results.rows();
  const symbol = csv[0]?.[0] ?? "";
  const expected = csv.filter((row) => row.some((cell) => cell.toLowerCase().includes(symbol.toLowerCase()))).length;
  await page.getByRole("searchbox", { name: "Search in the rows" }).fill(symbol);
  await page.getByText(`${showCount(expected)} of ${showCount(csv.length)} rows`).waitFor();
  await page.getByRole("searchbox", { name: "Search in the rows" }).fill("nobody!");
  await page.getByText("No row holds").waitFor();
  await page.getByRole("button", { name: "Show all rows" }).click();
  await results.rows();
});

test("statistics equal a computation from the downloaded file", async () => {
  await results.button("Statistics").click();
  await results
    .header("Gap")
    .getByRole("img", { name: /^Gap: / })
    .waitFor();
  await results.header("Gap").hover();
  await results.header("Gap").getByRole("button", { name: "Column Gap" }).click();
  await page.getByRole("menuitem", { name: "Statistics" }).click();
  const panel = results.panel("Statistics");
  const line = (name: string) => panel.locator(".value-list > div").filter({ hasText: name }).locator("dd").innerText();
  await panel.locator(".value-list").waitFor();
  const values = csv.map((row) => Number(row[GAP])).toSorted((a, b) => a - b);
  const shown = (value: number | undefined) => showValue(value, { type: "number", unit: "percent" });
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const lines = [
    ["Rows", showCount(values.length)],
    ["Minimum", shown(values[0])],
    ["Maximum", shown(values.at(-1))],
    ["Median", shown(quantile(values, 0.5))],
    ["90th percentile", shown(quantile(values, 0.9))],
    ["Mean", shown(mean)],
  ] as const;
  await eventually(() => Promise.all(lines.map(async ([name]) => [name, await line(name)]))).toEqual(lines);
  await panel.getByRole("combobox", { name: "Column" }).click();
  await page.getByRole("option", { name: "Average" }).click();
  const empty = csv.filter((row) => (row[AVERAGE] ?? "") === "").length;
  await eventually(() => line("Without a value")).toMatch(new RegExp(`^${showCount(empty)} \\(`));
  await panel.getByRole("combobox", { name: "Column" }).click();
  await page.getByRole("option", { name: "Up" }).click();
  const up = csv.filter((row) => /^true$/i.test(row[UP] ?? "")).length;
  await eventually(() => line("True")).toMatch(new RegExp(`^${showCount(up)} \\(`));
});

test("a day that did not qualify says which filter kept it out, and by how much", async () => {
  const [symbol = "", hit = ""] = csv[0] ?? [];
  const mine = new Set(csv.filter((row) => row[0] === symbol).map((row) => row[1]));
  const day = csv.map((row) => row[1] ?? "").find((date) => !mine.has(date)) ?? "";
  await results.button("Why not?").click();
  const panel = results.panel("Why not?");
  await panel.getByRole("textbox", { name: "Symbol" }).fill(symbol.toLowerCase());
  await panel.getByLabel("Day").fill(day);
  await page.keyboard.press("Enter");
  await panel.getByText(`${symbol} on ${showDate(day)} does not qualify`).waitFor();
  const needs = panel.getByText(/: needs /).first();
  await eventually(() => needs.innerText()).toMatch(/: needs .+, was .+ \(.+ (short|over)\)/);
  await panel.getByLabel("Day").fill(hit);
  await panel.getByRole("button", { name: "Why not?" }).last().click();
  await panel.getByText(`${symbol} on ${showDate(hit)} qualifies`).waitFor();
  await panel.getByRole("textbox", { name: "Symbol" }).fill("NOBODY");
  await page.keyboard.press("Enter");
  await panel.getByRole("alert").filter({ hasText: "There is no symbol NOBODY" }).waitFor();
});

// `grid` looks at the rows of a run; only the soak at each panel.
inSoak(
  "accessible with every panel, and at 360 pixels",
  async () => {
    // That of the test before is open; the button of an open one closes it.
    const panels = [
      ["Difference to the last run", results.button("Difference")],
      ["Notes", results.button(/^Notes/)],
      ["Gap", results.cell(0, GAP)],
      ["Why not?", results.button("Why not?")],
    ] as const;
    for (const [title, opener] of panels) {
      await opener.click();
      await results.panel(title).waitFor();
      await page.locator(".result-panel-bones").waitFor({ state: "detached" });
      await looksFine(page);
    }
    await accessible(page);
    await fitsPhone(page);
    await resize(page, { width: 1440, height: 900 });
  },
  300_000,
);

// `tests/server/updates.test.ts` has what came and went; only the soak shows it.
inSoak("the difference to the run before names what is new and what is gone, and leads to its row", async () => {
  const [symbol = "", date = ""] = csv.at(-1) ?? [];
  await page.route("**/v1/data-requests/*/updates*", async (route) => {
    const answer = RequestUpdates.parse(await (await route.fetch()).json());
    const items = answer.items.map((update) => ({
      ...update,
      difference: {
        against: update.run,
        added: 1,
        gone: 1_200,
        added_rows: [{ symbol, date }],
        gone_rows: [{ symbol: "ZZGONE", date: "2025-12-31" }],
      },
    }));
    await route.fulfill({ json: { ...answer, items } });
  });
  await results.open(product.address, id);
  await results.rows();
  await results.button("Difference").click();
  const panel = results.panel("Difference to the last run");
  await panel.getByText("1 new and 1,200 gone").waitFor();
  await panel
    .getByRole("region", { name: "Gone" })
    .getByText(`ZZGONE ${showDate("2025-12-31")}`)
    .waitFor();
  await panel.getByText("1,199 more are not listed.").waitFor();
  await panel.getByRole("button", { name: `${symbol} ${showDate(date)}` }).click();
  await page.getByText(`1 of ${showCount(csv.length)} rows`).waitFor();
  await eventually(() => results.cell(0, 0).innerText()).toBe(symbol);
  await page.unroute("**/v1/data-requests/*/updates*");
});

// `tests/client/result-grid.test.ts` has the keys and what is copied; only the soak goes all the way by them.
inSoak("by keyboard alone: to the rows, over them, a cell explained, its column pinned, cells copied", async () => {
  await goAnew(page, `/data-request/${id}/results?sort=`);
  await results.rows();
  const at = () => page.evaluate(() => document.activeElement?.getAttribute("role") ?? "");
  for (let tabs = 0; tabs < 60 && (await at()) !== "grid"; tabs += 1) await page.keyboard.press("Tab");
  await eventually(at).toBe("grid");
  for (let step = 0; step < GAP; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+Home");
  for (let step = 0; step < GAP; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await results.panel("Gap").locator(".explained").waitFor();
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H3");
  await page.keyboard.press("Escape");
  await results.panel("Gap").waitFor({ state: "detached" });
  await eventually(at).toBe("grid");
  await page.keyboard.press("Alt+ArrowDown");
  // The menu takes the focus once it stands, and moves it to what a letter begins a moment later.
  await eventually(at).toMatch(/^menu/);
  await page.keyboard.press("p");
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Pin to the left");
  await page.keyboard.press("Enter");
  await page.locator("[role=columnheader].stays", { hasText: "Gap" }).waitFor();
  await eventually(at).toBe("grid");
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+c");
  await page.getByText("Copied to Clipboard", { exact: true }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split("\n")).toEqual(["Symbol\tDate", ...csv.slice(0, 2).map((row) => row.slice(0, 2).join("\t"))]);
});

test("nothing broke on the way", () => {
  expect(errors).toEqual([]);
});
