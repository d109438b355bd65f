import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_SOAK, rounds } from "../cases.ts";
import { BuilderPage } from "./pages/builder-page.ts";
import { holdBack } from "./pages/hold-back.ts";
import { eventually } from "./pages/visit.ts";
import { launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

/** The builder of somebody who has just signed in, on the last three months of the data. */
async function newcomer(reducedMotion: "no-preference" | "reduce"): Promise<{ page: Page; at: BuilderPage }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, reducedMotion });
  const page = await context.newPage();
  const at = new BuilderPage(page);
  // What a request finds is run; with each change it would be asked for as well.
  if (!IN_SOAK) await holdBack(page, "**/v1/data-requests/preview*");
  await page.goto(product.signIn);
  await page.getByRole("main").getByRole("link", { name: "Create Data Request" }).first().click();
  await at.row("filters", "Custom", 1).waitFor();
  return { page, at };
}

async function headOf(page: Page, open: () => Promise<void>): Promise<readonly unknown[]> {
  await page.locator(".run-strip.finished").waitFor();
  const waiting = page.waitForEvent("download");
  await open();
  const workbook = await readXlsx(await readFile(await (await waiting).path()));
  expect(workbook.sheets[0]?.rows.length).toBeGreaterThan(1);
  return workbook.sheets[0]?.rows[0] ?? [];
}

// `builder-rules` fills in a card by the mouse, `builder` reads a workbook; only the soak goes all the way by the mouse.
test.runIf(IN_SOAK)("with the mouse: Gap and go from cards and the library, run, the workbook opened", async () => {
  const { page, at } = await newcomer("no-preference");
  await at.more("New request");
  await page.getByRole("button", { name: "Use the last 3 months" }).click();
  // Text is typed into what was clicked; everything else is clicked.
  await at.name.click();
  await page.keyboard.insertText("Gap and go by mouse");

  await at.openCard("filters", "Custom");
  await at.card("filters", "Custom").locator("[data-tag=is_gap_up]").click();
  await at.addButton("filters", "Custom").click();
  await at.openCard("filters", "Daily");
  await at.choose("filters", "Daily", "condition", "greater than");
  await at.enter("filters", "Daily", "value", "2");
  await at.addButton("filters", "Daily").click();
  await at.openCard("filters", "Indicator");
  await at.option("filters", "Indicator", "func").locator(".more-choices").click();
  await page.locator("[role=option][data-value=RVOL]").click();
  await at.enter("filters", "Indicator", "days", "20");
  await at.choose("filters", "Indicator", "condition", "greater than");
  await at.enter("filters", "Indicator", "value", "1");
  await at.addButton("filters", "Indicator").click();

  await at.openCard("columns", "Daily");
  for (const [label, name] of [
    ["open", "Open"],
    ["close", "Close"],
  ] as const) {
    await at.point("columns", "Daily", label);
    await at.enter("columns", "Daily", "name", name);
    await at.addButton("columns", "Daily").click();
  }
  await at.openCard("columns", "Intraday");
  await at.point("columns", "Intraday", "high");
  await at.enter("columns", "Intraday", "start_time", "04:00");
  await at.enter("columns", "Intraday", "end_time", "09:29");
  await at.enter("columns", "Intraday", "name", "Premarket high");
  await at.addButton("columns", "Intraday").click();
  await at.openCard("columns", "Identity");
  await at.point("columns", "Identity", "exchange");
  await at.enter("columns", "Identity", "name", "Exchange");
  await at.addButton("columns", "Identity").click();
  await at.openCard("columns", "Custom");
  await at.card("columns", "Custom").locator("[data-tag=gap]").click();
  await at.enter("columns", "Custom", "name", "Gap");
  await at.addButton("columns", "Custom").click();
  await at.tab("columns", "Custom", "Build your own - code");
  await at.typeFormula("columns", "{Gap} / 100");
  await at.enter("columns", "Custom", "name", "Gap as a share");
  await at.addButton("columns", "Custom").click();

  await eventually(() => at.step("filters").locator(".limit").innerText()).toMatch(/^3 of/);
  await eventually(() => at.step("columns").locator(".limit").innerText()).toMatch(/^6 of/);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const head = await headOf(page, () => page.locator(".run-strip").getByRole("link", { name: "Workbook" }).click());
  const names = ["Symbol", "Date", "Open", "Close", "Premarket high", "Exchange", "Gap", "Gap as a share"];
  expect(new Set(head)).toEqual(new Set(names));
  expect(head).toHaveLength(names.length);
  await page.context().close();
});

// By keys alone `text-screen` goes to a workbook; only the soak fills in the cards by them.
test.runIf(IN_SOAK)(
  "with the keyboard alone: Gap and go as formulas, run, the workbook opened",
  async () => {
    const { page, at } = await newcomer("reduce");
    const { keyboard } = page;
    /** Tab, or Shift and Tab, until what has the focus is called so. */
    const tabTo = async (called: RegExp, key = "Tab"): Promise<void> => {
      for (let pressed = 0; pressed < 200; pressed += 1) {
        const name = await page.evaluate(() => {
          const active = document.activeElement;
          const label = active instanceof HTMLInputElement ? (active.labels?.[0]?.textContent ?? "") : "";
          return active?.getAttribute("aria-label") ?? (label || (active?.textContent ?? ""));
        });
        if (called.test(name)) return;
        await keyboard.press(key);
      }
      throw new Error(`Nothing called ${called.source} has a place in the order of Tab.`);
    };
    const command = async (words: string): Promise<void> => {
      await keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Command palette" }).waitFor();
      await keyboard.type(words);
      await page.locator(".palette [role=option][aria-selected=true]", { hasText: words.replace("> ", "") }).waitFor();
      await keyboard.press("Enter");
    };
    const addFormula = async (side: "filters" | "columns", formula: string, label: RegExp, name: string) => {
      await command(side === "filters" ? "> Custom filter" : "> Custom column");
      await at.card(side, "Custom").locator(".cm-focused").waitFor();
      await keyboard.insertText(formula);
      await keyboard.press("Escape");
      await tabTo(label);
      await keyboard.type(name);
      await eventually(() => at.addButton(side, "Custom").isEnabled()).toBe(true);
      await keyboard.press("Enter");
      await eventually(() => at.rows(side, "Custom").filter({ hasText: name }).count()).toBe(1);
    };
    await command("> New request");
    await eventually(() => at.rows("filters", "Custom").count()).toBe(0);
    await command("> Date range");
    await tabTo(/^Request name$/);
    await keyboard.type("By keys");
    await tabTo(/^Use the last 3 months$/);
    await keyboard.press("Enter");

    // The way to one more is the same each time.
    const filters = [
      ["[daily open adj] / [daily close -1 adj] > 1.03", "gap"],
      ["[daily volume adj] > [daily avg volume -20 .. -1 adj]", "volume"],
      ["[daily open] > 2", "price"],
    ] as const;
    for (const [formula, name] of filters.slice(0, rounds(1, 3))) await addFormula("filters", formula, /^Tag$/, name);
    const columns = (
      [
        ["([daily open adj] / [daily close -1 adj] - 1) * 100", "Gap up"],
        ["{Gap up} / 100", "Share"],
        ["[identity exchange]", "Exchange"],
        ["[daily open]", "Opening price"],
        ["[daily close]", "Closing price"],
        ["[daily volume]", "Shares traded"],
      ] as const
    ).slice(0, rounds(1, 6));
    for (const [formula, name] of columns) await addFormula("columns", formula, /^Name In Excel$/, name);
    await keyboard.press("Control+Enter");
    const head = await headOf(page, async () => {
      await tabTo(/Workbook/);
      await keyboard.press("Enter");
    });
    expect(head).toEqual(["Symbol", "Date", ...columns.map(([, name]) => name)]);
    await page.context().close();
  },
  300_000,
);
