/**
 * Pictures of every screen in every state, light and dark, on a large screen, a laptop, a tablet and a phone, into
 * `screenshots/`; below `sheets/` those of each state side by side. `npm run screenshots -- results` makes those whose name contains the word, and
 * `npm run screenshots -- readme` the two that the README opens with.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BrowserContext, Page } from "playwright";
import { resize } from "../tests/e2e/pages/resize.ts";
import { smallTargets, touched } from "../tests/e2e/pages/small-targets.ts";
import { endBrowser, launchBrowser, ROOT, startProduct } from "../tests/e2e/product.ts";
import { doubtfulFolder, pinsFile } from "./screenshots/doubtful.ts";
import { PICTURES } from "./screenshots/pictures.ts";
import type { Ids, Picture } from "./screenshots/picture.ts";
import { takeReadmePictures } from "./screenshots/readme.ts";
import { seed } from "./screenshots/seed.ts";

const FOLDER = join(ROOT, "screenshots");
/** A state is come to at the first; what is open there stays open at the others. */
const SIZES = [
  { width: 1440, height: 900, touch: false },
  { width: 1920, height: 1080, touch: false },
  { width: 820, height: 1180, touch: true },
  { width: 390, height: 844, touch: true },
] as const;
/** Its pictures show the whole length of a page. */
const PHONE = 390;
const SCHEMES = ["light", "dark"] as const;
const STATES_A_SHEET = 2;
/** A page is still when nothing was asked for so long, in milliseconds; what never comes is waited for no longer than `MOST`. */
const MOST = 12_000;

const nameOf = ({ screen, state }: Picture): string =>
  `${screen === "/" ? "my-data" : screen} ${state}`
    .replaceAll(/[^\w]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .toLowerCase();

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

/** What is too small for a fingertip, by state and width: said in a file beside the pictures. */
const small: string[] = [];

async function take(context: BrowserContext, picture: Picture, address: string, ids: Ids): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(MOST);
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
        // What stays at the top stands there in a picture of the whole length, too.
        if (size.width === PHONE) await page.evaluate(() => scrollTo(0, 0));
        // Such a picture ends it.
        await touched(page, size.touch);
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        const path = join(FOLDER, `${nameOf(picture)}.${size.width}.${colorScheme}.png`);
        await page.screenshot({ path, fullPage: size.width === PHONE, animations: "disabled", timeout: 5 * MOST });
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
  }
}

/** The pictures of some states on one sheet: those in light above those in dark. */
async function sheet(context: BrowserContext, names: readonly string[], number: number): Promise<void> {
  const page = await context.newPage();
  const one = (name: string, { width, height }: (typeof SIZES)[number], scheme: string): string =>
    `<img src="${name}.${width}.${scheme}.png" style="height:400px;width:${Math.round((400 * width) / height)}px">`;
  const row = (name: string, scheme: string): string =>
    `<div>${SIZES.map((size) => one(name, size, scheme)).join("")}</div>`;
  const state = (name: string): string => `<h2>${name}</h2>${SCHEMES.map((scheme) => row(name, scheme)).join("")}`;
  const html = join(FOLDER, "sheets", "sheet.html");
  const style =
    "body{margin:8px;background:#888;font:14px sans-serif}h2{margin:6px 0 2px;font-size:14px}div{display:flex;gap:6px;margin-top:6px}img{object-fit:cover;object-position:top left}";
  await writeFile(html, `<base href="file://${FOLDER}/"><style>${style}</style>${names.map(state).join("")}`);
  await resize(page, { width: 1850, height: 500 });
  await page.goto(`file://${html}`);
  await page.screenshot({ path: join(FOLDER, "sheets", `${String(number).padStart(3, "0")}.png`), fullPage: true });
  await page.close();
}

const [word = ""] = process.argv.slice(2);
const wanted = PICTURES.filter((picture) => nameOf(picture).includes(word));
if (word === "") await rm(FOLDER, { recursive: true, force: true });
await mkdir(join(FOLDER, "sheets"), { recursive: true });
const doubtful = await doubtfulFolder();
const pins = await pinsFile();
const [product, browser] = await Promise.all([
  startProduct(undefined, { ETL_FOLDER: doubtful, PINNED_VALUES: pins }),
  launchBrowser(),
]);
const failed: string[] = [];
try {
  if (word === "readme") await takeReadmePictures(product, browser);
  const { ids, viewers } = await seed(product, browser);
  for (const picture of wanted)
    await take(viewers[picture.viewer], picture, product.address, ids).catch((error: unknown) => {
      failed.push(
        `${nameOf(picture)}: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)}`,
      );
    });
  const names = wanted.map(nameOf).filter((name) => !failed.some((one) => one.startsWith(`${name}:`)));
  for (let from = 0; from < names.length; from += STATES_A_SHEET)
    await sheet(viewers.nobody, names.slice(from, from + STATES_A_SHEET), from / STATES_A_SHEET + 1);
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
