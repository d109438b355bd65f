import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BuilderPage } from "./pages/builder-page.ts";
import { wrongStructure } from "./pages/axe.ts";
import { layoutFaults } from "./pages/layout-faults.ts";
import { MarketsPage } from "./pages/markets.ts";
import { heard, SERVICES, serveServices } from "./pages/services.ts";
import { go, goAnew } from "./pages/sights.ts";
import { enterCredentials } from "./pages/sign-in.ts";
import { resize } from "./pages/resize.ts";
import { accessibleWithin, callAs, eventually, fine, visit } from "./pages/visit.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { launchBrowser, sharedProduct, startProduct } from "./product.ts";
import type { Product } from "./product.ts";
import { ActivitySoFar } from "../../src/contract/index.ts";

// One story on one page: a visitor, who signs in; the frame, then the settings.
let product: Product;
let browser: Browser;
let page: Page;
let errors: string[];
let markets: MarketsPage;
let at: BuilderPage;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    rounds(
      () => sharedProduct("no workbook"),
      () => startProduct(undefined, { ...SERVICES, WEBHOOKS: "loopback" }),
    )(),
    launchBrowser(),
  ]);
  ({ page, errors } = await visit(browser));
  await serveServices(page.context());
  markets = new MarketsPage(page);
  at = new BuilderPage(page);
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

/** Files of presets/activity beside the breadth. */
const TILES = 8;

const part = async (name: string): Promise<void> => {
  await page.getByRole("navigation", { name: "Parts of the settings" }).getByRole("link", { name }).click();
};
const section = (name: string) => page.getByRole("region", { name });

/** What moves on and on. */
const endless = (): Promise<number> =>
  page.evaluate(
    () => document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime === Infinity).length,
  );

test("market activity is loading, then not there with a way to try again, then there", async () => {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/v1/market/activity/so-far", async (route) => {
    await held;
    await route.abort();
  });
  await markets.open(product.address);
  await markets.bones.waitFor();
  // The bones pulse for as long as they stand there, but not for those who want no motion.
  expect(await endless()).toBe(0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await endless()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  letGo();
  await page.getByRole("alert").getByText("The server does not answer.").waitFor();
  await accessibleWithin(page, "main [role=alert]");
  await page.unroute("**/v1/market/activity/so-far");
  await page.getByRole("button", { name: "Try again" }).click();
  await markets.tile("Gainers").getByRole("row").nth(1).waitFor();
  await eventually(() => markets.tiles.count()).toBe(TILES);
  await eventually(() => page.getByRole("region", { name: "Breadth" }).locator(".of").allInnerTexts()).toHaveLength(6);
  await fine(page);
});

// Only the soak changes the colour scheme.
test.runIf(IN_SOAK)("where no motion is wanted, another colour scheme begins no transition", async () => {
  const begun = await page.evaluateHandle(() => {
    const names: string[] = [];
    document.addEventListener("transitionrun", ({ propertyName, target }) => {
      names.push(`${propertyName} of ${target instanceof Element ? target.outerHTML.slice(0, 80) : ""}`);
    });
    return names;
  });
  for (const colorScheme of ["light", "dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`.radix-themes.${colorScheme}`).first().waitFor();
    // It is known of in the frame after.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }
  expect(await begun.jsonValue()).toEqual([]);
});

// Only the soak has a session without hits.
test.runIf(IN_SOAK)("a session in which nothing qualified says so in each tile", async () => {
  await page.route("**/v1/market/activity/so-far", async (route) => {
    const answer = ActivitySoFar.parse(await (await route.fetch()).json());
    await route.fulfill({ json: { ...answer, tiles: answer.tiles.map((tile) => ({ ...tile, rows: [], total: 0 })) } });
  });
  await goAnew(page, "/markets");
  await eventually(() => page.getByText("No security qualified in this session.").count()).toBe(TILES);
  await page.unroute("**/v1/market/activity/so-far");
});

test("a visitor sees the ways in and public places, in the drawer and in the palette", async () => {
  await goAnew(page, "/markets");
  const bar = page.getByRole("banner");
  await eventually(() => bar.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe(
    "/login?referer=%2Fmarkets",
  );
  await eventually(() => bar.getByRole("link", { name: "Sign up" }).getAttribute("href")).toBe(
    "/signup?referer=%2Fmarkets",
  );
  expect(await bar.getByRole("button", { name: "Account" }).count()).toBe(0);
  const places = page.getByRole("navigation", { name: "Scanbook" }).getByRole("link");
  await eventually(() => places.allInnerTexts()).toEqual(["Market activity", "Terms and conditions"]);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("option", { name: /^Sign in/ }).waitFor();
  const offered = (await palette.getByRole("option").allInnerTexts()).join(" ");
  expect(offered).not.toMatch(/My Data|Dashboard|Data Request|Products|settings|Users|folder|Use as|Logout/);
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
});

test("a visitor opens a tile as a request: by the sign-in, and nothing of it is lost", async () => {
  await markets.openAsRequest("Gainers");
  await page.getByRole("heading", { name: "Sign in to Scanbook" }).waitFor();
  expect(new URL(page.url()).search).toBe("?referer=%2Fdata-request");
  const [, email = "", password = ""] = /Sign-in +(\S+) +(\S+)/.exec(product.said) ?? [];
  await enterCredentials(page, email, password);
  await at.previewReady();
  await eventually(() => at.name.inputValue()).toMatch(/Gainers/);
  expect(new URL(page.url()).hash).toBe("");
});

// A visitor does in the test before.
test.runIf(IN_SOAK)("who is signed in opens a tile as a request at once", async () => {
  await go(page, "/markets");
  await markets.openAsRequest("New highs");
  await eventually(() => at.name.inputValue()).toMatch(/New highs/);
});

// Only the soak has them; that none is called without being set up is in `account`.
test.runIf(IN_SOAK)(
  "third-party services that are set up are loaded, and told of every page without its query",
  async () => {
    await eventually(() => heard(page, "pagesOf")).toBe(SERVICES.ANALYTICS_KEY);
    await eventually(() => heard(page, "referralsOf")).toBe(SERVICES.AFFILIATE_KEY);
    await eventually(() => heard(page, "chatKey")).toBe(SERVICES.CHAT_KEY);
    await page.goto(`${product.address}/?sort=name`);
    await page.getByRole("heading", { name: "My Data" }).waitFor();
    await page.getByRole("navigation", { name: "Scanbook" }).getByRole("link", { name: "Products" }).click();
    await eventually(() => heard(page, "pagesHeard")).toEqual([
      ["pageview", { u: `${product.address}/` }],
      ["pageview", { u: `${product.address}/subscriptions` }],
    ]);
  },
);

test("the drawer is 260 pixels wide and leads to the places of a user", async () => {
  await go(page, "/");
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  const drawer = page.getByRole("navigation", { name: "Scanbook" });
  expect(await drawer.evaluate((node) => node.getBoundingClientRect().width)).toBe(260);
  expect(await drawer.getByRole("link", { name: "All Users" }).count()).toBe(0);
  await drawer.getByRole("link", { name: "Create Data Request" }).waitFor();
  await drawer.getByRole("link", { name: "Market activity" }).waitFor();
});

test("a new version is offered to an open page, which may leave it for later", async () => {
  await page.route("**/v1/shell", async (route) => {
    const answer: object = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, build: "/assets/index-newer.js" } });
  });
  const offer = page.getByRole("status", { name: "New version" });
  expect(await offer.count()).toBe(0);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await offer.getByText("What you typed is kept.").waitFor();
  await accessibleWithin(page, "[role=status][aria-label='New version']");
  await offer.getByRole("button", { name: "Later" }).click();
  await offer.waitFor({ state: "detached" });
  await page.unroute("**/v1/shell");
});

// Nothing else folds it; folded or not, it leads to the same places.
test.runIf(IN_SOAK)("the drawer folds to a rail of icons and stays so; the palette unfolds it", async () => {
  const drawer = page.getByRole("navigation", { name: "Scanbook" });
  const width = (): Promise<number> => drawer.evaluate((node) => node.getBoundingClientRect().width);
  await drawer.getByRole("button", { name: "Fold the navigation" }).click();
  await eventually(width).toBe(48);
  await page.reload();
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  await eventually(width).toBe(48);
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  await resize(page, { width: 1024, height: 500 });
  expect(await layoutFaults(page)).toEqual([]);
  await resize(page, before);
  const link = drawer.getByRole("link", { name: "Create Data Request" });
  await link.hover();
  await page.getByRole("tooltip", { name: "Create Data Request" }).waitFor();
  await link.click();
  await at.name.waitFor();
  await eventually(width).toBe(48);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("unfold the nav");
  await page.getByRole("option", { name: "Unfold the navigation" }).waitFor();
  await page.keyboard.press("Enter");
  await eventually(width).toBe(260);
  await drawer.getByRole("link", { name: "My Data" }).click();
  await page.getByRole("heading", { name: "My Data" }).waitFor();
});

// Only the soak closes it.
test.runIf(IN_SOAK)("the announcement is closed once and for all", async () => {
  await page.getByRole("button", { name: "Close the announcement" }).click();
  expect(await page.evaluate(() => localStorage.getItem("showExcelBanner"))).toBe("false");
  await page.reload();
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  expect(await page.getByRole("complementary", { name: "Announcement" }).count()).toBe(0);
});

test("a page visit is registered once for a path, with its address", async () => {
  await go(page, "/dashboard");
  await page.getByRole("region", { name: "Market data" }).waitFor();
  await eventually(() => callAs(page, "GET", "/v1/profile/events?type=page-visit.dashboard")).toMatchObject({
    total: 1,
    items: [{ payload: `${product.address}/dashboard`, source: "web", trigger: "user" }],
  });
});

test("the user menu greets and leads to the settings", async () => {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByText("Hello, demo@scanbook.local").waitFor();
  await page.getByRole("menuitem", { name: "Account settings" }).click();
  await section("Profile").getByLabel("Name").fill("Demo user");
  await section("Profile").getByRole("button", { name: "Save" }).click();
  await page.locator(".toast", { hasText: "Profile saved" }).waitFor();
});

test("a wrong old password is told at its field", async () => {
  await part("Sign-in");
  await section("Password").getByLabel("Old password", { exact: true }).fill("wrong");
  await section("Password").getByLabel("New password").fill("correct horse battery");
  await section("Password").getByRole("button", { name: "Change password" }).click();
  await section("Password").getByText("The old password is wrong.").waitFor();
  await fine(page);
});

test("a token is shown once, copied, and revoked", async () => {
  await part("API tokens");
  await section("API tokens").getByText("No tokens yet.").waitFor();
  await section("API tokens").getByLabel("Name of the new token").fill("notebook");
  await section("API tokens").getByRole("button", { name: "Create token" }).click();
  await section("API tokens").getByText("Copy this token now").waitFor();
  const token = await section("API tokens").locator(".shown-once code").innerText();
  const answer = await fetch(`${product.address}/v1/data-requests`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  // The address of the webhook below is shown once in the same way.
  if (IN_SOAK) await fine(page);
  await section("API tokens").getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await section("API tokens").getByText("No tokens yet.").waitFor();
});

// `tests/server/webhooks.test.ts` calls and refuses; only the soak makes one on the page.
test.runIf(IN_SOAK)(
  "a webhook is made, tested, and what was delivered is shown; to a private network it is refused",
  async () => {
    const bodies: string[] = [];
    const listener = createServer((request, response) => {
      void text(request).then((body) => {
        bodies.push(body);
        response.writeHead(request.headers["scanbook-signature"] === undefined ? 400 : 204).end();
      });
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const bound = listener.address();
    const port = bound !== null && typeof bound === "object" ? bound.port : 0;
    await part("Webhooks");
    await section("Webhooks").getByText("No webhooks yet.").waitFor();
    await section("Webhooks").getByLabel("Address").fill("https://10.0.0.1/hook");
    await section("Webhooks").getByRole("button", { name: "Add a webhook" }).click();
    await eventually(() => section("Webhooks").getByLabel("Address").getAttribute("aria-invalid")).toBe("true");
    const url = `http://127.0.0.1:${port}/hook`;
    await section("Webhooks").getByLabel("Address").fill(url);
    await section("Webhooks").getByRole("button", { name: "Add a webhook" }).click();
    await section("Webhooks").getByText("Copy this signing secret now").waitFor();
    await section("Webhooks").getByRole("button", { name: "Test" }).click();
    await eventually(async () => bodies.length).toBe(1);
    await section("Webhooks").getByRole("button", { name: "Refresh" }).click();
    const delivery = section("Webhooks").getByRole("group");
    await delivery.getByText(/answered 204/).click();
    await delivery.getByText("This is a test.").waitFor();
    await fine(page);
    await section("Webhooks").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await section("Webhooks").getByText("No webhooks yet.").waitFor();
    await new Promise((resolve) => listener.close(resolve));
  },
);

test("sessions and the security log are listed", async () => {
  await part("Sessions");
  await section("Sessions").getByText("This session").waitFor();
  expect(await wrongStructure(page)).toEqual([]);
  await part("Security log");
  await section("Security log").getByText("Signed in").first().waitFor();
  expect(await wrongStructure(page)).toEqual([]);
  expect(new URL(page.url()).search).toBe("?part=security");
});

test("on a narrow screen the drawer lies behind the menu button", async () => {
  await resize(page, { width: 360, height: 740 });
  await go(page, "/");
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Navigation" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Navigation" }).waitFor({ state: "hidden" });
  // Back closes it as well, and the page stays.
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Navigation" }).waitFor();
  await page.goBack();
  await page.getByRole("dialog", { name: "Navigation" }).waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Navigation" }).getByRole("link", { name: "Create Data Request" }).click();
  await page.getByRole("dialog", { name: "Navigation" }).waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).toBe("/data-request");
});

test("nothing was reported in the console", () => {
  expect(errors.filter((error) => !/status of 4\d\d|ERR_FAILED/.test(error))).toEqual([]);
});
