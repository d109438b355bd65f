/**
 * Pictures of every screen in every state, light and dark, wide and narrow, into `screenshots/`; below `sheets/` the four
 * of each state side by side. `npm run screenshots -- results` makes those whose name contains the word, and
 * `npm run screenshots -- readme` the two that the README opens with.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright";
import { resize } from "../tests/e2e/pages/resize.ts";
import { endBrowser, launchBrowser, ROOT, startProduct } from "../tests/e2e/product.ts";
import { doubtfulFolder } from "./screenshots/doubtful.ts";
import { PICTURES } from "./screenshots/pictures.ts";
import type { Ids, Picture } from "./screenshots/picture.ts";
import { takeReadmePictures } from "./screenshots/readme.ts";
import { seed } from "./screenshots/seed.ts";

const FOLDER = join(ROOT, "screenshots");
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
] as const;
const SCHEMES = ["light", "dark"] as const;
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
    (route) => (calls === "failed" ? route.fulfill({ status: 500, body: "" }) : undefined),
  );
}

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
    for (const size of SIZES) {
      await resize(page, size);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        const path = join(FOLDER, `${nameOf(picture)}.${size.width}.${colorScheme}.png`);
        await page.screenshot({ path, fullPage: size.width === 360, animations: "disabled", timeout: 5 * MOST });
      }
    }
  } finally {
    await page.close();
  }
}

/** The four pictures of a state on one sheet. */
async function sheet(context: BrowserContext, names: readonly string[], number: number): Promise<void> {
  const page = await context.newPage();
  const row = (name: string): string => {
    const one = (size: number, scheme: string): string =>
      `<img src="${name}.${size}.${scheme}.png" style="height:450px;width:${size === 360 ? 175 : 720}px;object-fit:cover;object-position:top left">`;
    return `<h2>${name}</h2><div>${SIZES.flatMap(({ width }) => SCHEMES.map((scheme) => one(width, scheme))).join("")}</div>`;
  };
  const html = join(FOLDER, "sheets", "sheet.html");
  const style =
    "body{margin:8px;background:#888;font:14px sans-serif}h2{margin:6px 0 2px;font-size:14px}div{display:flex;gap:6px}";
  await writeFile(html, `<base href="file://${FOLDER}/"><style>${style}</style>${names.map(row).join("")}`);
  await resize(page, { width: 1850, height: 500 });
  await page.goto(`file://${html}`);
  await page.screenshot({ path: join(FOLDER, "sheets", `${String(number).padStart(2, "0")}.png`), fullPage: true });
  await page.close();
}

const [word = ""] = process.argv.slice(2);
const wanted = PICTURES.filter((picture) => nameOf(picture).includes(word));
if (word === "") await rm(FOLDER, { recursive: true, force: true });
await mkdir(join(FOLDER, "sheets"), { recursive: true });
const doubtful = await doubtfulFolder();
const [product, browser] = await Promise.all([startProduct(undefined, { ETL_FOLDER: doubtful }), launchBrowser()]);
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
  for (let from = 0; from < names.length; from += 4)
    await sheet(viewers.nobody, names.slice(from, from + 4), from / 4 + 1);
} finally {
  await endBrowser();
  await product.end();
  await rm(doubtful, { recursive: true, force: true });
}
console.log(`${wanted.length - failed.length} states of screens, four pictures each, in ${FOLDER}`);
for (const one of failed) console.error(one);
process.exitCode = failed.length === 0 ? 0 : 1;
