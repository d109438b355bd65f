import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext } from "playwright";
import { resize } from "../../tests/e2e/pages/resize.ts";
import { fileOf, FOLDER, SCHEMES, SIZES } from "./sizes.ts";

const STATES_A_SHEET = 3;
const HIGH = 400;

const STYLE =
  "body{margin:8px;background:#888;font:14px sans-serif}h2{margin:6px 0 2px;font-size:14px}div{display:flex;gap:6px;margin-top:6px}img{object-fit:cover;object-position:top left}";

function stateHtml(name: string): string {
  const one = ({ width, height }: (typeof SIZES)[number], scheme: string): string =>
    `<img src="${fileOf(name, width, scheme)}" style="height:${HIGH}px;width:${Math.round((HIGH * width) / height)}px">`;
  const row = (scheme: string): string => `<div>${SIZES.map((size) => one(size, scheme)).join("")}</div>`;
  return `<h2>${name}</h2>${SCHEMES.map(row).join("")}`;
}

/** The pictures of a screen's states at all sizes on sheets of its own: those in light above those in dark. */
export async function makeSheets(context: BrowserContext, screen: string, names: readonly string[]): Promise<void> {
  const page = await context.newPage();
  const html = join(FOLDER, "sheets", "sheet.html");
  await resize(page, { width: 1850, height: 500 });
  for (let from = 0; from < names.length; from += STATES_A_SHEET) {
    const shown = names.slice(from, from + STATES_A_SHEET);
    await writeFile(html, `<base href="file://${FOLDER}/"><style>${STYLE}</style>${shown.map(stateHtml).join("")}`);
    await page.goto(`file://${html}`);
    const path = join(FOLDER, "sheets", `${screen}.${from / STATES_A_SHEET + 1}.png`);
    await page.screenshot({ path, fullPage: true });
  }
  await page.close();
  await rm(html, { force: true });
}
