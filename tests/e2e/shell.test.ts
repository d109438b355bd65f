import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callAs, eventually, fine, visit } from "./pages/visit.ts";
import { launchBrowser, startProduct } from "./product.ts";
import type { Product } from "./product.ts";

// One story on one page: the frame, then the settings.
let product: Product;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  ({ page, errors } = await visit(browser));
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

const part = async (name: string): Promise<void> => {
  await page.getByRole("navigation", { name: "Parts of the settings" }).getByRole("link", { name }).click();
};
const section = (name: string) => page.getByRole("region", { name });

test("the drawer is 260 pixels wide and leads to the places of a user", async () => {
  await page.goto(product.signIn);
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  const drawer = page.getByRole("navigation", { name: "Scanbook" });
  expect(await drawer.evaluate((node) => node.getBoundingClientRect().width)).toBe(260);
  expect(await drawer.getByRole("link", { name: "All Users" }).count()).toBe(0);
  await drawer.getByRole("link", { name: "Create Data Request" }).waitFor();
});

test("the announcement is closed once and for all", async () => {
  await page.getByRole("button", { name: "Close the announcement" }).click();
  expect(await page.evaluate(() => localStorage.getItem("showExcelBanner"))).toBe("false");
  await page.reload();
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  expect(await page.getByRole("complementary", { name: "Announcement" }).count()).toBe(0);
});

test("a page visit is registered once for a path, with its address", async () => {
  await page.goto(`${product.address}/dashboard`);
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
  await fine(page);
});

test("a wrong old password is told at its field", async () => {
  await part("Sign-in");
  await section("Password").getByLabel("Old password").fill("wrong");
  await section("Password").getByLabel("New password").fill("correct horse battery");
  await section("Password").getByRole("button", { name: "Change the password" }).click();
  await section("Password").getByText("The old password is wrong.").waitFor();
  await fine(page);
});

test("a token is shown once, copied, and revoked", async () => {
  await part("API tokens");
  await section("API tokens").getByText("No tokens yet.").waitFor();
  await section("API tokens").getByLabel("Name of the new token").fill("notebook");
  await section("API tokens").getByRole("button", { name: "Make a token" }).click();
  await section("API tokens").getByText("It is shown this once.").waitFor();
  const token = await section("API tokens").locator(".shown-once code").innerText();
  const answer = await fetch(`${product.address}/v1/data-requests`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  await fine(page);
  await section("API tokens").getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await section("API tokens").getByText("No tokens yet.").waitFor();
});

test("a webhook to a private network is refused at its field; sessions and the log are listed", async () => {
  await part("Webhooks");
  await section("Webhooks").getByText("No webhooks yet.").waitFor();
  await section("Webhooks").getByLabel("Address").fill("https://10.0.0.1/hook");
  await section("Webhooks").getByRole("button", { name: "Add a webhook" }).click();
  await eventually(() => section("Webhooks").getByLabel("Address").getAttribute("aria-invalid")).toBe("true");
  await part("Sessions");
  await section("Sessions").getByText("This one").waitFor();
  await fine(page);
  await part("Security log");
  await section("Security log").getByText("Sign in").first().waitFor();
  await fine(page);
  expect(new URL(page.url()).search).toBe("?part=security");
});

test("on a narrow screen the drawer lies behind the menu button", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(product.address);
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Navigation" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Navigation" }).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Navigation" }).getByRole("link", { name: "Create Data Request" }).click();
  await page.getByRole("dialog", { name: "Navigation" }).waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).toBe("/data-request");
});

test("nothing was reported in the console", () => {
  expect(errors.filter((error) => !/status of 4\d\d/.test(error))).toEqual([]);
});
