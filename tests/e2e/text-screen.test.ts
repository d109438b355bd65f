import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_SOAK } from "../cases.ts";
import { BuilderPage } from "./pages/builder-page.ts";
import { holdBack } from "./pages/hold-back.ts";
import { requestEditor, requestText } from "./pages/request-editor.ts";
import { accessibleWithin, eventually, fine, visit } from "./pages/visit.ts";
import { beginWithText, launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

// What surrounds the text of a request: margin, inspector, navigation, results. One story on one page.
let product: Product;
let browser: Browser;
let page: Page;
let at: BuilderPage;
let errors: readonly string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
  const seen = await visit(browser);
  ({ page, errors } = seen);
  await seen.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: product.address });
  await beginWithText(page);
  if (IN_SOAK) await page.addInitScript(() => localStorage.removeItem("scanbook.tour"));
  at = new BuilderPage(page);
  await page.goto(product.signIn);
  await page.getByRole("main").getByRole("link", { name: "Create Data Request" }).first().click();
});
afterAll(async () => {
  await browser?.close();
  await product?.end();
});

const PREVIEW = "**/v1/data-requests/preview*";
const editor = (): Locator => requestEditor(page);
const inspector = (): Locator => page.getByRole("complementary", { name: "Inspector" });
const line = (words: string): Locator => editor().locator(".cm-line", { hasText: words }).first();
const text = (): Promise<string> => requestText(page);
const margin = async (): Promise<readonly string[]> =>
  (await page.locator(".request-margin-line").allInnerTexts()).map((one) => one.replaceAll(/\s+/g, " ").trim());

test("whoever never chose a view meets the text: an example that runs, with what it is for", async () => {
  await at.previewReady();
  await eventually(text).toContain(
    "/* A security-day is kept when every filter is true. */\nfilter {gap}: [daily open adj]",
  );
  await eventually(text).toContain("request Gap and go\n");
});

// `tests/client/builder-state.test.ts` has over what it begins; only the soak takes it.
test.runIf(IN_SOAK)(
  "the tour of four steps begins by itself for who never had it, and is taken again by its name",
  async () => {
    const step = (place: number): Locator => page.getByRole("dialog", { name: `Tour, step ${place} of 4` });
    await step(1).waitFor();
    // One may type on: the caret stays in the text.
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Request");
    await accessibleWithin(page, "[role=dialog]");
    await step(1).getByRole("button", { name: "Skip the tour" }).click();
    expect(await page.evaluate(() => localStorage.getItem("scanbook.tour"))).toBe("true");
    const takeTour = async (): Promise<void> => {
      await page.keyboard.press("Control+k");
      const palette = page.getByRole("dialog", { name: "Command palette" });
      await palette.getByRole("combobox").fill("take the tour");
      await palette.getByRole("option", { name: "Take the tour" }).waitFor();
      await page.keyboard.press("Enter");
    };
    const walk = async (): Promise<void> => {
      for (const place of [1, 2, 3, 4]) {
        await step(place).waitFor();
        await page.keyboard.press("Enter");
      }
      await eventually(() => page.getByRole("dialog").count()).toBe(0);
    };
    await takeTour();
    await walk();
    // Beside the cards, too, it stands within the window, however long the filters are.
    await page.keyboard.press("Control+Shift+e");
    await page.locator("#filters").waitFor();
    await takeTour();
    await step(1).waitFor();
    await eventually(async () => {
      const box = await step(1).boundingBox();
      return (box?.y ?? Infinity) + (box?.height ?? 0);
    }).toBeLessThanOrEqual(await page.evaluate(() => innerHeight));
    await walk();
    await page.keyboard.press("Control+Shift+e");
    await editor().waitFor();
  },
);

test("beside each filter stands what it leaves, beside each column how its values are spread", async () => {
  await eventually(() => page.locator(".request-margin-bars").count()).toBeGreaterThan(5);
  // The first security-day that was found is pinned: its values are those of the first row.
  const gap = await page.locator('[role=row][aria-rowindex="2"] [role=gridcell]').nth(2).innerText();
  // Without the sign that tells a change in the grid.
  await eventually(async () => (await margin())[4]).toContain(gap.replace(/^\+/, ""));
  const shown = await margin();
  const counts = shown.slice(0, 4).map((one) => one.split(" ")[0]);
  await eventually(() => page.locator(".funnel li .count").allInnerTexts()).toEqual(counts);
  await eventually(() => line("filter {price}").getAttribute("aria-description")).toMatch(
    /^Leaves [\d,]+ of [\d,]+ security-days/,
  );
});

test("what is switched off stands in brackets; old figures are grey at once", async () => {
  const before = await margin();
  await line("filter {price}").click();
  await page.keyboard.press("ControlOrMeta+/");
  await eventually(() => page.locator(".request-margin-old").count()).toBe(1);
  await eventually(() => page.locator(".request-margin-old").count()).toBe(0);
  await eventually(async () => (await margin())[2]).toMatch(/^\([\d,]+ \d+%\)$/);
  await expect(inspector().innerText()).resolves.toContain("Switched off");
  await inspector().getByText("known at 09:30", { exact: true }).waitFor();
  await inspector().getByText("open is above 2", { exact: true }).waitFor();
  await inspector().getByRole("button", { name: "Switch on" }).click();
  await eventually(margin).toEqual(before);
});

test("the card of the statement with the caret changes its line and nothing else", async () => {
  const before = await text();
  await line("filter {price}").click();
  await inspector().getByRole("heading", { name: "Filter price" }).waitFor();
  await inspector().getByRole("button", { name: "Save formula" }).click();
  await page.getByRole("dialog", { name: "Save formula" }).getByText("[daily open] > 2", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await inspector().getByRole("button", { name: "high", exact: true }).click();
  await eventually(text).toBe(before.replace("[daily open] > 2", "[daily high] > 2"));
  await inspector().locator('[data-option="value"] input').fill("3");
  await eventually(text).toBe(before.replace("[daily open] > 2", "[daily high] > 3"));
  // The editor keeps no history of its own: the request's takes back both.
  await editor().press("ControlOrMeta+z");
  await editor().press("ControlOrMeta+z");
  await eventually(text).toBe(before);
});

// `tests/client/inspector.test.ts` has the navigation.
test.runIf(IN_SOAK)(
  "the navigation leads to the statements of a card, and to the card where there are none",
  async () => {
    await page
      .getByRole("button", { name: /^Intraday/ })
      .last()
      .click();
    await inspector().getByRole("heading", { name: "Column Premarket volume" }).waitFor();
    await page
      .getByRole("button", { name: /^Ownership/ })
      .first()
      .click();
    await at.card("filters", "Ownership").locator(".card-form").waitFor();
    await page.keyboard.press("ControlOrMeta+Shift+e");
    await editor().waitFor();
  },
);

test("words and code are two ways to write the whole text", async () => {
  await page.getByRole("radio", { name: "Words" }).click();
  await eventually(text).toContain("filter {price}: open is above 2");
  await page.getByRole("radio", { name: "Code" }).click();
  await eventually(text).toContain("filter {price}: [daily open] > 2");
});

test("nothing is wrong for those who cannot see or point", async () => {
  await line("filter {price}").click();
  await inspector().getByRole("heading", { name: "Filter price" }).waitFor();
  await eventually(() => page.locator(".request-margin-old").count()).toBe(0);
  await fine(page);
});

// The figures of an older text are above; only the soak measures the contrast of its rows.
test.runIf(IN_SOAK)("rows of the text before are grey, and as easy to read", async () => {
  const letGo = await holdBack(page, PREVIEW);
  await line("filter {price}").click();
  await page.keyboard.press("End");
  await page.keyboard.type("0");
  await page.locator(".grid.dimmed .up").first().waitFor();
  await accessibleWithin(page, ".grid.dimmed :is([aria-rowindex='2'], [aria-rowindex='3'])");
  await letGo();
  await page.keyboard.press("Control+z");
  await page.locator(".grid.dimmed").waitFor({ state: "detached" });
  await at.previewReady();
});

/** Keys as they are pressed: each counts, one that is held with another as one. */
class Keys {
  pressed = 0;
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.pressed += 1;
      await page.keyboard.press(key);
    }
  }
  async type(typed: string): Promise<void> {
    for (const key of typed) {
      this.pressed += 1;
      await page.keyboard.type(key);
    }
  }
  /** Takes the first suggestion once it is the one that is wanted. */
  async take(label: RegExp): Promise<void> {
    await page.locator('.cm-tooltip-autocomplete li[aria-selected="true"]').filter({ hasText: label }).waitFor();
    await this.press("Enter");
  }
}

test("by keys alone: an empty text, three filters, two columns, the workbook", async () => {
  // What each key would show is none of this: the server would be asked for it sixty times.
  await holdBack(page, PREVIEW);
  await at.more("New request");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await eventually(text).toMatch(/^request \ndates {3}\S+ \.\. \S+\n+filter $/);
  await eventually(() => editor().evaluate((node) => node === document.activeElement)).toBe(true);
  const keys = new Keys();
  const open = async (): Promise<void> => {
    await keys.type("o");
    await keys.take(/^daily open/);
  };
  const close = async (): Promise<void> => {
    await keys.type("cl");
    await keys.take(/^daily close/);
  };
  const volume = async (): Promise<void> => {
    await keys.type("v");
    await keys.take(/^daily volume/);
  };
  /** The day and basis of the data point before the caret. */
  const inside = async (typed: string): Promise<void> => {
    await keys.press("ArrowLeft");
    await keys.type(typed);
    await keys.press("ArrowRight");
  };
  const statement = async (keyword: string): Promise<void> => {
    await keys.press("Enter");
    await keys.type(keyword.slice(0, 1));
    await keys.take(new RegExp(`^${keyword}`));
  };
  const gap = async (): Promise<void> => {
    await open();
    await inside(" adj");
    await keys.type("/");
    await close();
    await inside(" -1 adj");
  };
  await gap();
  await keys.type(">1.05");
  await statement("filter");
  await open();
  await keys.type(">2");
  await statement("filter");
  await keys.type("avg(");
  await close();
  await keys.type("*");
  await volume();
  await keys.type(",-20..-1)>1M");
  await statement("column");
  await keys.type("{Gap}:(");
  await gap();
  await keys.type("-1)*100");
  await statement("column");
  await keys.type("{Open}:");
  await open();
  // Without a name nothing runs: the caret goes to where it belongs.
  await keys.press("ControlOrMeta+Enter");
  await page.locator(".toast", { hasText: "Request name required" }).waitFor();
  await keys.type("Gap");
  await keys.press("ControlOrMeta+Enter");
  await page.locator(".run-strip.finished").waitFor();
  const waiting = page.waitForEvent("download");
  await keys.press("ControlOrMeta+Shift+Enter");
  const workbook = await readXlsx(await readFile(await (await waiting).path()));
  expect(
    (await text())
      .split("\n")
      .filter((one) => /^[a-z]/.test(one))
      .slice(2),
  ).toEqual([
    "filter [daily open adj]/[daily close -1 adj]>1.05",
    "filter [daily open]>2",
    "filter avg([daily close]*[daily volume],-20..-1)>1M",
    "column {Gap}:([daily open adj]/[daily close -1 adj]-1)*100",
    "column {Open}:[daily open]",
  ]);
  const rows = workbook.sheets[0]?.rows ?? [];
  expect(rows[0]).toEqual(["Symbol", "Date", "Gap", "Open"]);
  expect(rows.length).toBeGreaterThan(10);
  expect(keys.pressed).toBeLessThanOrEqual(140);
  expect(errors).toEqual([]);
});

test("a link carries the text as it was written", async () => {
  const before = await text();
  await at.more("Copy a link to this request");
  await page.getByRole("menu").waitFor({ state: "detached" });
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await eventually(copied).toMatch(/\/data-request#r=[\w-]+$/);
  const link = await copied();
  await at.more("New request");
  await eventually(text).not.toBe(before);
  await page.goto("about:blank");
  await page.goto(link);
  await eventually(text).toBe(before);
  expect(page.url()).toBe(`${product.address}/data-request`);
});
