import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { readXlsx } from "hucre";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import gapAndGo from "../../presets/templates/gap-and-go.json" with { type: "json" };
import { fragmentOf } from "../../src/client/builder/share.ts";
import { Created } from "../../src/contract/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { BuilderPage } from "./pages/builder-page.ts";
import { quietness } from "./pages/quiet.ts";
import { resize } from "./pages/resize.ts";
import { scriptsOf, sum } from "./pages/scripts.ts";
import { violations } from "./pages/axe.ts";
import { eventually, fitsPhone } from "./pages/visit.ts";
import { firstSaid, launchBrowser, sharedProduct, startProduct } from "./product.ts";
import type { Product } from "./product.ts";

// One story on one page: each test goes on where the one before it stopped.
let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let at: BuilderPage;
const errors: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([rounds(sharedProduct, startProduct)(), launchBrowser()]);
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
  page = await context.newPage();
  at = new BuilderPage(page);
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

test("start makes a demo market, runs the template once and says where its workbook lies", async () => {
  expect(product.said).toContain(product.address);
  const said = await firstSaid(product);
  expect(said).toMatch(/http:\/\/localhost:\d+/);
  expect(said).toMatch(/Sign-in +demo@scanbook.local +\S+/);
  const [, path = ""] = /First workbook\s+(\S.*\.xlsx)/.exec(said) ?? [];
  expect(existsSync(path)).toBe(true);
  const workbook = await readXlsx(await readFile(path));
  const template = new Map(Object.entries(gapAndGo.columns)).get("Custom") ?? [];
  expect(workbook.sheets[0]?.rows[0]).toEqual(["Symbol", "Date", ...template.map(({ name }) => name)]);
  expect(workbook.sheets[0]?.rows.length).toBeGreaterThan(10);
});

test("a first visit shows an example with its preview in less than 450 kB of script, and the first workbook to download", async () => {
  const shipped = scriptsOf(context);
  const quiet = quietness(page);
  await page.goto(product.signIn);
  await page.getByRole("main").getByRole("link", { name: "Create Data Request" }).click();
  await at.previewReady();
  await quiet();
  // Everything between the sign-in and a builder with its preview, one's own data on the way; the editor comes when asked for.
  const scripts = await shipped();
  expect([...scripts.keys()].filter((name) => /^editor|charting|admin/i.test(name))).toEqual([]);
  expect(sum(scripts)).toBeGreaterThan(50_000);
  expect(sum(scripts)).toBeLessThan(450_000);
  expect(page.url()).toBe(`${product.address}/data-request`);
  await eventually(() => at.name.inputValue()).toBe("Gap and go");
  await page.locator(".grid .row").first().waitFor();
  await eventually(() => page.locator(".runs > li").count()).toBe(1);
  expect(await page.getByText("No runs yet.").count()).toBe(0);
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the workbook of Gap and go" }).click();
  expect((await waiting).suggestedFilename()).toBe("Gap and go.xlsx");
});

test("a mistake is shown where it stands, with a way out", async () => {
  await at.openCard("filters", "Custom");
  await at.tab("filters", "Custom", "Build your own - code");
  await at.typeFormula("filters", "[daily clsoe] > 20");
  // What was found in the text before stays until this one is checked.
  const problem = at.card("filters", "Custom").locator(".findings .error", { hasText: "clsoe" }).first();
  await problem.waitFor();
  await at.verdict("filters", "Does not parse").waitFor();
  await eventually(() => at.addButton("filters", "Custom").isDisabled()).toBe(true);
  await eventually(() => at.card("filters", "Custom").locator(".cm-lintRange-error").count()).toBeGreaterThan(0);
  const link = problem.getByRole("link", { name: /in the reference$/ });
  await eventually(async () => (await link.getAttribute("href")) ?? "").toBe("/reference/diagnostics#unknown-field");
  await problem.getByRole("button").last().click();
  await eventually(() => at.editor("filters").innerText()).toBe("[daily close] > 20");
  await at.verdict("filters", "Checked by the server").waitFor();
});

test("what is added is previewed at once", async () => {
  await at.enter("filters", "Custom", "tag", "above 20");
  await at.addButton("filters", "Custom").click();
  await eventually(() => at.said("filters", "Custom", 3)).toBe("above 20close is above 20");
  await at.funnelCount("above 20").waitFor();
  const before = await at.funnelCount("above 20").innerText();
  await at.action("filters", "Custom", 3, "Edit").click();
  await at.typeFormula("filters", "[daily close] > 100");
  await at.verdict("filters", "Checked by the server").waitFor();
  await at.addButton("filters", "Custom").click();
  await eventually(() => at.said("filters", "Custom", 3)).toBe("above 20close is above 100");
  await eventually(() => at.funnelCount("above 20").innerText()).not.toBe(before);
});

test("Ctrl-Enter runs; the workbook reads back with the rows and the request", async () => {
  await at.editor("filters").click();
  await page.keyboard.press("Control+Enter");
  const strip = page.locator(".run-strip.finished");
  await strip.waitFor();
  const [, rows = ""] = /([\d,]+) rows/.exec(await strip.innerText()) ?? [];
  const waiting = page.waitForEvent("download");
  await strip.getByRole("link", { name: "Workbook" }).click();
  const file = await (await waiting).path();
  const workbook = await readXlsx(await readFile(file));
  const [sheet] = workbook.sheets;
  expect(sheet?.rows[0]?.slice(0, 3)).toEqual(["Symbol", "Date", "Gap"]);
  expect(sheet?.rows.length).toBe(Number(rows.replaceAll(",", "")) + 1);
  expect(workbook.sheets.map(({ name }) => name)).toContain("Request");
});

// `data` cancels a running scan, `tests/client/run-progress.test.ts` has what is shown meanwhile.
test.runIf(IN_SOAK)("a long run shows its progress and can be cancelled", async () => {
  const columns = Array.from({ length: 60 }, (_, n) => ({
    name: `EMA ${n + 10}`,
    formula: `[indicator ema(${n + 10}) close adj] / [indicator rsi(${n + 10}) close adj]`,
  }));
  const json = {
    name: "Everything",
    Date_Range: { start_date: "2023-01-03", end_date: "2025-12-31" },
    filters: { Custom: [] },
    columns: { Custom: columns },
  };
  // Not by Open, whose preview would be as long: a run is what is asked for.
  const created = await page.evaluate(async (body) => {
    const kept = /(?:^|; )user=([^;]*)/.exec(document.cookie)?.[1] ?? "";
    const session: unknown = JSON.parse(decodeURIComponent(kept));
    const token = typeof session === "object" && session !== null && "token" in session ? String(session.token) : "";
    const answer = await fetch("/v1/data-requests/create/web/standard", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return answer.json() as Promise<unknown>;
  }, json);
  await page.goto(`${product.address}/data-request?run=${Created.parse(created).id}`);
  await page.getByRole("progressbar", { name: "Progress of the scan" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("The run was cancelled.").waitFor();
});

test("a reload loses nothing, what is half typed included", async () => {
  await page.getByRole("button", { name: "Back to the preview" }).click();
  await at.openCard("filters", "Custom");
  await at.typeFormula("filters", "[daily open] >");
  await at.openCard("filters", "Intraday");
  await at.point("filters", "Intraday", "volume");
  await at.choose("filters", "Intraday", "condition", "greater than");
  await at.enter("filters", "Intraday", "end_time", "10:00");
  await at.openCard("columns", "Earnings");
  await at.card("columns", "Earnings").getByRole("checkbox", { name: "Equity" }).click();
  const chosen = await at
    .card("columns", "Earnings")
    .getByText(/^[1-9]\d* selected$/)
    .innerText();
  await page.reload();
  await at.previewReady();
  await eventually(() => at.said("filters", "Custom", 3)).toBe("above 20close is above 100");
  // The cards that were open are open again.
  const pressed = at.card("filters", "Intraday").locator(".chip[aria-pressed=true]");
  await eventually(() => pressed.allInnerTexts()).toEqual(["volume", "Unadjusted", "SUM", "itself", "greater than"]);
  await eventually(() => at.option("filters", "Intraday", "end_time").locator("input").inputValue()).toBe("10:00");
  await at.card("columns", "Earnings").getByText(chosen, { exact: true }).waitFor();
  await at.openCard("filters", "Custom");
  await eventually(() => at.editor("filters").innerText()).toBe("[daily open] >");
});

// `tests/request/builder-rows.test.ts` deletes, `tests/client/builder-state.test.ts` undoes,
// `tests/client/workbook.test.ts` knows a workbook; `request-text` opens a file.
test.runIf(IN_SOAK)(
  "an entry is deleted and brought back; the request is saved, and opened from JSON and from a workbook",
  async () => {
    await at.action("filters", "Custom", 3, "Delete").click();
    const dialog = page.getByRole("alertdialog");
    await eventually(() => dialog.innerText()).toContain(
      "You are about to remove one of the selected Data. Are you sure?",
    );
    await dialog.getByRole("button", { name: "Delete" }).click();
    await at.row("filters", "Custom", 3).waitFor({ state: "detached" });
    await at.toast.getByRole("button", { name: "Undo" }).click();
    await at.row("filters", "Custom", 3).waitFor();

    const saving = page.waitForEvent("download");
    await at.more("Save as a file");
    const saved: unknown = JSON.parse(await readFile(await (await saving).path(), "utf8"));
    expect(saved).toMatchObject({
      name: "Gap and go",
      filters: { Custom: { length: 3 } },
      columns: { Technical: { Daily: [{ data_point: "open", adjusted: false }, { data_point: "close" }] } },
    });

    await page.getByRole("button", { name: /^Premarket movers Up/ }).click();
    await eventually(() => at.name.inputValue()).toBe("Premarket movers");
    const waiting = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the workbook of Gap and go" }).first().click();
    const path = `${await (await waiting).path()}.xlsx`;
    await writeFile(path, await readFile(path.slice(0, -5)));
    await page.getByLabel("Request file").setInputFiles(path);
    await eventually(() => at.name.inputValue()).toBe("Gap and go");
    await eventually(() => at.said("filters", "Custom", 3)).toBe("above 20close is above 100");
  },
);

// Only the soak has the builder on a phone; `text-screen` looks at its text.
test.runIf(IN_SOAK)("the page fits 360 pixels", async () => {
  await at.previewReady();
  await fitsPhone(page);
  expect(await violations(page)).toEqual([]);
});

// The stories of the shell and of accounts sign in on the way to a request, with a wrong password too, and log out.
test.runIf(IN_SOAK)(
  "signing in by hand on the way to a shared request, a wrong password told, and logging out",
  async () => {
    const stranger = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const door = await stranger.newPage();
    await door.goto(`${product.address}/data-request${await fragmentOf({ ...gapAndGo, name: "Shared by a friend" })}`);
    await door.getByRole("heading", { name: "Sign in to Scanbook" }).waitFor();
    expect(await violations(door)).toEqual([]);
    const [, email = "", password = ""] = /Sign-in +(\S+) +(\S+)/.exec(product.said) ?? [];
    await door.getByLabel("E-mail").fill(email);
    await door.getByLabel("Password").fill("not it");
    await door.getByRole("button", { name: "Sign in" }).click();
    await door.getByRole("alert").getByText("E-mail or password is wrong.").waitFor();
    await door.getByLabel("Password").fill(password);
    await door.keyboard.press("Enter");
    await eventually(() => door.getByRole("textbox", { name: "Request name" }).inputValue()).toBe("Shared by a friend");
    expect(door.url()).toBe(`${product.address}/data-request`);
    await door.getByRole("button", { name: "Account" }).click();
    await door.getByRole("menuitem", { name: "Logout" }).click();
    await door.getByRole("heading", { name: "Sign in to Scanbook" }).waitFor();
    // The cookie is gone too: a reload does not bring the session back.
    await door.reload();
    await door.getByRole("heading", { name: "Sign in to Scanbook" }).waitFor();
    await stranger.close();
  },
);

/** What the browser itself reports of a server that stops, and then is not there. */
const SERVER_GONE = /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED|503 \(Service Unavailable\)/;

test("without the server the page says so and checks on alone", async () => {
  await resize(page, { width: 1440, height: 900 });
  // Without a network in `npm test`, where other stories go on with the product; only the soak ends it.
  if (IN_SOAK) expect(await product.stop()).toBe(0);
  else await context.setOffline(true);
  const before = errors.length;
  await at.openCard("filters", "Custom");
  await at.typeFormula("filters", "[daily close] > ");
  await at.card("filters", "Custom").locator(".findings .error").first().waitFor();
  await at.typeFormula("filters", "[daily close] > 3");
  await at.verdict("filters", "The server does not answer").waitFor();
  expect(errors.slice(before).filter((error) => !SERVER_GONE.test(error))).toEqual([]);
});

test("nothing was reported in the console", () => {
  expect(errors.filter((error) => !SERVER_GONE.test(error))).toEqual([]);
});
