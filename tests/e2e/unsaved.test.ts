import type { Browser, Page, Route } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { IN_SOAK } from "../cases.ts";
import { FormulaPage } from "./pages/formula-page.ts";
import { holdBack } from "./pages/hold-back.ts";
import { go } from "./pages/sights.ts";
import { accessibleWithin, eventually } from "./pages/visit.ts";
import { launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

// What is written and not added yet: never left out of a run, never thrown away. One story on one page.
let product: Product;
let browser: Browser;
let page: Page;
let at: FormulaPage;
const errors: string[] = [];
/** The filters and columns of each run that was started. */
const runs: { readonly filters: number; readonly columns: number }[] = [];

const Sent = z.object({
  filters: z
    .object({ Custom: z.array(z.unknown()).default([]) })
    .partial()
    .default({}),
  columns: z
    .object({ Custom: z.array(z.unknown()).default([]) })
    .partial()
    .default({}),
});

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
  page = await context.newPage();
  at = new FormulaPage(page);
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => {
    if (!request.url().includes("/data-requests/create")) return;
    const { filters, columns } = Sent.parse(request.postDataJSON());
    runs.push({ filters: filters.Custom?.length ?? 0, columns: columns.Custom?.length ?? 0 });
  });
  // None of this is about what the request finds before it runs.
  await holdBack(page, "**/v1/data-requests/preview*");
  await page.goto(product.signIn);
  await page.getByRole("main").getByRole("link", { name: "Create Data Request" }).first().click();
  await page.locator("[aria-label='More for this request']").click();
  await page.getByRole("menuitem").first().click();
  await at.name.fill("Unsaved");
  await page.getByLabel("Start date", { exact: true }).fill("12/01/2025");
  await page.getByLabel("End date", { exact: true }).fill("12/31/2025");
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

const ran = (): Promise<void> => page.locator(".run-strip.finished").waitFor();
const nameField = () => at.option("columns", "Custom", "name").locator("input");

/** Holds the answers of the server's check back. */
async function holdCheck(): Promise<{ readonly go: () => Promise<void>; readonly asked: () => number }> {
  const held: Route[] = [];
  await page.route("**/parse", (route) => void held.push(route));
  return {
    asked: () => held.length,
    go: async () => {
      await page.unroute("**/parse");
      for (const route of held) await route.continue().catch(() => undefined);
    },
  };
}

test("Ctrl-Enter waits for the check of the newest text, adds it, and runs with it", async () => {
  await at.openFormula("filters", "code");
  const check = await holdCheck();
  await at.type("filters", "[daily volume] > 5");
  await page.keyboard.press("Control+Enter");
  await eventually(async () => check.asked()).toBe(1);
  await page.keyboard.insertText("00");
  await eventually(async () => check.asked()).toBeGreaterThan(1);
  expect([await at.rows("filters", "Custom").count(), runs.length]).toEqual([0, 0]);
  await check.go();
  await eventually(() => at.rows("filters", "Custom").count()).toBe(1);
  await eventually(() => at.said("filters", "Custom", 1)).toContain("500");
  await eventually(async () => runs).toEqual([{ filters: 1, columns: 0 }]);
  await ran();
});

test("a mistake and a server that does not answer run nothing, however one runs; the caret stands in the formula", async () => {
  await at.type("filters", "[daily volume] >");
  await page.keyboard.press("Control+Enter");
  await at.toast.getByText("Nothing was run.").waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await eventually(() => at.editor("filters").evaluate((node) => node === document.activeElement)).toBe(true);
  await page.route("**/parse", (route) => route.abort());
  await at.type("filters", "[daily volume] > 7");
  await page.keyboard.press("Control+Enter");
  await at.toast.getByText("The server does not answer").waitFor();
  await at.field("filters").getByText("once the server answers").waitFor();
  await page.unroute("**/parse");
  await page.keyboard.press("Control+k");
  await page.keyboard.type(">run");
  await page.getByRole("option", { name: /^Run/ }).waitFor();
  expect(runs.length).toBe(1);
  await page.keyboard.press("Escape");
  await at.type("filters", "");
});

test("a half filled card is named as the reason; cleared, it is none", async () => {
  await at.openCard("filters", "Daily");
  await at.choose("filters", "Daily", "condition", "greater than");
  await page.locator("h1").click();
  await page.keyboard.press("Control+Enter");
  await at.toast.getByText("Fill in all fields to add a daily. Nothing was run.").waitFor();
  await eventually(() =>
    page.evaluate(() => document.activeElement?.closest("[data-option]")?.getAttribute("data-option")),
  ).toBe("value");
  await at.card("filters", "Daily").getByRole("button", { name: "Clear" }).click();
  expect(runs.length).toBe(1);
});

test("without Name In Excel nothing runs; keys go to that field, and then all of it is added and run", async () => {
  await at.openFormula("columns", "code");
  await at.type("columns", "[daily close] * 2");
  await page.keyboard.press("Control+Enter");
  await at.card("columns", "Custom").getByText("Name In Excel is missing.").waitFor();
  await page.keyboard.type("Twice");
  expect([await nameField().inputValue(), runs.length]).toEqual(["Twice", 1]);
  await page.keyboard.press("Control+Enter");
  await eventually(async () => runs.at(-1)).toEqual({ filters: 1, columns: 1 });
  await ran();
  // The run stands in the address now, and what was added is still there.
  await eventually(() => at.said("columns", "Custom", 1)).toContain("Twice");
});

// `request-text` goes to a column; `tests/client/builder-state.test.ts` has the undo.
test.runIf(IN_SOAK)(
  "F12 shows a column, and its Edit lets the formula being typed wait; undo never brings one text into another's form",
  async () => {
    await at.type("columns", "{Twice} + 1");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("F12");
    await page.getByRole("button", { name: "Edit {Twice}" }).waitFor();
    await eventually(() => at.text("columns")).toBe("{Twice} + 1");
    await page.keyboard.press("Enter");
    await eventually(() => at.text("columns")).toBe("[daily close] * 2");
    // Elsewhere on the page Ctrl-Z takes back the request's last step, the column itself.
    await eventually(() => at.editor("columns").evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press("Control+z");
    await eventually(() => at.text("columns")).toBe("[daily close] * 2");
    await page.reload();
    await at.row("columns", "Custom", 1).waitFor();
    await eventually(() => at.text("columns")).toBe("[daily close] * 2");
    await at.card("columns", "Custom").getByRole("button", { name: "Cancel" }).click();
    await eventually(() => at.text("columns")).toBe("{Twice} + 1");
  },
);

// The story of the text renames a column as one step; `tests/request/rename-column.test.ts` has the rule.
test.runIf(IN_SOAK)("a rename is one step back and forth, from the formula and from the bar", async () => {
  await at.type("columns", "{Twice} + 1");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "New name of {Twice}" }).fill("Double");
  await page.keyboard.press("Enter");
  const both = async () => [
    await at.text("columns"),
    /^\w+/.exec(await at.said("columns", "Custom", 1))?.[0].slice(0, 6),
  ];
  await eventually(both).toEqual(["{Double} + 1", "Double"]);
  await page.keyboard.press("Control+z");
  await eventually(both).toEqual(["{Twice} + 1", "Twicec"]);
  await page.keyboard.press("Control+y");
  await eventually(both).toEqual(["{Double} + 1", "Double"]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await eventually(both).toEqual(["{Twice} + 1", "Twicec"]);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await eventually(both).toEqual(["{Double} + 1", "Double"]);
});

// `tests/request/rename-parameter.test.ts` has it as one step.
test.runIf(IN_SOAK)("a parameter is renamed from a formula that names it, as one step back and forth", async () => {
  await page.getByRole("button", { name: "Sweep …" }).click();
  await page.getByRole("button", { name: "Add parameter" }).click();
  const name = page.getByRole("group", { name: /^Parameter/ }).getByLabel("Name", { exact: true });
  const given = await name.inputValue();
  await at.type("columns", `{Double} + $${given}`);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("F2");
  const field = page.getByRole("textbox", { name: `New name of $${given}` });
  await field.fill("9");
  await page.keyboard.press("Enter");
  await page.getByText("A parameter's name is a letter, then letters and digits.").waitFor();
  await field.fill("more");
  await page.keyboard.press("Enter");
  const both = async () => [await at.text("columns"), await name.inputValue()];
  await eventually(both).toEqual(["{Double} + $more", "more"]);
  await at.editor("columns").click();
  await page.keyboard.press("Control+z");
  await eventually(both).toEqual([`{Double} + $${given}`, given]);
  await page.keyboard.press("Control+y");
  await eventually(both).toEqual(["{Double} + $more", "more"]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await eventually(both).toEqual([`{Double} + $${given}`, given]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("group", { name: /^Parameter/ }).waitFor({ state: "detached" });
});

// `tests/client/signature.test.ts` has the signature.
test.runIf(IN_SOAK)("a call shows its signature with the active argument", async () => {
  await at.editor("columns").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("change([daily close], ");
  await at.signature.locator("strong").waitFor();
  await eventually(() => at.signature.innerText()).toContain("change(");
  await page.keyboard.press("Escape");
});

// `tests/client/stops.test.ts` has Tab, `tests/client/completion.test.ts` what is put in.
test.runIf(IN_SOAK)(
  "Tab goes through a call and behind it, and what is written behind a formula of the library leaves it whole",
  async () => {
    await at.type("columns", "");
    await page.keyboard.type("highest");
    await at.list.locator("li[aria-selected]", { hasText: "highest" }).waitFor();
    await page.keyboard.press("Enter");
    const call = await at.text("columns");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.insertText(" + 1");
    await eventually(() => at.text("columns")).toBe(`${call} + 1`);
    await at.type("columns", "");
    await page.keyboard.type("gap_usd");
    await at.list.locator("li[aria-selected]", { hasText: "gap_usd" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.insertText(" * 2 > 4");
    await eventually(() => at.text("columns")).toMatch(/^\( .* - .* \) \* 2 > 4$/);
    await at.type("columns", "");
  },
);

// The editor's story pins a day; only the soak types one key by key, and one outside of the data.
test.runIf(IN_SOAK)("a pinned day is typed, before its symbol too, and one outside of the data says why", async () => {
  const day = at.field("columns").getByLabel("Day to show values of");
  const symbol = at.field("columns").getByLabel("Symbol to show values of");
  const typeDay = async (digits: string): Promise<void> => {
    await day.click({ position: { x: 12, y: 10 } });
    await page.keyboard.type(digits);
  };
  await typeDay("12012025");
  await symbol.fill("AAO");
  await page.keyboard.press("Enter");
  expect([await day.inputValue(), await symbol.inputValue()]).toEqual(["2025-12-01", "AAO"]);
  await typeDay("11032025");
  expect([await day.inputValue(), await symbol.inputValue()]).toEqual(["2025-11-03", "AAO"]);
  await day.fill("1999-01-04");
  await day.blur();
  await at
    .field("columns")
    .getByText(/^The data hold .* The values are still those of 11\/03\/2025\.$/)
    .waitFor();
  await eventually(() => symbol.inputValue()).toBe("AAO");
});

// `tests/house/lazy-places.test.ts` finds a place that a part comes late to without a way on.
test.runIf(IN_SOAK)("a part that cannot be loaded fails in its place, and comes by itself when it can be", async () => {
  await page.route(/\/assets\/FormulaField.*\.js/, (route) => route.abort());
  await page.reload();
  await at.row("columns", "Custom", 1).waitFor();
  await at.openCard("columns", "Custom");
  const failed = at.card("columns", "Custom").getByText("This part of the page could not be loaded");
  await failed.waitFor();
  // An editor that comes late leaves the caret with whoever types elsewhere by then.
  await at.step("filters").locator(".card-chip", { hasText: "Custom" }).click();
  await at.card("filters", "Custom").getByText("This part of the page could not be loaded").waitFor();
  await at.name.focus();
  await eventually(() => at.name.inputValue()).toBe("Unsaved");
  await page.unroute(/\/assets\/FormulaField.*\.js/);
  await at.editor("columns").waitFor();
  await at.editor("filters").waitFor();
  expect(await at.name.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await failed.count()).toBe(0);
});

// Only the soak has an editor that comes late.
const LATE: readonly (readonly [string, readonly string[], string])[] = [
  ["gets the caret where the focus stayed", [], "Filter formula"],
  ["leaves the focus with whoever went on to a button", ["Tab"], "Daily"],
];

test.runIf(IN_SOAK).each(LATE)("an editor that comes late %s", async (_, keys, focused) => {
  const held: Route[] = [];
  await page.route(/\/assets\/FormulaField.*\.js/, (route) => void held.push(route));
  await page.reload();
  await at.row("columns", "Custom", 1).waitFor();
  await at.step("filters").locator(".card-chip", { hasText: "Custom" }).click();
  await at.card("filters", "Custom").getByRole("status", { name: "Loading the editor" }).waitFor();
  for (const key of keys) await page.keyboard.press(key);
  for (const route of held) await route.continue();
  await at.editor("filters").waitFor();
  await eventually(() =>
    page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent),
  ).toBe(focused);
  await page.unroute(/\/assets\/FormulaField.*\.js/);
});

// As above: one component does it for all parts.
test.runIf(IN_SOAK)(
  "where what opens the account's own drafts cannot be loaded the page says so, and comes with the next try",
  async () => {
    await page.route(/\/assets\/sealed.*\.js/, (route) => route.abort());
    await page.reload();
    const failed = page.getByRole("main").getByRole("alert").getByText("A part of the page could not be loaded");
    await failed.waitFor();
    expect(await page.getByRole("textbox", { name: "Request name" }).count()).toBe(0);
    await page.unroute(/\/assets\/sealed.*\.js/);
    await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
    await at.row("columns", "Custom", 1).waitFor();
    await eventually(() => page.getByRole("textbox", { name: "Request name" }).inputValue()).toBe("Unsaved");
    expect(await failed.count()).toBe(0);
  },
);

// `tests/client/reach.test.ts` has when it is said and how it goes on; the story of the builder types without a
// network.
test.runIf(IN_SOAK)("offline, the page says so at one place, keeps what is typed and goes on by itself", async () => {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  // Asked for is not there yet: its styles and its module have to have come before the network goes.
  await eventually(() =>
    page.evaluate(async () => {
      const seen = performance.getEntriesByType("resource").map(({ name }) => name);
      if (![/\/assets\/Strips.*\.js/, /\/assets\/Strips.*\.css/].every((file) => seen.some((name) => file.test(name))))
        return false;
      return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))));
    }),
  ).toBe(true);
  await page.context().setOffline(true);
  const strip = page.getByRole("status", { name: "Connection" });
  await strip.getByText("You are offline. What you typed is kept.").waitFor();
  await at.name.fill("Typed offline");
  await strip.getByRole("button", { name: "Try now" }).click();
  await strip.getByRole("button", { name: "Try now", disabled: false }).waitFor();
  await accessibleWithin(page, "[role=status][aria-label=Connection]");
  await page.context().setOffline(false);
  await strip.waitFor({ state: "detached" });
  await eventually(() => at.name.inputValue()).toBe("Typed offline");
});

// Only the soak types before the palette has come; `palette` opens it from anywhere.
test.runIf(IN_SOAK)(
  "what is typed while the palette is still fetched goes to the palette, and nothing to the page",
  async () => {
    const held: Route[] = [];
    // What the page has fetched by now it would not fetch again.
    await page.reload();
    await at.name.waitFor();
    await page.route(/\/assets\/Palette.*\.js/, (route) => void held.push(route));
    await go(page, "/");
    await page.getByRole("heading", { name: "My Data" }).waitFor();
    await page.keyboard.press("Control+k");
    await eventually(async () => held.length).toBeGreaterThan(0);
    await page.keyboard.type("gmx#de");
    await page.keyboard.press("Backspace");
    expect(new URL(page.url()).pathname).toBe("/");
    for (const route of held) await route.continue();
    const field = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
    await eventually(() => field.inputValue()).toBe("gmx#d");
    expect(new URL(page.url()).pathname).toBe("/");
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    await page.unroute(/\/assets\/Palette.*\.js/);
  },
);

test("nothing broke on the way", () => {
  expect(errors).toEqual([]);
});
