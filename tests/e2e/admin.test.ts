import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wrongStructure } from "./pages/axe.ts";
import { layoutFaults } from "./pages/layout-faults.ts";
import { newAccount } from "./pages/new-account.ts";
import { pressedWithoutRow, type PressPlace } from "./pages/press-places.ts";
import { resize } from "./pages/resize.ts";
import { secondFactorOn } from "./pages/second-factor.ts";
import { IN_SOAK, rounds, timeLimit } from "../cases.ts";
import { grantAdmin, withAccounts } from "../../src/server/index.ts";
import { go, goAnew } from "./pages/sights.ts";
import { accessible, eventually, fine, visit } from "./pages/visit.ts";
import type { Visit } from "./pages/visit.ts";
import { launchBrowser, sharedProduct, startProduct } from "./product.ts";
import type { Product } from "./product.ts";

const USER = "customer@example.com";

// An administrator's day on one page: each test goes on where the one before it stopped.
let product: Product;
let browser: Browser;
let seen: Visit;
let customer: Visit;

beforeAll(async () => {
  [product, browser] = await Promise.all([rounds(() => sharedProduct("no workbook"), startProduct)(), launchBrowser()]);
  [seen, customer] = [await visit(browser), await visit(browser)];
});
afterAll(async () => {
  await browser?.close();
  await product?.end();
});

/** Nothing wrong with a screen light nor dark, and nothing cut or covered on the narrowest phone. */
async function whole(page: Page): Promise<void> {
  await accessible(page);
  // A message of the story before covers what lies below it until it goes.
  await eventually(() => page.locator(".toast").count()).toBe(0);
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await resize(page, { width: 320, height: 568 });
  expect(await layoutFaults(page)).toEqual([]);
  await resize(page, size);
}

const row = (email: string) => seen.page.getByRole("row", { name: new RegExp(email) });
const figure = (name: string) =>
  seen.page
    .locator(".figures > div", { has: seen.page.getByText(name, { exact: true }) })
    .locator("dd")
    .first();

test("who is no administrator is told what is missing; the role alone opens nothing before the second factor is on", async () => {
  const { page } = seen;
  await newAccount(customer.page, product.address, USER, "corn silo 42 lantern");
  const visited: string[] = [];
  customer.page.on("request", (request) => {
    if (request.url().endsWith("/v1/events"))
      visited.push(/page-visit\.[\w-]+/.exec(request.postData() ?? "")?.[0] ?? "");
  });
  await customer.page.goto(`${product.address}/admin`);
  await customer.page.getByRole("heading", { name: "For administrators only: All users", level: 1 }).waitFor();
  await customer.page.getByText(`You are signed in as ${USER}`).waitFor();
  expect(await wrongStructure(customer.page)).toEqual([]);
  expect(await customer.page.getByRole("link", { name: "All Users" }).count()).toBe(0);
  await customer.page.getByRole("main").getByRole("link", { name: "Go to My Data" }).click();
  await eventually(async () => visited.length).toBeGreaterThan(0);
  expect(visited).not.toContain("page-visit.users");

  await page.goto(product.signIn);
  await page.locator(".topbar").waitFor();
  // By the command line: `tests/server/admin.test.ts`.
  expect(await withAccounts(product.data, null, (db) => grantAdmin(db, "demo@scanbook.local"))).toBeNull();
  await page.goto(`${product.address}/admin`);
  await page.getByRole("alert").waitFor();
  const [, password = ""] = /demo@scanbook\.local +(\S+)/.exec(product.said) ?? [];
  await secondFactorOn(page, password);
  await page.getByRole("button", { name: "Try again" }).click();
  await row(USER).waitFor();
});

// `tests/server/admin.test.ts` has the list; only the soak searches it on the page, where it knows every account.
test.runIf(IN_SOAK)("users are searched, filtered and sorted, and the address keeps it", async () => {
  const { page } = seen;
  await eventually(() => page.locator("tr.user").count()).toBe(2);
  await whole(page);
  await page.getByRole("searchbox", { name: "Search users" }).fill("customer");
  await eventually(() => page.locator("tr.user").count()).toBe(1);
  await page.reload();
  await row(USER).waitFor();
  await eventually(() => page.getByRole("searchbox", { name: "Search users" }).inputValue()).toBe("customer");
  await page.getByRole("searchbox", { name: "Search users" }).fill("nobody at all");
  await page.getByText("No users match.").waitFor();
  await page.getByRole("searchbox", { name: "Search users" }).fill("");
  await page.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "Administrator" }).click();
  await eventually(() => page.locator("tr.user").allInnerTexts()).toEqual([
    expect.stringContaining("demo@scanbook.local"),
  ]);
  await go(page, "/admin");
  await page.getByRole("button", { name: "E-mail" }).click();
  await eventually(() => page.locator("tr.user th").allInnerTexts()).toEqual([USER, "demo@scanbook.local"]);
  await page.getByRole("button", { name: "E-mail" }).click();
  await eventually(() => page.locator("tr.user th").allInnerTexts()).toEqual(["demo@scanbook.local", USER]);
});

// `tests/client/palette-ranking.test.ts` finds by slips; only the soak goes to what it found.
test.runIf(IN_SOAK)(
  "the palette finds users by slips and words in any order, and u goes back to the one looked at before",
  async () => {
    const { page } = seen;
    const goTo = async (typed: string, email: string): Promise<void> => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type(`!${typed}`);
      await page.locator(".palette [role=option][aria-selected=true]", { hasText: email }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: email, level: 1 }).waitFor();
    };
    await goTo("local demo", "demo@scanbook.local");
    await goTo("cusotmer", USER);
    await page.keyboard.press("u");
    await page.getByRole("heading", { name: "demo@scanbook.local", level: 1 }).waitFor();
    await page.keyboard.press("u");
    await page.getByRole("heading", { name: USER, level: 1 }).waitFor();
    await go(page, "/admin");
  },
);

// Only the soak seeks the buttons of a page.
test.runIf(IN_SOAK)(
  "the palette has every button of the administrator's screens by its name",
  async () => {
    const { page } = seen;
    const user: PressPlace = [
      "/admin",
      async () => {
        await page.getByRole("link", { name: USER }).click();
        await page.getByRole("heading", { name: USER, level: 1 }).waitFor();
      },
    ];
    const others = ["/admin", "/admin?view=trash", "/admin/metrics", "/admin/activity", "/admin/market"];
    const places = [user, ...others.map((path): PressPlace => [path])];
    expect(await pressedWithoutRow(page, product.address, places)).toEqual([]);
    await go(page, "/admin");
  },
  timeLimit(120_000),
);

test("a user is blocked with a reason, which the log keeps, and made active again", async () => {
  const { page } = seen;
  await page.getByRole("link", { name: USER }).click();
  await page.getByRole("heading", { name: USER, level: 1 }).waitFor();
  await eventually(() => figure("Status").innerText()).toBe("Active");
  await whole(page);
  await page.getByRole("button", { name: "Block" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Block?" });
  await dialog.getByLabel("Reason").fill("asked for it");
  await dialog.getByRole("button", { name: "Block" }).click();
  await page.getByText(`${USER} is blocked`).waitFor();
  await eventually(() => figure("Status").innerText()).toBe("Blocked");
  // His session is over, and the page may be on its way there by itself.
  await customer.page.reload().catch(() => undefined);
  await customer.page.waitForURL(/\/login/);
  await goAnew(page, new URL(page.url()).pathname);
  await page.getByRole("region", { name: "Security log" }).last().getByText("asked for it").waitFor();
  await eventually(() => page.getByRole("button", { name: /^Use as/ }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Activate" }).click();
  await eventually(() => figure("Status").innerText()).toBe("Active");
});

test("a user goes into the trash, comes back, and is deleted for good", async () => {
  const { page } = seen;
  await page.getByRole("button", { name: "Move to trash" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Move to trash" }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByText(`${USER} was restored`).waitFor();
  await page.getByRole("button", { name: "Move to trash" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Move to trash" }).click();
  await page.getByRole("button", { name: "Delete for good" }).waitFor();
  await go(page, "/admin?view=trash");
  await page.getByRole("link", { name: USER }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete for good" }).click();
  await page.getByText(`${USER} was deleted`).waitFor();
  await go(page, "/admin?view=trash");
  await page.getByText("The trash is empty.").waitFor();
});

// Only the soak opens metrics and activity; the tests below open market days and market data.
test.runIf(IN_SOAK)("metrics, activity, market data and market days are there, light, dark and narrow", async () => {
  const { page } = seen;
  await page.getByRole("link", { name: "Metrics" }).click();
  await eventually(() => figure("All").innerText()).toBe("1");
  await page.getByText(/^Runs per day: [1-9]/).waitFor();
  if (IN_SOAK) await whole(page);
  await page.getByRole("link", { name: "Activity", exact: true }).click();
  await page.getByRole("region", { name: "Activity" }).getByRole("row").nth(1).waitFor();
  // A table, as that of the users; metrics are tiles, as those of the dashboard.
  if (IN_SOAK) await whole(page);
  await page.getByRole("searchbox", { name: "Type of event" }).fill("no-such-type");
  await page.getByText("Nothing yet.").waitFor();
  await page.getByRole("link", { name: "Market days" }).click();
  await page.getByRole("heading", { name: "Market days", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Market data" }).click();
  await eventually(() => figure("Source").innerText()).toBe("demo");
  await page.getByRole("list", { name: "Kept snapshots" }).getByText("Current", { exact: true }).waitFor();
  await page.getByText("No request has daily updates.").waitFor();
  await page.getByRole("button", { name: "Run data updates" }).click();
  await page.getByText("0 started, 0 wait, 0 are not valid any more").waitFor();
  await whole(page);
});

test("days of the market say how far they came, their states under each other, wide and narrow", async () => {
  const { page } = seen;
  const wide = page.viewportSize() ?? { width: 1280, height: 800 };
  const at = "2026-01-05T21:25:00Z";
  const step = (name: string, source: string, status: string, said: string) =>
    ({ step: name, source, status, said, started_at: at, ended_at: status === "Finished" ? at : null }) as const;
  const day = (date: string, status: string, steps: readonly object[]) =>
    ({ date, status, next_at: status === "Waiting" ? at : null, ends_at: at, steps }) as const;
  const items = [
    day("2026-01-06", "Waiting", [
      step("fetch", "massive", "Waiting", "not there: us_stocks_sip/day_aggs_v1/2026/01/"),
    ]),
    day("2026-01-05", "Running", [
      step("import", "massive", "Finished", "11,204 bars"),
      step("mails", "", "Pending", ""),
    ]),
    day("2026-01-02", "Missing", [step("fetch", "databento", "Failed", "the file has 4,012 symbols of 11,204")]),
  ];
  await page.route("**/v1/admin/market-days**", (route) =>
    route.fulfill({ json: { sources: ["massive", "databento"], items, total: 3, page: 1, page_size: 10 } }),
  );
  await page.getByRole("link", { name: "Market days" }).click();
  await page.getByText("After each close massive and databento are asked").waitFor();
  const lefts = (what: string): Promise<readonly number[]> =>
    page.locator(what).evaluateAll((all) => [...new Set(all.map((one) => one.getBoundingClientRect().left))]);
  for (const size of [wide, { width: 320, height: 568 }]) {
    await resize(page, size);
    expect(await lefts(".market-days header .rt-Badge")).toHaveLength(1);
    expect(await lefts(".market-days li strong")).toHaveLength(1);
    expect(await layoutFaults(page)).toEqual([]);
  }
  await accessible(page);
  await page.unroute("**/v1/admin/market-days**");
  await resize(page, wide);
  await page.getByRole("link", { name: "Market data" }).click();
});

test("on a phone the way back to an earlier snapshot is in reach, asks first, and says what came of it", async () => {
  const { page } = seen;
  const wide = page.viewportSize() ?? { width: 1280, height: 800 };
  const snapshot = (id: string, current: boolean) =>
    ({ id, date: "2025-12-31", source: "massive", imported_at: "2026-01-02T03:04:05Z", current }) as const;
  const [now, before] = ["b723c83898b0d9a260d4dcde7262be4b", "0123456789abcdef0123456789abcdef"] as const;
  const restored: string[] = [];
  // What the server does with it is tested there; here the market has one snapshot only.
  await page.route("**/v1/admin/market-snapshots**", (route) => {
    if (route.request().method() === "POST") restored.push(new URL(route.request().url()).pathname);
    const items = [snapshot(now, restored.length === 0), snapshot(before, restored.length > 0)];
    return route.fulfill({ json: { items } });
  });
  await goAnew(page, "/admin/market");
  const back = page.getByRole("button", { name: `Go back to ${before}` });
  await back.waitFor();
  await resize(page, { width: 390, height: 844 });
  const box = await back.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect(box?.width).toBeGreaterThanOrEqual(44);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  // An id is one word, and stands in one line.
  const ids = page.locator(".figures code, .snapshots strong");
  for (const width of [390, 820, 1440]) {
    await resize(page, { width, height: 844 });
    const lines = await ids.evaluateAll(
      (all) =>
        all.map((one) => one.getBoundingClientRect()).filter(({ height, right }) => height < 30 && right <= innerWidth)
          .length,
    );
    expect([width, lines]).toEqual([width, 3]);
  }
  await resize(page, { width: 390, height: 844 });
  if (IN_SOAK) await fine(page);
  await back.click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("The current snapshot is kept until the next import").waitFor();
  await dialog.getByRole("button", { name: "Go back" }).click();
  await page.getByText(`The market is that of ${before}`).waitFor();
  expect(restored).toEqual([`/v1/admin/market-snapshots/${before}/restore`]);
  await page.getByRole("button", { name: `Go back to ${now}` }).waitFor();
  await page.unroute("**/v1/admin/market-snapshots**");
  await resize(page, wide);
});

test("where sources contradict each other in who a symbol is, a click says what is right, once it is confirmed", async () => {
  const { page } = seen;
  const wide = page.viewportSize() ?? { width: 1280, height: 800 };
  const one = {
    key: "symbol-twice ABC figi:BBG000000001 figi:BBG000000002",
    kind: "symbol-twice",
    symbols: ["ABC"],
    seen: "ABC is figi:BBG000000001 and figi:BBG000000002 on the same days",
    meanwhile: "the ids neither join nor part what this symbol stands for",
    choices: ["one", "apart", "figi:BBG000000001", "figi:BBG000000002"],
  };
  const sent: unknown[] = [];
  await page.route("**/v1/admin/market-identities**", async (route) => {
    if (route.request().method() === "POST") {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ json: {} });
    }
    const items = sent.length === 1 ? [] : [{ ...one, answer: "" }];
    return route.fulfill({ json: { items, total: items.length, page: 1, page_size: 20 } });
  });
  await goAnew(page, "/admin/market");
  const right = page.getByRole("button", { name: `figi:BBG000000002: ${one.seen}` });
  await right.waitFor();
  if (IN_SOAK) await fine(page);
  await resize(page, { width: 390, height: 844 });
  const box = await right.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await right.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Settle" }).click();
  await page.getByText("No source contradicts another in who a symbol is.").waitFor();
  expect(sent).toEqual([{ key: one.key, answer: "figi:BBG000000002" }]);
  await page.unroute("**/v1/admin/market-identities**");
  await resize(page, wide);
});

test("an import that is not configured says so", async () => {
  const { page } = seen;
  await page.getByRole("button", { name: "Run import" }).click();
  await page.locator(".toast.error").waitFor();
});
