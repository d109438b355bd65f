import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_SOAK } from "../cases.ts";
import { looksFine } from "./pages/part.ts";
import { resize } from "./pages/resize.ts";
import { scriptsOf, sum } from "./pages/scripts.ts";
import { go } from "./pages/sights.ts";
import { mailedLink } from "./pages/sign-in.ts";
import { smallTargets, touched } from "./pages/small-targets.ts";
import { callAs, eventually, fine, visit } from "./pages/visit.ts";
import { quietness } from "./pages/quiet.ts";
import { launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

// One story: somebody comes, signs up, forgets the password, signs in and out. Each screen is looked at in one of its states,
// in a soak in all.
let product: Product;
let browser: Browser;
let page: Page;
let errors: string[];
/** Another browser, of somebody who is not signed in. */
let other: Page;
let complaints: string[];
const hosts = new Set<string>();

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
  ({ page, errors } = await visit(browser));
  ({ page: other, errors: complaints } = await visit(browser));
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

const at = (path: string): Promise<unknown> => page.goto(`${product.address}${path}`);
const heading = (name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();

// What the builder ships is measured by its own story.
test("the sign-in page ships less than 150 kB of script", async () => {
  const shipped = scriptsOf(other.context());
  const quiet = quietness(other);
  await other.goto(`${product.address}/login`);
  await other.getByLabel("E-mail").waitFor();
  await quiet();
  const login = await shipped();
  expect(sum(login)).toBeGreaterThan(50_000);
  expect(sum(login)).toBeLessThan(150_000);
  expect([...login.keys()].filter((name) => /editor|Shell|MyData|calls/.test(name))).toEqual([]);
});

test("an address behind the sign-in leads to login with its query and where one came from, and back", async () => {
  await at("/dashboard?a=1");
  await heading("Sign in to Scanbook");
  expect(new URL(page.url()).search).toBe("?a=1&referer=%2Fdashboard");
  // Beside it, what the product does: a template and what it found on this market.
  const example = page.getByRole("figure", { name: /^Gap and go \d+ hits from/ });
  await example.getByRole("row").nth(1).waitFor();
  await eventually(() => example.getByRole("listitem").allInnerTexts()).toContain("open is above 2");
  await looksFine(page);
  const wide = page.viewportSize() ?? { width: 1280, height: 800 };
  await touched(page, true);
  await resize(page, { width: 390, height: 844 });
  expect(await smallTargets(page)).toEqual([]);
  await touched(page, false);
  await resize(page, wide);
  await page.getByRole("link", { name: "Create an account" }).click();
  await heading("Create an account");
  expect(new URL(page.url()).search).toBe("?a=1&referer=%2Fdashboard");
});

test("somebody signs up; a weak password is refused at its field", async () => {
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("E-mail").fill("ada@example.org");
  await page.getByLabel(/^Password/).fill("short");
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.getByText("A password has at least 8 characters.").waitFor();
  await eventually(() => page.getByLabel(/^Password/).getAttribute("aria-invalid")).toBe("true");
  await looksFine(page);
  await page.getByLabel(/^Password/).fill("correct horse battery");
  await page.getByRole("button", { name: "Create the account" }).click();
  await heading("Check your inbox");
  await page.getByText("ada@example.org").waitFor();
  await page.getByRole("note").getByText("This machine sends no mail: open the outbox.").waitFor();
  await page.getByRole("button", { name: "Send again" }).waitFor();
  if (IN_SOAK) await looksFine(page, "main");
});

test("without the confirmation nobody comes in; the mailed link confirms, once", async () => {
  await at("/login");
  await page.getByLabel("E-mail").fill("ada@example.org");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await page.getByRole("note").getByText("This machine sends no mail: open the outbox.").waitFor();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("the link is on its way again").waitFor();
  if (IN_SOAK) await looksFine(page, "main");
  const link = await mailedLink(page, product.address, "ada@example.org", "Confirm your e-mail address");
  await page.goto(link);
  await heading("Confirm your e-mail address");
  expect(page.url()).not.toContain("token");
  await page.getByRole("button", { name: "Confirm" }).click();
  // The browser that signed up is signed in at once.
  await page.getByText("Your e-mail address is confirmed. You are signed in.").waitFor();
  await page.getByRole("heading", { name: "No requests yet" }).waitFor();
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("alert").waitFor();
});

// `tests/server/accounts.test.ts` confirms without the session that asked; the story before has the page.
test.runIf(IN_SOAK)("a link that is opened in another browser asks for a password", async () => {
  const email = "elsewhere@example.org";
  await callAs(page, "POST", "/v1/users/signup", { name: "Eve", email, password: "a phrase of somebody" });
  const link = await mailedLink(page, product.address, email, "Confirm your e-mail address");
  await other.goto(link);
  await other.getByRole("button", { name: "Confirm" }).click();
  await other.getByRole("status").getByText("You signed up in another browser.").waitFor();
  await looksFine(other);
  await other.getByLabel(/^Password/).fill("password");
  await other.getByRole("button", { name: "Confirm" }).click();
  await other.getByText("This password is one of the most common ones. Choose another.").waitFor();
  await other.getByLabel(/^Password/).fill("a phrase of my own");
  await other.getByRole("button", { name: "Confirm" }).click();
  await other.getByRole("link", { name: "Sign in" }).click();
  await eventually(() => other.getByLabel("E-mail").inputValue()).toBe(email);
  await other.getByLabel("Password", { exact: true }).fill("a phrase of my own");
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.getByRole("heading", { name: "No requests yet" }).waitFor();
  expect(complaints.filter((error) => !/status of 4\d\d/.test(error))).toEqual([]);
  await other.context().clearCookies();
});

test("a forgotten password is replaced by the mailed link", async () => {
  await at("/forgot-password");
  await heading("Forgot your password?");
  await looksFine(page, "main");
  await page.getByLabel("E-mail").fill("ada@example.org");
  await page.getByRole("button", { name: "E-mail me a link" }).click();
  await page.getByText("If there is an account with this address, we have sent it a link.").waitFor();
  await page.getByRole("note").getByText("This machine sends no mail: open the outbox.").waitFor();
  await page.goto(await mailedLink(page, product.address, "ada@example.org", "Choose a new password"));
  await page.getByLabel(/^New password/).fill("another long one");
  await page.getByRole("checkbox", { name: /^Also revoke all API tokens/ }).click();
  await looksFine(page, "main");
  await page.getByRole("button", { name: "Set password" }).click();
  await heading("Your password was changed");
  await page.getByRole("link", { name: "Sign in" }).click();
});

test("wrong, then right; the session is the cookie `user`", async () => {
  await heading("Sign in to Scanbook");
  await page.getByLabel("E-mail").fill("ada@example.org");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("E-mail or password is wrong.").waitFor();
  await page.getByLabel("Password").fill("another long one");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No requests yet" }).waitFor();
  const kept = (await page.context().cookies()).find(({ name }) => name === "user");
  expect(kept).toMatchObject({ path: "/", secure: true, sameSite: "Lax", httpOnly: false });
  const session: unknown = JSON.parse(decodeURIComponent(kept?.value ?? ""));
  expect(session).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) as unknown, isAuth: true });
});

// The administrator's story sets one up by the key as text; only the soak looks at the picture.
test.runIf(IN_SOAK)("the second factor's key is shown as a QR code and as text", async () => {
  await go(page, "/user-profile/settings?part=sign-in");
  const factor = page.getByRole("region", { name: "Second factor" });
  await factor.getByLabel("Password").fill("another long one");
  await factor.getByRole("button", { name: "Set up" }).click();
  const code = factor.getByRole("img", { name: "QR code of the key below" });
  await code.waitFor();
  const key = ((await factor.locator("code").textContent()) ?? "").replaceAll(" ", "");
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  const link = await factor.getByRole("link", { name: "open it there" }).getAttribute("href");
  expect(link).toContain(`secret=${key}`);
  // What the picture holds is the library's business; that it is of this link, and drawn, is ours.
  await eventually(() => code.locator("path").getAttribute("d")).toBe(toSvgPath(generate(link ?? "")));
  expect((await code.boundingBox())?.width).toBeGreaterThan(150);
  await looksFine(page, "main");
});

// `tests/server/account-security.test.ts` changes the address; the story of the sign-up has the mailed link.
test.runIf(IN_SOAK)(
  "another e-mail address is confirmed by the link mailed there, and one signs in anew with it",
  async () => {
    await go(page, "/user-profile/settings?part=sign-in");
    const address = page.getByRole("region", { name: "E-mail address" });
    await address.getByLabel("New e-mail").fill("lovelace@example.org");
    await address.getByLabel("Password").fill("a wrong one");
    await address.getByRole("button", { name: "Change e-mail" }).click();
    await address.getByText("The password is wrong.").waitFor();
    await address.getByLabel("Password").fill("another long one");
    await address.getByRole("button", { name: "Change e-mail" }).click();
    await address.getByRole("status").getByText("lovelace@example.org").waitFor();
    if (IN_SOAK) await looksFine(page, "main");
    const link = await mailedLink(page, product.address, "lovelace@example.org", "Confirm your new e-mail address");
    await page.goto(link);
    await page.getByRole("button", { name: "Confirm" }).click();
    await heading("Your e-mail address is confirmed");
    await page.getByText("Sign in with it from now on. You are signed out everywhere.").waitFor();
    await page.getByRole("link", { name: "Sign in" }).click();
    await heading("Sign in to Scanbook");
    await page.getByLabel("E-mail").fill("lovelace@example.org");
    await page.getByLabel("Password").fill("another long one");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "My Data" }).waitFor();
  },
);

test("a login page that came from elsewhere sends nobody there", async () => {
  await at("/login?referer=%2F%2Fevil.example");
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  expect(new URL(page.url()).host).toBe(new URL(product.address).host);
});

// The tests before look at those that something was typed into.
test.runIf(IN_SOAK)("pages before the sign-in are accessible, and fit 360 pixels", async () => {
  complaints.length = 0;
  await other.goto(`${product.address}/login`);
  const pages = [
    ["/terms-and-conditions", "Terms and conditions"],
    ["/signup", "Create an account"],
    ["/forgot-password", "Forgot your password?"],
    ["/reset-password", "Choose a new password"],
    ["/confirm-email", "Confirm your e-mail address"],
  ] as const;
  for (const [path, title] of pages) {
    await go(other, path);
    await other.getByRole("heading", { name: title, level: 1 }).waitFor();
    await fine(other);
  }
  expect(complaints).toEqual([]);
});

// Only the soak asks for an address that is none.
test.runIf(IN_SOAK)("an address that is none is answered with 404 and the way to sign in", async () => {
  expect((await other.goto(`${product.address}/nowhere/at-all?x=1`))?.status()).toBe(404);
  await other.getByRole("heading", { name: "Page not found", level: 1 }).waitFor();
  await other.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await other.getByRole("heading", { name: "Sign in to Scanbook", level: 1 }).waitFor();
});

// Only the soak opens a link that was cut off.
test.runIf(IN_SOAK)("a mailed link that was cut off is said to be incomplete", async () => {
  for (const [path, press, fill] of [
    ["/confirm-email", "Confirm", null],
    ["/reset-password", "Set password", "New password, at least 8 characters"],
  ] as const) {
    await other.goto(`${product.address}${path}#token=abc`);
    if (fill !== null) await other.getByLabel(fill).fill("a long enough one");
    await other.getByRole("button", { name: press }).click();
    await other.getByText("This link is incomplete. Open the whole link from the e-mail.").waitFor();
  }
});

// `tests/server/demo-rule.test.ts` has the rule; every story of the demo signs in by it.
test.runIf(IN_SOAK)("a link to sign in is for the demo account only", async () => {
  const code = Buffer.from("lovelace@example.org\nanother long one").toString("base64url");
  await other.goto("about:blank");
  await other.goto(`${product.address}/login#demo=${code}`);
  await other.getByRole("heading", { name: "Sign in to Scanbook", level: 1 }).waitFor();
  await other.waitForLoadState("networkidle");
  expect(new URL(other.url()).hash).toBe("");
  expect((await other.context().cookies()).map(({ name }) => name)).not.toContain("user");
  // As most stories begin.
  if (!IN_SOAK) return;
  await other.goto("about:blank");
  await other.goto(product.signIn);
  await other.locator(".topbar").waitFor();
  await other.context().clearCookies();
});

// `tests/server/google.test.ts` has what is brought, `tests/client/login-address.test.ts` how it is read.
test.runIf(IN_SOAK)("what Google brings instead of a session is told", async () => {
  await other.goto("about:blank");
  await other.goto(`${product.address}/login#google=cancelled`);
  await other.getByRole("status").getByText("Signing in with Google was cancelled.").waitFor();
  await other.goto("about:blank");
  await other.goto(`${product.address}/login#google=second-factor&email=ada%40example.org`);
  await other.getByLabel(/^Authenticator code/).waitFor();
  expect(await other.getByLabel("Password").count()).toBe(0);
  expect(new URL(other.url()).hash).toBe("");
});

test("a logout reaches the other tab; a session that ended elsewhere leads to login and clears the cookie", async () => {
  const second = await page.context().newPage();
  await second.goto(product.address);
  await second.getByRole("heading", { name: "My Data" }).waitFor();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await heading("Sign in to Scanbook");
  await second.getByRole("heading", { name: "Sign in to Scanbook" }).waitFor();
  expect((await page.context().cookies()).some(({ name }) => name === "user")).toBe(false);
  await second.close();

  const session = { token: "A".repeat(43), isAuth: true };
  await page
    .context()
    .addCookies([{ name: "user", value: encodeURIComponent(JSON.stringify(session)), url: product.address }]);
  await at("/dashboard");
  await heading("Sign in to Scanbook");
  await page.getByText("Your session has ended.").waitFor();
  await eventually(async () => (await page.context().cookies()).some(({ name }) => name === "user")).toBe(false);
});

test("where no third-party service is set up, none is called", () => {
  expect([...hosts].filter((host) => host !== "")).toEqual([new URL(product.address).host]);
});

test("nothing else was reported in the console", () => {
  // The browser itself reports answers of 4xx.
  expect(errors.filter((error) => !/status of 4\d\d/.test(error))).toEqual([]);
});
