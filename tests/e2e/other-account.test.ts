import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { grantAdmin, withAccounts } from "../../src/server/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { FormulaPage } from "./pages/formula-page.ts";
import { newAccount } from "./pages/new-account.ts";
import { secondFactorOn } from "./pages/second-factor.ts";
import { enterCredentials } from "./pages/sign-in.ts";
import { goAnew } from "./pages/sights.ts";
import { placesOf } from "./pages/traces.ts";
import { callAs, eventually, visit } from "./pages/visit.ts";
import { launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

// Nothing of an account is shown or kept for the next one, however the one follows the other.
const PASSWORD = "corn silo 42 lantern";
/** Somebody who writes one word into everything. */
interface Person {
  readonly email: string;
  readonly word: string;
}
const ADA: Person = { email: "first@example.com", word: "quetzal" };
const BEN: Person = { email: "second@example.com", word: "zanzibar" };
const ADMIN: Person = { email: "demo@scanbook.local", word: "wolverine" };

let product: Product;
let browser: Browser;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
  const seen = await visit(browser);
  ({ page } = seen);
  page.on("pageerror", (error) => errors.push(error.message));
});
afterAll(async () => {
  await browser?.close();
  await product?.end();
});

const REQUEST = {
  Date_Range: { start_date: "2024-01-02", end_date: "2024-01-03" },
  filters: { Custom: [{ tag: "x", formula: "[daily close] > 900" }] },
  columns: { Technical: { Daily: [{ data_point: "close", day: 0, adjusted: false, name: "Close" }] } },
};
const Made = z.looseObject({ id: z.string() });

/** Of who comes first. */
let ofAda: { readonly folder: string; readonly template: string } | undefined;

/** Gives a request the person's word, of the first one everything that has a name: all of it in a soak. */
async function fill({ word }: Person, again = false): Promise<string> {
  const post = (path: string, body: object, method = "POST") => callAs(page, method, path, body);
  const { id } = Made.parse(await post("/v1/data-requests", { ...REQUEST, name: `${word} request` }));
  if (again && !IN_SOAK) return id;
  await post(`/v1/data-requests/${id}/favourite`, { favourite: true }, "PUT");
  const folder = Made.parse(await post("/v1/folders", { name: `${word} folder` }));
  await post(`/v1/data-requests/${id}/folder/attach`, { folder_id: folder.id });
  const { Date_Range: _dates, ...request } = REQUEST;
  const named = { name: `${word} template`, description: word, request: { ...request, name: word } };
  const template = Made.parse(await post("/v1/templates", named));
  ofAda ??= { folder: folder.id, template: template.id };
  const formula = { tag: `${word}_tag`, display: `${word} formula`, description: word, formula: "[daily close] * 2" };
  await post("/v1/profile/formulas", formula, "PUT");
  await post("/v1/profile/tokens", { name: `${word} token`, scopes: ["chart"] });
  return id;
}

/** Another screen, by the product's own routing: no page is loaded anew. */
const go = (to: string): Promise<void> => page.evaluate((path) => history.pushState(null, "", path), to);

/**
 * Goes through the product, on one page, and leaves a draft of its own. One way out and one account's screens after another
 * forget alike: of further visits the list and the draft are enough, but in a soak.
 */
async function visitEverything({ word }: Person, id: string, again = false): Promise<void> {
  await go("/");
  await page.getByText(`${word} request`).first().waitFor();
  if (!again || IN_SOAK) await visitScreens(word, id);
  await go("/data-request");
  await page.getByLabel("Request name").fill(`${word} draft`);
  await eventually(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).toContain(`${word} draft`);
}

async function visitScreens(word: string, id: string): Promise<void> {
  await go("/?view=templates");
  await page.getByText(`${word} template`).first().waitFor();
  await go(`/data-request/${id}/results`);
  await page.getByText(`${word} request`).first().waitFor();
  // Further screens forget alike.
  if (!IN_SOAK) return;
  await go(`/?view=folders&q=${word}`);
  await page.getByText(`${word} folder`).first().waitFor();
  await go("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await go("/user-profile/settings?part=tokens");
  // The tokens are closed to an admin who acts as their owner.
  await page
    .getByText(new RegExp(`${word} token|this part is closed to you`))
    .first()
    .waitFor();
  await go("/subscriptions");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
  await page.keyboard.type(word);
  await page
    .getByRole("option", { name: new RegExp(`${word} request`) })
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
}

/**
 * On the page and in what it keeps. In a soak also in its memory, which takes longer than the rest of a story; that it ends
 * with the document is found by `tests/house/accounts-apart.test.ts`.
 */
async function nothingOf({ word }: Person, depth: "shown" | "memory" = "shown"): Promise<void> {
  expect({ word, places: await placesOf(page, word, depth) }).toEqual({ word, places: [] });
}

const signOut = async (of: Page = page): Promise<void> => {
  await of.getByRole("button", { name: "Account", exact: true }).click();
  await of.getByRole("menuitem", { name: "Logout" }).click();
  await of.getByLabel("E-mail").waitFor();
};

/** Takes the person's formula from the suggestions: that counts as a use of it. */
async function takeSuggestion({ word }: Person): Promise<void> {
  const at = new FormulaPage(page);
  await at.openFormula("filters", "code");
  await at.editor("filters").click();
  await page.keyboard.type(`${word}_t`);
  await at.list.locator("li[aria-selected]", { hasText: `${word}_tag` }).waitFor();
  await page.keyboard.press("Enter");
  await eventually(uses).toContain(`saved ${word}_tag`);
}
const uses = (): Promise<string> => page.evaluate(() => localStorage.getItem("scanbook.completion-uses") ?? "");

const ids = new Map<Person, string>();

test("signed out, and somebody else signed in", async () => {
  await newAccount(page, product.address, ADA.email, PASSWORD);
  ids.set(ADA, await fill(ADA));
  await visitEverything(ADA, ids.get(ADA) ?? "");
  await takeSuggestion(ADA);
  await signOut();
  expect(new URL(page.url()).pathname).toBe("/login");
  await nothingOf(ADA, rounds("shown", "memory"));
  await newAccount(page, product.address, BEN.email, PASSWORD);
  await page.getByRole("heading", { name: "No requests yet" }).waitFor();
  await nothingOf(ADA);
  ids.set(BEN, await fill(BEN, true));
  await visitEverything(BEN, ids.get(BEN) ?? "", true);
});

test("what belongs to somebody else is not there", async () => {
  const request = ids.get(ADA) ?? "";
  const places = [
    [`/data-request?id=${request}`, "request"],
    [`/data-request/${request}/results`, "request"],
    [`/data-request?template=${ofAda?.template}`, "template"],
    [`/template?id=${ofAda?.template}`, "template"],
    [`/?folder=${ofAda?.folder}`, "folder"],
    ["/data-request?id=nothing-here", "request"],
    ["/template?id=nothing-here", "template"],
    ["/data-request/nothing-here/results", "request"],
  ] as const;
  for (const [at, what] of places.slice(0, rounds(3, places.length))) {
    await goAnew(page, at);
    await page.getByRole("alert").getByText(`There is no ${what} with this id.`).waitFor();
    await page.getByRole("alert").getByRole("link", { name: "Go to My Data" }).waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  }
});

test("what an account wrote waits for it, and for nobody else", async () => {
  await signOut();
  await enterCredentials(page, ADA.email, PASSWORD);
  await page.getByText(`${ADA.word} request`).first().waitFor();
  await nothingOf(BEN);
  await go("/data-request");
  await eventually(() => page.getByLabel("Request name").inputValue()).toBe(`${ADA.word} draft`);
  await eventually(uses).toContain(`saved ${ADA.word}_tag`);
  await nothingOf(BEN, rounds("shown", "memory"));
  await visitEverything(ADA, ids.get(ADA) ?? "", true);
});

// A logout that reaches another tab is in `account`, what is forgotten then in the story of the sign-out.
test.runIf(IN_SOAK)("another tab signs out, and in as somebody else", async () => {
  const other = await page.context().newPage();
  other.setDefaultTimeout(60_000);
  await other.goto(product.address);
  await other.getByText(`${ADA.word} request`).first().waitFor();
  await signOut(other);
  await page.getByLabel("E-mail").waitFor();
  await nothingOf(ADA);
  await enterCredentials(other, BEN.email, PASSWORD);
  await page.getByText(`${BEN.word} request`).first().waitFor();
  await nothingOf(ADA, "memory");
  await other.close();
});

/** Ends all sessions of whoever is signed in, as another browser of theirs could. */
async function endSessions(): Promise<void> {
  const { items } = z
    .looseObject({ items: z.array(z.looseObject({ id: z.string() })) })
    .parse(await callAs(page, "GET", "/v1/profile/sessions"));
  // The page hears of its own session's end at once: it may be on its way to the sign-in before it has read the answer.
  const ended = items.map(({ id }) => callAs(page, "DELETE", `/v1/profile/sessions/${id}`).catch(() => undefined));
  await Promise.all(ended);
}

// A session that ended elsewhere is in `account`, somebody else who signs in after a sign-out in the first test.
test.runIf(IN_SOAK)("the session ends on the server, and somebody else signs in", async () => {
  await visitEverything(BEN, ids.get(BEN) ?? "", true);
  await endSessions();
  await page.getByText("Your session has ended.").waitFor();
  await nothingOf(BEN);
  await enterCredentials(page, ADA.email, PASSWORD);
  await page.locator(".topbar").waitFor();
  await nothingOf(BEN, rounds("shown", "memory"));
});

// `account` has a session that ended, `builder` what is half typed after a reload; only the soak has both.
test.runIf(IN_SOAK)(
  "the session ends while one writes; signed in again, one is where one was with all that was typed",
  async () => {
    const writer = ADA;
    const place = `/data-request?id=${ids.get(writer) ?? ""}`;
    await go(place);
    const at = new FormulaPage(page);
    await eventually(() => at.name.inputValue()).toBe(`${writer.word} request`);
    await at.name.fill(`${writer.word} renamed`);
    await at.openFormula("columns", "code");
    await at.type("columns", "[daily close] * ( 2 +");
    await at.enter("columns", "Custom", "name", "Half done");
    await endSessions();
    await page.getByText("Your session has ended.").waitFor();
    await nothingOf(writer);
    await enterCredentials(page, writer.email, PASSWORD);
    await eventually(() => at.name.inputValue()).toBe(`${writer.word} renamed`);
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe(place);
    await eventually(() => at.text("columns")).toBe("[daily close] * ( 2 +");
    await eventually(() => at.option("columns", "Custom", "name").locator("input").inputValue()).toBe("Half done");
    await signOut();
  },
);

// Only the soak has an admin use the app as somebody; one account after another is above.
test.runIf(IN_SOAK)("an admin uses the app as somebody, and stops", async () => {
  // As `admin grant` does.
  expect(await withAccounts(product.data, null, (db) => grantAdmin(db, ADMIN.email))).toBeNull();
  const [, password = ""] = /demo@scanbook\.local +(\S+)/.exec(product.said) ?? [];
  await enterCredentials(page, ADMIN.email, password);
  await page.locator(".topbar").waitFor();
  await secondFactorOn(page, password);
  ids.set(ADMIN, await fill(ADMIN, true));
  await visitEverything(ADMIN, ids.get(ADMIN) ?? "", true);
  await go("/admin");
  await page.getByRole("link", { name: BEN.email }).click();
  await page.getByRole("button", { name: /^Use as/ }).click();
  await page.getByText(`Using the app as ${BEN.email}`).waitFor();
  await page.getByText(`${BEN.word} request`).first().waitFor();
  await nothingOf(ADMIN);
  await visitEverything(BEN, ids.get(BEN) ?? "", true);
  await page.getByRole("button", { name: /^Using the app as/ }).click();
  await page.getByRole("menuitem", { name: "Stop use-as" }).click();
  await page.getByText("Successfully stopped use-as").waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  await page.getByText(`${ADMIN.word} request`).first().waitFor();
  await nothingOf(BEN, "memory");
});

test("nothing broke on the way", () => {
  expect(errors).toEqual([]);
});
