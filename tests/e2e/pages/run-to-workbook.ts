import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre";
import type { Page } from "playwright";

/** Presses Run and gives the rows of the workbook that is opened from the strip, the head among them. */
export async function runToWorkbook(page: Page): Promise<readonly (readonly unknown[])[]> {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator(".run-strip.finished").waitFor();
  const waiting = page.waitForEvent("download");
  await page.locator(".run-strip").getByRole("link", { name: "Workbook" }).click();
  const workbook = await readXlsx(await readFile(await (await waiting).path()));
  return workbook.sheets[0]?.rows ?? [];
}
