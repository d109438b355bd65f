import { readFile } from "node:fs/promises";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MarketAnswer } from "../../src/contract/index.ts";
import { IN_SOAK } from "../cases.ts";
import { BuilderPage } from "./pages/builder-page.ts";
import { holdBack } from "./pages/hold-back.ts";
import { putCaretBehind, requestEditor, requestText } from "./pages/request-editor.ts";
import { runToWorkbook } from "./pages/run-to-workbook.ts";
import { accessibleWithin, callAs, eventually, fine, visit } from "./pages/visit.ts";
import { launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

// The request as one text, beside its cards. One story on one page, by keys where they lead.
const inSoak = test.runIf(IN_SOAK);
let product: Product;
let browser: Browser;
let page: Page;
let at: BuilderPage;
let errors: readonly string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
  const seen = await visit(browser);
  ({ page, errors } = seen);
  at = new BuilderPage(page);
  // What the request finds is run once; with each change of the text the server would be asked for it again.
  await holdBack(page, "**/v1/data-requests/preview*");
  await page.goto(product.signIn);
  await page.locator(".topbar").waitFor();
  // Of the account, as it has it when the builder is opened.
  const formula = { tag: "my_range", display: "My range", description: "", formula: "[daily high] - [daily low]" };
  await callAs(page, "PUT", "/v1/profile/formulas", formula);
  await page.getByRole("main").getByRole("link", { name: "Create Data Request" }).first().click();
  await more("New request");
});
afterAll(async () => {
  await browser?.close();
  await product?.end();
});

/** Behind an open menu nothing has a role. */
async function more(item: string): Promise<void> {
  await at.more(item);
  await page.getByRole("menu").waitFor({ state: "detached" });
}

const editor = (): Locator => requestEditor(page);
const text = (): Promise<string> => requestText(page);

const TYPED = `request Gaps
dates 2025-12-01 .. 2025-12-31
/* Up by a twentieth. */
filter {gap}: [daily open] / [daily close -1] > 1.05
filter [daily open] > 2
off filter [daily volume] > 1B
column {Close}: [daily close]
column {Rise}: {Close} / [daily open]`;

async function write(lines: string): Promise<void> {
  await editor().press("ControlOrMeta+a");
  // As one paste: typed letter by letter, brackets close themselves and suggestions open.
  if (lines === "") await page.keyboard.press("Backspace");
  else await page.keyboard.insertText(lines);
}

test("a key leads to the text and back to the cards", async () => {
  await page.keyboard.press("ControlOrMeta+Shift+e");
  await editor().waitFor();
  await eventually(() => editor().evaluate((node) => node === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Show as cards" }).click();
  await at.name.waitFor();
  await page.getByRole("button", { name: "Show as text" }).click();
  await editor().waitFor();
});

// `text-screen` takes suggestions by keys; the editor's story applies a fix by its key.
inSoak("statements and formulas are suggested and coloured; a mistake has a fix in its line", async () => {
  await write("");
  await page.keyboard.type("fil");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "filter" }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("clo");
  await page
    .locator(".cm-tooltip-autocomplete li", { hasText: /^close/ })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type(" > 5");
  await eventually(text).toBe("filter [daily close] > 5");
  await page.keyboard.press("Escape");
  await eventually(async () => (await editor().locator(".token-keyword").allInnerTexts()).join("")).toBe("filter");
  await eventually(() => editor().locator(".token-data").first().innerText()).toContain("close");
  await write(TYPED.replace("column {Rise}", "colunm {Rise}"));
  await editor().locator(".cm-lintRange-error", { hasText: "colunm" }).hover();
  await page.getByRole("button", { name: "Write column" }).click();
  await eventually(text).toBe(TYPED);
});

test("the server checks the text once typing rests; what only it knows stands in its place; without it the page goes on", async () => {
  const verdict = (name: string): Promise<void> =>
    page.getByRole("region", { name: "Request as text" }).getByRole("img", { name }).waitFor();
  await write(TYPED);
  await verdict("Checked by the server");
  await page.route("**/v1/data-requests/parse", (route) =>
    route.fulfill({
      json: {
        success: false,
        request: null,
        text: TYPED,
        diagnostics: [{ path: "request.text", message: "Known to the server.", code: "own", from: 8, to: 12 }],
      },
    }),
  );
  await write(`${TYPED}\n`);
  await verdict("Does not parse");
  await editor().locator(".cm-lintRange-error", { hasText: "Gaps" }).hover();
  await page.getByText("Known to the server.").first().waitFor();
  await page.keyboard.press("ControlOrMeta+Shift+M");
  await page.getByRole("region", { name: "Problems" }).getByRole("button", { name: "Known to the server." }).waitFor();
  await editor().focus();
  await page.keyboard.press("F6");
  const part = () => page.evaluate(() => document.activeElement?.closest("[data-part]")?.ariaLabel);
  await eventually(part).toBe("Problems");
  await page.keyboard.press("Escape");
  await page.unroute("**/v1/data-requests/parse");
  await page.route("**/v1/data-requests/parse", (route) => route.abort());
  await write(TYPED);
  await verdict("The server does not answer; checked in the browser only");
  await eventually(() => editor().locator(".cm-lintRange-error").count()).toBe(0);
  await page.unroute("**/v1/data-requests/parse");
  // Only the soak waits until it is asked again, some seconds later.
  if (IN_SOAK) await verdict("Checked by the server");
  await eventually(text).toBe(TYPED);
});

test("a statement that cannot be read keeps the request from running, and is named", async () => {
  await write(TYPED.replace("filter [daily open]", "fliter [daily open]"));
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.locator(".toast", { hasText: "Nothing was run: the text has a mistake. Line 5:" }).waitFor();
  expect(await page.locator(".run-strip.finished").count()).toBe(0);
  await write(TYPED);
});

test("what is typed is on the cards, and runs; what is switched off does not", async () => {
  const rows = await runToWorkbook(page);
  expect(rows[0]).toEqual(["Symbol", "Date", "Close", "Rise"]);
  await page.keyboard.press("ControlOrMeta+Shift+e");
  await eventually(() => at.name.inputValue()).toBe("Gaps");
  await at.openCard("filters", "Daily");
  await eventually(() => at.said("filters", "Daily", 1)).toBe("open is above 2");
  await at.openCard("filters", "Custom");
  await eventually(() => at.rows("filters", "Custom").count()).toBe(1);
});

test("a change on a card changes its statement alone; Undo takes it back in the text as well", async () => {
  await at.openCard("filters", "Daily");
  await at.action("filters", "Daily", 1, "Delete").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await page.keyboard.press("ControlOrMeta+Shift+e");
  await eventually(text).toBe(TYPED.replace("filter [daily open] > 2\n", ""));
  await editor().click();
  await page.keyboard.press("ControlOrMeta+z");
  await eventually(text).toBe(TYPED);
});

test("a line is switched off and on by a key, and laid out by another", async () => {
  await editor().locator(".cm-line", { hasText: "filter [daily open] > 2" }).click();
  await page.keyboard.press("ControlOrMeta+/");
  await eventually(text).toContain("off filter [daily open] > 2\n");
  await page.keyboard.press("ControlOrMeta+/");
  await eventually(text).toBe(TYPED);
  await page.keyboard.press("Shift+Alt+f");
  await eventually(text).toContain("dates   2025-12-01 .. 2025-12-31\n/* Up by a twentieth. */\n");
});

const caretBehind = (words: string): Promise<void> => putCaretBehind(page, words);
const selected = (): Promise<string | undefined> => page.evaluate(() => document.getSelection()?.toString());

test("a column is gone to, its references are listed, and it is renamed as one step", async () => {
  await write(TYPED);
  await caretBehind("column {Rise}: {Clo");
  await page.keyboard.press("F12");
  await eventually(selected).toBe("{Close}");
  await page.keyboard.press("Shift+F12");
  await page
    .getByRole("group", { name: "References to {Close}" })
    .getByRole("button", { name: "Line 8, {Rise}" })
    .waitFor();
  await page.keyboard.press("Enter");
  await eventually(selected).toBe("{Close}");
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "New name of {Close}" }).fill("Rise");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("Name In Excel must be unique.").waitFor();
  await page.getByRole("textbox", { name: "New name of {Close}" }).fill("Last");
  await page.keyboard.press("Enter");
  const renamed = TYPED.replace("column {Close}", "column {Last}").replace("{Close} /", "{Last} /");
  await eventually(text).toBe(renamed);
  await page.keyboard.press("ControlOrMeta+z");
  await eventually(text).toBe(TYPED);
  await page.keyboard.press("ControlOrMeta+Shift+Z");
  await eventually(text).toBe(renamed);
  await page.keyboard.press("ControlOrMeta+z");
});

// `tests/request/rename-parameter.test.ts` renames; the test before does so to a column by the same key.
inSoak(
  "a parameter is renamed everywhere by key or palette, as one step; a name taken or none is refused",
  async () => {
    const swept = TYPED.replace("12-31\n", "12-31\nparameter $gap 2 .. 10 step 2\nparameter $low 1 .. 5\n")
      .replace("/* Up by a twentieth. */", "/* Not $low. */")
      .replace("> 2", "> $low & [daily high] > 2 * $low")
      .replace("> 1.05", "> 1 + $gap / 100");
    const newName = page.getByRole("textbox", { name: "New name of $low" });
    await write(swept);
    await caretBehind("filter [daily open] > $lo");
    await page.keyboard.press("F2");
    for (const [name, refused] of [
      ["gap", "There is another parameter $gap."],
      ["2nd", "A parameter's name is a letter, then letters and digits."],
      ["", "A parameter's name is a letter, then letters and digits."],
    ] as const) {
      await newName.fill(name);
      await page.keyboard.press("Enter");
      await page.getByRole("alert").getByText(refused).waitFor();
    }
    await eventually(text).toBe(swept);
    await newName.fill("$least");
    await page.keyboard.press("Enter");
    const renamed = swept.replaceAll("$low", "$least").replace("Not $least.", "Not $low.");
    await eventually(text).toBe(renamed);
    await page.keyboard.press("ControlOrMeta+z");
    await eventually(text).toBe(swept);
    await caretBehind("parameter $lo");
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("rename parameter");
    await page.getByRole("option", { name: /^Rename the column or parameter everywhere/ }).waitFor();
    await page.keyboard.press("Enter");
    await newName.fill("least");
    await page.keyboard.press("Enter");
    await eventually(text).toBe(renamed);
    await page.keyboard.press("ControlOrMeta+z");
    await eventually(text).toBe(swept);
    await write(TYPED);
    await eventually(text).toBe(TYPED);
  },
);

// `tests/request/text-edits.test.ts` moves and copies; only the soak folds.
inSoak("statements are moved with their comments, copied, folded and removed", async () => {
  await caretBehind("filter {gap}");
  await page.keyboard.press("Alt+ArrowDown");
  const [gap, price] = [
    "/* Up by a twentieth. */\nfilter {gap}: [daily open] / [daily close -1] > 1.05",
    "filter [daily open] > 2",
  ];
  await eventually(text).toContain(`${price}\n${gap}\noff filter`);
  await page.keyboard.press("Shift+Alt+ArrowDown");
  await eventually(text).toContain(`${price}\n${gap}\n${gap}\noff filter`);
  await page.keyboard.press("ControlOrMeta+Shift+K");
  await eventually(text).toContain(`${price}\n${gap}\noff filter`);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ControlOrMeta+z");
  await eventually(text).toBe(TYPED);
  await write(TYPED.replace("{Close} /", "{Close}\n  /"));
  await caretBehind("column {Rise}");
  await page.keyboard.press("ControlOrMeta+Alt+[");
  await editor().locator(".cm-foldPlaceholder").waitFor();
  await page.keyboard.press("ControlOrMeta+Alt+]");
  await editor().locator(".cm-foldPlaceholder").waitFor({ state: "detached" });
});

// `tests/request/text-edits.test.ts` fixes all of a kind, `editor` one; only the soak has the list.
inSoak("what is wrong is listed, gone to, and fixed: one by one, or all of a kind", async () => {
  await write(TYPED.replace("column {Close}", "colunm {Close}").replace("column {Rise}", "colunm {Rise}"));
  await page.keyboard.press("ControlOrMeta+Shift+M");
  const list = page.getByRole("region", { name: "Problems" });
  await list.getByText("2 errors, 1 note").waitFor();
  await list.getByRole("button", { name: /^Line 8/ }).click();
  await eventually(selected).toBe("colunm");
  await page.keyboard.press("Shift+F8");
  await page.keyboard.press("ControlOrMeta+.");
  await page.getByRole("button", { name: "Write column: all 2 of this kind" }).click();
  await eventually(text).toBe(TYPED);
  await list.getByText("1 note", { exact: true }).waitFor();
  await write(TYPED.replace("column {Close}: [daily close]\n", ""));
  await list.getByRole("button", { name: /There is no column/ }).click();
  // Until the caret is there, keys go to the list.
  await eventually(selected).toBe("{Close}");
  await page.keyboard.press("ControlOrMeta+.");
  await page.keyboard.press("Enter");
  await eventually(async () => (await text()).trimEnd()).toBe(TYPED.replace(/column[^]*/, "").trimEnd());
  await page.keyboard.press("ControlOrMeta+Shift+M");
  await list.waitFor({ state: "detached" });
});

// Only the soak finds and replaces: the panel is that of the editor's package.
inSoak("a word is found everywhere and replaced; the panel is nothing but fields and buttons with names", async () => {
  await write(TYPED);
  await page.keyboard.press("ControlOrMeta+f");
  await page.getByRole("textbox", { name: "Find" }).fill("[daily open]");
  await page.getByRole("textbox", { name: "Replace with" }).fill("[daily high]");
  await page.getByRole("button", { name: "Replace all" }).click();
  await eventually(text).toBe(TYPED.replaceAll("[daily open]", "[daily high]"));
  await accessibleWithin(page, ".cm-panels");
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Find" }).waitFor({ state: "detached" });
  await page.keyboard.press("ControlOrMeta+z");
  await eventually(text).toBe(TYPED);
});

// `tests/client/signature.test.ts` and `tests/client/docs-of.test.ts` have the texts; only the soak looks at them.
inSoak("what can be done is documented where it stands: signatures, hovers, and commands of the palette", async () => {
  await write(`${TYPED}\ncolumn {Least}: min([daily low], 5)`);
  await caretBehind("column {Least}: min([daily low], ");
  await page.locator(".other-notation", { hasText: "min(low, 5)" }).waitFor();
  await page.locator(".signature strong", { hasText: "b" }).waitFor();
  await page.keyboard.press("ControlOrMeta+Home");
  await editor().locator(".token-column", { hasText: "{Close}" }).last().hover();
  await page.locator(".cm-tooltip-hover", { hasText: "A column of this request." }).waitFor();
  await caretBehind("column {Least}");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("duplicate the stat");
  await page.keyboard.press("Enter");
  await eventually(text).toContain("column {Least}: min([daily low], 5)\ncolumn {Least 2}: min([daily low], 5)");
  await write(TYPED);
});

// `tests/formula/completion.test.ts` has the suggestions, `editor` the values of a pinned day.
inSoak(
  "presets and saved formulas are suggested; with a day pinned the statement at the caret has values",
  async () => {
    const suggested = (name: string): Locator =>
      page.locator(".cm-tooltip-autocomplete li[aria-selected]", { hasText: name });
    await caretBehind("filter [daily open] > 2");
    await page.keyboard.type("\nfilter is_gap_u");
    await suggested("is_gap_up").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("\ncolumn {Range}: my_ra");
    await suggested("my_range").waitFor();
    await page.keyboard.press("Enter");
    await eventually(text).toContain("column {Range}: ( [daily high] - [daily low] )");
    expect(await text()).not.toMatch(/is_gap_u|my_ra/);
    const bar = page.getByRole("region", { name: "Request as text" });
    const market = await page.evaluate(async () => (await fetch("/v1/market")).json() as Promise<unknown>);
    const [symbol = ""] = MarketAnswer.parse(market).symbols;
    await bar.getByLabel("Day to show values of").fill("2025-12-31");
    await bar.getByLabel("Symbol to show values of").fill(symbol);
    await page.keyboard.press("Enter");
    await caretBehind("[daily high] - [daily low]");
    const shown = editor().locator(".inline-values");
    await shown.locator(".whole").waitFor();
    const [high = 0, low = 0] = (await shown.locator(".point").allInnerTexts()).map((one) =>
      Number(one.replaceAll(",", "")),
    );
    expect(Number((await shown.locator(".whole").innerText()).replaceAll(/[=,\s]/g, ""))).toBeCloseTo(high - low, 2);
    await caretBehind("column {Close}: [daily close]");
    await eventually(() => shown.locator(".point").count()).toBe(1);
    // The values are no text: what is typed over everything replaces the text and leaves nothing behind.
    await caretBehind("[daily high] - [daily low]");
    await shown.locator(".whole").waitFor();
    await editor().press("ControlOrMeta+a");
    await page.keyboard.type("x");
    await eventually(text).toBe("x");
    await editor().press("ControlOrMeta+z");
    await write(TYPED);
    await eventually(text).toBe(TYPED);
  },
);

test("is saved as a file of its own, and opened from it", async () => {
  const waiting = page.waitForEvent("download");
  await more("Save as text");
  const file = await waiting;
  expect(file.suggestedFilename()).toBe("Gaps.scan");
  const saved = await readFile(await file.path(), "utf8");
  expect(saved.trimEnd()).toBe((await text()).trimEnd());
  const changed = { name: "other.scan", mimeType: "text/plain", buffer: Buffer.from(saved.replace("Gaps", "Others")) };
  await page.getByLabel("Request file").setInputFiles(changed);
  await page.locator(".toast", { hasText: "Opened Others" }).waitFor();
  await eventually(text).toContain("request Others\n");
  await eventually(text).toContain("/* Up by a twentieth. */");
});

// `builder` reloads with what is half typed.
inSoak("a reload shows the same text in the same view", async () => {
  const before = await text();
  await page.reload();
  await editor().waitFor();
  await eventually(text).toBe(before);
  await fine(page);
  // The answer that was kept from the page is the only one it complains of.
  expect(errors.filter((error) => !error.includes("ERR_FAILED"))).toEqual([]);
});
