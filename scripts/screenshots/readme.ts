import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright";
import { resize } from "../../tests/e2e/pages/resize.ts";
import { beginWithText, ROOT } from "../../tests/e2e/product.ts";
import type { Product } from "../../tests/e2e/product.ts";
import type { Seeded } from "./seed.ts";

const FOLDER = join(ROOT, "docs/pictures");
const run = promisify(execFile);
const SIZE = { width: 1440, height: 900 };

/** The request of a first visit with its figures, one of its values explained. */
async function takeEditor({ signIn, address }: Product, browser: Browser): Promise<void> {
  const context = await browser.newContext({ viewport: SIZE });
  const page = await context.newPage();
  await beginWithText(page);
  await page.goto(signIn);
  await page.locator(".topbar").waitFor();
  await page.goto(`${address}/data-request`);
  await page.getByText(/^Preview, /).waitFor();
  await page.getByRole("button", { name: "Close the announcement" }).click();
  await page.locator(".cm-line", { hasText: "column {Gap}" }).click();
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await inspector.getByText("Value", { exact: true }).waitFor();
  await page.locator(".request-margin-line", { hasText: "%" }).last().waitFor();
  // What is under the pointer is explained over the text.
  await page.mouse.move(700, 880);
  await page.screenshot({ path: join(FOLDER, "editor.png"), animations: "disabled" });
  await context.close();
}

/** The first page of the workbook that the first start wrote, as LibreOffice prints it; `pdftoppm` (poppler-utils) draws it. */
async function takeWorkbook({ data }: Product): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "scanbook-workbook-"));
  const name = (await readdir(data, { recursive: true })).find((one) => one.endsWith(".xlsx"));
  if (name === undefined) throw new Error(`There is no workbook in ${data}.`);
  const [workbook, printed] = [join(folder, "workbook.xlsx"), join(folder, "workbook.pdf")];
  await copyFile(join(data, name), workbook);
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  await run("soffice", ["--headless", profile, "--convert-to", "pdf", "--outdir", folder, workbook]);
  await run("pdftoppm", ["-r", "100", "-png", "-singlefile", printed, join(FOLDER, "workbook")]);
  await rm(folder, { recursive: true });
}

/** The two pictures that the README opens with, into `docs/pictures/`. */
export async function takeReadmePictures(product: Product, browser: Browser): Promise<void> {
  await takeEditor(product, browser);
  await takeWorkbook(product);
}

/** The study and the sweep of the tour, of the demo account's requests, into `docs/pictures/`. */
export async function takeTourPictures({ address }: Product, { ids, viewers }: Seeded): Promise<void> {
  const page = await viewers.demo.newPage();
  await resize(page, SIZE);
  const shown = [
    ["study", ids.studied, "What each filter adds"],
    ["sweep", ids.swept, "Days held out"],
  ] as const;
  for (const [name, id, last] of shown) {
    await page.goto(`${address}/data-request/${id}/${name}`);
    // What comes last: the rest of the page is there.
    await page.getByRole("heading", { name: last }).waitFor({ timeout: 60_000 });
    const close = page.getByRole("button", { name: "Close the announcement" });
    if (await close.isVisible()) await close.click();
    await page.mouse.move(700, 880);
    await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: "disabled" });
  }
  await page.close();
}
