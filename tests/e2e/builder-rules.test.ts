import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_SOAK } from "../cases.ts";
import { wrongInBar } from "./pages/layout-faults.ts";
import { holdBack } from "./pages/hold-back.ts";
import { hasRedEdge } from "./pages/red-edge.ts";
import { resize } from "./pages/resize.ts";
import { BuilderPage } from "./pages/builder-page.ts";
import { go } from "./pages/sights.ts";
import { today } from "./pages/today.ts";
import { callAs, eventually } from "./pages/visit.ts";
import { launchBrowser, sharedProduct, STILL } from "./product.ts";
import type { Product } from "./product.ts";

// One story on one page: each test goes on where the one before it stopped.
const inSoak = test.runIf(IN_SOAK);
let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let at: BuilderPage;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: STILL });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  page = await context.newPage();
  at = new BuilderPage(page);
  await page.goto(product.signIn);
  await page.getByRole("main").getByRole("link", { name: "Create Data Request" }).first().click();
  await at.previewReady();
  // What a request finds is shown in the stories of the builder and of results; each change from here on would ask for it.
  await holdBack(page, "**/v1/data-requests/preview*");
});
afterAll(async () => {
  await browser?.close();
  await product?.end();
});

/** A filter of the Daily card: close above a value. */
async function fillClose(value: string): Promise<void> {
  await at.openCard("filters", "Daily");
  await at.point("filters", "Daily", "close");
  await at.choose("filters", "Daily", "condition", "greater than");
  await at.enter("filters", "Daily", "value", value);
}
const addClose = (value: string): Promise<void> =>
  fillClose(value).then(() => at.addButton("filters", "Daily").click());

// Only the soak goes from part to part; `request-text` takes one step.
inSoak("F6 goes from part to part of the page, out of fields too, and Shift F6 back", async () => {
  /** What F6 leads to, until it is where it began. */
  const round = async (key: string): Promise<readonly string[]> => {
    const place = (): Promise<string> =>
      page.evaluate(() => {
        const part = document.activeElement?.closest("[data-part]");
        return part?.id || (part?.classList[0] ?? "");
      });
    const places = [await place()];
    for (;;) {
      await page.keyboard.press(key);
      const now = await place();
      if (now === places[0]) return places;
      places.push(now);
      expect(places.length, places.join()).toBeLessThan(12);
    }
  };
  const cards = ["date-range", "filters", "columns", "review", "results", "navigation"];
  await at.name.focus();
  expect(await round("F6")).toEqual(cards);
  expect(await round("Shift+F6")).toEqual(["date-range", ...cards.slice(1).toReversed()]);
  await page.keyboard.press("ControlOrMeta+Shift+e");
  await page.getByRole("textbox", { name: "Request", exact: true }).focus();
  expect((await round("F6")).slice(0, 3)).toEqual(["editor", "inspector", "results"]);
  await page.keyboard.press("ControlOrMeta+Shift+e");
  await at.name.waitFor();
});

inSoak("the bar stands whole at every width: nothing cut, covered or beyond the edge", async () => {
  for (const width of [320, 360, 480, 704, 720, 768, 828, 1000, 1024, 1280, 1440, 2560]) {
    await resize(page, { width, height: 800 });
    await eventually(() => wrongInBar(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBeLessThanOrEqual(width);
  }
  await resize(page, { width: 1440, height: 900 });
});

// `tests/request/builder-dates.test.ts` has the days, `tests/client/builder-state.test.ts` the undo.
inSoak(
  "starting anew gives today twice and no entries; undo brings all back, while the menu still fades too",
  async () => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const slowly = await page.addStyleTag({
      content: ".rt-PopperContent[data-state=closed] { animation-duration: 600s !important; }",
    });
    await at.more("New request");
    await eventually(() => page.getByLabel("Start date", { exact: true }).inputValue()).toBe(today());
    await eventually(() => page.getByLabel("End date", { exact: true }).inputValue()).toBe(today());
    expect(await at.rows("filters", "Custom").count()).toBe(0);
    await page.locator("h1").click();
    await page.keyboard.press("Control+z");
    await eventually(() => at.rows("filters", "Custom").count()).toBe(2);
    await eventually(() => page.locator("[role=menu]").getAttribute("data-state")).toBe("closed");
    await slowly.evaluate((style) => style.parentNode?.removeChild(style));
    await page.locator("[role=menu]").waitFor({ state: "detached" });
    await page.emulateMedia({ reducedMotion: STILL });
    await eventually(() => at.rows("filters", "Daily").count()).toBe(1);
    await page.keyboard.press("Control+Shift+z");
    await eventually(() => at.rows("filters", "Custom").count()).toBe(0);
  },
);

/** What the focus is on, by its name. */
const focused = (): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");

inSoak("the keyboard goes on from where one was: a deletion, a cancelled edit, the library", async () => {
  await addClose("11");
  for (let number = 2; number <= 3; number += 1) await at.action("filters", "Daily", 1, "Duplicate").click();
  await eventually(() => at.rows("filters", "Daily").count()).toBe(3);
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const deleteFocused = async (): Promise<void> => {
    await press("Enter");
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Cancel" }).and(page.locator(":focus")).waitFor();
    await press("Tab", "Enter");
    await dialog.waitFor({ state: "detached" });
  };
  await at.action("filters", "Daily", 1, "Delete").focus();
  await deleteFocused();
  await eventually(focused).toBe("Delete: Daily 1");
  await at.action("filters", "Daily", 2, "Delete").focus();
  await deleteFocused();
  await eventually(focused).toBe("Delete: Daily 1");
  await at.action("filters", "Daily", 1, "Edit").focus();
  await press("Enter");
  const cancel = at.card("filters", "Daily").getByRole("button", { name: "Cancel" });
  await cancel.focus();
  await press("Enter");
  await eventually(focused).toBe("Edit: Daily 1");
  await at.action("filters", "Daily", 1, "Delete").focus();
  await deleteFocused();
  await eventually(() => at.rows("filters", "Daily").count()).toBe(0);
  await eventually(() => page.evaluate(() => document.activeElement?.closest("#filters-daily") !== null)).toBe(true);
  await at.openCard("filters", "Custom");
  await at.tab("filters", "Custom", "Common");
  const library = at.card("filters", "Custom").getByRole("list", { name: "Formulas" });
  await at.card("filters", "Custom").getByLabel("Search the formulas").focus();
  await press("ArrowDown", "ArrowDown", "ArrowDown");
  await eventually(focused).toBe(await library.getByRole("button").nth(2).textContent());
  await at.card("filters", "Custom").locator(".looked").getByRole("button", { name: "Copy" }).waitFor();
  await press("Tab");
  expect(await library.evaluate((list) => list.contains(document.activeElement))).toBe(false);
  await press("Shift+Tab");
  await eventually(focused).toBe(await library.getByRole("button").nth(2).textContent());
});

test("name and dates are judged in the fixed words", async () => {
  await at.more("New request");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await at.name.focus();
  await page.keyboard.press("Tab");
  await page.getByText("Request name required").waitFor();
  await at.name.fill("x".repeat(451));
  await page.getByText("At most 450 characters.").waitFor();
  await at.name.fill("Rules");
  const start = page.getByLabel("Start date", { exact: true });
  await start.fill("02/31/2025");
  await page.locator("#startTime-error", { hasText: "Invalid Date" }).waitFor();
  await start.fill("12/31/2007");
  await page.getByText("The earliest date is 01/01/2008.").waitFor();
  // Other formats are read, and shown as MM/dd/yyyy.
  await start.fill("2025-12-01");
  await page.getByLabel("End date", { exact: true }).fill("Dec 31, 2025");
  await at.name.focus();
  await eventually(() => start.inputValue()).toBe("12/01/2025");
  await eventually(() => page.getByLabel("End date", { exact: true }).inputValue()).toBe("12/31/2025");
});

test("Add waits for all fields and says so; had replaces, equal combines", async () => {
  await at.openCard("filters", "Daily");
  const add = at.addButton("filters", "Daily");
  await eventually(() => add.innerText()).toBe("Add daily");
  await eventually(() => add.isDisabled()).toBe(true);
  await at.card("filters", "Daily").getByText("Fill in all fields to add a daily").waitFor();
  await fillClose("5");
  await at.choose("filters", "Daily", "condition", "equal");
  const pressed = at.option("filters", "Daily", "condition").locator(".chip[aria-pressed=true]");
  await eventually(() => pressed.allInnerTexts()).toEqual(["greater than", "equal"]);
  await add.click();
  await eventually(() => at.said("filters", "Daily", 1)).toBe("close is at least 5");
  expect(await pressed.count()).toBe(0);
});

test("a value may be another data point, which the input suggests; letters alone are not taken", async () => {
  const input = at.option("filters", "Daily", "value").locator("input");
  await fillClose("[daily close");
  await at.card("filters", "Daily").getByText("A data point of numbers belongs in the brackets.").waitFor();
  await eventually(() => at.addButton("filters", "Daily").isDisabled()).toBe(true);
  await at.name.focus();
  expect([await input.getAttribute("aria-invalid"), await hasRedEdge(input)]).toEqual(["true", true]);
  await input.fill("abc");
  await eventually(() => input.inputValue()).toBe("[daily close");
  const suggested = page.locator(`datalist[id="${await input.getAttribute("list")}"] option`);
  await suggested.first().waitFor({ state: "attached" });
  const [, close] = await suggested.evaluateAll((all) => all.map((one) => one.getAttribute("value") ?? ""));
  await at.enter("filters", "Daily", "value", close ?? "");
  await at.addButton("filters", "Daily").click();
  await eventually(() => at.said("filters", "Daily", 2)).toBe("close is above close 1 day ago");
  await at.action("filters", "Daily", 2, "Edit").click();
  await eventually(() => input.inputValue()).toBe("[daily close -1]");
  await at.action("filters", "Daily", 2, "Delete").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await eventually(() => at.rows("filters", "Daily").count()).toBe(1);
});

test("a row is edited in its place, a filter's copy stands right behind it", async () => {
  await addClose("6");
  await at.action("filters", "Daily", 1, "Edit").click();
  await eventually(() => at.addButton("filters", "Daily").innerText()).toBe("Edit daily");
  await at.enter("filters", "Daily", "value", "1234567");
  await at.addButton("filters", "Daily").click();
  await eventually(() => at.addButton("filters", "Daily").innerText()).toBe("Add daily");
  await eventually(() => at.said("filters", "Daily", 1)).toMatch(/1,?234,?567$/);
  await at.action("filters", "Daily", 1, "Duplicate").click();
  await eventually(() => at.rows("filters", "Daily").count()).toBe(3);
  await eventually(() => at.said("filters", "Daily", 2)).toBe(await at.said("filters", "Daily", 1));
  await eventually(() => at.addButton("filters", "Daily").innerText()).toBe("Add daily");
});

// `tests/request/builder-custom.test.ts` has the fields of a row, `tests/request/builder-screen.test.ts` the pages.
inSoak("rows are read as words or as fields, in pages of ten", async () => {
  const wording = at.card("filters", "Daily").getByRole("switch", { name: "Wording Display: Daily" });
  await wording.click();
  await eventually(() => at.row("filters", "Daily", 1).locator("dd").allInnerTexts()).toContain("1,234,567");
  await wording.click();
  await at.action("filters", "Daily", 1, "Duplicate").evaluate(async (button: HTMLElement) => {
    for (let number = 4; number <= 11; number += 1) {
      button.click();
      await new Promise(requestAnimationFrame);
    }
  });
  await eventually(() => at.rows("filters", "Daily").count()).toBe(10);
  const pages = page.getByRole("navigation", { name: "Pages: Added Daily" }).first();
  await pages.getByRole("button", { name: "Next page" }).click();
  await eventually(() => at.rows("filters", "Daily").count()).toBe(1);
  await eventually(() => pages.getByRole("button", { name: "Last page" }).isDisabled()).toBe(true);
  await pages.getByRole("button", { name: "First page" }).click();
});

test("deleting asks in the fixed words; with a column go the formulas that use it", async () => {
  await at.card("filters", "Daily").getByRole("button", { name: "Delete all" }).click();
  const dialog = page.getByRole("alertdialog");
  await eventually(() => dialog.innerText()).toContain("You are about to remove all selected Data. Are you sure?");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await at.card("filters", "Daily").getByText("No added daily").waitFor();
  await at.openCard("columns", "Daily");
  await at.enter("columns", "Daily", "name", "{Open|");
  await eventually(() => at.option("columns", "Daily", "name").locator("input").inputValue()).toBe("Open");
  await at.addButton("columns", "Daily").click();
  await at.enter("columns", "Daily", "name", "open");
  await at.card("columns", "Daily").getByText("Name In Excel must be unique.").waitFor();
  await eventually(() => at.addButton("columns", "Daily").isDisabled()).toBe(true);
  await at.enter("columns", "Daily", "name", "");
  await at.openCard("columns", "Custom");
  await at.tab("columns", "Custom", "Build your own - code");
  await at.typeFormula("columns", "{Open} * 2");
  await at.enter("columns", "Custom", "name", "Twice");
  await at.verdict("columns", "Checked by the server").waitFor();
  await at.addButton("columns", "Custom").click();
  await at.action("columns", "Daily", 1, "Delete").click();
  await eventually(() => dialog.innerText()).toContain("Columns referenced in a custom formula are also removed.");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await at.card("columns", "Custom").getByText("No added custom").waitFor();
  await at.toast.getByRole("button", { name: "Undo" }).click();
  await eventually(() => at.rows("columns", "Custom").count()).toBe(1);
});

// `tests/request/builder-selection.test.ts` has the times and the texts beside the inputs.
inSoak("times keep to the session; the Fundamental card knows the whole day and warns of news", async () => {
  await at.openCard("filters", "Intraday");
  await at.enter("filters", "Intraday", "start_time", "3");
  await at.card("filters", "Intraday").getByText("Time should be between 04:00 and 19:59.").waitFor();
  await at.enter("filters", "Intraday", "start_time", "16");
  await at.card("filters", "Intraday").getByText("Start time cannot be greater then end time.").waitFor();
  await at.option("filters", "Intraday", "start_time").locator("input").blur();
  await eventually(() => at.option("filters", "Intraday", "start_time").locator("input").inputValue()).toBe("16:00");
  await at.openCard("filters", "Fundamental");
  await at.point("filters", "Fundamental", "news");
  await at.card("filters", "Fundamental").getByText("News may extend the duration of the scan.").waitFor();
  await eventually(() => at.option("filters", "Fundamental", "start_time").locator("input").inputValue()).toBe("00:00");
});

test("a row becomes a formula, and goes back to the card that shows it", async () => {
  await at.action("columns", "Daily", 1, "Edit as formula").click();
  await eventually(() => at.editor("columns").innerText()).toBe("[daily open]");
  await at.verdict("columns", "Checked by the server").waitFor();
  await at.addButton("columns", "Custom").click();
  await at.action("columns", "Custom", 2, "Show on the card Daily").click();
  await eventually(() => at.said("columns", "Daily", 1)).toBe("Openopen");
});

// `text-screen` opens a link to a request with its text.
inSoak("a link carries the request; whoever opens it has it, and undo what was there", async () => {
  await at.more("Copy a link to this request");
  await at.toast.getByText("Copied to Clipboard").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/data-request#r=[\w-]+$/);
  await at.more("New request");
  await page.goto("about:blank");
  await page.goto(link);
  await eventually(() => at.name.inputValue()).toBe("Rules");
  expect(page.url()).toBe(`${product.address}/data-request`);
  await eventually(() => at.said("columns", "Custom", 1)).toMatch(/^Twice/);
});

// `tests/server/kept.test.ts` makes a template and changes it; only the soak does so from the builder.
inSoak("the request is saved as a template, begun from it, and the template itself edited", async () => {
  await at.more("Save as a template");
  await at.toast.getByText("Saved as the template Rules").waitFor();
  await go(page, "/");
  await go(page, "/data-request");
  await at.page.getByRole("link", { name: "Rules", exact: true }).click();
  await page.waitForURL(/\?template=/);
  await eventually(() => at.said("columns", "Custom", 1)).toMatch(/^Twice/);
  await eventually(() => page.locator("h1").innerText()).toBe("Create Data Request");
  const id = new URL(page.url()).searchParams.get("template") ?? "";
  await go(page, `/template?id=${id}`);
  await eventually(() => page.locator("h1").innerText()).toBe("Edit Template");
  await at.name.fill("Rules 2");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await at.toast.getByText("Template saved").waitFor();
  expect(await callAs(page, "GET", `/v1/templates/${id}`)).toMatchObject({ name: "Rules 2" });
});

test("an edited request runs under a new id, and takes the place of the old one where that was asked for", async () => {
  await go(page, "/data-request");
  await eventually(() => at.name.inputValue()).toBe("Rules");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator(".run-strip.finished").waitFor();
  const first = new URL(page.url()).searchParams.get("run") ?? "";
  await go(page, `/data-request?id=${first}`);
  await eventually(() => page.locator("h1").innerText()).toBe("Edit Data Request");
  await at.name.fill("Rules edited");
  // What is not saved is back after a reload.
  await page.reload();
  await at.toast.getByText("Your unsaved changes were restored.").waitFor();
  await eventually(() => at.name.inputValue()).toBe("Rules edited");
  const overwrite = page.getByRole("switch", { name: "Overwrite" });
  await overwrite.click();
  await eventually(() => overwrite.getAttribute("aria-description")).toBe("Remove original data request after editing");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator(".run-strip.finished").waitFor();
  await eventually(async () => new URL(page.url()).searchParams.get("id")).not.toBe(first);
  await go(page, "/data-request");
  await page.getByRole("link", { name: "Download the workbook of Rules edited" }).first().waitFor();
  expect(await page.getByRole("link", { name: "Download the workbook of Rules", exact: true }).count()).toBe(0);
});

// Only the soak looks at the review.
inSoak("the review shows all three sections; Edit jumps to its step, the switches say what they do", async () => {
  await page.getByRole("button", { name: "Review", exact: true }).click();
  const review = page.locator("#review");
  await eventually(() => review.locator("h3").allInnerTexts()).toEqual(["Date range", "Filters 0", "Columns 2"]);
  const email = review.getByRole("switch", { name: "E-mail notification" });
  await eventually(() => email.getAttribute("aria-description")).toBe("Get an email when data request completed");
  await email.click();
  await eventually(() => email.getAttribute("aria-checked")).toBe("true");
  await email.click();
  await review.getByRole("button", { name: "Edit: Columns" }).click();
  await eventually(() => page.evaluate(() => document.activeElement?.id ?? "")).toBe("columns-title");
});

// `tests/request/builder-rows.test.ts` has the limits.
inSoak("the subscription's limits disable Add and Daily Updates, with the reason", async () => {
  await page.route("**/v1/profile/products", async (route) => {
    const answer = await route.fetch();
    const product: unknown = await answer.json();
    const limited = { ...Object(product), number_of_filter: 1, number_of_columns: 2, daily_updates: false };
    await route.fulfill({ response: answer, json: limited });
  });
  await page.reload();
  await at.step("columns").getByText("2 of 2").waitFor();
  await at.openCard("columns", "Daily");
  await at.enter("columns", "Daily", "name", "One more");
  await eventually(() => at.addButton("columns", "Daily").isDisabled()).toBe(true);
  await at.card("columns", "Daily").getByText("Your subscription allows 2 columns.").waitFor();
  // An edit of one that is there is still possible.
  await at.action("columns", "Daily", 1, "Edit").click();
  await eventually(() => at.addButton("columns", "Daily").isEnabled()).toBe(true);
  const updates = page.locator("#review").getByRole("switch", { name: "Daily Updates" });
  await eventually(() => updates.isDisabled()).toBe(true);
  await eventually(() => updates.getAttribute("aria-description")).toBe("Upgrade subscription to enable daily updates");
  await page.unroute("**/v1/profile/products");
});
