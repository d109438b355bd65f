import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_SOAK, rounds, timeLimit } from "../cases.ts";
import { holdBack } from "./pages/hold-back.ts";
import { looksFine } from "./pages/part.ts";
import { resize } from "./pages/resize.ts";
import { eventually } from "./pages/visit.ts";
import { FormulaPage } from "./pages/formula-page.ts";
import { pressedWithoutRow, pressPlaces, type PressPlace } from "./pages/press-places.ts";
import { launchBrowser, sharedProduct, STILL } from "./product.ts";
import type { Product } from "./product.ts";

// One story on one page: each test goes on where the one before it stopped.
let product: Product;
let browser: Browser;
let page: Page;
let at: FormulaPage;
const errors: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(rounds("no workbook", "workbook")), launchBrowser()]);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    reducedMotion: STILL,
  });
  page = await context.newPage();
  at = new FormulaPage(page);
  page.on("pageerror", (error) => errors.push(error.message));
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

const palette = (): Locator => page.getByRole("dialog", { name: "Command palette" });
const row = (name: string | RegExp): Locator => palette().getByRole("option", { name });
const chip = (): Locator => palette().locator(".chip");

async function open(): Promise<void> {
  await page.keyboard.press("Control+k");
  await palette().waitFor();
}
async function close(): Promise<void> {
  await page.keyboard.press("Escape");
  await palette().waitFor({ state: "detached" });
}

test("Ctrl-K opens it from anywhere, and closes it", async () => {
  // What a request finds is no part of this story; each change would ask for it.
  if (!IN_SOAK) await holdBack(page, "**/v1/data-requests/preview*");
  await page.goto(product.signIn);
  await page.getByRole("main").getByRole("link", { name: "Create Data Request" }).first().click();
  await at.openFormula("columns", "code");
  await page.locator("h1").first().click();
  await open();
  // What fits the place stands first.
  const titles = (): Promise<readonly string[]> => palette().locator("[role=option] .title").allInnerTexts();
  await eventually(async () => (await titles()).slice(0, 4)).toEqual([
    "Run",
    "Add filter",
    "Add column",
    "Open template…",
  ]);
  await row(/^Review/).waitFor();
  await page.keyboard.press("Control+k");
  await palette().waitFor({ state: "detached" });
});

test("in a formula it stands first what fits there, and the focus comes back to the exact caret", async () => {
  await at.type("columns", "[daily close] + 5");
  await page.keyboard.press("Home");
  await open();
  await palette().getByText("Here", { exact: true }).waitFor();
  await row(/^Format the formula/).waitFor();
  await row(/^Rename the column or parameter everywhere.*Put the caret on a \{column\} or \$parameter first/).waitFor();
  await close();
  await page.keyboard.insertText("7 + ");
  await eventually(() => at.text("columns")).toBe("7 + [daily close] + 5");
});

test("a data point goes to the caret, a formula from a few words too", async () => {
  await at.type("columns", "");
  await open();
  await page.keyboard.type("@daily close");
  await eventually(() => chip().innerText()).toBe("Data points and functions");
  await row(/^daily close/)
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await palette().waitFor({ state: "detached" });
  await eventually(() => at.text("columns")).toBe("[daily close]");
  await at.type("columns", "");
  await open();
  await page.keyboard.type("ema 20");
  await row(/^Insert \[indicator ema\(20\) close\]/).waitFor();
  await page.keyboard.press("Enter");
  await eventually(() => at.text("columns")).toBe("[indicator ema(20) close]");
});

// `tests/client/palette.test.ts` has the chips; only the soak types and takes away each.
test.runIf(IN_SOAK)("prefixes are chips, and Backspace takes them away", async () => {
  await open();
  for (const [prefix, label] of [
    [">", "Commands"],
    ["{", "Columns"],
    ["#", "Requests, templates, folders"],
    ["/", "Symbols"],
    ["!", "Users"],
    ["?", "Help"],
  ] as const) {
    await page.keyboard.type(prefix);
    await eventually(() => chip().innerText()).toBe(label);
    await page.keyboard.press("Backspace");
    await eventually(() => chip().count()).toBe(0);
  }
  await page.keyboard.type("#gap and go");
  await row(/^Gap and go/)
    .first()
    .waitFor();
  expect(await palette().getByRole("option").count()).toBeLessThanOrEqual(50);
  await close();
});

// Only the soak takes a query back.
test.runIf(IN_SOAK)("a query that comes back begins at its first row again", async () => {
  await open();
  const selected = (): Promise<string> => palette().locator("[aria-selected=true] .title").innerText();
  const first = await selected();
  await page.keyboard.press("ArrowDown");
  await eventually(selected).not.toBe(first);
  await page.keyboard.type("g");
  await page.keyboard.press("Backspace");
  await eventually(selected).toBe(first);
  await close();
});

const selectedRow = (): Locator => palette().locator("[aria-selected=true]");

// Only the soak goes round by the arrows.
test.runIf(IN_SOAK)(
  "arrows go round, with Alt by groups, Home and End to the ends; the field names the row for a screen reader",
  async () => {
    await open();
    const rows = palette().locator("[role=option]:not([aria-disabled=true])");
    const place = (): Promise<number> => rows.evaluateAll((all) => all.findIndex((one) => one.ariaSelected === "true"));
    const named = async (): Promise<void> => {
      const id = await selectedRow().getAttribute("id");
      await eventually(() => palette().getByRole("combobox").getAttribute("aria-activedescendant")).toBe(id);
    };
    const last = async (): Promise<number> => (await rows.count()) - 1;
    // Those out of sight come a frame later.
    await eventually(() => rows.count()).toBeGreaterThan(12);
    await eventually(place).toBe(0);
    await page.keyboard.press("ArrowUp");
    await eventually(async () => (await place()) - (await last())).toBe(0);
    await named();
    await page.keyboard.press("ArrowDown");
    await eventually(place).toBe(0);
    await page.keyboard.press("ArrowDown");
    await eventually(place).toBe(1);
    await named();
    await page.keyboard.press("End");
    await eventually(async () => (await place()) - (await last())).toBe(0);
    await page.keyboard.press("Home");
    await eventually(place).toBe(0);
    const group = (): Promise<string> =>
      selectedRow().evaluate(
        (one) => one.closest("[cmdk-group]")?.querySelector("[cmdk-group-heading]")?.textContent ?? "",
      );
    const first = await group();
    await page.keyboard.press("Alt+ArrowDown");
    await eventually(group).not.toBe(first);
    await page.keyboard.press("Alt+ArrowUp");
    await eventually(group).toBe(first);
    // A prefix is another list, though the query is as empty as before.
    await page.keyboard.press("End");
    await page.keyboard.type(">");
    await eventually(() => chip().count()).toBe(1);
    await eventually(place).toBe(0);
    await named();
    await close();
  },
);

// `tests/client/palette-ranking.test.ts` finds what is misspelt or goes by another name.
test.runIf(IN_SOAK)("it opens from the top bar, and finds what is misspelt or goes by another name", async () => {
  await page.getByRole("button", { name: "Search or run a command" }).click();
  await palette().waitFor();
  await page.keyboard.type("rnu");
  await eventually(() => selectedRow().locator(".title").innerText()).toBe("Run");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("dark");
  await eventually(() => selectedRow().locator(".title").innerText()).toBe("Dark");
  await close();
});

// Only the soak seeks the buttons of a page; `tests/client/palette-ranking.test.ts` finds commands by their names.
test.runIf(IN_SOAK)(
  "every button of the page is in it by its name, one that cannot be pressed with the reason",
  async () => {
    const names: readonly string[] = await page
      .locator("header.topbar, main")
      .getByRole("button")
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(".palette-field"))
          .map((one) => (one.ariaLabel ?? one.textContent ?? "").replaceAll(/\s+/g, " ").trim())
          .filter((name) => name !== "" && name.length < 60),
      );
    expect(names.length).toBeGreaterThan(10);
    await open();
    const plain = (title: string): string => title.toLowerCase().replace("…", "");
    const different = [...new Set(names)];
    const step = Math.max(1, Math.floor(different.length / rounds(5, different.length)));
    for (const name of different.filter((_, n) => n % step === 0)) {
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.insertText(`>${name}`);
      await eventually(async () =>
        (await palette().locator("[role=option] .title").allInnerTexts()).map(plain),
      ).toContain(plain(name));
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Backspace");
      await eventually(() => chip().count()).toBe(0);
    }
    await page.keyboard.type("redo");
    await row(/^Redo.*Nothing to redo/).waitFor();
    await close();
  },
);

// A data point and a formula go to the caret above.
test.runIf(IN_SOAK)("a preset goes to the caret", async () => {
  await at.type("columns", "");
  await open();
  await page.keyboard.type("@52-week high");
  await row(/^52-week high/)
    .first()
    .click();
  await palette().waitFor({ state: "detached" });
  await eventually(() => at.text("columns")).toContain("[");
});

// `tests/client/palette.test.ts` has what is typed behind a command; only the soak goes on to a page.
test.runIf(IN_SOAK)(
  "a command that asks for something goes on to a page of its own, and Backspace comes back",
  async () => {
    await open();
    await page.keyboard.type(">move to");
    await row(/^Move to folder/).waitFor();
    await page.keyboard.press("Enter");
    await eventually(() => chip().allInnerTexts()).toEqual(["Move to folder"]);
    await row(/^Gap and go/)
      .first()
      .click();
    await row(/There are no folders yet/).waitFor();
    await page.keyboard.press("Backspace");
    await eventually(() => chip().allInnerTexts()).toEqual(["Move to folder"]);
    await page.keyboard.press("Backspace");
    await eventually(() => chip().allInnerTexts()).toEqual(["Commands"]);
    await close();
  },
);

// `tests/client/keys-shown.test.ts` has every key of the sheet.
test.runIf(IN_SOAK)("the sheet lists the keys, and keys in a row jump", async () => {
  await page.locator("h2").first().click();
  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
  );
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.getByText("Command palette", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await page.waitForURL(/\/data-request/);
});

test("nothing is wrong for those who cannot see or point", async () => {
  await open();
  await row(/^Review/).waitFor();
  await looksFine(page, "[role=dialog]");
  await close();
});

// Only the soak has it on a phone.
test.runIf(IN_SOAK)("it fits 360 pixels", async () => {
  await resize(page, { width: 360, height: 740 });
  await open();
  const box = await palette().boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 360).toBe(true);
  await close();
});

// Only the soak seeks buttons, as above.
test.runIf(IN_SOAK)(
  "every button of every screen, dialog and menu is in it by its name",
  async () => {
    await resize(page, { width: 1440, height: 900 });
    const places = pressPlaces(at);
    expect(await pressedWithoutRow(page, product.address, places)).toEqual([]);
    // Without an account as well, where there is a palette: the pages of signing in go without.
    const stranger = await (await browser.newContext()).newPage();
    const outside: readonly PressPlace[] = [["/markets"]];
    expect(await pressedWithoutRow(stranger, product.address, outside)).toEqual([]);
  },
  timeLimit(120_000),
);

test("nothing broke on the way", () => {
  expect(errors).toEqual([]);
});
