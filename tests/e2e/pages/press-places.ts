import type { Page } from "playwright";
import type { FormulaPage } from "./formula-page.ts";

/** What one can press: of the dialog on top, or of an open menu, else of the whole page. */
const PRESSED = "button, a[href], summary, [role=tab], [role=switch], [role=menuitem], [role=menuitemradio]";
export const namesOnTop = (page: Page): Promise<readonly string[]> =>
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

/** Where there is something to press: an address, and what opens a dialog or a menu there. */
export function pressPlaces(at: FormulaPage): readonly (readonly [path: string, open?: () => Promise<void>])[] {
  const { page } = at;
  const more = (): Promise<void> =>
    page
      .locator("tr.item")
      .first()
      .getByRole("button", { name: /: more$/ })
      .click();
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
    ["/data-request", () => page.getByRole("button", { name: "More for this request" }).click()],
    ["/data-request", () => page.getByTitle("As text").first().click()],
    ["/data-request", () => page.getByRole("button", { name: "Account" }).click()],
    ["/data-request", () => page.keyboard.press("ControlOrMeta+Shift+e")],
    ["/template"],
    ["/dashboard"],
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
