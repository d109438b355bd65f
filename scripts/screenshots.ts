/**
 * Pictures of every screen in every state and of every component, light and dark, on a large screen, a laptop, a tablet
 * and a phone, into `screenshots/`; below `sheets/` those of each screen beside each other. `npm run screenshots -- results
 * study` makes those whose name contains one of the words, and `npm run screenshots -- readme` those of the README.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BrowserContext, Page } from "playwright";
import { resize } from "../tests/e2e/pages/resize.ts";
import type { Size } from "../tests/e2e/pages/resize.ts";
import { smallTargets, touched } from "../tests/e2e/pages/small-targets.ts";
import { endBrowser, launchBrowser, startProduct } from "../tests/e2e/product.ts";
import { COMPONENTS, takeComponents } from "./screenshots/components.ts";
import { doubtfulFolder, pinsFile } from "./screenshots/doubtful.ts";
import { PICTURES } from "./screenshots/pictures.ts";
import type { Ids, Picture } from "./screenshots/picture.ts";
import { takeReadmePictures, takeTourPictures } from "./screenshots/readme.ts";
import { seed } from "./screenshots/seed.ts";
import { makeSheets } from "./screenshots/sheets.ts";
import { fileOf, FOLDER, SCHEMES, SIZES } from "./screenshots/sizes.ts";

/** Its pictures show the whole length of a page, up to what a picture holds. */
const PHONE = 390;
const MOST_HIGH = 6_000;
/** A page is still when nothing was asked for so long, in milliseconds; what never comes is waited for no longer than `MOST`. */
const MOST = 12_000;

const fileName = (text: string): string =>
  text
    .replaceAll(/[^\w]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .toLowerCase();
const screenOf = ({ screen }: Picture): string => (screen === "/" ? "my-data" : screen === "*" ? "no screen" : screen);
const nameOf = (picture: Picture): string => fileName(`${screenOf(picture)} ${picture.state}`);

/** Leaves the calls of a screen without an answer, or fails them; who one is stays known. */
async function intercept(page: Page, { calls }: Picture): Promise<void> {
  if (calls === undefined || calls === "answered") return;
  await page.route(
    ({ pathname }) => pathname.startsWith("/v1/") && pathname !== "/v1/profile" && pathname !== "/v1/events",
    (route) => {
      if (calls === "failed") return route.fulfill({ status: 500, body: "" });
      if (calls === "away") return route.abort("connectionrefused");
      if (calls === "ended") return route.fulfill({ status: 401, json: { code: "unauthorized", message: "Sign in." } });
      return undefined;
    },
  );
}

/** Whatever is on its way has come: a page may be quiet while the server computes. */
async function full(page: Page): Promise<void> {
  const coming = page.locator(".rt-Skeleton, .screen-waiting, [aria-busy=true], .canvas .rt-Spinner").first();
  // What waits for one answer may ask for the next.
  for (let look = 0; look < 3; look += 1) {
    await coming.waitFor({ state: "detached", timeout: 5 * MOST }).catch(() => undefined);
    await page.waitForTimeout(300);
  }
}

/** A window of the page's length, unless something lies over it, where it is touched: a picture of the full page would end the touch before it is taken. */
async function asLongAsPage(page: Page, size: Size): Promise<void> {
  await resize(page, size);
  const height = await page.evaluate(() =>
    document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") === null
      ? document.documentElement.scrollHeight
      : 0,
  );
  if (height > size.height) await resize(page, { ...size, height: Math.min(height, MOST_HIGH) });
}

/** What is too small for a fingertip, by state and width: said in a file beside the pictures. */
const small: string[] = [];

async function take(context: BrowserContext, picture: Picture, address: string, ids: Ids): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(MOST);
  const signedIn = await context.cookies();
  try {
    await intercept(page, picture);
    await resize(page, SIZES[0]);
    await page.goto(`${address}${picture.address(ids)}`, { waitUntil: "domcontentloaded" });
    await page
      .waitForLoadState("networkidle", { timeout: picture.calls === "held" ? 2_500 : MOST })
      .catch(() => undefined);
    await picture.act?.(page, ids);
    await page.waitForLoadState("networkidle", { timeout: MOST }).catch(() => undefined);
    if (picture.calls === undefined) await full(page);
    for (const size of SIZES) {
      await resize(page, size);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await touched(page, size.touch);
        if (size.width === PHONE) await asLongAsPage(page, size);
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        const path = join(FOLDER, fileOf(nameOf(picture), size.width, colorScheme));
        await page.screenshot({ path, animations: "disabled", timeout: 5 * MOST });
      }
    }
    if (picture.calls !== undefined) return;
    // It scrolls to each of them.
    for (const size of SIZES.filter(({ touch }) => touch)) {
      await resize(page, size);
      await touched(page, true);
      for (const target of await smallTargets(page)) small.push(`${nameOf(picture)}, ${size.width} px: ${target}`);
    }
  } finally {
    await page.close();
    // A session that ended took the cookie along, which the next pictures need.
    if (picture.calls === "ended") await context.addCookies(signedIn);
  }
}

const words = process.argv.slice(2);
const isWanted = (name: string): boolean => words.length === 0 || words.some((word) => name.includes(word));
const wanted = PICTURES.filter((picture) => isWanted(nameOf(picture)));
if (words.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(join(FOLDER, "sheets"), { recursive: true });
const doubtful = await doubtfulFolder();
const pins = await pinsFile();
const [product, browser] = await Promise.all([
  startProduct(undefined, { ETL_FOLDER: doubtful, PINNED_VALUES: pins }),
  launchBrowser(),
]);
const failed: string[] = [];
try {
  if (words.includes("readme")) await takeReadmePictures(product, browser);
  const seeded = await seed(product, browser);
  const { ids, viewers } = seeded;
  if (words.includes("readme")) await takeTourPictures(product, seeded);
  for (const picture of wanted)
    await take(viewers[picture.viewer], picture, product.address, ids).catch((error: unknown) => {
      failed.push(
        `${nameOf(picture)}: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)}`,
      );
    });
  const made = wanted.filter((picture) => !failed.some((one) => one.startsWith(`${nameOf(picture)}:`)));
  for (const [screen, states] of Map.groupBy(made, screenOf))
    await makeSheets(viewers.nobody, fileName(screen), states.map(nameOf));
  if (COMPONENTS.some(isWanted)) {
    await takeComponents(viewers.nobody);
    await makeSheets(viewers.nobody, "components", COMPONENTS);
  }
  await writeFile(join(FOLDER, "small-targets.txt"), small.map((one) => `${one}\n`).join(""));
} finally {
  await endBrowser();
  await product.end();
  for (const folder of [doubtful, dirname(pins)]) await rm(folder, { recursive: true, force: true });
}
console.log(
  `${wanted.length - failed.length} states of screens, ${SIZES.length * SCHEMES.length} pictures each, in ${FOLDER}`,
);
for (const one of failed) console.error(one);
process.exitCode = failed.length === 0 ? 0 : 1;
