import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_SOAK } from "../cases.ts";
import { holdBack } from "./pages/hold-back.ts";
import { looksFine } from "./pages/part.ts";
import { MyDataPage } from "./pages/my-data.ts";
import { go } from "./pages/sights.ts";
import { withoutCounting } from "./pages/template-samples.ts";
import { callAs, eventually, visit } from "./pages/visit.ts";
import { launchBrowser, ROOT, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";
import { withDatabase } from "../../src/server/index.ts";
import { LIMITS } from "../../src/vocabulary/index.ts";

// One story on one page: each test goes on where the one before it stopped.
let product: Product;
let browser: Browser;
let page: Page;
let list: MyDataPage;
let errors: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launchBrowser()]);
  ({ page, errors } = await visit(browser));
  // Other stories look at what is light.
  await page.emulateMedia({ colorScheme: "dark" });
  list = new MyDataPage(page);
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

const scan = (name: string, columns = 1, years = "2025-12-30") => ({
  name,
  // Few rows, where only the request matters.
  ...(columns === 1 ? { filters: { Custom: [{ formula: "[daily close] > 400" }] } } : {}),
  Date_Range: { start_date: years, end_date: "2025-12-31" },
  columns: {
    Custom: Array.from({ length: columns }, (_, n) => ({
      name: `C${n}`,
      formula:
        columns === 1 ? "[daily close]" : `[indicator ema(${n + 10}) close adj] / [indicator rsi(${n + 10}) close adj]`,
    })),
  },
});
const create = (body: object): Promise<unknown> => callAs(page, "POST", "/v1/data-requests/create/web/standard", body);

test("the printed link opens My Data: the first workbook, and the way to a request of one's own", async () => {
  await page.goto(product.signIn);
  await list.row("Gap and go").waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await list.status("Gap and go", "Finished").evaluate((badge) => badge.dataset["accentColor"])).toBe("green");
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the workbook of Gap and go" }).click();
  expect((await waiting).suggestedFilename()).toBe("Gap and go.xlsx");
  const ways = await page.getByRole("main").getByRole("link", { name: "Create Data Request" }).getAttribute("href");
  expect(ways).toBe("/data-request");
});

// Only the soak looks at places without anything.
test.runIf(IN_SOAK)("empty places teach, and nothing found offers the way back", async () => {
  for (const [view, said] of [
    ["Favourites", "No favourites yet"],
    ["Daily updates", "No daily updates yet"],
    ["Folders", "No folders yet"],
    ["Trash", "The trash is empty"],
  ] as const) {
    await list.view(view).first().click();
    await page.getByRole("heading", { name: said }).waitFor();
  }
  await go(page, "/?q=nothing-is-called-this");
  await page.getByRole("heading", { name: "No matches" }).waitFor();
  await page.getByRole("link", { name: "Show all" }).click();
  await list.row("Gap and go").waitFor();
});

// Only the soak turns the pages of all templates.
test.runIf(IN_SOAK)(
  "the number of templates is that of the product's files, and their pages hold every one",
  async () => {
    const made = await readdir(join(ROOT, "presets/templates"));
    await go(page, "/?view=templates");
    await page.getByText(`${made.length} in all, ${LIMITS.pageRows} on a page`).waitFor();
    const seen: string[] = [];
    for (let rest = made.length; rest > 0; rest -= LIMITS.pageRows) {
      if (seen.length > 0) await page.getByRole("button", { name: "Next page" }).click();
      // Pages may be full alike: the next is there when nothing of those before is.
      await eventually(async () => (await list.names()).some((name) => seen.includes(name))).toBe(false);
      await eventually(() => list.names()).toHaveLength(Math.min(rest, LIMITS.pageRows));
      seen.push(...(await list.names()));
    }
    expect(new Set(seen).size).toBe(made.length);
    await go(page, "/");
    await list.row("Gap and go").waitFor();
  },
);

test("by keys alone: to the row, favourite, into a new folder, download", async () => {
  await page.keyboard.press("j");
  await eventually(() => page.evaluate(() => document.activeElement?.textContent ?? "")).toBe("Gap and go");
  await page.keyboard.press("f");
  await list.view("Favourites").getByText("1").waitFor();
  await page.keyboard.press("x");
  await page.getByRole("toolbar", { name: "Selected requests" }).getByText("1 selected").waitFor();
  await page.keyboard.press("m");
  await page.getByRole("textbox", { name: "Folder" }).fill("Gaps");
  await page.getByRole("button", { name: "New folder Gaps" }).waitFor();
  await page.keyboard.press("Enter");
  await list.view("Gaps").getByText("1").waitFor();
  await page.keyboard.press("j");
  const waiting = page.waitForEvent("download");
  await page.keyboard.press("w");
  expect((await waiting).suggestedFilename()).toBe("Gap and go.xlsx");
});

test("a running scan shows its progress and is cancelled", async () => {
  await create(scan("Everything", 60, "2023-01-03"));
  await page.getByRole("progressbar", { name: "Progress of Everything" }).waitFor();
  await list.menu("Everything", "Cancel the scan");
  await list.status("Everything", "Cancelled").waitFor();
});

test("pages of ten, order and words stand in the address; the way back works", async () => {
  await create(scan("Scan 10"));
  // Nine more whose rows nobody looks at.
  await withDatabase(product.data, null, ({ db }) =>
    sql`INSERT INTO data_request (id, account_id, name, body, status, created_at)
      SELECT 'scan' || lpad(n::text, 22, '0'), account_id, 'Scan 0' || n, jsonb_set(body::jsonb, '{name}', to_jsonb('Scan 0' || n)),
        'Cancelled', created_at - (10 - n) * interval '1 millisecond'
      FROM data_request, generate_series(1, 9) n WHERE name = 'Scan 10'`.execute(db),
  );
  await go(page, "/?sort=name");
  await eventually(() => list.names()).toHaveLength(10);
  expect((await list.names()).slice(0, 3)).toEqual(["Everything", "Gap and go", "Scan 01"]);
  await page.getByRole("button", { name: "Next page" }).click();
  await eventually(() => list.names()).toEqual(["Scan 09", "Scan 10"]);
  expect(new URL(page.url()).search).toBe("?sort=name&page=2");
  await page.reload();
  await eventually(() => list.names()).toEqual(["Scan 09", "Scan 10"]);
  await page.goBack();
  await eventually(() => list.names()).toHaveLength(10);
  await page.getByRole("searchbox", { name: "Search by name" }).fill("scan 1");
  await eventually(() => list.names()).toEqual(["Scan 10"]);
  expect(new URL(page.url()).search).toBe("?q=scan+1&sort=name");
  await list.status("Scan 10", "Finished").waitFor();
});

// By keys one is moved above; only the soak draws.
test.runIf(IN_SOAK)("requests are drawn into a folder: one, and all that are ticked", async () => {
  const folder = list.view("Gaps");
  await go(page, "/?sort=name");
  await list.row("Scan 02").dragTo(folder);
  await list.toast("1 request moved to Gaps").waitFor();
  await folder.getByText("2").waitFor();
  await list.row("Scan 03").getByRole("checkbox").click();
  await list.row("Scan 04").getByRole("checkbox").click();
  await list.row("Scan 04").dragTo(folder);
  await list.toast("2 requests moved to Gaps").waitFor();
  await folder.click();
  await eventually(() => list.names()).toEqual(["Scan 04", "Scan 03", "Scan 02", "Gap and go"]);
  await list.menu("Scan 02", "Remove from the folder");
  await eventually(() => list.names()).toHaveLength(3);
  await go(page, "/?q=scan+1&sort=name");
});

test("a request is renamed, run again and compared, made a template", async () => {
  await list.menu("Scan 10", "Rename…");
  await page.getByRole("textbox", { name: "Name" }).fill("");
  await page.getByText("Request name required").waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Scan 1 of ten");
  await page.keyboard.press("Enter");
  await list.row("Scan 1 of ten").waitFor();
  await list.menu("Scan 1 of ten", "Run again");
  await list.toast("Scan 1 of ten is running again").waitFor();
  await list.status("Scan 1 of ten", "Finished").waitFor();
  await list.menu("Scan 1 of ten", "History and differences");
  const history = page.getByRole("dialog");
  await history.getByText("Nothing to compare with.").waitFor();
  await history.getByText("+0 new").waitFor();
  await eventually(() => history.locator(".history > li").count()).toBe(2);
  await page.keyboard.press("Escape");
  await list.menu("Scan 1 of ten", "Save as a template");
  await list.toast("Template Scan 1 of ten created").waitFor();
  await go(page, "/?view=templates&q=scan");
  await list.row("Scan 1 of ten").getByText("Yours").waitFor();
  await eventually(() => list.row("Scan 1 of ten").locator(".item-name").getAttribute("href")).toMatch(
    /^\/data-request\?template=/,
  );
});

test("deleting asks in the fixed words, is undone, and the trash gives back", async () => {
  await go(page, "/?sort=name");
  await list.row("Scan 01").getByRole("checkbox").click();
  await list.row("Scan 02").getByRole("checkbox").click();
  await page.keyboard.press("#");
  await page.getByText("You are about to remove all selected Data. Are you sure?").waitFor();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await list.toast("2 requests moved to trash").getByRole("button", { name: "Undo" }).click();
  await list.row("Scan 01").waitFor();
  await list.menu("Scan 02", "Delete");
  await page.getByText("You are about to remove one of the selected Data. Are you sure?").waitFor();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await list.row("Scan 02").waitFor({ state: "detached" });
  await list.view("Trash").click();
  // It can be looked at, and nothing in it changed.
  await list.row("Scan 02").locator(".item-name").click();
  const review = page.getByRole("dialog", { name: "Scan 02" });
  await review.getByRole("heading", { name: "Review" }).waitFor();
  await looksFine(page, "[role=dialog]");
  expect(await review.getByRole("button", { name: /^Edit|^Delete|^Duplicate/ }).count()).toBe(0);
  for (const toggle of await review.locator(".review-switches").getByRole("switch").all())
    await eventually(() => toggle.isDisabled()).toBe(true);
  await review.getByRole("button", { name: "Close" }).click();
  await list.menu("Scan 02", "Restore");
  await page.getByRole("heading", { name: "The trash is empty" }).waitFor();
});

// `tests/server/kept.test.ts` hides and keeps templates; a request comes back from the trash above.
test.runIf(IN_SOAK)(
  "a deleted template is looked at in its own trash and comes back; what went meanwhile counts for nothing",
  async () => {
    await go(page, "/?sort=name");
    await list.menu("Scan 03", "Save as a template");
    await list.toast("Template Scan 03 created").waitFor();
    await go(page, "/?view=templates");
    await list.menu("Scan 03", "Delete");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await list.toast("Template Scan 03 deleted").waitFor();
    await go(page, "/?view=template-trash");
    await list.menu("Scan 03", "Look at it");
    const review = page.getByRole("dialog", { name: "Scan 03" });
    await review.getByRole("heading", { name: "Review" }).waitFor();
    await page.keyboard.press("Escape");
    await list.menu("Scan 03", "Restore");
    await list.toast("Template Scan 03 restored").waitFor();
    await go(page, "/?view=templates");
    await list.row("Scan 03").waitFor();
    // Two are ticked; the server has one of them.
    await go(page, "/?sort=name");
    await list.row("Scan 01").getByRole("checkbox").click();
    await list.row("Scan 02").getByRole("checkbox").click();
    const id = (await list.row("Scan 02").getAttribute("data-item")) ?? "";
    await callAs(page, "POST", "/v1/data-requests/bulk-delete/soft", { ids: [id] });
    await page.keyboard.press("#");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await list.toast("1 request moved to trash").waitFor();
    await list.toast("1 request moved to trash").getByRole("button", { name: "Undo" }).click();
    await list.row("Scan 02").waitFor();
  },
);

test("a failed call says so and is tried again", async () => {
  await page.route("**/v1/profile/data-requests?*", (route) => route.abort());
  await go(page, "/?sort=-name");
  await page.getByRole("alert").getByText("The server does not answer.").waitFor();
  await page.unroute("**/v1/profile/data-requests?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await list.row("Scan 03").waitFor();
});

test("list, dialogs and dashboard are accessible, and fit 360 pixels", async () => {
  await looksFine(page);
  await list.menu("Scan 1 of ten", "History and differences");
  await page.getByText("Nothing to compare with.").waitFor();
  await looksFine(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await go(page, "/dashboard");
  await page.getByRole("region", { name: "Your subscription" }).waitFor();
  await page.getByRole("region", { name: "Recent runs" }).getByText("Finished").first().waitFor();
  await page.getByRole("region", { name: "Last session" }).getByText("Losers").waitFor();
  await looksFine(page, "main");
  expect(errors.filter((error) => !error.includes("ERR_FAILED"))).toEqual([]);
});

// `tests/client/gallery.test.ts` counts and finds; `request-text` uses a template.
test.runIf(IN_SOAK)(
  "templates by time of day: hits are counted, the newest are looked at, words are found, and one is used",
  async () => {
    await withoutCounting(page);
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.getByRole("heading", { name: "At the open" }).waitFor();
    await page.getByText(/^Hits from \d/).waitFor({ timeout: 110_000 });
    await page.getByRole("button", { name: "Preview Gap and go" }).click();
    const newest = page.getByRole("region", { name: "Newest hits of Gap and go" });
    await newest.getByRole("row").nth(1).waitFor();
    await looksFine(page, "main");
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: "Search the templates" }).fill("crosses sma");
    await page.getByRole("link", { name: "Use Gap and go" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Use Golden cross" }).waitFor();
    await page.getByRole("searchbox", { name: "Search the templates" }).fill("");
    await page.getByRole("link", { name: "Use Gap and go" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/data-request?template=gap-and-go");
  },
  180_000,
);

// Only the soak holds the market back.
test.runIf(IN_SOAK)(
  "a template that is opened before anything is known of the market ends with the data all the same",
  async () => {
    const release = await holdBack(page, "**/v1/market");
    const template = page.waitForResponse("**/v1/templates/gap-and-go");
    await page.goto(`${product.address}/data-request?template=gap-and-go`);
    await template;
    await release();
    await page.getByLabel("End date", { exact: true }).waitFor();
    await eventually(() => page.getByLabel("End date", { exact: true }).inputValue()).toBe("12/31/2025");
  },
);
