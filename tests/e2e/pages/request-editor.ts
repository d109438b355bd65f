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

/** Puts the caret behind a text of a line. */
export async function putCaretBehind(page: Page, words: string): Promise<void> {
  const line = requestEditor(page).locator(".cm-line", { hasText: words }).first();
  // Where the pointer rests, documentation shows over other lines.
  await page.mouse.move(0, 0);
  await page.locator(".cm-tooltip-hover").waitFor({ state: "detached" });
  const { x, y } = await line.evaluate((node, sought) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    // The text whose end the sought one reaches, and the letter before its end.
    for (let [text, read] = [texts.nextNode(), ""]; text !== null; text = texts.nextNode()) {
      const before = read.length;
      read += text.textContent ?? "";
      const end = read.indexOf(sought) + sought.length;
      if (!read.includes(sought)) continue;
      range.setStart(text, end - before - 1);
      range.setEnd(text, end - before);
      break;
    }
    node.scrollIntoView({ block: "nearest" });
    const { right, top, height } = range.getBoundingClientRect();
    return { x: right, y: top + height / 2 };
  }, words);
  await page.mouse.click(x, y);
  await page.mouse.move(0, 0);
}
