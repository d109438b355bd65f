import type { Browser, Page, Route } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MarketAnswer } from "../../src/contract/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { FormulaPage } from "./pages/formula-page.ts";
import { holdBack } from "./pages/hold-back.ts";
import { hold, watch } from "./pages/late-answers.ts";
import { accessibleWithin, eventually, fitsPhone, shifts } from "./pages/visit.ts";
import { launchBrowser, sharedProduct, STILL } from "./product.ts";
import type { Product } from "./product.ts";

// One story on one page: each test goes on where the one before it stopped.
const inSoak = test.runIf(IN_SOAK);
let product: Product;
let browser: Browser;
let page: Page;
let at: FormulaPage;
const errors: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    reducedMotion: STILL,
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: product.address });
  page = await context.newPage();
  at = new FormulaPage(page);
  page.on("pageerror", (error) => errors.push(error.message));
  // None of this is about what the request finds.
  await holdBack(page, "**/v1/data-requests/preview*");
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

test("suggestions come from the place, with what they mean beside them", async () => {
  await page.goto(product.signIn);
  await page.getByRole("main").getByRole("link", { name: "Create Data Request" }).first().click();
  await at.openFormula("filters", "code");
  await at.editor("filters").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.type("[daily clo");
  await at.list.locator("li", { hasText: /^close/ }).waitFor();
  expect(await at.list.locator("ul").evaluate((node) => getComputedStyle(node).maxHeight)).toBe("220px");
  await page.locator(".cm-completionInfo").getByText("price").waitFor();
  await page.keyboard.press("Escape");
  await at.list.waitFor({ state: "detached" });
  await page.keyboard.press("Control+a");
  await page.keyboard.type("ema_20");
  await at.list.locator("li", { hasText: "ema_20" }).first().waitFor();
  await page.keyboard.press("Escape");
});

// `tests/formula/completion-queries.test.ts` has the order, `tests/client/completion.test.ts` what is put in.
inSoak("what is typed is the first suggestion, and the caret ends where the next operator goes", async () => {
  const take = async (typed: string, label: RegExp): Promise<void> => {
    await page.keyboard.type(typed);
    await at.list.locator("li[aria-selected]", { hasText: label }).waitFor();
    await page.keyboard.press("Enter");
  };
  await at.type("filters", "");
  await take("open", /^daily open/);
  await page.keyboard.type(" > ema 20");
  await take("0", /^ema\(200\) close/);
  await page.keyboard.type(" & [fund");
  await take("amental sec", /^sector/);
  await page.keyboard.type(' = "');
  await take("te", /^Technology/);
  const whole = '[daily open] > [indicator ema(200) close] & [fundamental sector] = "Technology"';
  await eventually(() => at.text("filters")).toBe(whole);
  // Enter in a text that nothing answers goes behind it.
  await page.keyboard.type(' & [identity name] = "x');
  await page.keyboard.press("Enter");
  await take(" & sma", /^sma/);
  await page.keyboard.type("50");
  for (const key of ["Tab", "Shift+Tab", "Shift+Tab", "Tab", "Tab"]) await page.keyboard.press(key);
  await page.keyboard.type(" > 5");
  await eventually(() => at.text("filters")).toBe(`${whole} & [identity name] = "x" & [indicator sma(50) close] > 5`);
  // What was taken counts, and is kept under the name that goes with the account.
  expect(await page.evaluate(() => localStorage.getItem("scanbook.completion-uses"))).toContain('"indicator sma"');
});

test("the tokens have a class for each kind, and pairs of parentheses a colour", async () => {
  await at.type("filters", "( [daily close] * 2 > 5 ) & ( [daily open] < 9 )");
  for (const name of ["token-data", "token-paren", "token-logical", "token-arithmetic", "token-plain", "token-pair-0"])
    await eventually(() => at.editor("filters").locator(`.${name}`).count()).toBeGreaterThan(0);
  await at.verdict("filters", "Checked by the server").waitFor();
});

test("words and code are one formula under two tabs", async () => {
  const typed = "( [daily close adj]>5 ) /* dollars */";
  await at.type("filters", typed);
  await at.openFormula("filters", "words");
  await eventually(() => at.text("filters")).toContain("adjusted close is above 5");
  await eventually(() => at.text("filters")).toContain("/* dollars */");
  await at.verdict("filters", "Checked by the server").waitFor();
  await at.openFormula("filters", "code");
  await eventually(() => at.text("filters")).toBe(typed);
  await at.type("filters", "[daily clo");
  await at.openFormula("filters", "words");
  await at.openFormula("filters", "code");
  await eventually(() => at.text("filters")).toBe("[daily clo");
});

// One plugin asks for both.
const NOTATIONS = [
  ["code", "[daily close] > 1", "[daily close] > 2 & [daily nothing] > 3"],
  ["words", "close is above 1", "close is above 2 and nothing is above 3"],
] as const;

test.each(NOTATIONS.slice(0, rounds(1, 2)))(
  "in %s a slow answer waits, and a late one never paints over newer text",
  async (tab, good, bad) => {
    await at.openFormula("filters", tab);
    await at.type("filters", "");
    const parse = await hold(page, "**/parse");
    await at.type("filters", good);
    await eventually(async () => parse.asked.at(-1)).toBe(good);
    await at.verdict("filters", "Checking").waitFor();
    await eventually(() => at.addButton("filters", "Custom").isDisabled()).toBe(true);
    const verdicts = await watch(page, "#filters-custom .check", "aria-label");
    await at.type("filters", bad);
    // The browser's own check does not wait for anybody.
    await at.problems("filters").first().waitFor();
    await eventually(async () => parse.asked.at(-1)).toBe(bad);
    for (let index = 0; index < parse.asked.length; index += 1) await parse.release(index);
    await at.verdict("filters", "Does not parse").waitFor();
    expect(await verdicts()).not.toContain("Checked by the server");
    await eventually(() => at.addButton("filters", "Custom").isDisabled()).toBe(true);
    // The other way round: what was wrong before is not wrong for long.
    await at.type("filters", good);
    await eventually(async () => parse.asked.at(-1)).toBe(good);
    await at.problems("filters").first().waitFor({ state: "detached" });
    await parse.release(parse.asked.length - 1);
    await at.verdict("filters", "Checked by the server").waitFor();
    await eventually(() => at.addButton("filters", "Custom").isEnabled()).toBe(true);
    await parse.stop();
  },
);

const FAILURES = [
  ["it fails", (route: Route) => route.fulfill({ status: 500, body: "" })],
  ["nobody answers", (route: Route) => route.abort()],
] as const;

// `request-text` goes on without the server, and so does what is `unsaved`.
inSoak.each(FAILURES)("where %s the local checks go on, the page says so, and asks on by itself", async (_, fail) => {
  await at.openFormula("filters", "code");
  await page.route("**/parse", fail);
  await at.type("filters", "[daily close] > 3");
  await at.verdict("filters", "The server does not answer; checked in the browser only").waitFor();
  await eventually(() => at.addButton("filters", "Custom").isDisabled()).toBe(true);
  await at.type("filters", "[daily clsoe] > 3");
  await at.problems("filters").first().waitFor();
  await at.problems("filters").first().getByRole("button").last().click();
  await eventually(() => at.text("filters")).toBe("[daily close] > 3");
  await at.verdict("filters", "The server does not answer; checked in the browser only").waitFor();
  await page.unroute("**/parse");
  await at.verdict("filters", "Checked by the server").waitFor();
  await eventually(() => at.addButton("filters", "Custom").isEnabled()).toBe(true);
});

test("what looks ahead is told so, and known-at stands beside the formula", async () => {
  await at.openFormula("columns", "code");
  await at.type("columns", "[daily close 1] / [daily close] - 1");
  await at.field("columns").getByText("Outcome").waitFor();
  await at.field("columns").getByText("1 day later at the close").first().waitFor();
  await at.type("columns", "[daily open]");
  await at.field("columns").locator(".facts").getByText("09:30").waitFor();
});

// The story of the text of a request has the keys that lay out, switch off and undo; only the soak has several carets.
test.runIf(IN_SOAK)("format, comment, several carets and undo are keys", async () => {
  const typed = "[daily open]   -   [daily open] /* why */";
  await at.type("columns", typed);
  await page.keyboard.press("Shift+Alt+f");
  await eventually(() => at.text("columns")).toBe("[daily open] - [daily open] /* why */");
  await page.keyboard.press("Control+z");
  await eventually(() => at.text("columns")).toBe(typed);
  await at.type("columns", "[daily open] + [daily open]");
  await page.keyboard.press("Home");
  for (let key = 0; key < 8; key += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+d");
  await page.keyboard.press("Control+d");
  await page.keyboard.insertText("close");
  await eventually(() => at.text("columns")).toBe("[daily close] + [daily close]");
  for (const key of ["Escape", "Control+a", "Control+/"]) await page.keyboard.press(key);
  await eventually(() => at.text("columns")).toBe("/* [daily close] + [daily close] */");
  await page.keyboard.press("Control+/");
  await eventually(() => at.text("columns")).toBe("[daily close] + [daily close]");
});

// `tests/formula/layout.test.ts` lays it out; the story of two tabs has the rest.
inSoak("a long line that is pasted stands over lines; in words too, and it stays the same formula", async () => {
  const line = Array.from({ length: 9 }, (_, n) => `[daily close adj -${n}] > [daily open adj -${n}]`).join(" & ");
  const rows = () => at.editor("filters").locator(".cm-line").count();
  await at.openFormula("filters", "code");
  await at.editor("filters").click();
  await page.keyboard.press("Control+a");
  await at.editor("filters").evaluate((node, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    node.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, line);
  await eventually(rows).toBeGreaterThan(4);
  await at.verdict("filters", "Checked by the server").waitFor();
  await at.openFormula("filters", "words");
  await eventually(rows).toBeGreaterThan(4);
  await at.verdict("filters", "Checked by the server").waitFor();
  await at.openFormula("filters", "code");
  await at.verdict("filters", "Checked by the server").waitFor();
  const before = await at.rows("filters", "Custom").count();
  await at.addButton("filters", "Custom").click();
  await eventually(() => at.rows("filters", "Custom").count()).toBe(before + 1);
  await eventually(() => at.said("filters", "Custom", before + 1)).toContain("8 days ago");
  // Opened again it stands over lines, though it was kept in one.
  await at.action("filters", "Custom", before + 1, "Edit").click();
  await eventually(rows).toBeGreaterThan(4);
  await at.verdict("filters", "Checked by the server").waitFor();
  await at.addButton("filters", "Custom").click();
  await at.action("filters", "Custom", before + 1, "Delete").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await eventually(() => at.rows("filters", "Custom").count()).toBe(before);
});

test("with a day pinned, every data point shows its value, and a selection what it is worth", async () => {
  const market = await page.evaluate(async () => (await fetch("/v1/market")).json() as Promise<unknown>);
  const { symbols, daily } = MarketAnswer.parse(market);
  const [symbol = "", date = ""] = [symbols[0], daily?.last_date];
  await at.type("columns", "[daily high] - [daily low]");
  await at.pin("columns", symbol, date);
  await at.values("columns").locator(".whole").waitFor();
  const [high, low] = (await at.values("columns").locator(".point").allInnerTexts()).map((text) =>
    Number(text.replaceAll(",", "")),
  );
  const whole = Number((await at.values("columns").locator(".whole").innerText()).replaceAll(/[=,\s]/g, ""));
  expect(whole).toBeCloseTo((high ?? 0) - (low ?? 0), 2);
  await at.editor("columns").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Alt+Enter");
  await page.locator(".evaluated strong").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".evaluated").waitFor({ state: "detached" });
});

// A verdict that comes late is in the story of slow answers: one rule decides for all of them.
inSoak("a value or spread that comes late is never shown beside newer text, and nothing moves", async () => {
  await at.type("columns", "");
  await at.field("columns").locator(".distribution svg").waitFor({ state: "detached" });
  const wholes = await watch(page, "#columns-custom .inline-values .whole");
  const medians = await watch(page, "#columns-custom .distribution svg", "aria-label");
  const parse = await hold(page, "**/parse");
  const [values, spread] = [await hold(page, "**/v1/values"), await hold(page, "**/v1/distribution")];
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const checked = async (): Promise<void> => {
    for (const index of parse.asked.keys()) await parse.release(index);
    await at.verdict("columns", "Checked by the server").waitFor();
  };
  // On a slow machine text in between may be asked about as well.
  const [late, newer] = ["[daily high] * 1M", "[daily high] - [daily high]"];
  await at.type("columns", late);
  await eventually(async () => [parse.asked.at(-1), values.asked.at(-1)]).toEqual([late, late]);
  await checked();
  await eventually(async () => spread.asked.at(-1)).toBe(late);
  await at.type("columns", newer);
  await eventually(async () => [parse.asked.at(-1), values.asked.at(-1)]).toEqual([newer, newer]);
  const shifted = await shifts(page);
  await checked();
  await eventually(async () => spread.asked.at(-1)).toBe(newer);
  for (const held of [values, spread]) for (const index of held.asked.keys()) await held.release(index);
  await eventually(() => at.values("columns").locator(".whole").innerText()).toMatch(/^= 0[.0]*$/);
  await at.field("columns").locator(".distribution svg[aria-label*='median 0']").waitFor();
  expect(await shifted()).toEqual({ sum: 0, moved: [] });
  expect((await wholes()).filter((text) => /000,000/.test(text))).toEqual([]);
  expect((await medians()).filter((text) => !/median 0[.0]*$/.test(text))).toEqual([]);
  await page.emulateMedia({ reducedMotion: STILL });
  for (const held of [parse, values, spread]) await held.stop();
});

test("a strip shows how the values are spread, and how many are null", async () => {
  await at.field("columns").locator(".distribution svg").waitFor();
  await eventually(() => at.field("columns").locator(".distribution").innerText()).toMatch(/median[\s\S]*% null/);
});

// Only the soak opens the help and inserts from it.
test.runIf(IN_SOAK)("help shows more and less, and an example goes to the caret", async () => {
  await at.type("columns", "");
  const field = at.field("columns");
  await field.getByRole("button", { name: "Help", exact: true }).click();
  await field.getByRole("button", { name: "Show more" }).click();
  await field.getByRole("table", { name: "Data-point types" }).waitFor();
  await field.getByRole("table", { name: "Data fields" }).waitFor();
  await field.getByRole("button", { name: "Insert [ownership float]" }).first().click();
  await eventually(() => at.text("columns")).toBe("[ownership float]");
  await field.getByRole("button", { name: "Show less" }).click();
  await field.getByRole("table", { name: "Data fields" }).waitFor({ state: "detached" });
  await field.getByRole("button", { name: "Help", exact: true }).click();
});

// `tests/server/kept.test.ts` keeps a formula; only the soak saves it by the form and takes it again.
test.runIf(IN_SOAK)(
  "a formula is copied, saved under a tag, offered by it, and kept in the browser and the account",
  async () => {
    const field = at.field("columns");
    await field.getByRole("button", { name: "Copy" }).click();
    await at.toast.getByText("Formula copied to clipbard.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("[ownership float]");
    await field.getByRole("button", { name: "Save formula" }).click();
    const dialog = page.getByRole("dialog", { name: "Save formula" });
    await dialog.getByLabel("Tag").fill("my_float");
    await dialog.getByLabel("Display name").fill("My float");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(JSON.parse((await page.evaluate(() => localStorage.getItem("formulas"))) ?? "{}")).toMatchObject({
      my_float: { display: "My float", formula: "[ownership float]" },
    });
    await at.editor("columns").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type("my_fl");
    await at.list.locator("li", { hasText: "my_float" }).waitFor();
    await page.keyboard.press("Enter");
    await eventually(() => at.text("columns")).toBe("[ownership float]");
    await page.evaluate(() => localStorage.removeItem("formulas"));
    await page.reload();
    await at.openFormula("columns", "code");
    await at
      .field("columns")
      .getByRole("button", { name: /^Saved [1-9]/ })
      .waitFor();
  },
);

test("one fix is applied by its key; of several one chooses, and Escape takes none", async () => {
  await at.openFormula("columns", "code");
  await at.type("columns", "[daily clsoe]");
  await page.keyboard.press("Control+.");
  await eventually(() => at.text("columns")).toBe("[daily close]");
  await at.type("columns", "close > 4%");
  const fixes = at.field("columns").getByRole("group", { name: "Fixes" });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press("Control+.");
  await eventually(() => fixes.getByRole("button").allInnerTexts()).toEqual([
    "Write 0.04, a part of one",
    "Write 4, percent in points",
  ]);
  await page.keyboard.press("Escape");
  await fixes.waitFor({ state: "detached" });
  await eventually(() => at.text("columns")).toBe("close > 4%");
  // The caret is in the formula again.
  await page.keyboard.press("Control+.");
  await eventually(focused).toBe("Write 0.04, a part of one");
  await page.keyboard.press("ArrowUp");
  await eventually(focused).toBe("Write 4, percent in points");
  await page.keyboard.press("Enter");
  await eventually(() => at.text("columns")).toBe("close > 4");
  await page.keyboard.press("Control+z");
  await eventually(() => at.text("columns")).toBe("close > 4%");
});

// The story of the text renames one, and is refused a name that is taken.
inSoak("a column is gone to, and renamed in every formula that names it", async () => {
  await at.type("columns", "{Gap} * 2");
  for (const key of ["Home", "ArrowRight", "F2"]) await page.keyboard.press(key);
  await page.getByRole("textbox", { name: "New name of {Gap}" }).fill("Close");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("Name In Excel must be unique.").waitFor();
  await page.getByRole("textbox", { name: "New name of {Gap}" }).fill("Jump");
  await page.keyboard.press("Enter");
  await eventually(() => at.text("columns")).toBe("{Jump} * 2");
  await at.verdict("columns", "Checked by the server").waitFor();
  // The caret is back in the formula where it was, inside the braces, and with it the list of what may stand there.
  await at.list.locator("li", { hasText: "Jump" }).first().waitFor();
  await page.keyboard.press("Escape");
  await at.list.waitFor({ state: "detached" });
});

// `text-screen` looks at the same editor.
inSoak(
  "nothing is wrong for those who cannot see or point, and it fits 360 pixels",
  async () => {
    await accessibleWithin(page, "#columns-custom");
    await fitsPhone(page);
  },
  300_000,
);

test("nothing broke on the way", () => {
  expect(errors).toEqual([]);
});
