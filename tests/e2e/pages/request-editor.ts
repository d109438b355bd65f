import type { Locator, Page } from "playwright";

/** The editor of a request's text. */
export const requestEditor = (page: Page): Locator => page.getByRole("textbox", { name: "Request", exact: true });

/** The text as it stands: the editor draws each line as an element, with values at the ends of some. */
export async function requestText(page: Page): Promise<string> {
  const lines = await requestEditor(page)
    .locator(".cm-line")
    .evaluateAll((shown) =>
      shown.map((one) => {
        const values = one.querySelector(".inline-values")?.textContent ?? "";
        return (one.textContent ?? "").slice(0, values === "" ? undefined : -values.length);
      }),
    );
  return lines.join("\n").replaceAll("\u200b", "");
}
