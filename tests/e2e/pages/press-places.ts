import type { Page } from "playwright";
import type { FormulaPage } from "./formula-page.ts";
import { quietness } from "./quiet.ts";

/** What one can press: of the dialog on top, or of an open menu, else of the whole page. */
const PRESSED = "button, a[href], summary, [role=tab], [role=switch], [role=menuitem], [role=menuitemradio]";
const namesOnTop = (page: Page): Promise<readonly string[]> =>
  page.evaluate((pressed) => {
    const covers = "[role=menu], [role=dialog], [role=alertdialog]";
    const top: ParentNode = [...document.querySelectorAll(covers)].at(-1) ?? document;
    const named = [...top.querySelectorAll<HTMLElement>(pressed)]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(".palette-field, .skip"))
      .filter((one) => one.closest(".toast, .cm-tooltip") === null)
      .map((one) => {
        const shown = one.cloneNode(true);
        // Keys stand beside the names of menus.
        if (shown instanceof Element) for (const key of shown.querySelectorAll(".rt-BaseMenuShortcut")) key.remove();
        return (one.ariaLabel ?? shown.textContent ?? "").replaceAll(/\s+/g, " ").trim();
      });
    // What tells all about itself is a template or an example, which the palette has by its name.
    return [...new Set(named)].filter((name) => name !== "" && name.length <= 90);
  }, PRESSED);

/** Names that the palette, opened over what is there, has no row of. */
async function withoutRow(page: Page, names: readonly string[]): Promise<readonly string[]> {
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const missing: string[] = [];
  await page.keyboard.press("Control+k");
  await palette.waitFor();
  for (const name of names) {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(`>${name}`);
    const plain = name.replace(/…$/, "").replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const title = palette.locator("[role=option] .title", { hasText: new RegExp(`^${plain}…?$`, "i") });
    const found = await title
      .first()
      .waitFor({ timeout: 3_000 })
      .then(
        () => true,
        () => false,
      );
    if (!found) missing.push(name);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await palette.locator(".chip").waitFor({ state: "detached" });
  }
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
  return missing;
}

/** Goes to each place and gives what can be pressed there and has no row of its name in the palette. */
export async function pressedWithoutRow(
  page: Page,
  address: string,
  places: readonly PressPlace[],
): Promise<readonly string[]> {
  const failed: string[] = [];
  const quiet = quietness(page);
  for (const [path, opens] of places) {
    await page.goto(address + path);
    await page.locator("main").locator("button, a").first().waitFor();
    await opens?.();
    // Screens fetch what they show.
    await quiet();
    const names = await namesOnTop(page);
    if (names.length === 0) failed.push(`${path}: nothing can be pressed`);
    if ((await page.getByRole("menu").count()) > 0) {
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
    }
    for (const name of await withoutRow(page, names)) failed.push(`${path}: ${name}`);
  }
  return failed;
}

export type PressPlace = readonly [path: string, open?: () => Promise<void>];

/** Where there is something to press: an address, and what opens a dialog or a menu there. */
export function pressPlaces(at: FormulaPage): readonly PressPlace[] {
  const { page } = at;
  const more = (): Promise<void> =>
    page
      .locator("tr.item")
      .first()
      .getByRole("button", { name: /: more$/ })
      .click();
  const results = async (): Promise<void> => {
    await page.locator("tr.item").getByRole("link").first().click();
    await page.locator("[role=gridcell]").first().waitFor();
  };
  return [
    [
      "/data-request",
      async () => {
        await at.openFormula("columns", "code");
        await at.type("columns", "[daily close]");
        await page.getByRole("button", { name: "Save formula" }).click();
      },
    ],
    [
      "/data-request",
      async () => {
        await at.openFormula("columns", "code");
        await page.getByRole("button", { name: "Paste from…" }).click();
      },
    ],
    ["/", () => results()],
    [
      "/",
      async () => {
        await results();
        await page.locator("[role=gridcell]").first().click();
        await page.getByRole("complementary").getByRole("button").first().waitFor();
      },
    ],
    ["/data-request", () => page.getByRole("button", { name: "More for this request" }).click()],
    ["/data-request", () => page.getByTitle("As text").first().click()],
    ["/data-request", () => page.getByRole("button", { name: "Account" }).click()],
    ["/data-request", () => page.keyboard.press("ControlOrMeta+Shift+e")],
    ["/template"],
    ["/dashboard"],
    ["/templates"],
    ["/"],
    ["/", () => more()],
    [
      "/",
      async () => {
        await more();
        await page.getByRole("menuitem", { name: /^Move to folder/ }).click();
      },
    ],
    [
      "/",
      async () => {
        await more();
        await page.getByRole("menuitem", { name: /^Rename/ }).click();
      },
    ],
    [
      "/",
      async () => {
        await more();
        await page.getByRole("menuitem", { name: /^Delete|^Move to trash/ }).click();
      },
    ],
    ["/user-profile/settings?part=profile"],
    ["/user-profile/settings?part=sessions"],
    ["/user-profile/settings?part=tokens"],
    ["/user-profile/settings?part=webhooks"],
    ["/subscriptions"],
    ["/markets"],
  ];
}
