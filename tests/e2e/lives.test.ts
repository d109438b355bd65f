import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readXlsx } from "hucre";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BuilderPage } from "./pages/builder-page.ts";
import { JUMPS, SESSIONS, writeMarket } from "./pages/many-symbols.ts";
import { MyDataPage } from "./pages/my-data.ts";
import { newAccount } from "./pages/new-account.ts";
import { secondFactorOn } from "./pages/second-factor.ts";
import { heard, SERVICES, serveServices } from "./pages/services.ts";
import { h1 } from "./pages/sights.ts";
import { enterCredentials, mailedLink } from "./pages/sign-in.ts";
import { callAs, eventually, visit } from "./pages/visit.ts";
import type { Visit } from "./pages/visit.ts";
import { command, launchBrowser, startProduct } from "./product.ts";
import type { Product } from "./product.ts";

const PASSWORD = "corn silo 42 lantern";
const ADMIN = "admin@example.com";
const CUSTOMER = "customer@example.com";

// Whole lives over one market of 20,000 securities.
let product: Product;
let browser: Browser;
let folder: string;
let admin: Visit;
let customer: Visit;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanbook-lives-"));
  const { first, later } = await writeMarket(folder);
  const data = join(folder, "data");
  await command(data, "market", "import", "csv", first);
  const env = { ...SERVICES, ETL_FOLDER: later, ETL_SOURCE: "csv" };
  [product, browser] = await Promise.all([startProduct(data, env), launchBrowser()]);
  admin = await visit(browser);
  await serveServices(admin.context);
});
afterAll(async () => {
  await browser?.close();
  await product?.end();
  await rm(folder, { recursive: true, force: true });
});

const titled = (page: Page, name: string): Promise<void> => h1(name)(page).waitFor();

/** A request over jumps of more than a tenth part, as the product's own page would send it. */
const jumps = (name: string, times: number) => ({
  name,
  Date_Range: { start_date: SESSIONS[0], end_date: SESSIONS.at(-1) },
  filters: { Custom: [{ tag: "jump", formula: `[daily close] > [daily close -1] * ${times}` }] },
  columns: { Custom: [{ name: "Close", formula: "[daily close]" }] },
});

/** Presses Run and gives the rows of the workbook that is opened from the strip, the head among them. */
async function runToWorkbook(page: Page): Promise<readonly (readonly unknown[])[]> {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator(".run-strip.finished").waitFor();
  const waiting = page.waitForEvent("download");
  await page.locator(".run-strip").getByRole("link", { name: "Workbook" }).click();
  const workbook = await readXlsx(await readFile(await (await waiting).path()));
  return workbook.sheets[0]?.rows ?? [];
}

test("the first administrator is made by the command line, with a second factor", async () => {
  await newAccount(admin.page, product.address, ADMIN, PASSWORD);
  await command(product.data, "admin", "grant", ADMIN);
  await secondFactorOn(admin.page, PASSWORD);
  await admin.page.goto(`${product.address}/admin`);
  await admin.page.getByRole("row", { name: new RegExp(ADMIN) }).waitFor();
});

test("a user: sign up, confirm, subscribe, build, run, workbook, daily update with its difference, cancel, delete", async () => {
  const EMAIL = "grace@example.com";
  const { page, context } = await visit(browser);
  const at = new BuilderPage(page);
  const list = new MyDataPage(page);

  await page.goto(`${product.address}/signup`);
  await page.getByLabel("Name").fill("Grace");
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole("button", { name: "Create the account" }).click();
  await titled(page, "Look into your mail");
  await page.goto(await mailedLink(page, product.address, EMAIL, "Confirm your e-mail address"));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("link", { name: "Sign in" }).click();
  await enterCredentials(page, EMAIL, PASSWORD);
  await page.getByRole("heading", { name: "No requests yet" }).waitFor();

  await page.goto(`${product.address}/subscriptions`);
  await page.getByRole("button", { name: "Subscribe to Professional", exact: true }).click();
  await page.getByRole("radio", { name: /4242/ }).check();
  await page.getByRole("button", { name: "Subscribe" }).click();
  const plan = page.getByRole("region", { name: "Your plan" });
  await plan.getByText("active", { exact: true }).waitFor();
  await plan.getByText("Professional", { exact: true }).waitFor();

  await page.getByRole("link", { name: "Create Data Request" }).click();
  await at.previewReady();
  await at.more("Start anew");
  await page.getByRole("button", { name: "Use the last 3 months" }).click();
  await at.name.fill("Jumps");
  await at.openCard("filters", "Custom");
  await at.tab("filters", "Custom", "Build your own - code");
  await at.typeFormula("filters", "[daily close] > [daily close -1] * 1.05");
  await at.verdict("filters", "Checked by the server").waitFor();
  await at.enter("filters", "Custom", "tag", "jump");
  await at.addButton("filters", "Custom").click();
  await at.openCard("columns", "Custom");
  await at.tab("columns", "Custom", "Build your own - code");
  await at.typeFormula("columns", "([daily close] / [daily close -1] - 1) * 100");
  await at.enter("columns", "Custom", "name", "Change");
  await at.verdict("columns", "Checked by the server").waitFor();
  await at.addButton("columns", "Custom").click();
  await page.getByRole("switch", { name: "Daily Updates" }).click();
  const rows = await runToWorkbook(page);
  expect(rows[0]).toEqual(["Symbol", "Date", "Change"]);
  // The first session has none before it.
  const before = JUMPS * (SESSIONS.length - 1);
  expect(rows.length - 1).toBe(before);

  await admin.page.goto(`${product.address}/admin/market`);
  await admin.page.getByRole("button", { name: "Run import" }).click();
  await admin.page.getByRole("region", { name: "Imports" }).last().getByText("Finished").waitFor();
  await page.goto(product.address);
  await eventually(() => callAs(page, "GET", "/v1/profile/data-requests")).toMatchObject({
    items: [{ name: "Jumps", rows: before + JUMPS, status: "Finished" }],
  });
  await page.reload();
  await list.menu("Jumps", "History and differences");
  const [newest] = await page.getByRole("dialog").locator(".history > li").all();
  await newest?.getByText("Daily update").waitFor();
  await newest?.getByText(`+${JUMPS} came`).waitFor();
  await newest?.getByText("−0 went").waitFor();
  expect(await newest?.innerText()).toContain("12/31/2025");
  await page.keyboard.press("Escape");

  await page.goto(`${product.address}/subscriptions`);
  await plan.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel subscription" }).click();
  await plan.getByText(/^Ends on /).waitFor();

  await page.goto(`${product.address}/user-profile/settings?part=delete`);
  await page.getByLabel("Password").fill("not it");
  const end = page.getByRole("button", { name: "Delete the account" });
  await end.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Password").fill(PASSWORD);
  await end.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete the account" }).click();
  await titled(page, "Sign in to Scanbook");
  await page.getByText("The account is deleted").waitFor();
  await enterCredentials(page, EMAIL, PASSWORD);
  await page.getByRole("alert").getByText("E-mail or password is wrong.").waitFor();
  await context.close();
});

test("an admin: find the user, use as, repair a request, stop, read the audit", async () => {
  customer = await visit(browser);
  await newAccount(customer.page, product.address, CUSTOMER, PASSWORD);
  await callAs(customer.page, "POST", "/v1/data-requests", jumps("Too strict", 50));
  await eventually(() => callAs(customer.page, "GET", "/v1/profile/data-requests")).toMatchObject({
    items: [{ name: "Too strict", rows: 0 }],
  });

  const { page } = admin;
  const at = new BuilderPage(page);
  const list = new MyDataPage(page);
  await page.goto(`${product.address}/admin`);
  await page.getByRole("searchbox", { name: "Search users" }).fill("customer");
  await page.getByRole("link", { name: CUSTOMER }).click();
  await titled(page, CUSTOMER);
  await page.getByRole("button", { name: "Use as" }).click();
  await page.getByText(`Using the app as ${CUSTOMER}`).waitFor();
  await page.getByRole("button", { name: "Using the app as New Account" }).waitFor();
  expect(await page.getByRole("link", { name: "All Users" }).count()).toBe(0);
  // Support is not written to in somebody's name.
  await eventually(async () => heard(page, "chatHeard")).toEqual(expect.arrayContaining([["do", "chat:hide"]]));

  await list.menu("Too strict", "Edit");
  await at.previewReady();
  await at.openCard("filters", "Custom");
  await at.action("filters", "Custom", 1, "Edit").click();
  await at.typeFormula("filters", "[daily close] > [daily close -1] * 1.05");
  await at.verdict("filters", "Checked by the server").waitFor();
  await at.addButton("filters", "Custom").click();
  await at.name.fill("Repaired");
  expect((await runToWorkbook(page)).length - 1).toBe(JUMPS * (SESSIONS.length - 1));

  await page.getByRole("button", { name: /^Using the app as/ }).click();
  await page.getByRole("menuitem", { name: "Stop use-as" }).click();
  await page.getByText("Successfully stopped use-as").waitFor();
  await eventually(async () => new URL(page.url()).pathname).toBe("/");
  await eventually(async () => heard(page, "chatHeard")).toEqual(expect.arrayContaining([["do", "chat:show"]]));

  // The request is the user's own, made right.
  await eventually(() => callAs(customer.page, "GET", "/v1/profile/data-requests")).toMatchObject({
    items: [{ name: "Repaired", rows: JUMPS * (SESSIONS.length - 1) }, { name: "Too strict" }],
  });
  await page.goto(`${product.address}/admin?q=customer`);
  await page.getByRole("link", { name: CUSTOMER }).click();
  const log = page.getByRole("region", { name: "Security log" }).last();
  await log.getByText("use-as-stop").waitFor();
  await log.getByText("use-as-start").waitFor();
  const changes = await log.getByRole("row").filter({ hasText: "changed-as" }).allInnerTexts();
  expect(changes.every((row) => row.includes(ADMIN))).toBe(true);
  expect(changes.some((row) => row.includes("PUT") && row.includes("/v1/data-requests/"))).toBe(true);
});
