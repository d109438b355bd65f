import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "../../scripts/screenshots/seed.ts";
import type { Ids, Picture, Viewer } from "../../scripts/screenshots/picture.ts";
import { PICTURES } from "../../scripts/screenshots/pictures.ts";
import { PAGES } from "../../src/reference/index.ts";
import { IN_SOAK } from "../cases.ts";
import { fillAccount } from "./pages/full-account.ts";
import { layoutFaults } from "./pages/layout-faults.ts";
import { resize } from "./pages/resize.ts";
import type { Size } from "./pages/resize.ts";
import { ResultsPage } from "./pages/results.ts";
import { smallTargets, touched } from "./pages/small-targets.ts";
import { eventually } from "./pages/visit.ts";
import { quietness } from "./pages/quiet.ts";
import { withoutCounting } from "./pages/template-samples.ts";
import { launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

// Stories of `npm test` look at some screens on a phone; only the soak looks at every screen at every width.

/** The smallest phone, the lowest window (a laptop at a zoom of 200 %), a tablet, a large screen, and what is between. */
const SIZES = [
  { width: 320, height: 568 },
  { width: 705, height: 450 },
  { width: 1024, height: 768 },
  { width: 2560, height: 1440 },
  { width: 390, height: 844 },
  { width: 600, height: 960 },
  { width: 768, height: 1024 },
  { width: 828, height: 520 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

let product: Product;
let browser: Browser;
let viewers: Readonly<Record<Viewer, BrowserContext>>;
let ids: Ids & { readonly long: string; readonly wide: string };

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
  const seeded = await seed(product, browser);
  ({ viewers } = seeded);
  const page = await viewers.demo.newPage();
  await page.goto(product.address);
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  ids = { ...seeded.ids, ...(await fillAccount(page)) };
  await page.close();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

type Seen = Pick<Picture, "screen" | "state" | "viewer" | "act"> & { readonly address: () => string };

/** Screens full of what is long and wide, and pages of the server that are no screens. */
const MORE: readonly Seen[] = [
  {
    screen: "/data-request/:id/results",
    state: "wide",
    viewer: "demo",
    address: () => `/data-request/${ids.wide}/results`,
  },
  { screen: "/data-request", state: "long names", viewer: "demo", address: () => `/data-request?id=${ids.long}` },
  { screen: "/", state: "templates", viewer: "demo", address: () => "/?view=templates" },
  { screen: "/", state: "folders", viewer: "demo", address: () => "/?view=folders" },
  { screen: "outbox", state: "full", viewer: "nobody", address: () => "/dev/outbox" },
  ...PAGES.map(({ name }): Seen => ({
    screen: "reference",
    state: name,
    viewer: "nobody",
    address: () => `/reference/${name}`,
  })),
  {
    screen: "checkout",
    state: "full",
    viewer: "new",
    address: () => "/subscriptions",
    act: async (page) => {
      await page.getByRole("button", { name: "Subscribe to Starter" }).click();
      await page.getByText("TEST: no real payment.").waitFor();
    },
  },
];

/** The product's own table of screens in their states; those without an answer of the server have nothing to reach. */
const walkOf = (viewer: Viewer): readonly Seen[] =>
  [
    ...PICTURES.filter(
      ({ calls, state, imports, seenElsewhere }) =>
        (calls === undefined || calls === "answered") &&
        state !== "no rights" &&
        imports === undefined &&
        seenElsewhere === undefined,
    ).map((picture): Seen => ({ ...picture, address: () => picture.address(ids) })),
    ...MORE,
  ].filter((seen) => seen.viewer === viewer);

/**
 * A menu follows what opened it in steps that take a few frames: the old place, the new one in the old height, the new one.
 * It has arrived once it stands beside its opener in the window; one that never does is a fault.
 */
async function menuPlaced(page: Page): Promise<readonly string[]> {
  const opener = page.locator("[aria-haspopup=menu][data-state=open]");
  if ((await opener.count()) === 0) return [];
  await opener.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const arrived = page.waitForFunction(
    () => {
      const menu = document.querySelector("[role=menu]")?.getBoundingClientRect();
      const by = document.querySelector("[aria-haspopup=menu][data-state=open]")?.getBoundingClientRect();
      if (menu === undefined || by === undefined || menu.top < 0 || menu.bottom > innerHeight) return false;
      const gap = Math.max(menu.top - by.bottom, by.top - menu.bottom);
      return gap >= 0 && gap < 8;
    },
    undefined,
    { timeout: 10_000, polling: 50 },
  );
  return arrived.then(
    () => [],
    () => ["the menu does not stand beside what opened it"],
  );
}

/** A screen of the client: another is gone to within the document, which costs a third of a load. */
const isScreen = ({ screen }: Seen): boolean => /^[/*]/.test(screen);

interface Walk {
  readonly page: Page;
  readonly quiet: () => Promise<void>;
  readonly seen: readonly Seen[];
}

/**
 * Whether a state is come to within the document of the one before. What was opened there goes with its document only: each
 * state after it is loaded anew.
 */
function isNear(one: Seen, before: Seen | undefined): boolean {
  if (before === undefined || !isScreen(before) || !isScreen(one)) return false;
  return before.act === undefined && before.address() !== one.address();
}

async function open(page: Page, one: Seen, before: Seen | undefined): Promise<void> {
  if (!isNear(one, before)) {
    await page.goto(product.address + one.address(), { waitUntil: "domcontentloaded" });
    return;
  }
  await page.evaluate((to) => history.pushState(null, "", to), one.address());
}

/** What is wrong on a screen, with the widths at which it is. */
async function faultsOf({ page, quiet, seen }: Walk, place: number): Promise<readonly string[]> {
  const [one, before] = [seen[place], seen[place - 1]];
  if (one === undefined) return [];
  const { screen, state, act } = one;
  await resize(page, { width: 1440, height: 900 });
  await open(page, one, before);
  await quiet();
  await act?.(page, ids);
  // What a formula is completed with lies over the page until it is closed.
  if (await page.locator(".cm-tooltip-autocomplete").isVisible()) await page.keyboard.press("Escape");
  const widths = new Map<string, number[]>();
  for (const size of SIZES) {
    await resize(page, size);
    for (const fault of [...(await menuPlaced(page)), ...(await layoutFaults(page))])
      widths.set(fault, [...(widths.get(fault) ?? []), size.width]);
  }
  return [...widths].map(([fault, at]) => `${screen} ${state}, ${at.join(" ")} px: ${fault}`);
}

/** A screen takes some seconds; one that the browser never answers for is named. */
const SCREEN_MS = 120_000;

async function answered(walk: Walk, place: number): Promise<readonly string[]> {
  const late = Promise.withResolvers<readonly string[]>();
  const { screen = "", state = "" } = walk.seen[place] ?? {};
  const timer = setTimeout(() => late.resolve([`${screen} ${state}: no answer in ${SCREEN_MS / 1000} s`]), SCREEN_MS);
  return Promise.race([faultsOf(walk, place), late.promise]).finally(() => clearTimeout(timer));
}

/** In a window of its own, signed in as the viewer is: a page behind another is drawn late or not at all. */
async function walk(viewer: Viewer, seen: readonly Seen[]): Promise<readonly string[]> {
  const context = await browser.newContext({
    reducedMotion: "reduce",
    storageState: await viewers[viewer].storageState(),
  });
  await withoutCounting(context);
  const page = await context.newPage();
  const here: Walk = { page, quiet: quietness(page), seen };
  const faults: string[] = [];
  for (const place of seen.keys()) faults.push(...(await answered(here, place)));
  await context.close();
  return faults;
}

/** Half of the demo account's screens with all of their states: what stands beside each other is gone to by a link. */
const half = (rest: number): readonly Seen[] => {
  const all = walkOf("demo");
  const screens = [...new Set(all.map(({ screen }) => screen))];
  return all.filter(({ screen }) => screens.indexOf(screen) % 2 === rest);
};

test.runIf(IN_SOAK)(
  "nothing is covered, cut or out of reach at any width: what a visitor and a user see",
  async () => {
    const found = await Promise.all([walk("nobody", walkOf("nobody")), walk("demo", half(0)), walk("demo", half(1))]);
    expect(found.flat()).toEqual([]);
  },
  600_000,
);

// As above.
test.runIf(IN_SOAK)(
  "as well what a new account and an administrator see",
  async () => {
    const found = await Promise.all([walk("new", walkOf("new")), walk("admin", walkOf("admin"))]);
    expect(found.flat()).toEqual([]);
  },
  600_000,
);

let kept: Page | undefined;
async function keptPage(): Promise<Page> {
  if (kept === undefined) {
    kept = await viewers.demo.newPage();
    await withoutCounting(kept);
  }
  return kept;
}

/** The rows of a run in a window of this size, one after the other in the same window. */
async function rowsOf(id: string, size: Size): Promise<ResultsPage> {
  const page = await keptPage();
  const results = new ResultsPage(page);
  await resize(page, size);
  // Pages of the reference are no screens of the client.
  const isClient = page.url().startsWith(product.address) && !page.url().includes("/reference");
  await (isClient ? results.goTo(id) : results.open(product.address, id));
  await results.rows();
  return results;
}

// Only the soak taps cells.
test.runIf(IN_SOAK)("on a phone a cell that is tapped is explained in sight, and stays in sight itself", async () => {
  const results = await rowsOf(ids.run, { width: 390, height: 844 });
  const { page } = results;
  for (const row of [0, 5]) {
    await results.cell(row, 0).click();
    const panel = page.locator(".result-panel");
    await panel.locator(".verdict").waitFor();
    // The panel grows while its explanation comes, and the cell is brought into sight above it.
    await eventually(async () => {
      const box = await panel.boundingBox();
      const cell = await results.cell(row, 0).boundingBox();
      // Parts of a pixel are not seen.
      const covered = Math.floor((cell?.y ?? 0) + (cell?.height ?? 0) - (box?.y ?? 0));
      return Math.max(covered, (box?.y ?? 0) + (box?.height ?? 0) - 844);
    }).toBeLessThanOrEqual(0);
  }
  // The browser's back closes it, and what opened in its place, and the rows stay; a button leaves no step behind either.
  const panel = page.locator(".result-panel");
  await results.button(/^Notes/).click();
  await panel.getByRole("heading", { name: "Notes" }).waitFor();
  await page.goBack();
  await panel.waitFor({ state: "detached" });
  await results.cell(0, 0).click();
  await panel.getByRole("button", { name: /^Close/ }).click();
  await panel.waitFor({ state: "detached" });
  await eventually(() => page.evaluate(() => "over" in (history.state ?? {}))).toBe(false);
  expect(new URL(page.url()).pathname).toBe(`/data-request/${ids.run}/results`);
});

// `account` measures what is tapped on one page; only the soak on these.
test.runIf(IN_SOAK)(
  "what is tapped on the way from the list to a workbook, and in the reference, is as high as a fingertip and within the page, on a phone and a tablet",
  async () => {
    const page = await keptPage();
    const quiet = quietness(page);
    await touched(page, true);
    const small: string[] = [];
    for (const at of [
      "/",
      "/templates",
      "/lists",
      `/data-request?id=${ids.run}`,
      `/data-request/${ids.run}/results`,
      "/reference/functions",
    ]) {
      await (page.url().startsWith(product.address) && !at.startsWith("/reference")
        ? page.evaluate((to) => history.pushState(null, "", to), at)
        : page.goto(product.address + at));
      await quiet();
      const sizes = [
        { width: 390, height: 844 },
        { width: 820, height: 1180 },
      ];
      for (const size of sizes) {
        await resize(page, size);
        const beyond = (await layoutFaults(page)).filter((fault) => /sideways|px wide/.test(fault));
        small.push(...[...(await smallTargets(page)), ...beyond].map((fault) => `${at}, ${size.width} px: ${fault}`));
      }
    }
    expect(small).toEqual([]);
    await touched(page, false);
  },
);

// Only the soak has rows on a tablet.
test.runIf(IN_SOAK)("on a tablet the rows reach to the lower edge of the screen", async () => {
  for (const [width, height] of [
    [768, 1024],
    [820, 1180],
    [1024, 1366],
  ] as const) {
    const results = await rowsOf(ids.run, { width, height });
    const grid = await results.grid.boundingBox();
    expect(Math.round((grid?.y ?? 0) + (grid?.height ?? 0)), `${width} px`).toBe(height);
  }
});

// Only the soak asks for the icon.
test.runIf(IN_SOAK)("a program's pages have the product's icon", async () => {
  const page = await keptPage();
  const missing: string[] = [];
  page.on("response", (answer) => void (answer.status() === 404 && missing.push(answer.url())));
  for (const path of ["/", "/reference"]) {
    await page.goto(product.address + path);
    const icon = await page.locator("link[rel=icon]").getAttribute("href");
    expect((await page.request.get(new URL(icon ?? "", product.address).href)).headers()["content-type"]).toContain(
      "svg",
    );
  }
  expect(missing).toEqual([]);
});
