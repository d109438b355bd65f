import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SCREENS } from "../../src/client/screens.ts";
import { withDatabase } from "../../src/server/index.ts";
import { IN_SOAK } from "../cases.ts";
import { violations } from "./pages/axe.ts";
import { BuilderPage } from "./pages/builder-page.ts";
import { JUMPS, jumps, SESSIONS, SYMBOLS, symbolOf, writeMarket } from "./pages/many-symbols.ts";
import { MyDataPage } from "./pages/my-data.ts";
import { newAccount } from "./pages/new-account.ts";
import { secondFactorOn } from "./pages/second-factor.ts";
import { heard, SERVICES, serveServices } from "./pages/services.ts";
import { runToWorkbook } from "./pages/run-to-workbook.ts";
import { firstId, go, goAnew, h1, pathOf, SIGHTS } from "./pages/sights.ts";
import { enterCredentials, mailedLink } from "./pages/sign-in.ts";
import { withoutCounting } from "./pages/template-samples.ts";
import { placesOf } from "./pages/traces.ts";
import { callAs, eventually, visit } from "./pages/visit.ts";
import type { Visit } from "./pages/visit.ts";
import { command, launchBrowser, startProduct } from "./product.ts";
import type { Product } from "./product.ts";

const PASSWORD = "corn silo 42 lantern";
const ADMIN = "admin@example.com";
const CUSTOMER = "customer@example.com";

// Whole lives over one big market, in the soak: `account`, `subscriptions`, `admin` and `builder` have parts of them.
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
  admin = await window();
});
afterAll(async () => {
  await browser?.close();
  await product?.end();
  await rm(folder, { recursive: true, force: true });
});

/** A window whose pages never ask for the real third-party services. */
async function window(): Promise<Visit> {
  const seen = await visit(browser);
  await serveServices(seen.context);
  await withoutCounting(seen.context);
  return seen;
}

const titled = (page: Page, name: string): Promise<void> => h1(name)(page).waitFor();

// `tests/server/admin.test.ts` makes the first one by the command line; `admin` has the second factor.
test.runIf(IN_SOAK)("the first administrator is made by the command line, with a second factor", async () => {
  await newAccount(admin.page, product.address, ADMIN, PASSWORD);
  await command(product.data, "admin", "grant", ADMIN);
  await secondFactorOn(admin.page, PASSWORD);
  await admin.page.goto(`${product.address}/admin`);
  await admin.page.getByRole("row", { name: new RegExp(ADMIN) }).waitFor();
});

// `account` signs up and confirms, `subscriptions` pays and cancels, `builder` runs and reads a workbook;
// `tests/server/updates.test.ts` has the daily update. Only the soak has all in one life.
test.runIf(IN_SOAK)(
  "a user: sign up, confirm, subscribe, build, run, workbook, daily update with its difference, cancel",
  async () => {
    customer = await window();
    const { page } = customer;
    const at = new BuilderPage(page);
    const list = new MyDataPage(page);

    await page.goto(`${product.address}/signup`);
    await page.getByLabel("Name").fill("Grace");
    await page.getByLabel("E-mail").fill(CUSTOMER);
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.getByRole("button", { name: "Create the account" }).click();
    await titled(page, "Check your inbox");
    await page.goto(await mailedLink(page, product.address, CUSTOMER, "Confirm your e-mail address"));
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("heading", { name: "No requests yet" }).waitFor();

    await go(page, "/subscriptions");
    await page.getByRole("button", { name: "Subscribe to Professional", exact: true }).click();
    await page.getByRole("radio", { name: /4242/ }).check();
    await page.getByRole("button", { name: "Subscribe" }).click();
    const plan = page.getByRole("region", { name: "Your plan" });
    await plan.getByText("active", { exact: true }).waitFor();
    await plan.getByText("Professional", { exact: true }).waitFor();

    await page.getByRole("link", { name: "Create Data Request" }).click();
    await at.row("filters", "Custom", 1).waitFor();
    await at.more("New request");
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

    await go(admin.page, "/admin/market");
    await admin.page.getByRole("button", { name: "Run import" }).click();
    await admin.page.getByRole("region", { name: "Imports" }).last().getByText("Finished").waitFor();
    await eventually(() => callAs(page, "GET", "/v1/profile/data-requests")).toMatchObject({
      items: [{ name: "Jumps", rows: before + JUMPS, status: "Finished" }],
    });
    await go(page, "/");
    await list.menu("Jumps", "History and differences");
    const newest = page.getByRole("dialog").locator(".history > li").first();
    await newest.getByText("Daily update").waitFor();
    await newest.getByText(`+${JUMPS} new`).waitFor();
    await newest.getByText("−0 gone").waitFor();
    await eventually(() => newest.innerText()).toContain("12/31/2025");
    await page.keyboard.press("Escape");

    await go(page, "/subscriptions");
    await plan.getByRole("button", { name: "Cancel subscription" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel subscription" }).click();
    await plan.getByText(/^Ends on /).waitFor();
  },
);

// `tests/server/access.test.ts` calls every route in somebody's name; `other-account` shows nothing of the account
// before.
test.runIf(IN_SOAK)("an admin: find the user, use as, repair a request, stop, read the audit", async () => {
  await callAs(customer.page, "POST", "/v1/data-requests", jumps("Too strict", 50));
  await eventually(() => callAs(customer.page, "GET", "/v1/profile/data-requests")).toMatchObject({
    items: [{ name: "Too strict", rows: 0 }, { name: "Jumps" }],
  });

  const { page } = admin;
  const at = new BuilderPage(page);
  const list = new MyDataPage(page);
  /** Leaves something unsaved behind. */
  const draft = async (name: string): Promise<void> => {
    await go(page, "/data-request");
    await at.name.fill(name);
    await eventually(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).toContain(name);
    await go(page, "/");
  };
  await callAs(page, "POST", "/v1/data-requests", jumps("Of the admin", 1.05));
  await draft("Of the admin, too");
  await list.row("Of the admin").waitFor();
  await go(page, "/admin");
  await page.getByRole("searchbox", { name: "Search users" }).fill("customer");
  await page.getByRole("link", { name: CUSTOMER }).click();
  await titled(page, CUSTOMER);
  await page.getByRole("button", { name: /^Use as/ }).click();
  await page.getByText(`Using the app as ${CUSTOMER}`).waitFor();
  await page.getByRole("button", { name: "Using the app as Grace" }).waitFor();
  expect(await page.getByRole("link", { name: "All Users" }).count()).toBe(0);
  // Support is not written to in somebody's name: the document of the use-as does not load it.
  await eventually(async () => heard(page, "pagesHeard")).toBeDefined();
  expect(await heard(page, "chatHeard")).toBeUndefined();

  await list.row("Too strict").waitFor();
  // In its memory as well in a soak, by the story of other accounts.
  expect(await placesOf(page, "of the admin", "shown")).toEqual([]);
  await draft("Too strict, too");
  await list.menu("Too strict", "Edit");
  await at.previewReady();
  await at.openCard("filters", "Custom");
  await at.action("filters", "Custom", 1, "Edit").click();
  await at.typeFormula("filters", "[daily close] > [daily close -1] * 1.05");
  await at.verdict("filters", "Checked by the server").waitFor();
  await at.addButton("filters", "Custom").click();
  await at.name.fill("Repaired");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator(".run-strip.finished").waitFor();

  await page.getByRole("button", { name: /^Using the app as/ }).click();
  await page.getByRole("menuitem", { name: "Stop use-as" }).click();
  await page.getByText("Successfully stopped use-as").waitFor();
  await eventually(async () => new URL(page.url()).pathname).toBe("/");
  await eventually(async () => heard(page, "chatHeard")).toEqual(expect.arrayContaining([["do", "chat:show"]]));

  await list.row("Of the admin").waitFor();
  expect(await placesOf(page, "strict", "shown")).toEqual([]);

  // The request is the user's own, made right.
  await eventually(() => callAs(customer.page, "GET", "/v1/profile/data-requests")).toMatchObject({
    items: [{ name: "Repaired", rows: JUMPS * (SESSIONS.length - 1) }, { name: "Too strict" }, { name: "Jumps" }],
  });
  await go(page, "/admin?q=customer");
  await page.getByRole("link", { name: CUSTOMER }).click();
  const log = page.getByRole("region", { name: "Security log" }).last();
  await log.getByText("Use-as stopped").waitFor();
  await log.getByText("Use-as started").waitFor();
  const changes = await log.getByRole("row").filter({ hasText: "changed-as" }).allInnerTexts();
  expect(changes.every((row) => row.includes(ADMIN))).toBe(true);
  expect(changes.some((row) => row.includes("PUT") && row.includes("/v1/data-requests/"))).toBe(true);
});

// Stories of the screens open them by a link or an address, reload them and come back to what it keeps.
test.runIf(IN_SOAK)(
  "every screen is opened by its address, shown again by a reload, and come back to",
  async () => {
    const visitor = await window();
    await eventually(() => callAs(admin.page, "GET", "/v1/profile/data-requests")).toMatchObject({
      items: [{ name: "Of the admin", status: "Finished" }],
    });
    const request = await firstId(admin.page, "/v1/profile/data-requests");
    const user = await firstId(admin.page, "/v1/users?q=customer");
    for (const { path, access, pageType } of SCREENS) {
      if (path === "/charting/:id") continue;
      const { at, mark } = SIGHTS[path];
      const { page } = access === "public" && pageType === null ? visitor : admin;
      const place = at.replace("{request}", request).replace("{user}", user);
      const there = async (how: string): Promise<void> => {
        const seen = await mark(page)
          .waitFor({ timeout: 30_000 })
          .then(() => pathOf(page), String);
        expect(seen, `${path} ${how}`).toBe(place);
      };
      if (page.url().startsWith(product.address)) {
        await go(page, place);
        await there("by a link");
        await page.reload();
      } else await page.goto(product.address + place);
      await there("by its address alone");
      await go(page, "/terms-and-conditions?elsewhere=1");
      await h1("Terms and conditions")(page).waitFor();
      await page.goBack();
      await there("by the way back");
    }
    expect(visitor.errors).toEqual([]);
    await visitor.context.close();
  },
  300_000,
);

// `account` has one as well, for who is not signed in.
test.runIf(IN_SOAK)("an address that is none is answered with 404 and a page of ways on", async () => {
  expect((await customer.page.goto(`${product.address}/nowhere/at-all?q=Repaired`))?.status()).toBe(404);
  await titled(customer.page, "Page not found");
  expect(pathOf(customer.page)).toBe("/nowhere/at-all?q=Repaired");
  await customer.page.getByRole("main").getByRole("button", { name: "Search" }).waitFor();
  expect(await violations(customer.page)).toEqual([]);
  await customer.page.getByRole("link", { name: "Go to My Data" }).click();
  await titled(customer.page, "My Data");
});

// `admin` has one of these screens; one rule decides all.
test.runIf(IN_SOAK)("who is no administrator is told so on each of their screens", async () => {
  const { page } = customer;
  const user = await firstId(admin.page, "/v1/users?q=customer");
  for (const [index, screen] of SCREENS.filter(({ access }) => access === "super_admin").entries()) {
    const path = screen.path.replace(":id", user);
    // By its address alone and by a link: one rule decides both.
    await (index === 0 ? page.goto(product.address + path) : goAnew(page, path));
    await titled(page, `For administrators only: ${screen.title}`);
    expect(pathOf(page)).toBe(path);
  }
});

// Lists come by pages from the server (`server/kept`); with thousands of rows they are still as small.
test.runIf(IN_SOAK)("a long history in a big market: what is drawn and what is fetched stays small", async () => {
  const { page } = customer;
  await withDatabase(product.data, null, async ({ db }) => {
    const { id } = await db.selectFrom("account").select("id").where("email", "=", CUSTOMER).executeTakeFirstOrThrow();
    await sql`INSERT INTO folder (id, account_id, name)
      SELECT 'folder' || lpad(n::text, 20, '0'), ${id}, 'Folder ' || n FROM generate_series(1, 500) n`.execute(db);
    await sql`INSERT INTO data_request (id, account_id, name, body, status, created_at)
      SELECT 'request' || lpad(n::text, 19, '0'), ${id}, 'Request ' || n, '{}', 'Cancelled', now() - n * interval '1 minute'
      FROM generate_series(1, 10000) n`.execute(db);
  });
  const answers: { readonly path: string; readonly bytes: number }[] = [];
  page.on("response", (response) => {
    const path = new URL(response.url()).pathname;
    // What a page was still waiting for when it was left has no body.
    if (path.startsWith("/v1/"))
      void response.body().then(
        (body) => answers.push({ path, bytes: body.length }),
        () => undefined,
      );
  });
  /** Calls and bytes since the last look, and elements of the page. */
  const cost = async (of: string): Promise<void> => {
    const [calls, bytes] = [answers.length, answers.reduce((sum, answer) => sum + answer.bytes, 0)];
    const elements = await page.locator("*").count();
    if (process.env["FIGURES"] !== undefined)
      process.stdout.write(`${of}: ${calls} calls, ${bytes} bytes, ${elements} elements\n`);
    expect(calls, of).toBeLessThanOrEqual(25);
    expect(bytes, of).toBeLessThan(250_000);
    expect(elements, of).toBeLessThan(1_500);
    answers.length = 0;
  };
  const list = new MyDataPage(page);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const option = (name: RegExp) => palette.getByRole("option", { name });

  await goAnew(page, "/");
  await eventually(() => list.names()).toHaveLength(10);
  await page.getByRole("link", { name: "All 500 folders" }).waitFor();
  await cost("My Data");
  await page.getByRole("button", { name: "Last page" }).click();
  await eventually(async () => (await list.names()).at(-1)).toBe("Request 10000");
  await cost("its last page");
  await page.getByRole("searchbox", { name: "Search by name" }).fill("request 9876");
  await eventually(() => list.names()).toEqual(["Request 9876"]);
  await cost("its search");

  await list.move("Request 9876", "Folder 499");
  await cost("into a folder");
  const openPalette = async (typed: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await option(/./).first().waitFor();
    await page.keyboard.type(typed);
  };
  await openPalette("#request 4321");
  await option(/^Request 4321/).waitFor();
  expect(await palette.getByRole("option").count()).toBeLessThanOrEqual(50);
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
  await openPalette(">move to");
  await option(/^Move to folder… Requests/).click();
  await page.keyboard.type("Request 7777");
  await option(/^Request 7777/).click();
  await page.keyboard.type("Folder 432");
  await option(/^Folder 432/).click();
  await page.locator(".toast", { hasText: "Moved to Folder 432" }).waitFor();
  await cost("the palette");

  // The last of the symbols is beyond those that every page knows.
  const last = symbolOf(SYMBOLS - 1);
  await openPalette(`/${last}`);
  const opening = page.waitForEvent("popup");
  await option(new RegExp(`^${last}`)).click();
  const chart = await opening;
  await chart.getByRole("figure", { name: new RegExp(` of ${last} `) }).waitFor();
  await chart.locator("body").press("a");
  await chart.getByRole("option").nth(5).waitFor();
  expect(await chart.getByRole("option").count()).toBeLessThanOrEqual(20);
  await cost("symbols");
  await chart.close();
});

// Only the soak deletes an account on the page.
test.runIf(IN_SOAK)(
  "a user deletes the account, with the password and after a question; nobody signs in with it again",
  async () => {
    const { page } = customer;
    await go(page, "/user-profile/settings?part=delete");
    await page.getByLabel("Password").fill("not it");
    const end = page.getByRole("button", { name: "Delete the account" });
    await end.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel("Password").fill(PASSWORD);
    await end.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete the account" }).click();
    await titled(page, "Sign in to Scanbook");
    await page.getByText("Account deleted").waitFor();
    await enterCredentials(page, CUSTOMER, PASSWORD);
    await page.getByRole("alert").getByText("E-mail or password is wrong.").waitFor();
  },
);

// Only the soak ends it with pages open.
test.runIf(IN_SOAK)("Ctrl-C ends the product well, with pages still open", async () => {
  expect(await product.stop()).toBe(0);
});
